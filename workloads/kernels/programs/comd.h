// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/atoms.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct AtomSpec {
  unsigned nx = 8, ny = 8, nz = 16;  ///< Cells, at least 3 in each direction.
  unsigned steps = 3;
  unsigned steps_per_phase = 1;  ///< comd_ta, comd_wa: steps until the direction changes.
};
AtomSpec comd_spec(const Context& context);
AtomSpec comd_ta_spec(const Context& context);
AtomSpec comd_wa_spec(const Context& context);

struct AtomRun {
  Workload workload;
  std::shared_ptr<const AtomBox> box;
  std::function<AtomForces()> answer;  ///< Forces at the initial positions.
};

/// Molecular dynamics with cells (after CoMD). A warp has one cell and loads the atoms of the 27
/// cells around it; then the atoms advance. GPUs have slabs of cells by first touch and read their
/// neighbours' outer cells, as much in as out.
AtomRun make_comd(const AtomSpec& spec, const Context& context);

/// The same with neighbour lists, one thread per atom. The layout of the lists lets a warp's lanes
/// read adjacent words; positions are gathered. Each half of a pair of GPUs holds a copy of
/// positions and lists, and the copies are used alternately for `steps_per_phase` steps: first even
/// GPUs read from odd ones, then odd from even. Forces stay where they are computed.
AtomRun make_comd_ta(const AtomSpec& spec, const Context& context);

/// The same with one warp per atom: its lanes take 32 neighbours of one list at once.
AtomRun make_comd_wa(const AtomSpec& spec, const Context& context);

}  // namespace gf::model::suite
