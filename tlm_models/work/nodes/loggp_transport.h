// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/param.h"
#include "tlm_models/analytic/mvapich_loggp.h"
#include "tlm_models/work/nodes/cluster_run.h"

namespace gf::model {

/// The InfiniBand cards, and how programs and their library use them.
struct LogGpParams : core::ParamGroup {
  core::Param<std::string> slot =
      param("slot", "x8", "PCIe slot of the InfiniBand card",
            "[APENET13]: Cluster II x8, Cluster I x4", core::one_of({"x8", "x4"}));
  core::Param<std::string> buffers =
      param("buffers", "library",
            "how GPU buffers are sent: by the library's pipeline, or copied whole by the program",
            "[APENET13]: MVAPICH2 1.9a2 takes GPU pointers", core::one_of({"library", "staged"}));
  /// The library's copies have CUDA streams of their own.
  core::Param<bool> streams =
      param("streams", true, "whether the library's copies do not wait for the program's kernels",
            "assumed; [APENET13] also tells of libraries whose copies do");
  sc_core::sc_time launch{5, sc_core::SC_US};  ///< The host launches a kernel.

  [[nodiscard]] MvapichParams mvapich() const;  ///< With the card in that slot.
};

/// The yardstick: an application over InfiniBand and MVAPICH2 in closed form, message by message.
/// A message occupies its sender's card for bytes / bandwidth of the model, the receiver's for as
/// long, and takes the model's latency if both are free. With `buffers` = staged the program's
/// host copies each message out, the network carries it between host memories, and the receiving
/// host copies it in; a host does one copy at a time. Own event queue: needs no simulation kernel.
/// Same time: in the order of the calls. Not modelled: the switch (full bisection), the library's
/// collective algorithms, rendezvous.
class LogGpTransport final : public ClusterTransport {
 public:
  LogGpTransport(const ClusterApp& app, const LogGpParams& params);

  void run(ClusterRun& cluster);  ///< Starts it and goes on until nothing is left to do.
  [[nodiscard]] core::Ticks now() const override { return now_; }
  void kernel(unsigned rank, core::Ticks time) override;
  void send(const AppSlot& slot, const AppMessage& message) override;
  std::vector<std::uint8_t> contents(const AppSlot& slot, std::uint64_t bytes) override;

 private:
  enum class What : std::uint8_t { kKernel, kReady, kCopiedOut, kAtHost, kArrived };
  struct Event {
    What what = What::kKernel;
    unsigned rank = 0;
    AppSlot slot;
    std::uint64_t bytes = 0;
  };
  struct Rank {
    core::Ticks gpu_free = 0;
    core::Ticks host_free = 0;
    core::Ticks sends_until = 0;
    core::Ticks receives_until = 0;
  };
  void at(core::Ticks time, const Event& event) { events_.emplace(time, event); }
  void handle(const Event& event, ClusterRun& cluster);
  void begin(const Event& message);  ///< Its sender's GPU lets it.
  [[nodiscard]] core::Ticks copy(unsigned rank, double start, std::uint64_t bytes);
  /// When a message that is ready now has arrived at the other end.
  core::Ticks pass(const AppChannel& channel, std::uint64_t bytes, bool gpu);

  const std::vector<AppChannel>& channels_;
  const LogGpParams params_;
  const MvapichParams mvapich_;
  const bool library_;  ///< It takes GPU buffers; else the program copies to host memory.
  std::vector<Rank> ranks_;
  std::multimap<core::Ticks, Event> events_;
  std::vector<std::array<std::vector<std::uint8_t>, 2>> memory_;  ///< By channel and half.
  core::Ticks now_ = 0;
};

}  // namespace gf::model
