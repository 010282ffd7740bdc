// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::model {

/// Collective and neighbour patterns on `gpus` GPUs. All copies have `bytes` and are issued at time
/// 0 in the stated order, so a GPU performs its own copies one after another.
namespace workload {

/// Largest number of communications in one pattern; they take some 0.4 GB.
inline constexpr unsigned kMostCommunications = 1u << 22;

Schedule scatter(unsigned gpus, unsigned root, core::Bytes bytes);  ///< root -> all others.
Schedule gather(unsigned gpus, unsigned root, core::Bytes bytes);   ///< All others -> root.

/// Order in which each GPU addresses the others.
enum class AllToAllOrder {
  kIndex,    ///< 0, 1, 2, ...: every GPU begins with GPU 0.
  kRotated,  ///< i+1, i+2, ... (mod n): each step is a permutation.
  kXor,      ///< i^1, i^2, ...: each step consists of exchanges; n must be a power of two.
};
/// Throws UserError (exit 2) above kMostCommunications, that is, above 2048 GPUs.
Schedule all_to_all(unsigned gpus, AllToAllOrder order, core::Bytes bytes);

Schedule ring(unsigned gpus, core::Bytes bytes);  ///< i -> i+1 (mod n).
/// GPUs i and i^distance exchange; a GPU without a partner (n is not a power of two) stays idle.
Schedule pairwise(unsigned gpus, unsigned distance, core::Bytes bytes);

/// Neighbours of each sub-domain of a halo exchange, non-periodic, in ascending order.
using Neighbours = std::vector<std::vector<unsigned>>;
/// 2 rows of n/2 GPUs, {0 .. n/2-1} and {n/2 .. n-1} ([SC16], Fig. 7: 2 x 4); n even.
Neighbours halo_2d_neighbours(unsigned gpus);
/// A 2 x 2 x n/4 grid, x fastest (8 GPUs: 2 x 2 x 2, faces 0-3 and 4-7); n a multiple of 4.
Neighbours halo_3d_neighbours(unsigned gpus);
/// Every GPU sends to its neighbours in the given order.
Schedule halo(const std::string& name, const Neighbours& order, core::Bytes bytes);

/// Measures each pair of GPUs separately: a copy of `bytes` one way, then both ways, then one of
/// `small` one way. These are 5/2 n(n-1) schedules. Throws UserError (exit 2) above 64 GPUs.
std::vector<Schedule> peer_matrix(unsigned gpus, core::Bytes bytes, core::Bytes small);

/// Measures each pair of a host and a GPU separately: a copy of `bytes` from the host, one to it,
/// then one of `small` from it. Throws UserError (exit 2) without hosts, and above 4096 pairs.
std::vector<Schedule> host_matrix(unsigned gpus, unsigned hosts, core::Bytes bytes,
                                  core::Bytes small);

/// `edges` copies between different pairs, at most n(n-1), drawn and ordered by the random stream
/// (seed, name).
Schedule random(unsigned gpus, unsigned edges, core::Bytes bytes, std::uint64_t seed,
                const std::string& name);

/// Every graph of 1 to `max_edges` different pairs that is not the image of an earlier one under
/// an automorphism of the tree ([SC16], VII: "all possible and non isomorphic graphs"). A GPU's
/// copies are in ascending order of dst. Throws UserError (exit 2) above 8 GPUs, 7 edges or a
/// million candidates.
std::vector<Schedule> exhaustive(const PcieTree& tree, unsigned max_edges, core::Bytes bytes);

}  // namespace workload

/// Returns the graphs that `text` describes, on the GPUs of `tree`: "kind:key=value,...", several
/// separated by ";". Examples:
///   all_to_all:order=xor,bytes=1 MiB    halo3d:bytes=64 KiB    random:edges=2..7,graphs=100
/// Keys: bytes (default 300 MiB, as in [SC16]), root (scatter, gather), order (all_to_all: index,
/// rotated, xor), engine (what moves the copies: dma), distance (pairwise), edges (random: a number
/// or a range; exhaustive: the most), graphs and seed (random; the latter defaults to `run_seed`).
/// Throws UserError (exit 2) that lists the kinds, or the keys of the kind.
std::vector<Schedule> make_copy_graphs(const std::string& text, const PcieTree& tree,
                                       std::uint64_t run_seed = 1);
/// Returns the same for `devices` devices with any interconnect, and host memories for the kinds
/// that name hosts. `exhaustive` is refused because it needs the symmetry of a tree.
std::vector<Schedule> make_copy_graphs(const std::string& text, DeviceCount devices,
                                       std::uint64_t run_seed = 1);
/// Returns whether make_copy_graphs() accepts the first kind in `text`.
bool is_copy_workload(const std::string& text);
/// Returns one line per kind, its form and meaning, for help texts.
std::string workload_forms();
/// Returns the names of those kinds: "all_to_all", "allreduce", ...
std::vector<std::string> copy_workload_names();

}  // namespace gf::model
