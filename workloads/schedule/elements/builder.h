// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "workloads/collectives/rank_ways.h"
#include "workloads/schedule/elements/collective.h"

namespace gf::model {

/// Builds a schedule from the moves of a generator, which are given in a valid sequential order.
/// Dependencies follow from the elements: a task waits for the tasks that wrote what it reads, and
/// for the tasks that wrote or read what it overwrites. Everything else may overlap, so pieces of a
/// vector are pipelined through the machine.
class CollectiveBuilder {
 public:
  /// `too_many` must throw; it is called instead of adding a task beyond `most_tasks`.
  explicit CollectiveBuilder(Collective collective, std::size_t most_tasks = SIZE_MAX,
                             std::function<void()> too_many = {});

  [[nodiscard]] const Collective& collective() const { return collective_; }
  /// Names the algorithm as tables show it.
  void set_algorithm(std::string name) { collective_.algorithm = std::move(name); }
  [[nodiscard]] unsigned ranks() const { return collective_.ranks; }
  /// States the ways between ranks; by default all are peers.
  void set_ways(RankWays ways) { ways_ = std::move(ways); }
  [[nodiscard]] const RankWays& ways() const { return ways_; }
  /// Returns elements [first, end) of the vector in a buffer of `rank`.
  [[nodiscard]] Elements input(unsigned rank, std::uint64_t first, std::uint64_t end) const {
    return {rank, RankBuffer::kInput, first, end - first};
  }
  [[nodiscard]] Elements output(unsigned rank, std::uint64_t first, std::uint64_t end) const {
    return {rank, RankBuffer::kOutput, first, end - first};
  }
  /// Returns unused elements of scratch memory.
  [[nodiscard]] Elements scratch(unsigned rank, std::uint64_t count,
                                 RankBuffer where = RankBuffer::kScratch);

  /// Copies `from` to `to`: between devices a copy task, on one device a kernel that reads and
  /// writes each byte. Adds nothing if both are the same elements, or if there are none.
  void copy(const Elements& from, const Elements& to);
  /// Sets `to` to op(a, b); all must be on one rank. `to` may be a or b.
  void reduce(const Elements& a, const Elements& b, const Elements& to);
  /// Adds a kernel of `rank` that only takes time, when the schedule begins. Returns its position.
  unsigned launch(unsigned rank, const sc_core::sc_time& duration);
  /// Adds a slice of the rank whose memory it reads, which begins when the tasks `after` have ended
  /// and its channel's earlier slices on that rank have passed. Returns its position. The caller
  /// sees to the order of accesses: nothing else may use these elements.
  unsigned add(Slice slice, std::vector<unsigned> after);
  /// Adds a copy from the one place that `slice` reads to the one that it writes, on another node.
  /// Otherwise as add().
  unsigned transfer(Slice slice, std::vector<unsigned> after);

  /// Returns the schedule, called `name`. May be called once.
  [[nodiscard]] Schedule finish(const std::string& name);

 private:
  /// Consecutive elements up to `end` with the same accesses.
  struct Region {
    std::uint64_t end;
    std::vector<unsigned> writer;   ///< At most one.
    std::vector<unsigned> readers;  ///< Since the last write.
  };
  using Regions = std::map<std::uint64_t, Region>;  ///< By first element, without gaps.

  [[nodiscard]] Regions& regions(const Elements& where);
  /// Returns the regions of `what`, split at its ends.
  [[nodiscard]] std::pair<Regions::iterator, Regions::iterator> cut(const Elements& what);
  void read(const Elements& what, Task& task);
  void write(const Elements& what, Task& task);
  void add(Task task, DataMove move);

  unsigned add(TaskKind kind, Slice slice, core::Bytes bytes, std::vector<unsigned> after);

  Collective collective_;
  RankWays ways_;
  std::vector<Task> tasks_;
  const std::size_t most_tasks_;
  const std::function<void()> too_many_;
  std::vector<Regions> regions_;  ///< By rank and buffer: tasks on which later ones depend.
  std::vector<std::uint64_t> scratch_used_;  ///< By rank and buffer.
};

}  // namespace gf::model
