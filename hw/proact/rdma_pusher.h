// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <systemc>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/gpu/memory/gpu_memory.h"
#include "hw/proact/piece_carrier_if.h"
#include "tlm_models/host/verbs.h"

namespace gf::hw::proact {

/// The part of a PROACT unit that drives a network card. A piece for a GPU of another node becomes
/// an RDMA write. The unit writes its doorbell, with the queue entry, to the card over the GPU's
/// path to peers. The card reads the GPU's memory, and writes a completion back to it when the
/// whole piece is in the other GPU's memory. Neither SMs nor a host take part.
/// Timing: the doorbell is at the GPU's path to peers in the next cycle, first come first served
/// with other bulk accesses. A completion counts when it is in this GPU's memory. All other times
/// are those of the card and the fabrics.
/// Order: pieces to one card leave in the order in which they were handed over; they may end in any
/// order.
/// Not modelled: a limit of entries in the card; polling for the completion in memory.
class RdmaPusher final : public sc_core::sc_module,
                         public core::Quiescent,
                         public PieceCarrierIf,
                         private model::CompletionClient,
                         private gpu::BulkClient {
 public:
  /// Path to a GPU of another node.
  struct RdmaPath {
    model::QueuePairNumber queue = 0;  ///< Queue pair of the card, owned by this unit.
    std::uint64_t window = 0;          ///< Bus address of that GPU's memory, in its own node.
  };
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter pieces{*this, "pieces", core::Unit::kCount, "pieces handed to the card"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes handed to the card"};
    core::Counter failed{*this, "failed", core::Unit::kCount, "pieces that were lost"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds,
                            "time from a piece's doorbell to its completion", 1e-15};
  };

  /// `card` is reached by peer accesses to physical addresses of home `card_home`; its window
  /// begins at bus address `card_window`. `window`: bus address of this GPU's memory.
  RdmaPusher(const sc_core::sc_module_name& name, gpu::GpuMemory& memory, model::VerbsCardIf& card,
             unsigned card_home, std::uint64_t card_window, std::uint64_t window);

  void add_way(unsigned gpu, const RdmaPath& way) { ways_[gpu] = way; }
  /// Returns the client for completions of the queue pairs of its ways.
  [[nodiscard]] model::CompletionClient& completions() { return *this; }

  [[nodiscard]] bool carries_to(unsigned gpu) const override { return ways_.count(gpu) != 0; }
  void carry(const Piece& piece, PieceClient& client, core::Cycle now) override;

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return free_.size() == under_way_.size(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct UnderWay {
    std::size_t id = 0;
    PieceClient* client = nullptr;
    void* key = nullptr;
    core::Ticks since = 0;
    unsigned open = 0;  ///< Of doorbell and completion, those that have not ended.
    gpu::Bulk doorbell;
  };
  void on_completion(const model::WorkCompletion& completion) override;
  void bulk_taken(gpu::Bulk&, core::Cycle) override {}
  void bulk_done(gpu::Bulk& bulk, core::Cycle now) override;
  [[nodiscard]] std::size_t place();
  void ends(UnderWay& one);

  gpu::GpuMemory& memory_;
  model::VerbsCardIf& card_;
  const std::uint64_t card_home_;
  const std::uint64_t card_window_;
  const std::uint64_t window_;
  std::map<unsigned, RdmaPath> ways_;  ///< By GPU.
  /// Indexed by the id of the work request; elements do not move.
  std::deque<UnderWay> under_way_;
  std::vector<std::size_t> free_;
  Stats stats_;
};

}  // namespace gf::hw::proact
