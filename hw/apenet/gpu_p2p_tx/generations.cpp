// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/error.h"
#include "hw/apenet/gpu_p2p_tx/generation_if.h"
#include "hw/apenet/torus_packet.h"

namespace gf::hw::apenet {
namespace {

// How far the processor works ahead of the request generator: bytes that are translated but
// not yet requested.
constexpr std::uint64_t kAheadV2 = 2 * kMaxPacketPayload;  ///< Two packets [assumed]
constexpr std::uint64_t kAheadV3 = 32768;  ///< Half a GPU page: a full TX data FIFO [assumed]

/// Version 1: software only. It requests one packet at a time and waits until all of it has come.
class Version1 final : public GenerationIf {
 public:
  std::uint64_t segment(std::uint64_t page_left, std::uint64_t packet_left) const override {
    return std::min(page_left, packet_left);
  }
  bool keeps_page() const override { return false; }
  void charge(const CostTable& costs, Meter& meter) const override {
    meter.charge(costs.tx_software);
  }
  unsigned software_cycles(const CostTable& costs) const override { return costs.tx_request; }
  bool may_feed(std::uint64_t queued, std::uint64_t outstanding) const override {
    return queued == 0 && outstanding == 0;
  }
  bool may_request(std::uint64_t, std::uint64_t, std::uint32_t) const override { return true; }
};

/// Version 2: a hardware request generator that software feeds packet by packet. A window limits
/// the bytes requested but not yet received. It moves when a whole block of it has come.
class Version2 final : public GenerationIf {
 public:
  Version2(std::uint64_t window, std::uint64_t block) : window_(window), block_(block) {}
  std::uint64_t segment(std::uint64_t page_left, std::uint64_t packet_left) const override {
    return std::min(page_left, packet_left);
  }
  bool keeps_page() const override { return true; }
  void charge(const CostTable& costs, Meter& meter) const override {
    meter.charge(costs.tx_packet);
  }
  unsigned software_cycles(const CostTable&) const override { return 0; }
  bool may_feed(std::uint64_t queued, std::uint64_t) const override { return queued <= kAheadV2; }
  bool may_request(std::uint64_t asked, std::uint64_t arrived, std::uint32_t bytes) const override {
    // Only whole blocks count: a partly received block frees nothing of the window.
    return asked + bytes <= arrived / block_ * block_ + window_;
  }

 private:
  const std::uint64_t window_;
  const std::uint64_t block_;
};

/// Version 3: no window. Flow control watches the FIFOs, and software is needed once a page.
class Version3 final : public GenerationIf {
 public:
  std::uint64_t segment(std::uint64_t page_left, std::uint64_t) const override { return page_left; }
  bool keeps_page() const override { return true; }
  void charge(const CostTable&, Meter&) const override {}
  unsigned software_cycles(const CostTable&) const override { return 0; }
  bool may_feed(std::uint64_t queued, std::uint64_t) const override { return queued <= kAheadV3; }
  bool may_request(std::uint64_t, std::uint64_t, std::uint32_t) const override { return true; }
};

}  // namespace

const std::vector<std::string>& generation_names() {
  static const std::vector<std::string> names = {"v1", "v2", "v3"};
  return names;
}

void GenerationSettings::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (generation != "v2" || block <= window) return;
  core::fail_config(path, "window", core::to_text(window),
                    "at least block = " + core::to_text(block),
                    "a window smaller than a block never moves");
}

std::unique_ptr<GenerationIf> make_generation(const GenerationSettings& settings,
                                              const std::string& path) {
  settings.validate(path);
  if (settings.generation == "v1") return std::make_unique<Version1>();
  if (settings.generation == "v3") return std::make_unique<Version3>();
  return std::make_unique<Version2>(settings.window.count(), settings.block.count());
}

}  // namespace gf::hw::apenet
