// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/collectives/library_ranks.h"
#include "workloads/schedule/collectives/tuner_file.h"

namespace gf::model {

/// Returns the library's choices of algorithm and protocol for all sizes up to 4 GiB, as lines of a
/// tuner's file: read as one, they change nothing. The number of channels is left to the library.
/// A way that is chosen for less than a 16th of a power of two may be missed.
TunerFile library_table(const LibraryRanks& of, const LibrarySettings& settings = {});

}  // namespace gf::model
