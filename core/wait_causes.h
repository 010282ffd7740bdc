// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace gf::core {

/// What the first packet of a full buffer waited for, and what was behind that, back to the end.
/// Numbers of queues and links are those of the journal of hops.
struct WaitCause {
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  Number queue = kNone;    ///< The buffer that was full.
  Number link = kNone;     ///< By which its first packet was to leave; kNone: it did.
  const char* cause = "";  ///< A string that lasts: "channel busy"; empty: packets left, in turn.
  Number next = kNone;     ///< What was behind that; kNone: nothing that is known.
};

/// Such causes, each kept once, under a number: chains that end alike share their ends.
class WaitCauses {
 public:
  using Number = WaitCause::Number;
  static constexpr unsigned kLongest = 64;  ///< Buffers that wait for each other in a ring.

  /// A chain of kLongest is not made longer: its number is that of what is behind `cause`.
  Number number(const WaitCause& cause) {
    const unsigned length = cause.next == WaitCause::kNone ? 1 : lengths_.at(cause.next) + 1;
    if (length > kLongest) return cause.next;
    const auto [place, is_new] = numbers_.try_emplace(
        {cause.queue, cause.link, cause.cause, cause.next}, static_cast<Number>(causes_.size()));
    if (is_new) {
      causes_.push_back(cause);
      lengths_.push_back(length);
    }
    return place->second;
  }
  [[nodiscard]] const WaitCause& at(Number number) const { return causes_.at(number); }
  /// The last one of the chain that begins with `number`.
  [[nodiscard]] const WaitCause& end(Number number) const {
    while (at(number).next != WaitCause::kNone) number = at(number).next;
    return at(number);
  }

 private:
  std::map<std::tuple<Number, Number, const char*, Number>, Number> numbers_;
  std::vector<WaitCause> causes_;
  std::vector<unsigned> lengths_;
};

}  // namespace gf::core
