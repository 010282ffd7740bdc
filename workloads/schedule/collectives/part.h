// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// What a rank has of a collective that is part of a larger schedule.
struct CollectivePart {
  std::vector<unsigned> first;  ///< Of its tasks none starts before one of these has ended.
  std::vector<unsigned> last;   ///< Its tasks have ended when these have.
};

/// Adds the tasks of `collective` to `schedule`, with ids `id`.0, `id`.1, ...; its rank i becomes
/// device devices[i]. A task belongs to both ranks of a copy: as in NCCL, nothing comes to a rank
/// that has not come to the collective itself, if the caller has the first tasks of each rank wait
/// for what that rank does before. Returns the parts by rank; empty ones where nothing is moved.
std::vector<CollectivePart> add_collective(Schedule& schedule, const Schedule& collective,
                                           const std::vector<unsigned>& devices,
                                           const std::string& id);

/// A collective as part of a schedule: what make_collectives() makes of these options, in place
/// where it can be.
struct CollectiveWanted {
  std::string name;     ///< "allreduce".
  std::uint64_t bytes;  ///< Of the whole vector; at least an element is taken.
  unsigned ranks;
  unsigned root = 0;        ///< Where it has one.
  std::string algorithm{};  ///< Empty: the first of its kind.
};

/// Makes each once.
class CollectiveStore {
 public:
  /// Throws UserError as make_collectives() does.
  const Schedule& get(const CollectiveWanted& wanted);

 private:
  std::map<std::string, Schedule> made_;
};

}  // namespace gf::model
