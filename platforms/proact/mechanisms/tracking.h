// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time/quiescence.h"
#include "platforms/proact/region/mechanism_if.h"
#include "platforms/proact/region/producer_program.h"

namespace gf::platforms::proact {

/// Readiness counters in software, of one phase and all GPUs: a word of 4 B a chunk in the memory
/// of the GPU that writes it, decremented by an atomic of each CTA that stores to the chunk once
/// its stores are visible ([PROACT21], III-B). A counter counts down when the atomic has returned
/// to the warp, a crossbar later than in the level 2 cache.
class SoftwareCounters {
 public:
  /// `map`: of the user, in place of what the CTAs write; or empty.
  SoftwareCounters(const MechanismContext& context, unsigned phase,
                   const model::proact::CtaWrites& map);

  /// A structure for the counters of each GPU, and one for a bitmap of 1 B a chunk.
  static std::vector<model::DataStructure> structures(const RegionLayout& layout,
                                                      std::uint64_t chunk);
  [[nodiscard]] static std::uint64_t counter(unsigned gpu, std::uint32_t index);
  [[nodiscard]] static std::uint64_t flag(unsigned gpu, std::uint32_t index);

  [[nodiscard]] const model::proact::PhaseMap& map() const { return map_; }
  /// Appends to `ready` the chunks that this CTA was the last one to write.
  void decrement(unsigned gpu, unsigned cta, std::vector<std::uint32_t>& ready);
  /// Chunks of `gpu` that are not ready.
  [[nodiscard]] unsigned open(unsigned gpu) const { return open_[gpu]; }
  /// All CTAs have counted: chunks of `gpu` that never become ready, for want of writers.
  [[nodiscard]] unsigned missing(unsigned gpu) const;
  [[nodiscard]] bool any_missing() const;
  /// Of `gpu`: "counters_<gpu>" waits for each of the first ones, and how many more there are.
  void append_waits(unsigned gpu, std::vector<core::Wait>& waits) const;
  /// One for each chunk and writer of it that its map does not have.
  [[nodiscard]] const core::ErrorList& errors() const { return errors_; }

 private:
  /// "region chunk 7: CTA 3 writes it, but the map has no writer of it".
  [[nodiscard]] std::string unexpected(unsigned gpu, std::uint32_t index, unsigned cta) const;
  /// "region chunk 7: 1 of 2 writers are missing", and whom the map has in vain.
  [[nodiscard]] std::string incomplete(unsigned gpu, std::size_t index) const;

  const model::proact::PhaseMap map_;
  std::vector<std::vector<std::uint32_t>> left_;  ///< CTAs, by GPU and index of the part.
  std::vector<unsigned> open_;                    ///< Parts that are not ready, by GPU.
  unsigned to_count_;                             ///< CTAs that have not counted.
  core::ErrorList errors_;
};

/// Told by producers.
class ReadyClient {
 public:
  virtual ~ReadyClient() = default;
  /// All of the part is written and visible. May append to the producer's program.
  virtual void chunk_ready(unsigned gpu, std::uint32_t index, model::WarpProgram& program) = 0;
};

/// The application's program, instrumented ([PROACT21], Listing 1): a fence and a barrier, then the
/// first thread of the CTA decrements the counters of what the CTA wrote, one after the other, and
/// tells of those that became zero.
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
  std::vector<bool> told_;  ///< By CTA: its counters are counted down.
};

enum class Stores { kMade, kElided };

/// Appends the copy of part `index` of `gpu` by warp `warp` of `warps` to the copies of all other
/// GPUs: every warps-th strip of 512 B is read past the L1 and, unless stores are elided, stored to
/// each of them.
void emit_copy(const RegionLayout& layout, const model::proact::ChunkPart& part, unsigned gpu,
               unsigned warp, unsigned warps, Stores stores, model::WarpProgram& program);

}  // namespace gf::platforms::proact
