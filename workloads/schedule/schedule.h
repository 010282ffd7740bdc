// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

struct Collective;
struct Slice;
struct TaskClasses;

enum class TaskKind : std::uint8_t {
  kCopy,  ///< Bytes from the memory of `src` to that of `dst`.
  /// `src` computes for `duration`, or as long as its memory takes for `bytes`; or it runs
  /// `workload`.
  kKernel,
  kReduce,  ///< `src` reads two operands of `bytes` each and writes one result.
  kSlice,   ///< A thread block of `src` works on a part of a collective's channel: see Slice.
};
/// The mechanism that moves the bytes of a copy. A fabric rejects mechanisms that it does not have.
enum class CopyMeans : std::uint8_t { kDma, kStores, kLoads, kAgent, kProact };

std::string_view to_text(TaskKind kind);    ///< "copy", "kernel", "reduce", "slice".
std::string_view to_text(CopyMeans means);  ///< "dma", "stores", "loads", "agent", "proact".

/// A step of a schedule. In the simplest case it is an edge of a congestion graph ([SC16], IV-A).
struct Task {
  /// Device number (see device_name()): the source of a copy, or the device that computes.
  unsigned src = 0;
  unsigned dst = 0;        ///< Device number; for a copy different from `src`, otherwise `src`.
                           ///< For a slice: the last device that it writes to.
  core::Bytes bytes;       ///< At least 1; for a kernel what it reads and writes, 0 or more.
  sc_core::sc_time start;  ///< Earliest start, from the start of its schedule.
  TaskKind kind = TaskKind::kCopy;
  CopyMeans engine = CopyMeans::kDma;
  unsigned tag = 0;               ///< The user's; it has no effect.
  sc_core::sc_time duration{};    ///< Of a kernel.
  std::string id{};               ///< Empty: its position is used.
  std::vector<unsigned> after{};  ///< Positions of the tasks that end before this one starts.
  core::Bytes written{};          ///< Of a kernel: how many of `bytes` it writes.
  std::string workload{};         ///< Of a kernel: what SMs run (see task_workloads.h); or empty.

  /// For slices, and for copies between buffers of channels on two nodes.
  std::shared_ptr<const Slice> slice{};

  // For a copy with engine kProact:
  /// Position of the kernel that writes its bytes and with which it begins; empty: the bytes exist
  /// already.
  std::optional<unsigned> writer{};
  core::Bytes chunk{};  ///< Size in which it is pushed; 0: the machine's.
  std::string map{};  ///< File that states which CTA writes which bytes; empty: CTAs share evenly.
  /// Copies that push the same bytes, and the kernel that writes them, share this number; it is
  /// unique within a run (number_regions()). 0: nothing is pushed.
  unsigned region = 0;
};

/// The test of a pair of devices that a schedule performs, with nothing else on the machine.
enum class PeerTest : std::uint8_t {
  kNone,
  kOneWay,       ///< A long copy.
  kBothWays,     ///< Two, to each other.
  kLatency,      ///< A short one.
  kFromHost,     ///< A long copy from a host to a GPU.
  kToHost,       ///< The same to a host.
  kHostLatency,  ///< A short copy from a host.
};

/// Tasks that share the fabric, in the order in which they are listed: of tasks that may start at
/// the same time, the earlier one starts first. A value that does not depend on the machine.
struct Schedule {
  std::string name;
  std::vector<Task> tasks;

  std::shared_ptr<const Collective> collective{};  ///< The joint result of the tasks, or null.
  PeerTest peers = PeerTest::kNone;                ///< An entry of a peer matrix.
  std::shared_ptr<const TaskClasses> classes{};    ///< The purposes of its tasks, or null.

  [[nodiscard]] std::string id_of(std::size_t task) const {
    return tasks[task].id.empty() ? std::to_string(task) : tasks[task].id;
  }
  /// Returns whether the schedule is a congestion graph, as closed forms require: only copies, with
  /// no dependencies other than start times.
  [[nodiscard]] bool is_graph() const;
};

/// Sets Task::region of all pushed copies and of the kernels that write for them.
void number_regions(std::vector<Schedule>& schedules);

/// Returns the positions of tasks in a cycle, in which each task waits for the next and the last
/// for the first; empty if there is no cycle.
std::vector<std::size_t> find_cycle(const Schedule& schedule);

}  // namespace gf::model
