// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/work/schedule/collectives/collective.h"

namespace gf::model {

/// Makes a schedule of what a generator says is moved, in an order in which one step after the
/// other would be right. What has to wait for what follows from the elements: a task waits for who
/// wrote what it reads, for who wrote what it writes over, and for who reads what it writes over.
/// All else goes on at once, so that pieces of a vector follow each other through the machine.
class CollectiveBuilder {
 public:
  explicit CollectiveBuilder(Collective collective);

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
  struct Access {
    std::uint64_t first, end;
    unsigned task;
    bool writes;
  };
  [[nodiscard]] std::vector<Access>& accesses(const Elements& where);
  void read(const Elements& what, Task& task);
  void write(const Elements& what, Task& task);
  void add(Task task, const DataMove& move);

  Collective collective_;
  std::vector<Task> tasks_;
  std::vector<std::vector<Access>> accesses_;  ///< By rank and buffer: what later tasks may meet.
  std::vector<std::uint64_t> scratch_used_;    ///< By rank.
};

}  // namespace gf::model
