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

/// Compares the copies of the region with the application's results, in runs with real bytes.
///
/// SMs have no bytes of their own. When an SM's store to its GPU's copy takes effect, the check
/// writes the application's result there. A store to another GPU's copy gets the current bytes of
/// the writer's copy, unless the mechanism stores results itself. A copy that is made too early
/// therefore brings old bytes. Copy engines move managed pages with their bytes; a store to such a
/// page is always a result.
///
/// The check compares sectors of 32 B: for each load of the region by a kernel, in the cycle in
/// which it takes effect, and for all copies at the end.
class RegionCheck final {
 public:
  /// `form`: of the mechanism.
  RegionCheck(const MechanismContext& context, const Mechanism& mechanism, RegionForm form);

  void phase_starts(unsigned phase);
  /// Number of bytes, in all copies, that differ from the last results.
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
  /// Reads bytes of the region, within a page, from the memory of `gpu`; false if they are not
  /// there.
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
  std::vector<std::uint8_t> writer_;  ///< By sector: GPU that writes it in this phase, or none.
  std::uint64_t stale_reads_ = 0;
  std::uint64_t checked_reads_ = 0;
  std::string first_stale_;
};

}  // namespace gf::platforms::proact
