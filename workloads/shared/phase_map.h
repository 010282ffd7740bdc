// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/shared/cta_writes.h"
#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// The part of one chunk of the region that one GPU writes in a phase.
struct ChunkPart {
  std::uint32_t chunk = 0;    ///< Index: offset / chunk size.
  std::uint32_t writers = 0;  ///< CTAs that write it according to the map.
  std::uint64_t bytes = 0;    ///< Of all spans.
  std::vector<Span> spans;    ///< Ascending and not adjacent.
  /// CTAs that write the chunk according to the user's map, but not in the program, ascending.
  /// Unless other CTAs write in their place, the chunk's counter never reaches zero.
  std::vector<unsigned> absent;
};

/// Records which CTAs of a phase write which chunks. Readiness counters are initialized from it,
/// and transfers move its chunks. A chunk that two GPUs write is a separate part on each.
class PhaseMap {
 public:
  /// Asks the application for the stores of every CTA. `chunk`: size in bytes, at least 1; if it
  /// exceeds the region, the region is one chunk. `map`: the user's map, used instead of the
  /// application's; it may be wrong. Throws UserError that names the CTA if bytes lie beyond the
  /// region.
  PhaseMap(const SharedApp& app, unsigned phase, std::uint64_t chunk, unsigned gpus,
           const CtaWrites& map = {});

  [[nodiscard]] const std::vector<ChunkPart>& parts(unsigned gpu) const { return parts_[gpu]; }
  /// Calls act(gpu, span) for each span that a GPU writes, chunk by chunk.
  template <class Act>
  void each_span(const Act& act) const {
    for (unsigned gpu = 0; gpu < parts_.size(); ++gpu)
      for (const ChunkPart& part : parts_[gpu])
        for (const Span& span : part.spans) act(gpu, span);
  }
  /// Indices into parts() of the CTA's GPU, each once, for the application's writes.
  struct Indices {
    const std::uint32_t* first;
    const std::uint32_t* last;
    [[nodiscard]] const std::uint32_t* begin() const { return first; }
    [[nodiscard]] const std::uint32_t* end() const { return last; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };
  [[nodiscard]] Indices of_cta(unsigned cta) const {
    return {of_ctas_.data() + begin_[cta], of_ctas_.data() + begin_[cta + 1]};
  }
  [[nodiscard]] std::uint64_t bytes(unsigned gpu) const;  ///< Total that it writes.

 private:
  using Spans = std::vector<Span>;
  /// Appends the parts of `gpu` that contain bytes of `spans`, each once.
  void append_parts(unsigned gpu, const Spans& spans, std::vector<std::uint32_t>& indices);
  /// Records that a CTA writes `spans`, which are in the parts `indices`.
  void expect(unsigned gpu, const Spans& spans, Indices indices);
  /// Records the parts of `of_map` that the map assigns to `cta` and that it does not write;
  /// of_cta() gives its actual writes.
  void note_absent(unsigned gpu, unsigned cta, const std::vector<std::uint32_t>& of_map);
  std::uint32_t part_of(unsigned gpu, std::uint32_t chunk);

  const std::uint64_t chunk_;
  std::vector<std::vector<ChunkPart>> parts_;  ///< By GPU.
  /// Index of a part by GPU and chunk; used during construction.
  std::vector<std::vector<std::uint32_t>> part_index_;
  std::vector<std::uint32_t> begin_{0};  ///< By CTA, into of_ctas_.
  std::vector<std::uint32_t> of_ctas_;
};

/// Returns the GPU that runs a CTA of a kernel.
inline unsigned gpu_of(const Kernel& kernel, unsigned cta, unsigned gpus) {
  if (!kernel.split) return kernel.gpu;
  return static_cast<unsigned>(((std::uint64_t{cta} + 1) * gpus - 1) / kernel.ctas);
}

}  // namespace gf::model::proact
