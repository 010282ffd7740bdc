// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error_list.h"
#include "core/params.h"
#include "hw/proact/proact_params.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/proact/host_timer.h"
#include "platforms/proact/region_layout.h"
#include "tlm_models/proact/phase_map.h"

namespace gf::platforms::proact {

/// What software agents leave out, to see what the rest costs ([PROACT21], V-C).
enum class Elide {
  kNone,
  kStores,     ///< Agents read what is ready and store it nowhere.
  kTransfers,  ///< Counters are counted down, and nobody is told.
};

/// What the profiler chooses. Field = meaning, unit, [source].
struct TransferParams {
  core::Bytes chunk = core::kibibytes(128);  ///< Bytes that are transferred as one [PROACT21]
  unsigned threads = 2048;                   ///< Transfer threads of a GPU [PROACT21, Table II]
  Elide elide = Elide::kNone;                ///< Of polling and cdp [PROACT21, Figs. 8 and 9]
  /// File of the first phase's map in place of the application's; or empty.
  std::string map{};
  bool release = false;  ///< hw: warps end with a release of system scope [test aid]
  /// hw: chunks whose counters a waveform has; none: the first one of each GPU's share.
  std::vector<unsigned> shown_chunks{};

  void declare(const core::ParamScope& root);
};

/// What host and driver take. Field = meaning, unit, [assumed] or [source].
struct HostParams {
  sc_core::sc_time sync{5, sc_core::SC_US};          ///< All is done to the host's next call
  sc_core::sc_time copy_call{6, sc_core::SC_US};     ///< For a host thread to ask for a copy
  std::string copy_threads = "one";                  ///< Of the host, that ask; or "per_gpu"
  std::string copies = "default_stream";             ///< Or "blocking", "async" [CUDA API]
  sc_core::sc_time cdp_latency{8, sc_core::SC_US};   ///< Child launch to its start
  sc_core::sc_time cdp_interval{2, sc_core::SC_US};  ///< Between child launches of one GPU
  unsigned cdp_issue = 100;                          ///< Cycles of the warp that launches a child
  unsigned poll_cost = 40;     ///< Cycles of a warp alone from one poll to the next, of which
  unsigned poll_interval = 4;  ///< every so many-th takes an issue slot

  // Hints of unified memory [PROACT21, IV-B]
  bool um_read_mostly = true;
  bool um_prefetch = true;
  bool um_populate = false;

  void declare(const core::ParamScope& scope);
};

/// What a mechanism is given.
struct Machine {
  gpu::GpuNode& node;
  const model::proact::SharedApp& app;
  const RegionLayout& layout;
  HostTimer& timer;
  TransferParams transfer;
  HostParams host;
  hw::proact::ProactParams proact;
};

/// How what the GPUs write in a phase comes to all of them. One object a run.
class Mechanism {
 public:
  using Done = std::function<void()>;
  virtual ~Mechanism() = default;

  /// The data structures of the region: a copy at each GPU.
  [[nodiscard]] virtual std::vector<model::DataStructure> region(const RegionLayout& layout,
                                                                 const HostParams&) const {
    return layout.copies();
  }
  /// The region is where RegionLayout says.
  [[nodiscard]] virtual bool has_copies() const { return true; }
  /// Data structures beside the copies of the region and the application's own.
  [[nodiscard]] virtual std::vector<model::DataStructure> structures(
      const model::proact::SharedApp&, const RegionLayout&, const TransferParams&) const {
    return {};
  }
  /// Once the node is there, before the simulation starts.
  virtual void attach(const Machine& machine) = 0;
  /// The kernels of a phase, the application's and its own; they live until the next phase begins.
  virtual std::vector<model::Kernel> kernels(unsigned phase) = 0;
  /// The kernels have ended; `done` when the GPUs have nothing more to do for the phase.
  virtual void drain(unsigned, const Done& done) { done(); }
  /// What the host does for the phase once it knows of its end; it knows of `done` by itself.
  virtual void host_transfer(unsigned, const Done& done) { done(); }
  /// Errors of the run, each with who found it and where.
  [[nodiscard]] virtual core::ErrorList errors() const { return {}; }
  /// When a phase ends all copies of the region are alike; else each GPU has what it wrote.
  [[nodiscard]] virtual bool copies_agree() const { return true; }
  /// What an SM stores to another GPU's copy is a result itself, not read from its own copy.
  [[nodiscard]] virtual bool stores_results() const { return false; }
  /// It counts the writers of chunks, and takes a map of them.
  [[nodiscard]] virtual bool tracks() const { return false; }
  /// Waveforms have counters of chunks.
  [[nodiscard]] virtual bool shows_counters() const { return false; }
  /// A release of system scope brings to the other GPUs what is written.
  [[nodiscard]] virtual bool can_release() const { return false; }
  /// It has agents in software, of which parts can be left out.
  [[nodiscard]] virtual bool can_elide() const { return false; }
  /// GPU `gpu` reads byte `offset` of the region from its own copy.
  [[nodiscard]] virtual bool reads_own_copy(unsigned, std::uint64_t) const { return true; }
};

/// A way to transfer, for lists and help texts.
struct MechanismEntry {
  std::string name;
  std::string summary;
  std::function<std::unique_ptr<Mechanism>()> make;
};
const std::vector<MechanismEntry>& mechanisms();
std::unique_ptr<Mechanism> make_mechanism(const std::string& name);
std::vector<std::string> mechanism_names();

}  // namespace gf::platforms::proact
