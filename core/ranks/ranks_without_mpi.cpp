// SPDX-License-Identifier: Apache-2.0
// For a program that is built without MPI (cmake/Ranks.cmake).
#include "core/base/error.h"
#include "core/ranks/ranks_mpi.h"

namespace gf::core {

void need_mpi() {
  throw UserError(ExitCode::kUsage,
                  "ranks need MPI, but this gpufabric was built without it: install libopenmpi-dev "
                  "and openmpi-bin (scripts/setup does), and build it again; --threads uses the "
                  "cores of one machine without MPI");
}

std::unique_ptr<Ranks> join_mpi() {
  need_mpi();
  return nullptr;
}

}  // namespace gf::core
