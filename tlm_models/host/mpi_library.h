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

/// Parameters of an MPI library that accepts GPU buffers, like MVAPICH2 of 2012, and of its use by
/// programs. Its user guide and its source (ibv_cuda_rndv.c, ibv_cuda_util.c) are cited below.
struct MpiParams : core::ParamGroup {
  core::Param<std::string> buffers =
      param("buffers", "library",
            "how GPU buffers are sent: by the library's pipeline, or copied whole by the program",
            "[APENET13]: MVAPICH2 1.9a2 takes GPU pointers", core::one_of({"library", "staged"}));
  /// The library's copies run in CUDA streams of their own.
  core::Param<bool> streams =
      param("streams", true,
            "whether the library's copies use streams of their own and do not wait for the "
            "program's kernels",
            "assumed; [APENET13] also mentions libraries whose copies wait");
  core::Param<sc_core::sc_time> overhead =
      param("overhead", sc_core::sc_time(600, sc_core::SC_NS),
            "time of the library for each step of a message at either end, copies excluded",
            "assumed", {},
            core::plausible(
                sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(2, sc_core::SC_US),
                "at least matching and some hundred instructions; at most also a CUDA query"));
  core::Param<core::Bytes> eager =
      param("eager", core::kibibytes(12),
            "largest message sent eagerly, without a handshake with the receiver",
            "MVAPICH2 user guide, MV2_IBA_EAGER_THRESHOLD: 12 KB for ConnectX");
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(64), "block size of a longer message between GPUs",
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
  sc_core::sc_time launch{5, sc_core::SC_US};  ///< Time of the host to launch a kernel.
};

/// The node of a rank: its software, its queue pairs to the others, and memory for the library.
struct MpiRank {
  VerbsHost* host = nullptr;
  std::vector<QueuePairNumber> queues;  ///< By rank; the entry of the own rank is unused.
  std::uint64_t buffers = 0;            ///< Bus address.
  std::uint64_t buffer_bytes = 0;       ///< At least the bytes of a message.
};

struct MpiMessage {
  unsigned from = 0;  ///< Rank.
  unsigned to = 0;
  std::uint64_t bytes = 0;
  bool gpu = true;        ///< Both buffers are in GPU memory; else both are in host memory.
  bool signaled = false;  ///< Calls Client::sent(), for programs that wait for their sends.
};

/// An MPI library over RDMA cards: rank i is the software of node i. All its steps run on the one
/// core of the node, in the order in which they arise. A card writes into the buffers of the other
/// library and notifies it (writes with immediate data). Steps of a message between GPUs:
///     up to `eager`:    2 queries, overhead, cudaMemcpy | write | overhead, query, cudaMemcpy
///     one `chunk`:      query, overhead | ask | overhead | grant | overhead, cudaMemcpy | write |
///                       overhead, cudaMemcpy
///     beyond:           ... | grant of `blocks` | all copies are started; after each of them:
///                       overhead | write | start a copy, copy; after the last granted chunk:
///                       overhead | grant
/// A query is cuPointerGetAttribute, which returns the kind of a buffer. MPID_Send() makes one, and
/// the code that fills or empties an eager buffer another (MVAPICH2 2.1 and 2.3: mpid_send.c,
/// ibv_send.c, ibv_recv.c; the 2012 version is assumed to make as many). Chunks are copied by the
/// GPU's two engines, one for each direction, in parallel with the core. A source may be
/// overwritten when the call has copied it (`eager`), otherwise when the card has reported the last
/// write. Host buffers are not copied. With `buffers` = staged the program copies whole messages,
/// and the library sees host buffers only. A cudaMemcpy and a query cost the same as with APEnet+
/// cards: RdmaHostParams.
/// Not modelled: matching of messages, posting of receives and its query, copies between host
/// buffers, a limit of the library's buffers, its collectives, registration.
class MpiLibrary final : public sc_core::sc_module {
 public:
  class Client {
   public:
    virtual ~Client() = default;
    /// The message is in its receive buffer.
    virtual void received(std::uint64_t message) = 0;
    /// The source of the message, which is `told`, may be overwritten.
    virtual void sent(std::uint64_t) {}
    /// A call of compute() has returned, or a time given to at() has come.
    virtual void came(std::uint64_t) {}
  };

  MpiLibrary(const sc_core::sc_module_name& name, const MpiParams& params,
             const RdmaHostParams& copies, const std::vector<MpiRank>& ranks);
  void set_client(Client& client) { client_ = &client; }

  /// Sends a message. `number` is chosen by the caller: small, and unique among messages under way.
  void send(std::uint64_t number, const MpiMessage& message);
  /// Keeps the rank's core busy for `time`, on behalf of its program.
  void compute(unsigned rank, const sc_core::sc_time& time, std::uint64_t tag);
  void at(core::Ticks date, std::uint64_t tag);

 private:
  /// Meaning of a call, of a write's immediate data, or of a timed action.
  enum class Step : std::uint8_t {
    kClients,    ///< Call or timed action of the client.
    kAsk,        ///< Immediate data.
    kGrant,      ///< Immediate data.
    kData,       ///< Immediate data: a whole message.
    kChunk,      ///< Immediate data.
    kCopyIn,     ///< Call: copies a whole message in.
    kStartOut,   ///< Call.
    kStartIn,    ///< Call.
    kCopiedOut,  ///< Timed: a chunk is in host memory.
    kCopiedIn,   ///< Timed: a chunk is in GPU memory.
    kSent,       ///< Call, or completion at the sender: the source may be overwritten.
  };
  struct Item {
    Step what = Step::kClients;
    std::uint64_t number = 0;  ///< Number of a message, or a client's tag.
  };
  /// Progress of a message: the number of chunks that have reached each step.
  struct State {
    MpiMessage message;
    unsigned granted = 0, started_out = 0, copied_out = 0, sent = 0;
    unsigned come = 0, started_in = 0, landed = 0;
  };
  struct Program final : VerbsHost::Program {
    Program(MpiLibrary& owner, unsigned rank) : owner(owner), rank(rank) {}
    void completion(unsigned, const WorkCompletion& completion) override {
      owner.completed(rank, completion);
    }
    void returned(std::uint64_t tag) override { owner.come(item_of(tag)); }
    MpiLibrary& owner;
    const unsigned rank;
  };
  struct Rank {
    std::unique_ptr<Program> program;
    core::Ticks out_free = 0;       ///< When the copy engine to host memory is free.
    core::Ticks in_free = 0;        ///< When the copy engine to GPU memory is free.
    std::uint64_t next_buffer = 0;  ///< Offset of the library's next buffer.
  };
  static constexpr unsigned kWhatBits = 4;
  [[nodiscard]] static std::uint64_t tag_of(const Item& item) {
    return item.number << kWhatBits | static_cast<std::uint64_t>(item.what);
  }
  [[nodiscard]] static Item item_of(std::uint64_t tag) {
    return {static_cast<Step>(tag & ((1u << kWhatBits) - 1)), tag >> kWhatBits};
  }
  void completed(unsigned rank, const WorkCompletion& completion);
  void act();  ///< Process: runs the timed actions that are due.
  void come(const Item& item);
  void granted(std::uint64_t number);
  [[nodiscard]] bool is_last(const State& state, const Item& item) const;
  void chunk_comes(std::uint64_t number);
  void send_copied(std::uint64_t number);
  void call(unsigned rank, const Item& item, const sc_core::sc_time& time);
  /// Posts a write from one end to the other. `before`: time of the library's own work in that
  /// call.
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
  /// Time to query the kind of a buffer; 0 if the library knows host buffers only.
  [[nodiscard]] sc_core::sc_time query() const;
  /// Time of a synchronous cudaMemcpy of the message; 0 if its buffer is in host memory.
  [[nodiscard]] sc_core::sc_time copy_out(const State& state) const;
  [[nodiscard]] sc_core::sc_time copy_in(const State& state) const;

  const MpiParams params_;
  const RdmaHostParams copies_;
  const bool library_;  ///< It accepts GPU buffers; else the program copies to host memory.
  const std::vector<MpiRank> nodes_;
  Client* client_ = nullptr;
  std::vector<Rank> ranks_;
  std::vector<State> messages_;  ///< By number.
  std::multimap<core::Ticks, Item> dates_;
  core::Wakeup wakeup_{this, core::Runs<&MpiLibrary::act>{}};
};

}  // namespace gf::model
