// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "workloads/schedule/collectives/collective.h"

namespace gf::model {

/// Makes a schedule of what a generator says is moved, in an order in which one step after the
/// other would be right. What has to wait for what follows from the elements: a task waits for who
/// wrote what it reads, for who wrote what it writes over, and for who reads what it writes over.
/// All else goes on at once, so that pieces of a vector follow each other through the machine.
class CollectiveBuilder {
 public:
  /// `too_many`, which throws, is called with what would be one task more than `most_tasks`.
  explicit CollectiveBuilder(Collective collective, std::size_t most_tasks = SIZE_MAX,
                             std::function<void()> too_many = {});

  [[nodiscard]] const Collective& collective() const { return collective_; }
  [[nodiscard]] unsigned ranks() const { return collective_.ranks; }
  /// Elements [first, end) of the vector in a buffer of `rank`.
  [[nodiscard]] Elements input(unsigned rank, std::uint64_t first, std::uint64_t end) const {
    return {rank, Buffer::kInput, first, end - first};
  }
  [[nodiscard]] Elements output(unsigned rank, std::uint64_t first, std::uint64_t end) const {
    return {rank, Buffer::kOutput, first, end - first};
  }
  /// Elements of scratch that nobody has used.
  [[nodiscard]] Elements scratch(unsigned rank, std::uint64_t count);

  /// `to` becomes `from`: a copy between devices, on one device a kernel that reads and writes each
  /// byte. Nothing where both are the same elements, or none.
  void copy(const Elements& from, const Elements& to);
  /// `to` becomes op(a, b); all on one rank. `to` may be a or b.
  void reduce(const Elements& a, const Elements& b, const Elements& to);

  /// The schedule, called `name`. Once.
  [[nodiscard]] Schedule finish(const std::string& name);

 private:
  /// Elements up to `end` that the same tasks have met.
  struct Region {
    std::uint64_t end;
    std::vector<unsigned> writer;   ///< One, or none yet.
    std::vector<unsigned> readers;  ///< Since then.
  };
  using Regions = std::map<std::uint64_t, Region>;  ///< By first element, without gaps.

  [[nodiscard]] Regions& regions(const Elements& where);
  /// The regions of `what`, cut at its ends.
  [[nodiscard]] std::pair<Regions::iterator, Regions::iterator> cut(const Elements& what);
  void read(const Elements& what, Task& task);
  void write(const Elements& what, Task& task);
  void add(Task task, const DataMove& move);

  Collective collective_;
  std::vector<Task> tasks_;
  const std::size_t most_tasks_;
  const std::function<void()> too_many_;
  std::vector<Regions> regions_;             ///< By rank and buffer: whom later tasks meet.
  std::vector<std::uint64_t> scratch_used_;  ///< By rank.
};

}  // namespace gf::model
