// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "workloads/kernels/programs/comd.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kWarps = 4;
constexpr std::uint64_t kAtomBytes = 16;

using Lists = std::vector<std::vector<std::uint32_t>>;

/// One copy of the data that the force kernels read.
struct Copy {
  std::uint64_t position, list;
};

constexpr std::uint64_t kLargePage = 64 << 10;

/// Assigns offsets to items of given sizes. The items of a GPU are contiguous, and each GPU's items
/// start on a new page.
struct Places {
  std::vector<std::uint64_t> offset;
  std::uint64_t bytes = 0;  ///< For all GPUs.

  /// Items are 0 ... sizes.size() - 1; GPU g has those from first[g] on.
  Places(const std::vector<std::uint64_t>& sizes, const std::vector<std::uint64_t>& first) {
    std::uint64_t most = 1;
    std::vector<std::uint64_t> block;
    for (std::size_t gpu = 0; gpu < first.size(); ++gpu) {
      const std::uint64_t end = gpu + 1 < first.size() ? first[gpu + 1] : sizes.size();
      std::uint64_t at = 0;
      for (std::uint64_t i = first[gpu]; i < end; ++i) {
        offset.push_back(at);
        block.push_back(gpu);
        at += sizes[i];
      }
      most = std::max(most, at);
    }
    const std::uint64_t stride = (most + kLargePage - 1) / kLargePage * kLargePage;
    for (std::size_t i = 0; i < offset.size(); ++i) offset[i] += block[i] * stride;
    bytes = stride * first.size();
  }
};

/// Returns the size of the lists of each group of 32 atoms. Thread per atom: 128 B hold neighbour k
/// of all 32 atoms, with k rounded up to a multiple of 4. Warp per atom: whole lines for each
/// atom's list.
std::vector<std::uint64_t> list_bytes(const Lists& lists, bool warp_an_atom) {
  std::vector<std::uint64_t> bytes;
  for (std::size_t first = 0; first < lists.size(); first += 32) {
    std::uint64_t longest = 0, lines = 0;
    for (std::size_t atom = first; atom < std::min(first + 32, lists.size()); ++atom) {
      longest = std::max<std::uint64_t>(longest, lists[atom].size());
      lines += (lists[atom].size() + 31) / 32;
    }
    bytes.push_back((warp_an_atom ? lines : (longest + 3) / 4 * 4) * 128);
  }
  return bytes;
}

/// Data shared by all kernels.
struct Atoms {
  std::shared_ptr<const AtomBox> box;
  Lists lists;
  std::vector<std::uint64_t> list_size;       ///< Bytes, by group.
  std::unique_ptr<const Places> place, list;  ///< Of the groups.
  unsigned ctas = 1;
  bool warp_an_atom = false;

  /// Returns the groups of 32 atoms that a warp processes.
  [[nodiscard]] Range groups(unsigned cta, unsigned warp) const {
    return part_of(part_of({0, (box->atoms() + 31) / 32}, ctas, cta), kWarps, warp);
  }
  [[nodiscard]] std::uint64_t end_of(std::uint64_t group) const {
    return std::min<std::uint64_t>(group * 32 + 32, box->atoms());
  }
  /// Returns the offset of an atom's 16 B in the position and force arrays.
  [[nodiscard]] std::uint64_t offset(std::uint64_t atom) const {
    return place->offset[atom / 32] + atom % 32 * kAtomBytes;
  }
};

/// Thread per atom: lane n has atom 32 group + n.
void group_program(const Atoms& atoms, const Copy& copy, std::uint64_t force, std::uint64_t group,
                   WarpProgram& program) {
  const std::uint64_t first = group * 32, end = atoms.end_of(group);
  emit_range(program, WarpOp::kLoad, copy.position + atoms.offset(first),
             (end - first) * kAtomBytes);
  const std::uint64_t list = copy.list + atoms.list->offset[group];
  const std::uint64_t rows = atoms.list_size[group] / 128;
  LaneGather gather;
  for (std::uint64_t k = 0; k < rows; ++k) {
    if (k % 4 == 0) emit_range(program, WarpOp::kLoad, list + k * 128, 512);
    for (std::uint64_t atom = first; atom < end; ++atom)
      if (k < atoms.lists[atom].size())
        gather.set(static_cast<unsigned>(atom - first),
                   copy.position + atoms.offset(atoms.lists[atom][k]));
    gather.emit(program, WarpOp::kLoad, 16);
    if (k % 4 == 3) program.code.push_back(WarpInstruction::compute(24));
  }
  emit_range(program, WarpOp::kStore, force + atoms.offset(first), (end - first) * kAtomBytes);
}

/// Warp per atom: lane n has neighbour n of the atom; sums use shuffles, and one lane stores.
void atom_programs(const Atoms& atoms, const Copy& copy, std::uint64_t force, std::uint64_t group,
                   WarpProgram& program) {
  std::uint64_t line = copy.list + atoms.list->offset[group];
  LaneGather gather;
  for (std::uint64_t atom = group * 32; atom < atoms.end_of(group); ++atom) {
    const std::vector<std::uint32_t>& list = atoms.lists[atom];
    for (std::size_t k = 0; k < list.size(); k += 32, line += 128) {
      emit_range(program, WarpOp::kLoad, line, 128);
      for (std::size_t i = k; i < std::min(k + 32, list.size()); ++i)
        gather.set(static_cast<unsigned>(i - k), copy.position + atoms.offset(list[i]));
      gather.emit(program, WarpOp::kLoad, 16);
    }
    program.code.push_back(WarpInstruction::compute(16));
    emit_range(program, WarpOp::kStore, force + atoms.offset(atom), kAtomBytes);
  }
}

Kernel force_kernel(const std::string& name, const std::shared_ptr<const Atoms>& atoms,
                    const Copy& copy, std::uint64_t force) {
  return make_kernel(name, atoms->ctas, kWarps,
                     [=](unsigned cta, unsigned warp, WarpProgram& program) {
                       const Range mine = atoms->groups(cta, warp);
                       for (std::uint64_t group = mine.begin; group < mine.end; ++group) {
                         if (atoms->warp_an_atom)
                           atom_programs(*atoms, copy, force, group, program);
                         else
                           group_program(*atoms, copy, force, group, program);
                       }
                     });
}

Kernel advance_kernel(const std::string& name, const std::shared_ptr<const Atoms>& atoms,
                      std::uint64_t from, std::uint64_t to, std::uint64_t force) {
  return make_kernel(
      name, atoms->ctas, kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const Range mine = atoms->groups(cta, warp);
        for (std::uint64_t group = mine.begin; group < mine.end; ++group) {
          const std::uint64_t at = atoms->offset(group * 32);
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
  atoms->ctas = std::max(1u, atoms->box->atoms() / (32 * kWarps * context.gpus)) * context.gpus;
  atoms->warp_an_atom = warp_an_atom;
  atoms->list_size = list_bytes(atoms->lists, warp_an_atom);
  const std::uint64_t groups = atoms->list_size.size();
  std::vector<std::uint64_t> first;
  for (unsigned gpu = 0; gpu < context.gpus; ++gpu)
    first.push_back(part_of({0, groups}, context.gpus, gpu).begin);
  atoms->list = std::make_unique<const Places>(atoms->list_size, first);
  atoms->place =
      std::make_unique<const Places>(std::vector<std::uint64_t>(groups, 32 * kAtomBytes), first);
  Layout layout(context.gpus);
  const std::uint64_t bytes = atoms->place->bytes;
  const std::uint64_t force = layout.add_blocks("force", bytes);
  Copy copies[2];
  for (unsigned i = 0; i < 2; ++i) {
    const std::string suffix = "_" + std::to_string(i);
    copies[i].position = layout.add_at_partners("position" + suffix, bytes, 1 - i);
    copies[i].list = layout.add_at_partners("list" + suffix, atoms->list->bytes, 1 - i);
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
  return context.small() ? AtomSpec{16, 16, 16, 4, 1} : AtomSpec{16, 16, 32, 16, 1};
}

AtomSpec comd_wa_spec(const Context& context) {
  return context.small() ? AtomSpec{16, 16, 16, 4, 2} : AtomSpec{16, 16, 32, 12, 1};
}

AtomRun make_comd_ta(const AtomSpec& spec, const Context& context) {
  return make_with_lists(spec, context, false);
}

AtomRun make_comd_wa(const AtomSpec& spec, const Context& context) {
  return make_with_lists(spec, context, true);
}

}  // namespace gf::model::suite
