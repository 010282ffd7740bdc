// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "hw/gpu/memory/line_pass_client.h"
#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {

/// The agent's warps of one GPU in one phase. Each reads the bitmap, a line of 128 flags at a time
/// and past the L1, and copies its strips of each chunk that it finds ready; it ends when it has
/// seen all chunks. It would poll for ever for one whose writers are missing: that is left out.
class PollingProgram final : public model::KernelProgramIf {
 public:
  PollingProgram(const MechanismContext& context, const SoftwareCounters& counters, unsigned gpu);

  /// Tells `slices` of each chunk that is found ready.
  void show(CopySlices* slices) { slices_ = slices; }
  /// The flag is in memory.
  void set(std::uint32_t index);
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) override;
  [[nodiscard]] bool spins() const override;

 private:
  using Flags = std::vector<std::uint64_t>;  ///< A bit each; lines are whole words.
  struct Warp {
    std::uint32_t line = 0;  ///< That it polled last.
    std::uint32_t left = 0;  ///< Chunks that it has not seen ready.
    Flags seen;
  };
  /// Copies what is ready of the line that it polled.
  void copy_ready(unsigned number, Warp& warp, model::WarpProgram& program) const;
  void next_line(Warp& warp) const;
  void poll(const Warp& warp, model::WarpProgram& program) const;

  const RegionLayout& layout_;
  const SoftwareCounters& counters_;
  const std::vector<model::proact::ChunkPart>& parts_;
  const unsigned gpu_;
  const AgentShape shape_;
  const unsigned cost_, interval_;
  const Stores stores_;
  CopySlices* slices_ = nullptr;  ///< Null: nobody wants to know.
  Flags ready_;                   ///< By index of the part.
  Flags all_;                     ///< A bit for each part that the map has.
  std::vector<Warp> state_;
};

/// Polling ([PROACT21], III-C): a kernel of transfer threads a GPU beside the producer.
class Polling final : public SoftwareAgent {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;

 private:
  /// The bitmap of a GPU as its memory sees it.
  class Bitmap final : public hw::gpu::LinePassClient {
   public:
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    std::uint64_t offset = 0;              ///< Place of its first flag in the GPU's memory.
    std::vector<std::uint32_t> under_way;  ///< Flags whose stores have not come.
    std::shared_ptr<PollingProgram> agent;
  };
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  void show_copies();  ///< Where a timeline is active.
  std::deque<Bitmap> bitmaps_;
};

}  // namespace gf::platforms::proact
