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
struct TaskClasses;

enum class TaskKind : std::uint8_t {
  kCopy,    ///< Bytes from the memory of `src` to that of `dst`.
  kKernel,  ///< `src` computes for `duration`, or as long as its memory takes for `bytes`; or it
            ///< runs `workload`.
  kReduce,  ///< `src` reads two operands of `bytes` each and writes one result.
};
/// What moves the bytes of a copy. A fabric refuses those that it does not have.
enum class CopyMeans : std::uint8_t { kDma, kStores, kLoads, kAgent, kProact };

std::string_view to_text(TaskKind kind);    ///< "copy", "kernel", "reduce".
std::string_view to_text(CopyMeans means);  ///< "dma", "stores", "loads", "agent", "proact".

/// A step of a schedule: by itself an edge of a congestion graph ([SC16], IV-A).
struct Task {
  unsigned src = 0;        ///< Device number: the source of a copy, or who computes.
  unsigned dst = 0;        ///< Device number; of a copy not `src`, otherwise `src`.
  core::Bytes bytes;       ///< At least 1; of a kernel what it reads and writes, 0 or more.
  sc_core::sc_time start;  ///< Not before this, from the start of its schedule.
  TaskKind kind = TaskKind::kCopy;
  CopyMeans engine = CopyMeans::kDma;
  unsigned tag = 0;               ///< Of the user's: nothing depends on it.
  sc_core::sc_time duration{};    ///< Of a kernel.
  std::string id{};               ///< Empty: its position, as a number.
  std::vector<unsigned> after{};  ///< Positions of the tasks that end before this one starts.
  core::Bytes written{};          ///< Of a kernel: how many of `bytes` it writes.
  std::string workload{};  ///< Of a kernel: what SMs run, as task_workload.h has it; or empty.

  // Of a copy with engine kProact:
  std::optional<unsigned> writer{};  ///< Position of the kernel that writes its bytes, with which
                                     ///< it begins; nothing: they are there.
  core::Bytes chunk{};               ///< In which it is pushed; 0: as the machine says.
  std::string map{};  ///< File that says which CTA writes which bytes; empty: CTAs share evenly.
  /// Copies that push the same bytes, and the kernel that writes them, have the same number, which
  /// no others of a run have (number_regions()). 0: nothing is pushed.
  unsigned region = 0;
};

/// What the copies of a schedule measure of a pair of devices, alone on the machine.
enum class PeerTest : std::uint8_t {
  kNone,
  kOneWay,    ///< A long copy.
  kBothWays,  ///< Two, to each other.
  kLatency,   ///< A short one.
};

/// Tasks that share the fabric, in the order in which they are told: of those that may start at one
/// moment the earlier one does so first. A value: the machine that runs it is none of its business.
struct Schedule {
  std::string name;
  std::vector<Task> tasks;

  std::shared_ptr<const Collective> collective{};  ///< What the tasks work out together, or null.
  PeerTest peers = PeerTest::kNone;                ///< An entry of a peer matrix.
  std::shared_ptr<const TaskClasses> classes{};    ///< What its tasks are there for, or null.

  [[nodiscard]] std::string id_of(std::size_t task) const {
    return tasks[task].id.empty() ? std::to_string(task) : tasks[task].id;
  }
  /// Nothing but copies that wait for nothing but time: a congestion graph, as closed forms take.
  [[nodiscard]] bool is_graph() const;
};

/// Gives all pushed copies and the kernels that write for them their Task::region.
void number_regions(std::vector<Schedule>& schedules);

/// Ids of tasks of which each waits for the next and the last for the first; empty: there are none.
std::vector<std::size_t> find_cycle(const Schedule& schedule);

}  // namespace gf::model
