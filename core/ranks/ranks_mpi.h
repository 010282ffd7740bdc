// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/ranks/ranks.h"

namespace gf::core {

/// Initializes MPI; destroying the returned object finalizes it. cmake/Ranks.cmake selects one of
/// two files that define it: core/ranks/ranks_mpi.cpp, or core/ranks/ranks_without_mpi.cpp, which
/// throws need_mpi()'s error.
std::unique_ptr<Ranks> join_mpi();

}  // namespace gf::core
