// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/atoms.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct AtomSpec {
  unsigned nx = 8, ny = 8, nz = 16;  ///< Cells, each >= 3.
  unsigned steps = 3;
  unsigned steps_per_phase = 1;  ///< comd_ta, comd_wa: how long the direction stays.
};
AtomSpec comd_spec(const Context& context);
AtomSpec comd_ta_spec(const Context& context);
AtomSpec comd_wa_spec(const Context& context);

struct AtomRun {
  Workload workload;
  std::shared_ptr<const AtomBox> box;
  std::function<AtomForces()> answer;  ///< Forces on the atoms where they start.
};

/// Molecular dynamics by cells (after CoMD): a warp has a cell and loads the atoms of the 27 cells
/// around it; then the atoms advance. Slabs of cells, first touch: GPUs read their neighbours'
/// outer cells, as much in as out.
AtomRun make_comd(const AtomSpec& spec, const Context& context);

/// The same with neighbour lists, a thread an atom: lists lie so that a warp's lanes read side by
/// side, positions are gathered. Positions and lists are there twice, one copy by each half of a
/// pair of GPUs, and are used in turns of `steps_per_phase` steps: first even GPUs read from odd
/// ones, then odd from even. Forces are where they are made.
AtomRun make_comd_ta(const AtomSpec& spec, const Context& context);

/// As make_comd_ta() with a warp an atom: its lanes take 32 neighbours of one list at once.
AtomRun make_comd_wa(const AtomSpec& spec, const Context& context);

}  // namespace gf::model::suite
