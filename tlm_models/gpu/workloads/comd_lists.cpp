// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tlm_models/gpu/workloads/comd.h"
#include "tlm_models/gpu/workloads/emit.h"
#include "tlm_models/gpu/workloads/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kWarps = 4;
constexpr std::uint64_t kAtomBytes = 16;

using Lists = std::vector<std::vector<std::uint32_t>>;

/// One copy of what the force kernels read.
struct Copy {
  std::uint64_t position, list;
};

/// Where the lists of each 32 atoms (thread an atom) or each atom (warp an atom) start, in bytes. A
/// thread-an-atom group has 128 B for neighbour k of its 32 atoms, k a multiple of 4 in all.
std::vector<std::uint64_t> list_offsets(const Lists& lists, bool warp_an_atom) {
  std::vector<std::uint64_t> offsets{0};
  for (std::size_t first = 0; first < lists.size(); first += warp_an_atom ? 1 : 32) {
    std::size_t longest = lists[first].size();
    if (!warp_an_atom)
      for (std::size_t atom = first; atom < std::min(first + 32, lists.size()); ++atom)
        longest = std::max(longest, lists[atom].size());
    const std::uint64_t bytes =
        warp_an_atom ? (longest + 31) / 32 * 128 : (longest + 3) / 4 * 4 * 128;
    offsets.push_back(offsets.back() + bytes);
  }
  return offsets;
}

/// What all kernels share.
struct Atoms {
  std::shared_ptr<const AtomBox> box;
  Lists lists;
  std::vector<std::uint64_t> offsets;
  unsigned ctas = 1;
  bool warp_an_atom = false;

  /// Groups of 32 atoms of a warp.
  [[nodiscard]] Range groups(unsigned cta, unsigned warp) const {
    return part_of(part_of({0, (box->atoms() + 31) / 32}, ctas, cta), kWarps, warp);
  }
  [[nodiscard]] std::uint64_t end_of(std::uint64_t group) const {
    return std::min<std::uint64_t>(group * 32 + 32, box->atoms());
  }
};

/// Thread an atom: lane n has atom 32 group + n.
void group_program(const Atoms& atoms, const Copy& copy, std::uint64_t force, std::uint64_t group,
                   WarpProgram& program) {
  const std::uint64_t first = group * 32, end = atoms.end_of(group);
  emit_range(program, WarpOp::kLoad, copy.position + first * kAtomBytes,
             (end - first) * kAtomBytes);
  const std::uint64_t list = copy.list + atoms.offsets[group];
  const std::uint64_t rows = (atoms.offsets[group + 1] - atoms.offsets[group]) / 128;
  LaneGather gather;
  for (std::uint64_t k = 0; k < rows; ++k) {
    if (k % 4 == 0) emit_range(program, WarpOp::kLoad, list + k * 128, 512);
    for (std::uint64_t atom = first; atom < end; ++atom)
      if (k < atoms.lists[atom].size())
        gather.set(static_cast<unsigned>(atom - first),
                   copy.position + atoms.lists[atom][k] * kAtomBytes);
    gather.emit(program, WarpOp::kLoad, 16);
    if (k % 4 == 3) program.code.push_back(WarpInstruction::compute(24));
  }
  emit_range(program, WarpOp::kStore, force + first * kAtomBytes, (end - first) * kAtomBytes);
}

/// Warp an atom: lane n has neighbour n of the atom; sums by shuffles, one lane stores.
void atom_program(const Atoms& atoms, const Copy& copy, std::uint64_t force, std::uint64_t atom,
                  WarpProgram& program) {
  const std::vector<std::uint32_t>& list = atoms.lists[atom];
  LaneGather gather;
  for (std::size_t k = 0; k < list.size(); k += 32) {
    emit_range(program, WarpOp::kLoad, copy.list + atoms.offsets[atom] + k * 4, 128);
    for (std::size_t i = k; i < std::min(k + 32, list.size()); ++i)
      gather.set(static_cast<unsigned>(i - k), copy.position + list[i] * kAtomBytes);
    gather.emit(program, WarpOp::kLoad, 16);
  }
  program.code.push_back(WarpInstruction::compute(16));
  emit_range(program, WarpOp::kStore, force + atom * kAtomBytes, kAtomBytes);
}

Kernel force_kernel(const std::string& name, const std::shared_ptr<const Atoms>& atoms,
                    const Copy& copy, std::uint64_t force) {
  return make_kernel(name, atoms->ctas, kWarps,
                     [=](unsigned cta, unsigned warp, WarpProgram& program) {
                       const Range mine = atoms->groups(cta, warp);
                       for (std::uint64_t group = mine.begin; group < mine.end; ++group) {
                         if (!atoms->warp_an_atom) {
                           group_program(*atoms, copy, force, group, program);
                           continue;
                         }
                         for (std::uint64_t a = group * 32; a < atoms->end_of(group); ++a)
                           atom_program(*atoms, copy, force, a, program);
                       }
                     });
}

Kernel advance_kernel(const std::string& name, const std::shared_ptr<const Atoms>& atoms,
                      std::uint64_t from, std::uint64_t to, std::uint64_t force) {
  return make_kernel(
      name, atoms->ctas, kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const Range mine = atoms->groups(cta, warp);
        for (std::uint64_t group = mine.begin; group < mine.end; ++group) {
          const std::uint64_t at = group * 32 * kAtomBytes;
          const std::uint64_t bytes = (atoms->end_of(group) - group * 32) * kAtomBytes;
          emit_range(program, WarpOp::kLoad, force + at, bytes);
          emit_range(program, WarpOp::kLoad, from + at, bytes);
          program.code.push_back(WarpInstruction::compute(12));
          emit_range(program, WarpOp::kStore, to + at, bytes);
        }
      });
}

AtomForces forces_by_lists(const Atoms& atoms) {
  AtomForces forces(atoms.box->atoms());
  for (unsigned cta = 0; cta < atoms.ctas; ++cta)
    for (unsigned warp = 0; warp < kWarps; ++warp) {
      const Range mine = atoms.groups(cta, warp);
      for (std::uint64_t atom = mine.begin * 32; atom < atoms.box->atoms() && atom < mine.end * 32;
           ++atom)
        for (const std::uint32_t other : atoms.lists[atom])
          atoms.box->add_force(static_cast<std::uint32_t>(atom), other, forces[atom]);
    }
  return forces;
}

AtomRun make_with_lists(const AtomSpec& spec, const Context& context, bool warp_an_atom) {
  const auto atoms = std::make_shared<Atoms>();
  atoms->box = std::make_shared<const AtomBox>(spec.nx, spec.ny, spec.nz, context.seed);
  atoms->lists = atoms->box->neighbour_lists();
  atoms->offsets = list_offsets(atoms->lists, warp_an_atom);
  atoms->ctas = std::max(1u, atoms->box->atoms() / (32 * kWarps * context.gpus)) * context.gpus;
  atoms->warp_an_atom = warp_an_atom;
  Layout layout(context.gpus);
  const std::uint64_t bytes = atoms->box->atoms() * kAtomBytes;
  const std::uint64_t force = layout.add_blocks("force", bytes);
  Copy copies[2];
  for (unsigned i = 0; i < 2; ++i) {
    const std::string suffix = "_" + std::to_string(i);
    copies[i].position = layout.add_at_partners("position" + suffix, bytes, 1 - i);
    copies[i].list = layout.add_at_partners("list" + suffix, atoms->offsets.back(), 1 - i);
  }
  AtomRun run;
  run.workload.name = warp_an_atom ? "comd_wa" : "comd_ta";
  run.workload.data = layout.take();
  run.box = atoms->box;
  for (unsigned step = 0; step < spec.steps; ++step) {
    const Copy& now = copies[step / spec.steps_per_phase % 2];
    const Copy& next = copies[(step + 1) / spec.steps_per_phase % 2];
    const std::string number = std::to_string(step);
    run.workload.kernels.push_back(force_kernel("force_" + number, atoms, now, force));
    run.workload.kernels.push_back(
        advance_kernel("advance_" + number, atoms, now.position, next.position, force));
  }
  run.answer = [atoms] { return forces_by_lists(*atoms); };
  return run;
}

}  // namespace

AtomSpec comd_ta_spec(const Context& context) {
  return context.small() ? AtomSpec{8, 16, 16, 8, 1} : AtomSpec{16, 16, 32, 16, 1};
}

AtomSpec comd_wa_spec(const Context& context) {
  return context.small() ? AtomSpec{8, 8, 16, 6, 2} : AtomSpec{16, 16, 16, 12, 1};
}

AtomRun make_comd_ta(const AtomSpec& spec, const Context& context) {
  return make_with_lists(spec, context, false);
}

AtomRun make_comd_wa(const AtomSpec& spec, const Context& context) {
  return make_with_lists(spec, context, true);
}

}  // namespace gf::model::suite
