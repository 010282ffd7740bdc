// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "core/params.h"
#include "core/quiescence.h"
#include "core/ring.h"
#include "core/stats.h"
#include "core/wakeup.h"
#include "tlm_models/host/rdma.h"
#include "tlm_models/memory/at_master.h"

namespace gf::model {

/// What the host's software takes. Field = meaning, unit, [APENET13] or [assumed].
struct RdmaHostParams {
  sc_core::sc_time put{500, sc_core::SC_NS};      ///< A call up to its first doorbell [calibrated]
  sc_core::sc_time fragment{50, sc_core::SC_NS};  ///< Cut and translate one more packet [assumed]
  sc_core::sc_time poll{200, sc_core::SC_NS};     ///< Event in memory to software [assumed]
  sc_core::sc_time attribute{500, sc_core::SC_NS};  ///< Ask CUDA what a pointer is [assumed]
  bool flagged = true;  ///< The caller says which memory it is: nobody asks CUDA [APENET13]
  sc_core::sc_time memcpy{10, sc_core::SC_US};  ///< cudaMemcpy from the GPU, synchronous [seed]
  sc_core::sc_time memcpy_to_gpu{500,
                                 sc_core::SC_NS};  ///< To the GPU, it returns early [calibrated]
  core::ByteRate memcpy_rate = core::gigabytes_per_second(5.5);  ///< [APENET13]
  sc_core::sc_time pin{20, sc_core::SC_US};        ///< Pin a buffer in the driver [assumed]
  sc_core::sc_time pin_page{300, sc_core::SC_NS};  ///< Each of its pages [assumed]

  void declare(const core::ParamScope& scope);
};

/// Software of one node: the RDMA library and its kernel driver, on one core. A program calls
/// register_buffer, put, copy and compute; the calls run one after the other, in order, each for
/// its time; completion events come to the program `poll` after they are in memory.
/// The driver cuts PUTs from host memory into packets that end at 4 KB pages of the destination,
/// translates their source and pushes their descriptors to the card, 8 in a write; PUTs from GPU
/// memory go to the card whole. These are posted writes that nobody waits for.
/// A timeline shows each call from its begin to its return.
/// Not modelled: system calls apart from the calls' times, several processes a node.
class RdmaHost final : public sc_core::sc_module,
                       public core::Quiescent,
                       public RdmaEventSink,
                       private AtMaster::Listener {
 public:
  AtMaster pcie;  ///< To the host's port of the tree.

  /// The program.
  class Program {
   public:
    virtual ~Program() = default;
    virtual void event(const RdmaEvent& event) = 0;
    /// A call has returned; `tag` is what the caller gave.
    virtual void returned(std::uint64_t) {}
  };
  struct Put {
    std::uint64_t source = 0;       ///< Virtual, in a buffer of this node.
    std::uint64_t bytes = 0;        ///< 0: an empty message.
    std::uint32_t node = 0;         ///< Destination.
    std::uint32_t process = 0;      ///< Of the destination buffer.
    std::uint64_t destination = 0;  ///< Virtual, over there.
    bool bar1 = false;              ///< GPU memory through BAR1, as if it were host memory.
  };

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter puts{*this, "puts", core::Unit::kCount, "PUT calls"};
    core::Counter fragments{*this, "fragments", core::Unit::kCount, "descriptors written"};
    core::Counter doorbells{*this, "doorbells", core::Unit::kCount, "writes to the card"};
    core::Counter events{*this, "events", core::Unit::kCount, "read from the event queue"};
    core::Duration busy{*this, "busy", "a call runs"};
  };

  SC_HAS_PROCESS(RdmaHost);
  /// `memory`: bus address of host memory; `bar1`: of the GPU's memory.
  RdmaHost(const sc_core::sc_module_name& name, const RdmaHostParams& params, unsigned node,
           RdmaCardIf& card, std::uint64_t memory, std::uint64_t bar1);
  void set_program(Program& program) { program_ = &program; }
  /// Host memory that there is, the card's queues included; `parameter` says so, for the error.
  void limit_memory(core::Bytes size, std::string parameter);

  static constexpr std::uint32_t kProcess = 1;  ///< The process of every node's program.

  /// Memory for a buffer, by the page; returns its virtual address. Takes no time. Throws UserError
  /// when the host has no more.
  std::uint64_t allocate(std::uint64_t bytes, std::uint8_t gpu = kHostBuffer);
  [[nodiscard]] static bool is_gpu(std::uint64_t address) { return address >= kGpuBase; }
  /// Where byte `address` is: offset in host memory, or in the GPU's.
  [[nodiscard]] std::uint64_t physical(std::uint64_t address) const;

  void register_buffer(std::uint64_t address, std::uint64_t bytes);
  void deregister_buffer(std::uint64_t address, std::uint64_t bytes);
  RdmaMessageId put(const Put& put);
  void copy_from_gpu(std::uint64_t bytes, std::uint64_t tag);  ///< cudaMemcpy to host memory.
  void copy_to_gpu(std::uint64_t bytes, std::uint64_t tag);    ///< cudaMemcpy to GPU memory.
  void compute(const sc_core::sc_time& time, std::uint64_t tag);

  void event_comes(const RdmaEvent& event) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return calls_.empty() && events_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr std::uint64_t kHostBase = 1ull << 32;
  static constexpr std::uint64_t kGpuBase = 1ull << 40;
  static constexpr std::uint64_t kHostPage = 4096;
  static constexpr std::uint64_t kGpuPage = 65536;
  static constexpr unsigned kBurst = 8;  ///< Descriptors in a write.

  enum class Kind : std::uint8_t { kPut, kRegister, kCompute };
  struct Call {
    Kind kind = Kind::kCompute;
    Put put;
    RdmaMessageId message = 0;
    std::uint64_t done = 0;  ///< Bytes of a put that have descriptors.
    bool begun = false;
    RdmaRegistration registration;
    sc_core::sc_time time;
    std::uint64_t tag = 0;
  };
  struct Seen {
    RdmaEvent event;
    core::Ticks at;
  };
  void work();  ///< SC_METHOD; the core that the software runs on.
  void run_call();
  bool put_some(Call& call);
  void report(const Call& call) const;  ///< It ends: to the timeline.
  void push_fragment(Call& call);
  void ring(RdmaCardIf::Queue queue, unsigned entries);
  void add(Call call);
  [[nodiscard]] std::uint64_t bus(const Put& put, std::uint64_t address) const;
  RdmaRegistration registration(std::uint64_t address, std::uint64_t bytes) const;
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;

  const RdmaHostParams params_;
  const unsigned node_;
  RdmaCardIf& card_;
  const std::uint64_t memory_;
  const std::uint64_t bar1_;
  Program* program_ = nullptr;
  core::Bytes host_memory_{~0ull};
  std::string memory_parameter_;
  std::uint64_t host_used_ = 1 << 20;  ///< Below it: the card's queues.
  std::uint64_t gpu_used_ = 0;
  RdmaMessageId next_message_ = 1;
  std::deque<Call> calls_;  ///< Front: runs.
  core::Ticks began_ = 0;   ///< The call that runs.
  core::Ticks until_ = core::kNever;
  core::Ring<Seen> events_;
  std::deque<std::array<std::uint64_t, kBurst * 4>> words_;  ///< Writes that are under way.
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

}  // namespace gf::model
