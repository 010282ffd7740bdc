// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/bits.h"

namespace gf::hw::router {

/// Heads of a router that have found no credit, by output and virtual channel: where buffers are
/// full most heads lack one, and none of them is looked at again before a credit of theirs comes.
/// Costs nothing for a head that goes; parking, and a credit that comes, cost as much as the heads
/// that wait for it.
/// Timing: credits count from the next release() on.
class ParkedHeads {
 public:
  static constexpr unsigned kMostPorts = 64;
  static constexpr unsigned kMostVcs = 8;
  using InputVcSet = std::array<std::uint64_t, kMostPorts * kMostVcs / 64>;

  ParkedHeads(unsigned ports, unsigned vcs) : ports_(ports), vcs_(vcs) {}

  /// `input_vc` lacks a credit of virtual channel `vc` of output `port`. It is not parked yet.
  void park(unsigned input_vc, unsigned port, unsigned vc);
  /// A credit of that virtual channel comes.
  void credit_comes(unsigned port, unsigned vc) {
    credited_ |= core::bit(port);
    lists_->credited[port] |= static_cast<std::uint8_t>(1u << vc);
  }
  /// Those whose credit has come are not parked any more.
  void release() {
    if (credited_ != 0) release_credited();
  }
  void release_all();

  [[nodiscard]] bool empty() const { return outputs_ == 0; }
  /// Input VCs 64 `word` to 64 `word` + 63, a bit each; only while it is not empty.
  [[nodiscard]] std::uint64_t heads(unsigned word) const { return lists_->heads[word]; }
  [[nodiscard]] unsigned size() const { return size_; }
  [[nodiscard]] std::uint64_t outputs() const { return outputs_; }  ///< That they wait for.
  /// How many wait for an output; there are some.
  [[nodiscard]] unsigned behind(unsigned port) const { return lists_->behind[port]; }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  void release_credited();
  void release(unsigned port, unsigned vc);

  struct Lists {
    Lists(unsigned ports, unsigned vcs)
        : first(std::size_t{ports} * vcs, kNone), next(first), behind(ports), credited(ports) {}
    InputVcSet heads{};
    std::vector<std::uint16_t> first;    ///< By output x virtual channel: a head; kNone.
    std::vector<std::uint16_t> next;     ///< By input VC: another one that waits for the same.
    std::vector<std::uint16_t> behind;   ///< By output: heads.
    std::vector<std::uint8_t> credited;  ///< By output: bit a virtual channel.
  };

  std::uint64_t outputs_ = 0;
  std::uint64_t credited_ = 0;  ///< Outputs of which a credit has come.
  unsigned size_ = 0;
  const unsigned ports_;
  const unsigned vcs_;
  std::unique_ptr<Lists> lists_;  ///< Null until a head is parked: most routers are never full.
};

}  // namespace gf::hw::router
