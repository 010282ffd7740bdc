// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/gpu/memory/line_pass_client.h"
#include "platforms/proact/region/mechanism_if.h"
#include "platforms/proact/region/region_places.h"

namespace gf::platforms::proact {

/// Compares what is in the copies of the region with what the application computes, in runs with
/// real bytes. SMs have none of their own: what an SM stores to its GPU's copy becomes the
/// application's result when the store takes effect; what it stores to another GPU's copy becomes
/// what the writer's copy holds then, unless the mechanism stores results themselves. So a copy
/// that was made too early brings old bytes along. Managed pages are moved with their bytes, by the
/// copy engines; what is stored to one is a result, wherever it is. Compared, by sectors of 32 B:
/// each load of the region by a kernel, in the cycle in which it takes effect; all copies at the
/// end.
class RegionCheck final {
 public:
  /// `form`: of the mechanism.
  RegionCheck(const MechanismContext& context, const Mechanism& mechanism, RegionForm form);

  void phase_starts(unsigned phase);
  /// Bytes of any copy that are not the last results.
  [[nodiscard]] std::uint64_t wrong_bytes() const;
  [[nodiscard]] std::uint64_t stale_reads() const { return stale_reads_; }
  [[nodiscard]] std::uint64_t checked_reads() const { return checked_reads_; }
  /// "GPU 2, offset 4096, phase 1", of the first stale read.
  [[nodiscard]] const std::string& first_stale() const { return first_stale_; }

 private:
  struct Copy final : hw::gpu::LinePassClient {
    Copy(RegionCheck& check, unsigned gpu) : check(check), gpu(gpu) {}
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    RegionCheck& check;
    const unsigned gpu;
  };
  void passes(unsigned gpu, const hw::gpu::LinePass& pass);
  void stored(unsigned gpu, std::uint64_t offset, std::uint64_t bytes);
  void arrived(unsigned gpu, std::uint64_t offset, std::uint64_t bytes);
  void loaded(unsigned gpu, std::uint64_t offset, std::uint64_t bytes, bool by_its_own);
  [[nodiscard]] bool same(std::uint64_t offset, const std::vector<std::uint8_t>& is,
                          bool before) const;
  void results(bool before, std::uint64_t offset, std::vector<std::uint8_t>& bytes) const;
  /// Bytes of the region as `gpu` has them, within a page; false: it does not have them.
  bool read(unsigned gpu, std::uint64_t offset, std::vector<std::uint8_t>& bytes) const;
  bool write(unsigned gpu, std::uint64_t offset, const std::vector<std::uint8_t>& bytes) const;
  [[nodiscard]] std::uint64_t wrong_bytes_of(unsigned gpu, model::proact::Span piece) const;
  model::BytePages& bytes(unsigned gpu) const { return context_.node.gpu(gpu).memory.bytes(); }

  MechanismContext context_;
  const Mechanism& mechanism_;
  const RegionForm form_;
  const std::unique_ptr<RegionPlaces> places_;
  std::deque<Copy> copies_;
  unsigned phase_ = 0;
  std::vector<std::uint8_t>
      writer_;  ///< GPU that writes a sector in this phase, by sector; or none.
  std::uint64_t stale_reads_ = 0;
  std::uint64_t checked_reads_ = 0;
  std::string first_stale_;
};

}  // namespace gf::platforms::proact
