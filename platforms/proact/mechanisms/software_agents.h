// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "hw/gpu/memory/line_watch_if.h"
#include "platforms/proact/mechanisms/tracking.h"

namespace gf::platforms::proact {

/// What the two software agents have in common: counters in memory, instrumented producers. A
/// counter that never becomes zero leaves the phase without an end.
class SoftwareAgent : public Mechanism, public core::Quiescent, protected ReadyClientIf {
 public:
  SoftwareAgent() : Quiescent("counters") {}
  [[nodiscard]] std::vector<model::DataStructure> structures(
      const model::proact::SharedApp& app, const RegionLayout& layout,
      const TransferParams& transfer) const override;
  void attach(const Machine& machine) override;
  void drain(unsigned phase, const Done& done) override;
  [[nodiscard]] std::vector<std::string> errors() const override;
  [[nodiscard]] bool tracks() const override { return true; }
  [[nodiscard]] bool can_elide() const override { return true; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 protected:
  /// The counters of the phase, and the producer's kernel.
  model::Kernel track(unsigned phase);
  [[nodiscard]] const Machine& machine() const { return *machine_; }
  [[nodiscard]] SoftwareCounters& counters() { return *counters_; }
  /// There are agents.
  [[nodiscard]] bool transfers() const {
    return machine().layout.gpus() > 1 && machine().transfer.elide != Elide::kTransfers;
  }
  /// Of an agent's kernel of `threads` threads, at GPU `gpu`.
  [[nodiscard]] model::Kernel agent_kernel(const std::string& name, unsigned gpu) const;

 private:
  std::optional<Machine> machine_;
  std::unique_ptr<SoftwareCounters> counters_;
  model::proact::CtaWrites user_map_;  ///< Of the first phase; or empty.
  std::vector<std::string> errors_;    ///< Of earlier phases.
};

/// The agent's warps of one GPU in one phase. Each reads the bitmap, a line of 128 flags at a time
/// and past the L1, and copies its strips of each chunk that it finds ready; it ends when it has
/// seen all chunks. It would poll for ever for one whose writers are missing: that is left out.
class PollingProgram final : public model::KernelProgramIf {
 public:
  PollingProgram(const Machine& machine, const SoftwareCounters& counters, unsigned gpu);

  /// The flag is in memory.
  void set(std::uint32_t index) { ready_[index / 64] |= 1ull << index % 64; }
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) const override;

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
  void poll(Warp& warp, model::WarpProgram& program) const;

  const RegionLayout& layout_;
  const SoftwareCounters& counters_;
  const std::vector<model::proact::ChunkPart>& parts_;
  const unsigned gpu_;
  const unsigned warps_;
  const unsigned warps_per_cta_;
  const unsigned cost_;
  const Stores stores_;
  Flags ready_;  ///< By index of the part.
  Flags all_;    ///< Those that there are.
  mutable std::vector<Warp> state_;
};

/// Polling (seed 002, III-C): a kernel of transfer threads a GPU beside the producer.
class Polling final : public SoftwareAgent {
 public:
  void attach(const Machine& machine) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;

 private:
  /// The bitmap of a GPU as its memory sees it.
  class Bitmap final : public hw::gpu::LineWatchIf {
   public:
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    std::uint64_t offset = 0;              ///< In the GPU's memory.
    std::vector<std::uint32_t> under_way;  ///< Flags whose stores have not come.
    std::shared_ptr<PollingProgram> agent;
  };
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  std::deque<Bitmap> bitmaps_;
};

/// CUDA dynamic parallelism (seed 002, III-C): the CTA that completes a chunk launches a kernel
/// that copies it. Launches go through the host's driver one after the other.
class ChildKernels final : public SoftwareAgent {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override;

 private:
  void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) override;
  std::deque<model::Kernel> children_;    ///< Of the phase.
  std::vector<core::Ticks> driver_free_;  ///< By GPU.
};

}  // namespace gf::platforms::proact
