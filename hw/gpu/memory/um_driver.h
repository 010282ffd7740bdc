// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <queue>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/time/clock_domain.h"
#include "core/time/quiescence.h"
#include "hw/gpu/memory/paging/shootdown.h"
#include "hw/gpu/memory/paging/um_params.h"
#include "hw/gpu/memory/paging/um_stats.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

class GpuMemory;
class Mmu;

/// The driver of a node's managed pages (unified memory), on the host. It serves the GPUs' fault
/// buffers and the program's prefetches, one batch or prefetch after the other.
///
/// Timing (README.md adds it up): a batch begins `interrupt` after its first fault, or when the one
/// before has ended. It consists of the faults in the GPU's buffer at that time, up to `batch`.
/// After batch_time the driver goes through their pages block by block and takes page_time for
/// each. Then the block's translations are revoked and shot down, which takes `shootdown` after the
/// last access that uses them is done. The copy engine of the GPU that has the pages moves them,
/// contiguous pages as one copy, and they are mapped. Blocks overlap. `replay` after the last page
/// of a batch is mapped, the GPU walks again for its waiting requests. The next batch or prefetch
/// begins when all of these have walked: a page that has come is used before it moves again. Times
/// are rounded up to cycles. A prefetch begins `prefetch_call` after its call, and has neither
/// batch_time nor replay.
///
/// Order: faults and prefetches are first come first served, by their first fault or their call. A
/// timeline shows each batch and prefetch from its begin to its end.
///
/// Not modelled: managed pages in the host's memory, its caches and contention for its cores.
/// Also not modelled: eviction, clearing of new pages, access counters, prefetching by
/// density, protection against thrashing. Stale lines stay in the L1s of a GPU until a
/// kernel's start invalidates them.
class UmDriver final : public sc_core::sc_module, public core::Quiescent, private core::Clocked {
 public:
  UmDriver(const sc_core::sc_module_name& name, const UmParams& params, core::ClockDomain& clock,
           model::PageTable& pages);

  /// Attaches a GPU. Attach all GPUs of the node, in the order of their numbers, before
  /// the simulation starts.
  void attach(GpuMemory& memory);

  /// Brings the pages of the range to GPU `gpu` (read_mostly: a copy). `done` is called in the
  /// cycle in which all are mapped. Throws UserError if the data is not managed, the GPU does not
  /// exist, or the GPUs have no faults.
  void prefetch(std::uint64_t address, std::uint64_t bytes, unsigned gpu,
                std::function<void()> done = {});
  /// Sets the advice for the pages of the range from now on. Throws UserError if the data is not
  /// managed, a GPU does not exist, or the GPUs have no faults.
  void advise(std::uint64_t address, std::uint64_t bytes, const model::Advice& advice);

  /// Returns whether pages move; otherwise they stay where they are and prefetches are refused.
  [[nodiscard]] bool moves_pages() const { return params_.faults; }
  [[nodiscard]] const UmStats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return !busy_ && requests_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Gpu {
    GpuMemory* memory = nullptr;
    bool noted = false;  ///< Its faults are among the requests.
  };
  struct Request {
    unsigned gpu = 0;
    bool faults = true;
    std::uint64_t address = 0;  ///< Of a prefetch only.
    std::uint64_t bytes = 0;
    std::function<void()> done;
    core::Cycle ready = 0;
  };
  struct PageRequest {
    std::uint64_t page;
    bool write;
  };
  /// Pages of one block that are handled together.
  struct Group {
    std::vector<PageRequest> requests;
    std::vector<model::PageMove> moves;
    std::vector<Shootdown> shootdowns;  ///< By GPU.
    unsigned open = 0;                  ///< Shootdowns or copies in progress.
    core::Cycle since = 0;
  };
  enum class Step : std::uint8_t { kCall, kPlan, kRevoke, kCopy, kCopied, kReplay, kNext };
  struct Event {
    core::Cycle at;
    std::uint64_t order;
    Step step;
    Group* group;
    bool operator>(const Event& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  void cycle(core::Cycle now) override;

  friend class Mmu;  // calls the functions below; the driver acts from the next cycle on
  void faults_wait(unsigned gpu, core::Cycle now);  ///< A fault was added.
  /// The translations are gone, and every access that used them is done.
  void shot_down(Shootdown& shootdown, core::Cycle now);
  /// Every woken port has walked, and goes on or has faulted again.
  void replayed(core::Cycle now) { post(now + 1, Step::kNext); }

  void check_call(const char* what, unsigned gpu) const;
  [[nodiscard]] core::Cycle cycles(const sc_core::sc_time& time) const;
  void post(core::Cycle at, Step step, Group* group = nullptr);
  void act(const Event& event, core::Cycle now);

  void begin_next(core::Cycle now);
  void take_faults(core::Cycle now);
  void add_requests(const PageRequest& request);
  void merge_requests();
  void plan(core::Cycle now);
  void revoke(Group& group, core::Cycle now);
  void count(const model::PageMove& move);
  void add_shootdowns(Group& group, const model::PageMove& move);
  void shoot(Group& group, core::Cycle now);
  void copy(Group& group, core::Cycle now);
  void submit(Group& group, std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
  void map(Group& group, core::Cycle now);
  void all_mapped(core::Cycle now);
  void end(core::Cycle now);
  void report(core::Cycle now) const;  ///< Adds the ending request to the timeline.
  Group& new_group();

  const UmParams params_;
  core::ClockMember clock_;
  model::PageTable& pages_;
  std::vector<Gpu> gpus_;
  core::Ring<Request> requests_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t order_ = 0;

  bool busy_ = false;
  Request current_;
  core::Cycle since_ = 0;
  std::vector<PageRequest>
      page_requests_;        ///< Of the batch or prefetch: sorted by page, each page once.
  std::size_t planned_ = 0;  ///< Number of wishes_ that are planned.
  std::vector<std::uint64_t> to_replay_;
  std::deque<Group> groups_;
  std::vector<Group*> free_groups_;
  UmStats stats_;
};

}  // namespace gf::hw::gpu
