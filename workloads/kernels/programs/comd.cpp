// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/comd.h"

#include "core/base/error.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr std::uint64_t kCellBytes = 256;  ///< 16 slots of 16 B: x, y, z and the species.
constexpr unsigned kWarps = 4;

void cell_forces(const AtomBox& box, unsigned cell, AtomForces& forces) {
  for (const unsigned other_cell : box.cells_around(cell))
    for (std::uint32_t atom = box.first_atom(cell); atom < box.first_atom(cell + 1); ++atom)
      for (std::uint32_t other = box.first_atom(other_cell); other < box.first_atom(other_cell + 1);
           ++other)
        box.add_force(atom, other, forces[atom]);
}

std::uint64_t atom_bytes(const AtomBox& box, unsigned cell) {
  return (box.first_atom(cell + 1) - box.first_atom(cell)) * std::uint64_t{16};
}

Kernel force_kernel(const std::string& name, const std::shared_ptr<const AtomBox>& box,
                    std::uint64_t position, std::uint64_t force) {
  return make_kernel(
      name, box->cells() / kWarps, kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const unsigned cell = cta * kWarps + warp;
        for (const unsigned other : box->cells_around(cell)) {
          emit_range(program, WarpOp::kLoad, position + other * kCellBytes,
                     atom_bytes(*box, other));
          program.code.push_back(WarpInstruction::compute(48));
        }
        emit_range(program, WarpOp::kStore, force + cell * kCellBytes, atom_bytes(*box, cell));
      });
}

Kernel advance_kernel(const std::string& name, const std::shared_ptr<const AtomBox>& box,
                      std::uint64_t position, std::uint64_t force) {
  return make_kernel(name, box->cells() / kWarps, kWarps,
                     [=](unsigned cta, unsigned warp, WarpProgram& program) {
                       const std::uint64_t cell = cta * kWarps + warp;
                       const std::uint64_t bytes = atom_bytes(*box, cta * kWarps + warp);
                       emit_range(program, WarpOp::kLoad, force + cell * kCellBytes, bytes);
                       emit_range(program, WarpOp::kLoad, position + cell * kCellBytes, bytes);
                       program.code.push_back(WarpInstruction::compute(12));
                       emit_range(program, WarpOp::kStore, position + cell * kCellBytes, bytes);
                     });
}

}  // namespace

AtomSpec comd_spec(const Context& context) {
  return context.small() ? AtomSpec{8, 8, 16, 3, 1} : AtomSpec{16, 16, 32, 3, 1};
}

AtomRun make_comd(const AtomSpec& spec, const Context& context) {
  AtomRun run;
  run.box = std::make_shared<const AtomBox>(spec.nx, spec.ny, spec.nz, context.seed);
  const auto box = run.box;
  GF_CHECK(box->cells() % kWarps == 0, std::to_string(box->cells()));
  Layout layout(context.gpus);
  const std::uint64_t bytes = box->cells() * kCellBytes;
  const std::uint64_t position = layout.add("position", bytes, Placement::kFirstTouch);
  const std::uint64_t force = layout.add("force", bytes, Placement::kFirstTouch);
  run.workload.name = "comd";
  run.workload.data = layout.take();
  // Must be the first kernel, because it determines which GPU holds which slab of cells.
  run.workload.kernels.push_back(touch_kernel(context.gpus, run.workload.data));
  for (unsigned step = 0; step < spec.steps; ++step) {
    const std::string number = std::to_string(step);
    run.workload.kernels.push_back(force_kernel("force_" + number, box, position, force));
    run.workload.kernels.push_back(advance_kernel("advance_" + number, box, position, force));
  }
  run.answer = [box] {
    AtomForces forces(box->atoms());
    for (unsigned cell = 0; cell < box->cells(); ++cell) cell_forces(*box, cell, forces);
    return forces;
  };
  return run;
}

}  // namespace gf::model::suite
