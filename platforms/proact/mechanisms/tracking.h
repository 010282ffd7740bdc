// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time/quiescence.h"
#include "platforms/proact/region/mechanism_if.h"
#include "platforms/proact/region/producer_program.h"

namespace gf::platforms::proact {

/// Readiness counters in software, for one phase and all GPUs. Each chunk has a word of 4 B in the
/// memory of the GPU that writes it. Each CTA that stores to the chunk decrements the word with an
/// atomic once its stores are visible ([PROACT21], III-B). In the model the count changes when the
/// atomic has returned to the warp, one crossbar traversal later than in the level 2 cache.
class SoftwareCounters {
 public:
  /// `map`: the user's map, which replaces the CTAs' actual writes; or empty.
  SoftwareCounters(const MechanismContext& context, unsigned phase,
                   const model::proact::CtaWrites& map);

  /// Returns a structure for the counters of each GPU, and one for a bitmap with 1 B per chunk.
  static std::vector<model::DataStructure> structures(const RegionLayout& layout,
                                                      std::uint64_t chunk);
  [[nodiscard]] static std::uint64_t counter(unsigned gpu, std::uint32_t index);
  [[nodiscard]] static std::uint64_t flag(unsigned gpu, std::uint32_t index);

  [[nodiscard]] const model::proact::PhaseMap& map() const { return map_; }
  /// Decrements the counters for this CTA. Appends to `ready` the chunks that it completed.
  void decrement(unsigned gpu, unsigned cta, std::vector<std::uint32_t>& ready);
  /// Number of chunks of `gpu` that are not ready.
  [[nodiscard]] unsigned open(unsigned gpu) const { return open_[gpu]; }
  /// Once all CTAs have counted: number of chunks of `gpu` that never become ready because writers
  /// are missing. Until then 0.
  [[nodiscard]] unsigned missing(unsigned gpu) const;
  [[nodiscard]] bool any_missing() const;
  /// Appends waits of "counters_<gpu>" for the first missing chunks, and the number of the others.
  void append_waits(unsigned gpu, std::vector<core::Wait>& waits) const;
  /// Returns an error for each chunk and writer of it that its map does not have.
  [[nodiscard]] const core::ErrorList& errors() const { return errors_; }

 private:
  /// Returns "region chunk 7: CTA 3 writes it, but the map has no writer of it".
  [[nodiscard]] std::string unexpected(unsigned gpu, std::uint32_t index, unsigned cta) const;
  /// Returns "region chunk 7: 1 of 2 writers are missing", and the writers that only the map has.
  [[nodiscard]] std::string incomplete(unsigned gpu, std::size_t index) const;

  const model::proact::PhaseMap map_;
  std::vector<std::vector<std::uint32_t>> left_;  ///< Number of CTAs, by GPU and index of the part.
  std::vector<unsigned> open_;                    ///< Parts that are not ready, by GPU.
  unsigned to_count_;                             ///< CTAs that have not counted.
  core::ErrorList errors_;
};

/// Notified by producers.
class ReadyClient {
 public:
  virtual ~ReadyClient() = default;
  /// The part is completely written and visible. May append to the producer's program.
  virtual void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) = 0;
};

/// The application's program, instrumented ([PROACT21], Listing 1). After a fence and a barrier,
/// the first thread of the CTA decrements the counters of the chunks that the CTA wrote, one after
/// the other. It notifies `client` of those that became zero.
class TrackedProgram final : public ProducerProgram {
 public:
  TrackedProgram(const model::Kernel& kernel, const RegionLayout& layout,
                 SoftwareCounters& counters, ReadyClient& client)
      : ProducerProgram(kernel, layout), counters_(counters), client_(client) {}
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) override;

 private:
  void decrement(unsigned cta, model::WarpProgram& program) const;

  SoftwareCounters& counters_;
  ReadyClient& client_;
  std::vector<std::uint32_t> ready_;
  std::vector<bool> told_;  ///< By CTA: its counters are decremented.
};

enum class Stores { kMade, kElided };

/// Appends the part of warp `warp` of `warps` in copying part `index` of `gpu` to all other GPUs.
/// The warp takes every warps-th strip of 512 B. It reads the strip without the L1 and, unless
/// stores are elided, stores it to each of the other copies.
void emit_copy(const RegionLayout& layout, const model::proact::ChunkPart& part, unsigned gpu,
               unsigned warp, unsigned warps, Stores stores, model::WarpProgram& program);

}  // namespace gf::platforms::proact
