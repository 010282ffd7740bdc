// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "core/param.h"
#include "core/quiescence.h"
#include "core/wakeup.h"
#include "hw/pcie/flow.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/work/schedule/collectives/collective_data.h"
#include "tlm_models/work/schedule/device_work.h"
#include "tlm_models/work/schedule/ready_tasks.h"
#include "tlm_models/work/schedule/schedule.h"

namespace gf::platforms::pcie {

/// Of a GraphRunner.
struct GraphRunnerParams : core::ParamGroup {
  core::Param<sc_core::sc_time> gap =
      param("graph_gap", sc_core::sc_time(10, sc_core::SC_US), "idle time between two graphs",
            "assumed", core::at_least(sc_core::sc_time(1, sc_core::SC_US)),
            core::asked("keeps graphs of copies apart"));
  core::Param<sc_core::sc_time> issue_interval =
      param("issue_interval", sc_core::SC_ZERO_TIME,
            "time between two copy calls of the host, which follow the order of the file",
            "assumed: 0, all copies at their start time, as in [SC16], VII");
  core::Param<core::ByteRate> memory_rate =
      param("memory_rate", core::gigabytes_per_second(240),
            "rate of a GPU's memory, by which the reduces and kernels of schedules take their time",
            "NVIDIA, Tesla K80: 480 GB/s on its two GPUs", core::at_least(core::ByteRate(1e6)));
};

/// One graph as it ran. Times in ticks, from the start of the graph.
struct GraphResult {
  const model::Schedule* graph = nullptr;
  /// In the order of the graph's tasks. A kernel or a reduce has one, too, of which nothing but the
  /// times is used: `first_sent` is when its device turned to it.
  std::vector<hw::pcie::Flow> flows;
  core::Ticks began = 0;                              ///< Simulated time of the graph's start.
  core::Ticks first_end = core::kNever;               ///< When its first communication ended.
  std::vector<std::uint64_t> delivered_at_first_end;  ///< By communication, in bytes.
  bool complete = false;
  model::CollectiveData::Verdict verdict;  ///< Of a collective whose elements are checked.
};

/// A graph of nothing but the copy called `name` in a journal of hops: "copy 0->2", "copy 0->2 #3"
/// for the third from 0 to 2 that is issued. Throws UserError(kUsage) when there is none.
std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& graphs,
                                       const std::string& name);

/// The host program: has the tasks of each graph done when they may start and, when all have ended
/// and the machine has been idle for `gap`, goes on with the next graph. Copies go to the engine of
/// their source, kernels and reduces to their device, which has a "work" of its own if any graph
/// has some. Throws UserError(kUsage) for copies that want anything but DMA.
class GraphRunner final : public sc_core::sc_module, public core::Quiescent {
 public:
  SC_HAS_PROCESS(GraphRunner);
  GraphRunner(const sc_core::sc_module_name& name, const GraphRunnerParams& params,
              EndpointTree& machine, std::vector<model::Schedule> graphs,
              ByteCheck* byte_check = nullptr);

  [[nodiscard]] const std::vector<model::Schedule>& graphs() const { return graphs_; }
  /// Of the graphs begun so far; the last may be incomplete.
  [[nodiscard]] const std::vector<GraphResult>& results() const { return results_; }
  [[nodiscard]] std::uint64_t bytes_total() const { return bytes_total_; }
  [[nodiscard]] std::uint64_t bytes_delivered() const;  ///< Bytes of all graphs so far.
  [[nodiscard]] bool idle() const override { return done_; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void step();  ///< SC_METHOD: issues what is due, or begins the next graph.
  void begin_graph(core::Ticks now);
  void add_work();  ///< Of the devices, if any graph needs it.
  void issue(std::size_t task);
  void finished(hw::pcie::Flow& flow);
  void ended(std::size_t task);
  void end_graph(core::Ticks now);
  [[nodiscard]] core::Ticks next_call() const;  ///< kNever: none that waits for time alone.

  const GraphRunnerParams params_;
  EndpointTree& machine_;
  ByteCheck* const byte_check_;  ///< Null: copies carry no bytes.
  const std::vector<model::Schedule> graphs_;
  std::vector<GraphResult> results_;
  model::ReadyTasks ready_;                      ///< Of the current graph.
  std::unique_ptr<model::CollectiveData> data_;  ///< Of the current graph, if it is checked.
  core::Ticks called_ = core::kNever;  ///< When the last one was issued; kNever: none yet.
  bool done_ = false;
  std::uint64_t bytes_total_ = 0;
  std::uint64_t bytes_past_ = 0;                          ///< Bytes of the graphs that have ended.
  std::vector<std::unique_ptr<model::DeviceWork>> work_;  ///< By GPU; empty: none is needed.
  core::Wakeup wakeup_{"wakeup"};
};

}  // namespace gf::platforms::pcie
