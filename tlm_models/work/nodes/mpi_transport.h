// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param.h"
#include "core/quiescence.h"
#include "core/wakeup.h"
#include "tlm_models/host/rdma_host.h"
#include "tlm_models/host/verbs_host.h"
#include "tlm_models/work/nodes/cluster_run.h"
#include "tlm_models/work/nodes/launched_kernels.h"

namespace gf::model {

/// An MPI library that takes GPU buffers, as MVAPICH2 of 2012, and how programs use it.
struct MpiParams : core::ParamGroup {
  core::Param<std::string> buffers =
      param("buffers", "library",
            "how GPU buffers are sent: by the library's pipeline, or copied whole by the program",
            "[APENET13]: MVAPICH2 1.9a2 takes GPU pointers", core::one_of({"library", "staged"}));
  /// The library's copies have CUDA streams of their own.
  core::Param<bool> streams =
      param("streams", true, "whether the library's copies do not wait for the program's kernels",
            "assumed; [APENET13] also tells of libraries whose copies do");
  core::Param<sc_core::sc_time> overhead = param(
      "overhead", sc_core::sc_time(600, sc_core::SC_NS),
      "time of the library for each step of a message at either end, copies excluded", "assumed",
      {},
      core::plausible(sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(2, sc_core::SC_US),
                      "matching and some hundred instructions; at most with a query of CUDA"));
  core::Param<core::Bytes> eager =
      param("eager", core::kibibytes(16), "largest message that its receiver is not asked for",
            "assumed", {},
            core::plausible(core::kibibytes(8), core::kibibytes(64),
                            "MPI libraries' usual limits over InfiniBand"));
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(64), "chunk of a longer message between GPUs", "assumed",
            core::at_least(core::kibibytes(1)),
            core::plausible(core::kibibytes(32), core::kibibytes(512),
                            "where copying and sending overlap and calls are few"));
  core::Param<sc_core::sc_time> copy_start = param(
      "copy_start", sc_core::sc_time(4, sc_core::SC_US),
      "time of the call that starts an asynchronous cudaMemcpy", "assumed", {},
      core::plausible(sc_core::sc_time(2, sc_core::SC_US), sc_core::sc_time(10, sc_core::SC_US),
                      "a call into the driver; at most a synchronous copy"));
  sc_core::sc_time launch{5, sc_core::SC_US};  ///< The host launches a kernel.
};

/// A rank's node: its software, queue pairs to the others, and memory for the library's buffers.
struct MpiRank {
  VerbsHost* host = nullptr;
  std::vector<QueuePairNumber> queues;  ///< By rank; its own is unused.
  std::uint64_t buffers = 0;            ///< Bus address.
  std::uint64_t buffer_bytes = 0;       ///< At least those of a message.
};

/// An application over RDMA cards and an MPI library: rank i is the software of node i.
/// All steps of the library take the one core of the node, in the order in which they come up; a
/// card writes into the buffers of the other library and tells it (writes with immediate data).
///     up to `eager`:  overhead + cudaMemcpy | write | overhead + cudaMemcpy
///     beyond:         overhead | ask | overhead | grant | per chunk: start a copy, copy, overhead
///     |
///                     write | start a copy, copy
/// Copies of chunks run on the GPU's two engines, one for each direction, beside the core. With
/// `buffers` = staged the program copies whole messages, and the library asks before long ones.
/// A cudaMemcpy costs what it costs beside APEnet+ cards: RdmaHostParams.
/// Contents travel beside the hardware. Not modelled: matching of messages, a limit of the
/// library's buffers, its collectives, registration.
class MpiTransport final : public sc_core::sc_module,
                           public core::Quiescent,
                           public ClusterTransport {
 public:
  SC_HAS_PROCESS(MpiTransport);
  MpiTransport(const sc_core::sc_module_name& name, const MpiParams& params,
               const RdmaHostParams& copies, const ClusterApp& app,
               const std::vector<MpiRank>& ranks);

  void attach(ClusterRun& run) { run_ = &run; }

  [[nodiscard]] core::Ticks now() const override { return core::now_ticks(); }
  void kernel(unsigned rank, core::Ticks time) override;
  void send(const AppSlot& slot, const AppMessage& message) override;
  std::vector<std::uint8_t> contents(const AppSlot& slot, std::uint64_t bytes) override;

  [[nodiscard]] bool idle() const override { return run_ == nullptr || run_->done(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// What a call, a write's immediate data or a date stands for.
  enum class What : std::uint8_t {
    kLaunch,
    kKernel,     ///< Date: it ends.
    kReady,      ///< Date: kernels let the message go.
    kAsk,        ///< Immediate.
    kGrant,      ///< Immediate.
    kData,       ///< Immediate: a whole message.
    kCopyIn,     ///< Call.
    kStartOut,   ///< Call.
    kCopiedOut,  ///< Date: a chunk is in host memory.
    kChunk,      ///< Immediate.
    kStartIn,    ///< Call.
    kCopiedIn,   ///< Date: a chunk is in GPU memory.
  };
  struct Item {
    What what = What::kLaunch;
    unsigned rank = 0;
    AppSlot slot;
  };
  /// A message of a channel's half: its chunks by how far they are.
  struct Message {
    std::uint64_t bytes = 0;
    unsigned started_out = 0, sent = 0, started_in = 0, landed = 0;
    std::vector<std::uint8_t> contents;
  };
  struct Program final : VerbsHost::Program {
    Program(MpiTransport& owner, unsigned rank) : owner(owner), rank(rank) {}
    void completion(unsigned, const WorkCompletion& completion) override {
      owner.told(rank, completion);
    }
    void returned(std::uint64_t tag) override { owner.returned(rank, tag); }
    MpiTransport& owner;
    const unsigned rank;
  };
  struct Rank {
    std::unique_ptr<Program> program;
    LaunchedKernels kernels;
    core::Ticks out_free = 0;       ///< The GPU's copy engine to host memory.
    core::Ticks in_free = 0;        ///< That to GPU memory.
    std::uint64_t next_buffer = 0;  ///< Offset of the library's next buffer.
  };
  void begin(const AppSlot& slot);
  void returned(unsigned rank, std::uint64_t tag);
  void told(unsigned rank, const WorkCompletion& completion);
  void act();  ///< SC_METHOD; what has a date.
  void come(const Item& item);
  void call(unsigned rank, What what, const AppSlot& slot, const sc_core::sc_time& time);
  /// `before`: what the library does in the same call.
  void write(unsigned rank, What what, const AppSlot& slot, std::uint64_t bytes,
             const sc_core::sc_time& before);
  void at(core::Ticks date, const Item& item);
  void copy_chunk(core::Ticks& engine, What then, unsigned rank, const AppSlot& slot,
                  unsigned chunk);
  [[nodiscard]] Message& message(const AppSlot& slot) { return messages_[slot.channel][slot.half]; }
  [[nodiscard]] bool is_long(const AppSlot& slot) {
    return message(slot).bytes > params_.eager.get().count();
  }
  [[nodiscard]] unsigned chunks(const AppSlot& slot);
  [[nodiscard]] std::uint64_t chunk_bytes(const AppSlot& slot, unsigned chunk);
  [[nodiscard]] std::uint64_t buffer(unsigned rank, std::uint64_t bytes);
  [[nodiscard]] sc_core::sc_time copy_out(std::uint64_t bytes) const;
  [[nodiscard]] sc_core::sc_time copy_in(std::uint64_t bytes) const;
  [[nodiscard]] static std::uint64_t tag(What what, const AppSlot& slot) {
    return static_cast<std::uint64_t>(what) | slot.half << 4 | std::uint64_t{slot.channel} << 5;
  }

  const MpiParams params_;
  const RdmaHostParams copies_;
  const bool library_;  ///< It takes GPU buffers; else the program copies to host memory.
  const std::vector<AppChannel>& channels_;
  const std::vector<MpiRank> nodes_;
  std::vector<Rank> ranks_;
  std::vector<std::array<Message, 2>> messages_;
  std::multimap<core::Ticks, Item> dates_;
  bool started_ = false;
  ClusterRun* run_ = nullptr;
  core::Wakeup wakeup_{"wakeup"};
};

}  // namespace gf::model
