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

/// The path of messages between GPU buffers, and the host's cost of a kernel launch.
struct RdmaTransportParams : core::ParamGroup {
  /// on: no staging. rx: messages are staged at the sender. off: staged at both ends.
  core::Param<std::string> p2p = param(
      "p2p", "on",
      "use of GPU peer-to-peer: both ways, receiving only, or off, with staging through the host",
      "[APENET13]", core::one_of({"on", "rx", "off"}));
  core::Param<sc_core::sc_time> launch = param("launch", sc_core::sc_time(5, sc_core::SC_US),
                                               "time of a kernel launch by the host", "assumed");
};

/// A rank's node. With memories, message contents pass through the modelled hardware; with null
/// pointers they do not.
struct RdmaRank {
  RdmaHost* host = nullptr;
  SparseMemory* host_memory = nullptr;
  SparseMemory* gpu_memory = nullptr;
  bool acts_here = true;  ///< Whether the rank runs in this process.
};

/// Runs an application over RDMA cards; rank i is the software of node i.
/// Each channel has a registered buffer at each end, on the GPU or, if the message is staged, in
/// host memory. Steps alternate between its halves. A kernel costs the host its launch time, then
/// the GPU its run time; kernels of a GPU run one after the other. A message takes: [cudaMemcpy
/// out,] PUT, [event, cudaMemcpy in]. Copies are synchronous on the host's single core and overlap
/// kernels.
/// Order: the program starts once the cards have registered every buffer. **An event may reach host
/// memory before its data reach GPU memory**, because they take different paths. The doorbell that
/// lets the GPU use the data follows the path of the data and cannot overtake them (PCIe 3.0,
/// 2.4.1: posted writes keep their order; [GDR]: work that the host submits sees earlier writes).
/// The host rings it at the end of a step that received by P2P. Kernels of the next step are
/// launched after the doorbell has arrived.
/// Not modelled: the slowdown of kernels by concurrent transfers; streams shared by copies.
/// If several processes share the nodes, each of them registers all buffers and thereby knows when
/// the program starts. A note announces each message to a receiver in another process.
class RdmaTransport final : public sc_core::sc_module,
                            public core::Quiescent,
                            public core::RankNotes,
                            public ClusterTransport {
 public:
  SC_HAS_PROCESS(RdmaTransport);
  RdmaTransport(const sc_core::sc_module_name& name, const RdmaTransportParams& params,
                const ClusterApp& app, const std::vector<RdmaRank>& ranks);

  [[nodiscard]] core::Ticks began() const { return began_; }  ///< When all buffers were registered.
  [[nodiscard]] unsigned refused() const override { return refused_; }

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
    std::map<std::uint64_t, unsigned> receives_at;  ///< Buffer address to channel.
    unsigned refused = 0;                           ///< Buffers.
  };
  struct Message {
    std::uint64_t bytes = 0;
    bool has_contents = false;
    std::vector<std::uint8_t> beside;  ///< Contents that do not pass through memories.
  };
  /// The two ends of a channel: its GPU buffers, and the host buffers if messages are staged.
  struct Ends {
    std::uint64_t bytes = 0;  ///< Size of a half, in whole pages.
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
  void run_gpus();  ///< SC_METHOD; ends kernels, and starts the program.
  [[nodiscard]] static std::uint64_t tag(Task task, const AppSlot& slot) {
    return task | slot.half << 2 | std::uint64_t{slot.channel} << 3;
  }
  /// Store and load access the memory behind a virtual address of `rank`.
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
  std::vector<AppSlot> told_;  ///< Sent to ranks of other processes, not yet announced.
  std::multimap<core::Ticks, unsigned> kernels_;  ///< End time to rank.
  unsigned registering_ = 0;
  unsigned refused_ = 0;  ///< The most of any rank.
  bool started_ = false;
  bool real_ = false;  ///< Contents pass through memories.
  core::Ticks began_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&RdmaTransport::run_gpus>{}};
};

}  // namespace gf::model
