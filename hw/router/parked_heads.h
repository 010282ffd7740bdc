// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/bits.h"

namespace gf::hw::router {

/// Heads of a router that found no credit, by output and virtual channel. If buffers are full, most
/// heads lack a credit. A parked head is not looked at again before a credit of its virtual channel
/// comes.
/// Cost: nothing for a head that leaves. Parking and an arriving credit cost time in proportion to
/// the heads that wait for that credit.
/// Timing: credits take effect at the next release().
class ParkedHeads {
 public:
  static constexpr unsigned kMostPorts = 64;
  static constexpr unsigned kMostVcs = 8;
  using InputVcSet = std::array<std::uint64_t, kMostPorts * kMostVcs / 64>;

  ParkedHeads(unsigned ports, unsigned vcs) : ports_(ports), vcs_(vcs) {}

  /// Parks `input_vc`, which lacks a credit of virtual channel `vc` of output `port`. Precondition:
  /// it is not parked.
  void park(unsigned input_vc, unsigned port, unsigned vc);
  /// Notes that a credit of that virtual channel has come.
  void credit_comes(unsigned port, unsigned vc) {
    credited_ |= core::bit(port);
    lists_->credited[port] |= static_cast<std::uint8_t>(1u << vc);
  }
  /// Unparks the heads whose credit has come.
  void release() {
    if (credited_ != 0) release_credited();
  }
  void release_all();

  [[nodiscard]] bool empty() const { return outputs_ == 0; }
  /// Returns a bit each for input VCs 64 * `word` to 64 * `word` + 63. Precondition: not empty().
  [[nodiscard]] std::uint64_t heads(unsigned word) const { return lists_->heads[word]; }
  [[nodiscard]] unsigned size() const { return size_; }
  [[nodiscard]] std::uint64_t outputs() const { return outputs_; }  ///< They wait for these.
  /// Returns the number of heads that wait for an output. Precondition: not empty().
  [[nodiscard]] unsigned behind(unsigned port) const { return lists_->behind[port]; }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  void release_credited();
  void release(unsigned port, unsigned vc);

  struct Lists {
    Lists(unsigned ports, unsigned vcs)
        : first(std::size_t{ports} * vcs, kNone), next(first), behind(ports), credited(ports) {}
    InputVcSet heads{};
    std::vector<std::uint16_t> first;    ///< By output x virtual channel: first head; kNone.
    std::vector<std::uint16_t> next;     ///< By input VC: next head that waits for the same.
    std::vector<std::uint16_t> behind;   ///< By output: number of heads.
    std::vector<std::uint8_t> credited;  ///< By output: bit per virtual channel.
  };

  std::uint64_t outputs_ = 0;
  std::uint64_t credited_ = 0;  ///< Outputs for which a credit has come.
  unsigned size_ = 0;
  const unsigned ports_;
  const unsigned vcs_;
  std::unique_ptr<Lists> lists_;  ///< Null until a head is parked: most routers are never full.
};

}  // namespace gf::hw::router
