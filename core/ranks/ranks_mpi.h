// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/ranks/ranks.h"

namespace gf::core {

/// Initializes MPI; it is finalized with what comes back. cmake/Ranks.cmake takes one of two files
/// that define it: core/ranks/ranks_mpi.cpp, or core/ranks/ranks_without_mpi.cpp, which throws need_mpi()'s
/// error.
std::unique_ptr<Ranks> join_mpi();

}  // namespace gf::core
