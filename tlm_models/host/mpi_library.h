// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/time/wakeup.h"
#include "tlm_models/host/rdma_host.h"
#include "tlm_models/host/verbs_host.h"

namespace gf::model {

/// An MPI library that takes GPU buffers, as MVAPICH2 of 2012, and how programs use it. Its user
/// guide and its source (ibv_cuda_rndv.c, ibv_cuda_util.c) are cited below.
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
      param("eager", core::kibibytes(12), "largest message that its receiver is not asked for",
            "MVAPICH2 user guide, MV2_IBA_EAGER_THRESHOLD: 12 KB for ConnectX");
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(64), "block of a longer message between GPUs",
            "MVAPICH2 user guide: MV2_CUDA_BLOCK_SIZE is 64K", core::at_least(core::kibibytes(1)),
            core::plausible(core::kibibytes(64), core::kibibytes(512),
                            "the guide: 256K and 512K may be better; later versions have 256K"));
  core::Param<unsigned> blocks =
      param("blocks", 8u, "blocks of a message that its receiver grants at a time",
            "MVAPICH2, ibv_param.c: rdma_num_cuda_rndv_blocks is 8", core::between(1u, 1024u));
  core::Param<sc_core::sc_time> copy_start = param(
      "copy_start", sc_core::sc_time(4, sc_core::SC_US),
      "time of the calls that start an asynchronous cudaMemcpy", "assumed", {},
      core::plausible(sc_core::sc_time(2, sc_core::SC_US), sc_core::sc_time(10, sc_core::SC_US),
                      "calls into the driver; at most a synchronous copy"));
  sc_core::sc_time launch{5, sc_core::SC_US};  ///< The host launches a kernel.
};

/// A rank's node: its software, queue pairs to the others, and memory for the library's buffers.
struct MpiRank {
  VerbsHost* host = nullptr;
  std::vector<QueuePairNumber> queues;  ///< By rank; its own is unused.
  std::uint64_t buffers = 0;            ///< Bus address.
  std::uint64_t buffer_bytes = 0;       ///< At least those of a message.
};

struct MpiMessage {
  unsigned from = 0;  ///< Rank.
  unsigned to = 0;
  std::uint64_t bytes = 0;
  bool gpu = true;    ///< Both buffers are in GPU memory; else both are in host memory.
  bool told = false;  ///< Client::sent(), as a program that waits for its sends.
};

/// An MPI library over RDMA cards: rank i is the software of node i. All its steps take the one
/// core of the node, in the order in which they come up; a card writes into the buffers of the
/// other library and tells it (writes with immediate data). Between GPUs:
///     up to `eager`:    2 queries, overhead, cudaMemcpy | write | overhead, query, cudaMemcpy
///     one `chunk`:      query, overhead | ask | overhead | grant | overhead, cudaMemcpy | write |
///                       overhead, cudaMemcpy
///     beyond:           ... | grant of `blocks` | copies of all chunks are started; of each that
///                       is copied: overhead | write | start a copy, copy; the last of those that
///                       were granted: overhead | grant
/// A query is cuPointerGetAttribute: what a buffer is. MPID_Send() has one, and whoever fills or
/// empties an eager buffer another (MVAPICH2 2.1 and 2.3: mpid_send.c, ibv_send.c, ibv_recv.c; that
/// of 2012 is assumed to ask as often). Copies of chunks run on the GPU's two engines, one for each
/// direction, beside the core. A source may be written again when the call has copied it (`eager`),
/// else when the card has told of the last write. Host buffers are not copied. With `buffers` =
/// staged the program copies whole messages and the library knows host buffers alone. A cudaMemcpy
/// and a query cost what they cost beside APEnet+ cards: RdmaHostParams. Not modelled: matching of
/// messages, posting of receives and its query, copies between host buffers, a limit of the
/// library's buffers, its collectives, registration.
class MpiLibrary final : public sc_core::sc_module {
 public:
  class Client {
   public:
    virtual ~Client() = default;
    /// The message is where its receiver wants it.
    virtual void received(std::uint64_t message) = 0;
    /// The message, which is `told`, may be written again at its sender.
    virtual void sent(std::uint64_t) {}
    /// A call of compute() has returned, or a date of at() has come.
    virtual void came(std::uint64_t) {}
  };

  MpiLibrary(const sc_core::sc_module_name& name, const MpiParams& params,
             const RdmaHostParams& copies, const std::vector<MpiRank>& ranks);
  void set_client(Client& client) { client_ = &client; }

  /// `number`: the caller's own, a small one that no message under way has.
  void send(std::uint64_t number, const MpiMessage& message);
  /// The rank's program keeps its core.
  void compute(unsigned rank, const sc_core::sc_time& time, std::uint64_t tag);
  void at(core::Ticks date, std::uint64_t tag);

 private:
  /// What a call, a write's immediate data or a date stands for.
  enum class What : std::uint8_t {
    kClients,    ///< Call or date: the client's own.
    kAsk,        ///< Immediate.
    kGrant,      ///< Immediate.
    kData,       ///< Immediate: a whole message.
    kChunk,      ///< Immediate.
    kCopyIn,     ///< Call: a whole message.
    kStartOut,   ///< Call.
    kStartIn,    ///< Call.
    kCopiedOut,  ///< Date: a chunk is in host memory.
    kCopiedIn,   ///< Date: a chunk is in GPU memory.
    kSent,       ///< Call, or completion of the sender's own: its source may be written again.
  };
  struct Item {
    What what = What::kClients;
    std::uint64_t number = 0;  ///< Of a message; a client's tag.
  };
  /// A message by its chunks: how many are how far.
  struct State {
    MpiMessage message;
    unsigned granted = 0, started_out = 0, copied_out = 0, sent = 0;
    unsigned come = 0, started_in = 0, landed = 0;
  };
  struct Program final : VerbsHost::Program {
    Program(MpiLibrary& owner, unsigned rank) : owner(owner), rank(rank) {}
    void completion(unsigned, const WorkCompletion& completion) override {
      owner.told(rank, completion);
    }
    void returned(std::uint64_t tag) override { owner.come(item_of(tag)); }
    MpiLibrary& owner;
    const unsigned rank;
  };
  struct Rank {
    std::unique_ptr<Program> program;
    core::Ticks out_free = 0;       ///< The GPU's copy engine to host memory.
    core::Ticks in_free = 0;        ///< That to GPU memory.
    std::uint64_t next_buffer = 0;  ///< Offset of the library's next buffer.
  };
  static constexpr unsigned kWhatBits = 4;
  [[nodiscard]] static std::uint64_t tag_of(const Item& item) {
    return item.number << kWhatBits | static_cast<std::uint64_t>(item.what);
  }
  [[nodiscard]] static Item item_of(std::uint64_t tag) {
    return {static_cast<What>(tag & ((1u << kWhatBits) - 1)), tag >> kWhatBits};
  }
  void told(unsigned rank, const WorkCompletion& completion);
  void act();  ///< Process; what has a date.
  void come(const Item& item);
  void granted(std::uint64_t number);
  [[nodiscard]] bool is_last(const State& state, const Item& item) const;
  void chunk_comes(std::uint64_t number);
  void send_copied(std::uint64_t number);
  void call(unsigned rank, const Item& item, const sc_core::sc_time& time);
  /// From one end to the other. `before`: what the library does in the same call.
  void write(unsigned from, const Item& item, std::uint64_t bytes, const sc_core::sc_time& before);
  void date(core::Ticks date, const Item& item);
  void copy_chunk(core::Ticks& engine, const Item& then, unsigned chunk);
  [[nodiscard]] bool is_long(const State& state) const {
    return state.message.bytes > params_.eager.get().count();
  }
  [[nodiscard]] bool library_copies(const State& state) const {
    return library_ && state.message.gpu;
  }
  [[nodiscard]] unsigned chunks(const State& state) const;
  [[nodiscard]] std::uint64_t chunk_bytes(const State& state, unsigned chunk) const;
  [[nodiscard]] std::uint64_t buffer(unsigned rank, std::uint64_t bytes);
  /// Of what kind a buffer is, where the library knows GPU buffers.
  [[nodiscard]] sc_core::sc_time query() const;
  /// A synchronous cudaMemcpy of the message, where its buffer is in GPU memory.
  [[nodiscard]] sc_core::sc_time copy_out(const State& state) const;
  [[nodiscard]] sc_core::sc_time copy_in(const State& state) const;

  const MpiParams params_;
  const RdmaHostParams copies_;
  const bool library_;  ///< It takes GPU buffers; else the program copies to host memory.
  const std::vector<MpiRank> nodes_;
  Client* client_ = nullptr;
  std::vector<Rank> ranks_;
  std::vector<State> messages_;  ///< By number.
  std::multimap<core::Ticks, Item> dates_;
  core::Wakeup wakeup_{this, core::Runs<&MpiLibrary::act>{}};
};

}  // namespace gf::model
