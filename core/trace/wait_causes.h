// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace gf::core {

/// Why the first packet of a full buffer waited, linked to the cause behind it, back to the end of
/// the chain. Numbers of queues and links are those of the HopJournal.
struct WaitCause {
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  Number queue = kNone;    ///< The buffer that was full.
  Number link = kNone;     ///< The link that its first packet was to use; kNone: it left.
  const char* cause = "";  ///< A string with static lifetime: "channel busy"; empty: packets left,
                           ///< in turn.
  Number next = kNone;     ///< The cause behind it; kNone: unknown.
  bool operator==(const WaitCause& other) const {
    return queue == other.queue && link == other.link && cause == other.cause && next == other.next;
  }
};

/// Wait causes, each kept once under a number, so that chains with equal ends share them.
class WaitCauses {
 public:
  using Number = WaitCause::Number;
  static constexpr unsigned kLongest = 64;  ///< Longest chain; ends chains of buffers that wait for
                                            ///< each other in a ring.

  /// Returns the number of `cause`. A chain of kLongest is not extended: then the number of the
  /// cause behind it is returned.
  Number number(const WaitCause& cause) {
    const unsigned length = cause.next == WaitCause::kNone ? 1 : lengths_.at(cause.next) + 1;
    if (length > kLongest) return cause.next;
    const auto [place, is_new] = numbers_.try_emplace(cause, static_cast<Number>(causes_.size()));
    if (is_new) {
      causes_.push_back(cause);
      lengths_.push_back(length);
    }
    return place->second;
  }
  [[nodiscard]] const WaitCause& at(Number number) const { return causes_.at(number); }
  /// Returns the last cause of the chain that begins with `number`.
  [[nodiscard]] const WaitCause& end(Number number) const {
    while (at(number).next != WaitCause::kNone) number = at(number).next;
    return at(number);
  }

 private:
  /// Must be fast: a network asks for as many numbers as it has waits, hundreds of thousands.
  struct Hash {
    std::size_t operator()(const WaitCause& cause) const {
      constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
      const auto mixed = [](std::uint64_t bits) { return (bits ^ bits >> 29) * kOdd; };
      const std::uint64_t places = std::uint64_t{cause.queue} << 32 | cause.link;
      const std::uint64_t rest =
          std::hash<const char*>()(cause.cause) + (std::uint64_t{cause.next} << 32);
      return mixed(mixed(places) + rest);
    }
  };
  std::unordered_map<WaitCause, Number, Hash> numbers_;
  std::vector<WaitCause> causes_;
  std::vector<unsigned> lengths_;
};

}  // namespace gf::core
