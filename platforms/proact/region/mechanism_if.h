// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error_list.h"
#include "core/base/registry.h"
#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/proact/proact_params.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/proact/region/host_timer.h"
#include "platforms/proact/region/region_layout.h"
#include "platforms/proact/region/remote_access_if.h"
#include "workloads/shared/phase_map.h"

namespace gf::platforms::proact {

/// Parameters of a mechanism's transfers; the profiler chooses `chunk` and `threads`.
struct TransferParams : core::ParamGroup {
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(128), "chunk size, the unit of tracking and transfer",
            "[PROACT21], Table II: 4x Volta", core::at_least(core::Bytes(128)));
  core::Param<unsigned> threads = param(
      "threads", 2048u, "transfer threads per GPU: polling threads, or threads of a child kernel",
      "[PROACT21], Table II: 4x Volta", core::between(32u, 8192u));
  core::Param<std::string> map =
      param("map", "",
            "hw, polling and cdp: file of the bytes that each CTA writes in the first phase, as "
            "lines \"cta begin end\"; empty: the application's own map",
            "[PROACT21], IV-A: maps by the user", core::names_file(core::whole_text));
  core::Param<bool> release =
      param("release", false,
            "hw: whether each warp ends with a system-scope release, which sends all written data",
            "[PROACT21], III-D; none without it: test aid");
  /// Empty: the first chunk of each GPU's share.
  core::Param<std::vector<unsigned>> shown_chunks =
      param("shown_chunks", std::vector<unsigned>{},
            "hw: chunks whose counters are in the waveform; empty: one per GPU, spread evenly",
            "test aid");
  /// The part that software agents leave out, to measure the cost of the rest. stores: they read
  /// ready data and store it nowhere. transfers: counters are decremented, and no agent is
  /// notified.
  core::Param<std::string> elide =
      param("elide", "none",
            "polling and cdp: part left out, to measure its cost: the agents' stores (stores) or "
            "the agents (transfers)",
            "[PROACT21], V-C: Figs. 8 and 9", core::one_of({"none", "stores", "transfers"}));
};

/// Times of host and driver. Cycles are those of the GPUs' clock.
struct HostParams : core::ParamGroup {
  core::Param<sc_core::sc_time> sync = param(
      "sync", sc_core::sc_time(5, sc_core::SC_US),
      "latency from the end of an awaited operation to the host's next call",
      "assumed; [PROACT21], II-B: several microseconds", {},
      core::plausible(sc_core::sc_time(2, sc_core::SC_US), sc_core::sc_time(10, sc_core::SC_US),
                      "[PROACT21], II-B: several microseconds"));
  core::Param<sc_core::sc_time> copy_call =
      param("copy_call", sc_core::sc_time(6, sc_core::SC_US),
            "time of a copy call on the host, before its thread makes the next call",
            "arXiv:2602.21548, 5.2: cudaMemcpyAsync, 5 to 7 us; [PROACT21], II-B: several");
  core::Param<std::string> copy_threads = param(
      "copy_threads", "one", "host threads that make the calls: one for all GPUs, or one per GPU",
      "NVIDIA's example programs have both (multi-gpu-programming-models: single_threaded_copy, "
      "multi_threaded_copy); chosen by [PROACT21], Fig. 10, where copies take longer on more GPUs",
      core::one_of({"one", "per_gpu"}));
  core::Param<std::string> copies =
      param("copies", "default_stream",
            "order of copies. default_stream: calls return, and a copy starts once all earlier "
            "copies of either of its GPUs are done. blocking: the thread waits for each copy, and "
            "for `sync`. async: calls return, and copies run concurrently",
            "CUDA runtime API: cudaMemcpyPeer; async: cudaMemcpyPeerAsync",
            core::one_of({"default_stream", "blocking", "async"}));
  /// CUDA documents which copies wait for which, but not in which order a program asks
  /// (copy_order()).
  core::Param<std::string> copy_order =
      param("copy_order", "tournament",
            "order of the copy calls. tournament: pair by pair, so that copies of different pairs "
            "overlap. by_source: two loops, over sources and destinations. by_distance: two loops, "
            "over distances and sources",
            "assumed: the best order under default_stream",
            core::one_of({"tournament", "by_source", "by_distance"}));
  core::Param<sc_core::sc_time> cdp_latency = param(
      "cdp_latency", sc_core::sc_time(8, sc_core::SC_US),
      "latency from the driver accepting a device-side launch to the start of the child kernel",
      "assumed", {},
      core::plausible(sc_core::sc_time(2, sc_core::SC_US), sc_core::sc_time(20, sc_core::SC_US),
                      "from less than a launch by the host takes to several times it"));
  core::Param<sc_core::sc_time> cdp_interval = param(
      "cdp_interval", sc_core::sc_time(1, sc_core::SC_US),
      "driver time per device-side launch, before it handles the GPU's next launch or completion",
      "with cdp_completion calibrated to [PROACT21], Fig. 6: chunks that are "
      "initiation-bound; Pascal: assumed");
  core::Param<sc_core::sc_time> cdp_completion = param(
      "cdp_completion", sc_core::sc_time(1, sc_core::SC_US),
      "driver time for the completion of a child kernel, before its parent can complete",
      "assumed: as long as a launch", {},
      core::plausible(sc_core::sc_time(100, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US),
                      "from what hardware alone would take to the longest launch of a preset"));
  core::Param<unsigned> cdp_issue = param(
      "cdp_issue", 100u,
      "cycles that a launch costs its warp, from the moment the driver is notified", "assumed");

  // Hints of unified memory.
  core::Param<bool> um_read_mostly =
      param("um_read_mostly", true, "unified memory: hint to copy pages for readers",
            "[PROACT21], IV-B: read-replication");
  core::Param<bool> um_prefetch =
      param("um_prefetch", true, "unified memory: hint to prefetch written pages between phases",
            "[PROACT21], IV-B: data prefetching");
  core::Param<bool> um_populate =
      param("um_populate", false,
            "unified memory: hint to start with an equal share on each GPU, mapped in all page "
            "tables; no effect with um_read_mostly",
            "[PROACT21], IV-B: pre-population of page tables");

  core::Param<unsigned> agent_registers = param(
      "agent_registers", 32u,
      "registers per thread of software agents, allocated on the SMs where they run",
      "assumed: a loop of copies, as much as 2048 threads of an SM have", core::between(1u, 255u),
      core::plausible(16u, 64u, "what nvcc gives loops that copy 16 B, unrolled or not"));

  core::Param<bool> agent_priority = param(
      "agent_priority", true,
      "whether CTAs of software agents are placed on SMs before CTAs of the kernels they serve",
      "CUDA runtime API, cudaStreamCreateWithPriority; of kernels of kernels assumed, as CUDA has "
      "priorities for the host's streams only");

  // Agents that poll.
  core::Param<unsigned> poll_cost = param(
      "poll_cost", 40u, "cycles between two polls of a warp that runs alone",
      "assumed: ten instructions, each of which depends on the previous one",
      core::between(0u, 1'000'000u),
      core::plausible(20u, 200u, "ten instructions that depend on each other, of 2 to 20 cycles"));
  core::Param<unsigned> poll_interval =
      param("poll_interval", 4u,
            "issue interval of a poll's arithmetic: it uses one of this many issue slots",
            "latency of arithmetic: 9 Kepler, 6 Pascal, 4 Volta, arXiv:1804.06826",
            core::between(1u, model::kMostIssueInterval));
};

/// Everything that a mechanism uses.
struct MechanismContext {
  gpu::GpuNode& node;
  const model::proact::SharedApp& app;
  const RegionLayout& layout;
  HostTimer& timer;
  TransferParams transfer;
  HostParams host;
  hw::proact::ProactParams proact;
  RemoteAccessIf* far = nullptr;  ///< Null: all GPUs are in one node.
};

/// Brings the data that GPUs write in a phase to all of them. A run has one object.
class Mechanism {
 public:
  using Done = std::function<void()>;
  virtual ~Mechanism() = default;

  /// Returns the data structures of the region; by default a copy at each GPU.
  [[nodiscard]] virtual std::vector<model::DataStructure> region(const RegionLayout& layout,
                                                                 const HostParams&) const {
    return layout.copies();
  }
  /// Returns other data structures, besides the copies of the region and the application's own.
  [[nodiscard]] virtual std::vector<model::DataStructure> structures(
      const model::proact::SharedApp&, const RegionLayout&, const TransferParams&) const {
    return {};
  }
  /// Call when the node exists, before the simulation starts.
  virtual void attach(const MechanismContext& context) = 0;
  /// Returns the kernels of a phase: the application's and its own. They live until the next phase
  /// begins.
  virtual std::vector<model::Kernel> kernels(unsigned phase) = 0;
  /// The kernels have ended. Calls `done` when the GPUs have nothing more to do for the phase.
  virtual void drain(unsigned, const Done& done) { done(); }
  /// Performs the host's transfers after it has learnt of the end of the GPUs' work. The host
  /// learns of `done` by itself.
  virtual void host_transfer(unsigned, const Done& done) { done(); }
  /// Returns the errors of the run, each with its finder and place.
  [[nodiscard]] virtual core::ErrorList errors() const { return {}; }
  /// True if GPU `gpu` reads byte `offset` of the region from its own copy.
  [[nodiscard]] virtual bool reads_own_copy(unsigned, std::uint64_t) const { return true; }
};

/// Where the region's bytes are, and what its copies hold at the end of a phase.
enum class RegionForm {
  kAlike,    ///< A copy at each GPU, at the place in RegionLayout; all are alike.
  kStored,   ///< Like kAlike; SM stores to a peer's copy are results, not read from the own copy.
  kOwn,      ///< A copy at each GPU, with the data that this GPU wrote.
  kManaged,  ///< Managed pages, which move; stores of SMs to them are results.
};

/// A transfer mechanism, for lists and help texts.
struct MechanismEntry {
  std::string name;
  std::string summary;
  RegionForm region;
  /// Parameters that only some mechanisms take: "map", "shown_chunks", "release", "elide", "nodes".
  std::vector<std::string> options;
  std::function<std::unique_ptr<Mechanism>()> make;

  [[nodiscard]] bool takes(const std::string& option) const;
};
/// The legal values of `mechanism`; add() registers another.
core::Registry<MechanismEntry>& mechanism_registry();
/// Throws UserError for an unknown name.
const MechanismEntry& mechanism_entry(const std::string& name);

}  // namespace gf::platforms::proact
