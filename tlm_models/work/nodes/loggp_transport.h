// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <systemc>
#include <vector>

#include "tlm_models/analytic/mvapich_loggp.h"
#include "tlm_models/work/nodes/cluster_run.h"

namespace gf::model {

/// The InfiniBand cards, and how programs and their library use them: as MpiParams has it.
struct LogGpParams {
  std::string slot = "x8";          ///< PCIe slot of the card, or x4.
  std::string buffers = "library";  ///< Or staged.
  bool streams = true;
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
