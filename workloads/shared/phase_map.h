// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/shared/cta_writes.h"
#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// What one GPU writes of one chunk of the region in a phase.
struct ChunkPart {
  std::uint32_t chunk = 0;    ///< Number: offset / chunk bytes.
  std::uint32_t writers = 0;  ///< CTAs that the map has for it.
  std::uint64_t bytes = 0;    ///< Of all spans.
  std::vector<Span> spans;    ///< Ascending, apart from one another.
  /// CTAs that a map of the user has for it and that do not write it, ascending: with no others in
  /// their place its counter never becomes zero.
  std::vector<unsigned> absent;
};

/// Which CTAs of a phase write which chunks: what readiness counters are initialized with and what
/// transfers move. A chunk that two GPUs write is a part of its own at each of them.
class PhaseMap {
 public:
  /// Asks the application for the stores of every CTA. `chunk`: bytes, at least 1; larger than the
  /// region: it is one chunk. `map`: of the user, in place of what the CTAs do; it may be wrong.
  /// Throws UserError: bytes beyond the region, naming the CTA.
  PhaseMap(const SharedApp& app, unsigned phase, std::uint64_t chunk, unsigned gpus,
           const CtaWrites& map = {});

  [[nodiscard]] const std::vector<ChunkPart>& parts(unsigned gpu) const { return parts_[gpu]; }
  /// Calls act(gpu, span) for what each GPU writes, chunk by chunk.
  template <class Act>
  void each_span(const Act& act) const {
    for (unsigned gpu = 0; gpu < parts_.size(); ++gpu)
      for (const ChunkPart& part : parts_[gpu])
        for (const Span& span : part.spans) act(gpu, span);
  }
  /// Indices into parts() of the CTA's GPU, each once: of what the application writes.
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
  [[nodiscard]] std::uint64_t bytes(unsigned gpu) const;  ///< All that it writes.

 private:
  using Spans = std::vector<Span>;
  /// Appends the parts of `gpu` that `spans` have bytes of, each once.
  void append_parts(unsigned gpu, const Spans& spans, std::vector<std::uint32_t>& indices);
  /// A CTA writes `spans`, which are in the parts `indices`.
  void expect(unsigned gpu, const Spans& spans, Indices indices);
  /// The map has `cta` for the parts `of_map`: of_cta() is what it writes.
  void note_absent(unsigned gpu, unsigned cta, const std::vector<std::uint32_t>& of_map);
  std::uint32_t part_of(unsigned gpu, std::uint32_t chunk);

  const std::uint64_t chunk_;
  std::vector<std::vector<ChunkPart>> parts_;           ///< By GPU.
  std::vector<std::vector<std::uint32_t>> part_index_;  ///< By GPU and chunk; while it is made.
  std::vector<std::uint32_t> begin_{0};                 ///< By CTA, into of_ctas_.
  std::vector<std::uint32_t> of_ctas_;
};

/// The GPU that runs a CTA of a kernel.
inline unsigned gpu_of(const Kernel& kernel, unsigned cta, unsigned gpus) {
  if (!kernel.split) return kernel.gpu;
  return static_cast<unsigned>(((std::uint64_t{cta} + 1) * gpus - 1) / kernel.ctas);
}

}  // namespace gf::model::proact
