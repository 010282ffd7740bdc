// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// One rank's tasks of a collective that is part of a larger schedule.
struct CollectivePart {
  std::vector<unsigned> first;  ///< None of its tasks starts before one of these has ended.
  std::vector<unsigned> last;   ///< All of its tasks have ended when these have.
};

/// Lets rank i of a collective be devices[i].
void move_to(Schedule& collective, const std::vector<unsigned>& devices);

/// Adds the tasks of `collective` to `schedule`, with ids `id`.0, `id`.1, ...; its rank i becomes
/// device devices[i]. A copy belongs to both of its ranks. If the caller makes the first tasks of
/// each rank wait for the rank's earlier work, a rank receives nothing before it has reached the
/// collective itself, as in NCCL. Returns the parts by rank; a part is empty if nothing is moved.
std::vector<CollectivePart> add_collective(Schedule& schedule, const Schedule& collective,
                                           const std::vector<unsigned>& devices,
                                           const std::string& id);

/// A collective that is part of a schedule. It is made by make_collectives() with these options, in
/// place if possible.
struct CollectiveRequest {
  std::string name;     ///< "allreduce".
  std::uint64_t bytes;  ///< Size of the whole vector; at least one element is used.
  unsigned ranks;
  unsigned root = 0;        ///< If the collective has a root.
  std::string algorithm{};  ///< Empty: the default.
};

/// Makes each distinct collective once.
class CollectiveStore {
 public:
  /// Returns the schedule. Throws UserError as make_collectives() does.
  const Schedule& get(const CollectiveRequest& wanted);

 private:
  std::map<std::string, Schedule> made_;
};

}  // namespace gf::model
