// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "hw/gpu/memory/line_pass_client.h"
#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {

/// The agent's warps of one GPU in one phase. Each warp reads the bitmap, one line of 128 flags at
/// a time, without the L1. It copies its strips of each chunk that it finds ready, and ends when it
/// has seen all chunks. It does not poll for chunks whose writers are missing, which would never
/// end.
class PollingProgram final : public model::KernelProgramIf {
 public:
  PollingProgram(const MechanismContext& context, const SoftwareCounters& counters, unsigned gpu);

  /// Notifies `slices` of each chunk that is found ready.
  void show(CopySlices* slices) { slices_ = slices; }
  /// The flag is in memory.
  void set(std::uint32_t index);
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) override;
  [[nodiscard]] bool spins() const override;

 private:
  using Flags = std::vector<std::uint64_t>;  ///< One bit each; lines are whole words.
  struct Warp {
    std::uint32_t line = 0;  ///< Line that it polled last.
    std::uint32_t left = 0;  ///< Chunks that it has not seen ready.
    Flags seen;
  };
  /// Copies the ready chunks of the line that the warp polled.
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
  CopySlices* slices_ = nullptr;  ///< May be null.
  Flags ready_;                   ///< By index of the part.
  Flags all_;                     ///< One bit for each part that the map has.
  std::vector<Warp> state_;
};

/// Polling ([PROACT21], III-C): a kernel of transfer threads per GPU, concurrent with the producer.
class Polling final : public SoftwareAgent {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;

 private:
  /// Watches the bitmap of a GPU in its memory.
  class Bitmap final : public hw::gpu::LinePassClient {
   public:
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    std::uint64_t offset = 0;              ///< Place of its first flag in the GPU's memory.
    std::vector<std::uint32_t> under_way;  ///< Flags whose stores have not arrived.
    std::shared_ptr<PollingProgram> agent;
  };
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  void show_copies();  ///< If a timeline or a journal of chunks is active.
  std::deque<Bitmap> bitmaps_;
};

}  // namespace gf::platforms::proact
