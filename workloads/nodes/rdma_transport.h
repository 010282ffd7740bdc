// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/ranks/rank_notes.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "tlm_models/host/rdma_host.h"
#include "tlm_models/memory/sparse_memory.h"
#include "workloads/nodes/cluster_run.h"
#include "workloads/nodes/launched_kernels.h"

namespace gf::model {

/// Where the messages of GPU buffers go, and what a kernel costs the host.
struct RdmaTransportParams : core::ParamGroup {
  /// rx: messages are staged where they leave; off: at either end.
  core::Param<std::string> p2p = param(
      "p2p", "on",
      "use of GPU peer-to-peer: both ways, receiving only, or off, with staging through the host",
      "[APENET13]", core::one_of({"on", "rx", "off"}));
  core::Param<sc_core::sc_time> launch = param("launch", sc_core::sc_time(5, sc_core::SC_US),
                                               "time of a kernel launch by the host", "assumed");
};

/// A rank's node. Memories with real bytes: contents travel through the hardware; null: beside it.
struct RdmaRank {
  RdmaHost* host = nullptr;
  SparseMemory* host_memory = nullptr;
  SparseMemory* gpu_memory = nullptr;
  bool acts_here = true;  ///< In this process.
};

/// An application over RDMA cards: rank i is the software of node i.
/// Each channel has a registered buffer at either end, on the GPU or, where the message is staged,
/// in host memory; steps take its halves in turn. A kernel costs the host its launch and then its
/// time on the GPU, one after the other. A message: [cudaMemcpy out,] PUT, [event, cudaMemcpy in];
/// copies are synchronous on the one core of the host, and run beside kernels. Order: the program
/// starts once the cards have registered every buffer. **An event may be in host memory before its
/// data are in the GPU's**, as they take different ways; the doorbell by which the host has the GPU
/// work on them takes the data's way behind them and pushes them in front of it (PCIe 3.0, 2.4.1:
/// posted writes keep their order; [GDR]: work that the host submits sees what was written before).
/// That write is rung at the end of a step that received by P2P, and the kernels' times are known
/// when it is there; their launches follow. Not modelled: what transfers cost the
/// kernels that run beside them; streams that copies share.
/// Where several processes share out the nodes all of them register all buffers, so that each knows
/// when the program starts; a note tells a receiver what it is going to get.
class RdmaTransport final : public sc_core::sc_module,
                            public core::Quiescent,
                            public core::RankNotes,
                            public ClusterTransport {
 public:
  SC_HAS_PROCESS(RdmaTransport);
  RdmaTransport(const sc_core::sc_module_name& name, const RdmaTransportParams& params,
                const ClusterApp& app, const std::vector<RdmaRank>& ranks);

  void attach(ClusterRun& run) { run_ = &run; }
  [[nodiscard]] core::Ticks began() const { return began_; }  ///< Buffers were registered.
  /// Buffers that cards had no room for; the program does not start if there are any.
  [[nodiscard]] unsigned refused() const { return refused_; }

  [[nodiscard]] core::Ticks now() const override { return core::now_ticks(); }
  void kernel(unsigned rank, core::Ticks time) override;
  void send(const AppSlot& slot, const AppMessage& message) override;
  bool settle(unsigned rank) override;
  std::vector<std::uint8_t> contents(const AppSlot& slot) override;
  [[nodiscard]] bool acts_here(unsigned rank) const override { return nodes_[rank].acts_here; }

  [[nodiscard]] bool idle() const override {
    return run_ == nullptr || !run_->waits() || refused_ > 0;
  }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  enum Task : std::uint8_t { kLaunch, kCopyOut, kCopyIn };
  struct Program final : RdmaHost::Program {
    Program(RdmaTransport& owner, unsigned rank) : owner(owner), rank(rank) {}
    void event(const RdmaEvent& event) override { owner.event(rank, event); }
    void returned(std::uint64_t tag) override { owner.returned(rank, tag); }
    void gpu_told(std::uint64_t) override { owner.run_->settled(rank); }
    RdmaTransport& owner;
    const unsigned rank;
  };
  struct Rank {
    std::unique_ptr<Program> program;
    LaunchedKernels kernels;
    std::map<std::uint64_t, unsigned> receives_at;  ///< Address of a buffer to its channel.
  };
  struct Message {
    std::uint64_t bytes = 0;
    bool has_contents = false;
    std::vector<std::uint8_t> beside;  ///< Contents, without memories.
  };
  /// The two ends of a channel: where its buffers begin, and where GPU data is if they are staged.
  struct Ends {
    std::uint64_t bytes = 0;  ///< Of a half, whole pages.
    std::uint64_t source = 0, staged_out = 0;
    std::uint64_t staged_in = 0, target = 0;
    std::array<Message, 2> messages;  ///< In each half.
  };
  [[nodiscard]] Message& message(const AppSlot& slot) {
    return ends_[slot.channel].messages[slot.half];
  }
  void write_notes(std::string& bytes) override;
  void read_notes(const std::string& bytes) override;
  void make_ends(unsigned channel);
  std::uint64_t make_buffer(unsigned rank, std::uint64_t bytes, bool gpu, bool registered);
  void event(unsigned rank, const RdmaEvent& event);
  void received(unsigned rank, const RdmaEvent& event);
  void returned(unsigned rank, std::uint64_t tag);
  void put(const AppSlot& slot);
  void run_gpus();  ///< Process; ends kernels, and starts the program.
  [[nodiscard]] static std::uint64_t tag(Task task, const AppSlot& slot) {
    return task | slot.half << 2 | std::uint64_t{slot.channel} << 3;
  }
  /// Moves bytes between the memory behind a virtual address of `rank` and `data`.
  void store(unsigned rank, std::uint64_t address, const std::vector<std::uint8_t>& data);
  [[nodiscard]] std::vector<std::uint8_t> load(unsigned rank, std::uint64_t address,
                                               std::uint64_t bytes) const;

  const RdmaTransportParams params_;
  const bool stages_out_;
  const bool stages_in_;
  const std::vector<AppChannel>& channels_;
  const std::vector<RdmaRank> nodes_;
  std::vector<Rank> ranks_;
  std::vector<Ends> ends_;
  std::vector<AppSlot> told_;  ///< Sent to ranks of other processes, which do not know it yet.
  std::multimap<core::Ticks, unsigned> kernels_;  ///< By their end; value: rank.
  unsigned registering_ = 0;
  unsigned refused_ = 0;
  bool started_ = false;
  bool real_ = false;  ///< Contents travel through memories.
  ClusterRun* run_ = nullptr;
  core::Ticks began_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&RdmaTransport::run_gpus>{}};
};

}  // namespace gf::model
