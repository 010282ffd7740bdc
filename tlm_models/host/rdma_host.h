// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "tlm_models/host/rdma.h"
#include "tlm_models/memory/at_master.h"

namespace gf::core {
class SpanLog;
}  // namespace gf::core

namespace gf::model {

/// Times of the host's software.
struct RdmaHostParams : core::ParamGroup {
  core::Param<sc_core::sc_time> put = param(
      "put", sc_core::sc_time(500, sc_core::SC_NS), "time from a PUT call to its first doorbell",
      "assumed", {},
      core::plausible(sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(2, sc_core::SC_US),
                      "a call into the driver, with and without page tables to walk"));
  core::Param<sc_core::sc_time> fragment =
      param("fragment", sc_core::sc_time(50, sc_core::SC_NS),
            "time to cut and translate each further packet", "assumed");
  core::Param<sc_core::sc_time> poll = param(
      "poll", sc_core::sc_time(200, sc_core::SC_NS),
      "latency from an event in memory to the program", "assumed", {},
      core::plausible(sc_core::sc_time(60, sc_core::SC_NS), sc_core::sc_time(500, sc_core::SC_NS),
                      "at least a read from memory; at most a loop over several queues"));
  core::Param<sc_core::sc_time> attribute = param(
      "attribute", sc_core::sc_time(500, sc_core::SC_NS), "time of cuPointerGetAttribute",
      "assumed: 'possibly expensive'", {},
      core::plausible(
          sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(2, sc_core::SC_US),
          "[APENET13] calls it possibly expensive; a call into the driver without a system call"));
  core::Param<bool> flagged =
      param("flagged", true,
            "whether the caller states a buffer's memory type, so that CUDA is not queried",
            "[APENET13]: a flag at compile time");
  core::Param<sc_core::sc_time> memcpy =
      param("memcpy", sc_core::sc_time(10, sc_core::SC_US),
            "time of a synchronous cudaMemcpy from the GPU, excluding the transfer of its bytes",
            "[APENET13]: 10 us");
  /// Shorter than memcpy, as the call returns early.
  core::Param<sc_core::sc_time> memcpy_to_gpu =
      param("memcpy_to_gpu", sc_core::sc_time(500, sc_core::SC_NS),
            "time of a cudaMemcpy to the GPU, excluding the transfer of its bytes",
            "calibrated: staging takes 10.5 us more than host to host ([APENET13])");
  core::Param<core::ByteRate> memcpy_rate = param(
      "memcpy_rate", core::gigabytes_per_second(5.5), "rate of cudaMemcpy by the GPU's DMA engines",
      "[APENET13]: 5.5 GB/s", core::at_least(core::ByteRate(1e6)));
  core::Param<sc_core::sc_time> pin = param("pin", sc_core::sc_time(20, sc_core::SC_US),
                                            "time to pin a buffer in the driver", "assumed");
  core::Param<sc_core::sc_time> pin_page = param("pin_page", sc_core::sc_time(300, sc_core::SC_NS),
                                                 "time to pin each page of a buffer", "assumed");
};

/// Software of one node: the RDMA library and its kernel driver, on one core. A program calls
/// register_buffer, put, copy_from_gpu, copy_to_gpu and compute. The calls run one after the other,
/// in order, each for its time. Completion events reach the program `poll` after they are in
/// memory. The driver cuts PUTs from host memory into packets that end at 4 KB pages of the
/// destination, translates their source and pushes their descriptors to the card, 8 in a write.
/// PUTs from GPU memory go to the card whole. These are posted writes: the software does not wait
/// for them. A timeline shows each call from its start to its return.
/// Not modelled: system calls apart from the calls' times, several processes in a node.
class RdmaHost final : public sc_core::sc_module,
                       public core::Quiescent,
                       public RdmaEventClient,
                       private AtMaster::Client {
 public:
  AtMaster pcie;  ///< Bound to the host's port of the tree.

  /// Callbacks of the program.
  class Program {
   public:
    virtual ~Program() = default;
    virtual void event(const RdmaEvent& event) = 0;
    /// A call has returned; `tag` is the caller's.
    virtual void returned(std::uint64_t) {}
    /// The doorbell rung by ring_gpu(tag) has reached the GPU.
    virtual void gpu_told(std::uint64_t) {}
  };
  struct Put {
    std::uint64_t source = 0;       ///< Virtual, in a buffer of this node.
    std::uint64_t bytes = 0;        ///< 0: an empty message.
    std::uint32_t node = 0;         ///< Destination.
    std::uint32_t process = 0;      ///< Owner of the destination buffer.
    std::uint64_t destination = 0;  ///< Virtual, on the destination node.
    bool bar1 = false;              ///< Reads GPU memory through BAR1, like host memory.
  };

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter puts{*this, "puts", core::Unit::kCount, "PUT calls"};
    core::Counter fragments{*this, "fragments", core::Unit::kCount, "descriptors written"};
    core::Counter doorbells{*this, "doorbells", core::Unit::kCount, "doorbell writes to the card"};
    core::Counter gpu_doorbells{*this, "gpu_doorbells", core::Unit::kCount,
                                "doorbell writes to the GPU"};
    core::Counter events{*this, "events", core::Unit::kCount, "events read from the event queue"};
    core::Duration busy{*this, "busy", "time that a call was running"};
  };

  /// `memory`: bus address of host memory; `bar1`: bus address of the GPU's memory.
  RdmaHost(const sc_core::sc_module_name& name, const RdmaHostParams& params, unsigned node,
           RdmaCardIf& card, std::uint64_t memory, std::uint64_t bar1);
  void set_program(Program& program) { program_ = &program; }
  void set_gpu_doorbell(std::uint64_t bus) { gpu_doorbell_ = bus; }  ///< A bus address.
  /// Limits host memory, including the card's queues; the error names `parameter`.
  void limit_memory(core::Bytes size, std::string parameter);

  static constexpr std::uint32_t kProcess = 1;  ///< Process number of the program, on every node.

  /// Allocates memory for a buffer, by the page; returns its virtual address. Takes no time. Throws
  /// UserError when host memory is exhausted.
  std::uint64_t allocate(std::uint64_t bytes, std::uint8_t gpu = kHostBuffer);
  [[nodiscard]] static bool is_gpu(std::uint64_t address) { return address >= kGpuBase; }
  /// Returns the offset of byte `address` in host memory, or in the GPU's.
  [[nodiscard]] std::uint64_t physical(std::uint64_t address) const;

  void register_buffer(std::uint64_t address, std::uint64_t bytes);
  void deregister_buffer(std::uint64_t address, std::uint64_t bytes);
  RdmaMessageId put(const Put& put);
  void copy_from_gpu(std::uint64_t bytes, std::uint64_t tag);  ///< cudaMemcpy to host memory.
  void copy_to_gpu(std::uint64_t bytes, std::uint64_t tag);    ///< cudaMemcpy to GPU memory.
  void compute(const sc_core::sc_time& time, std::uint64_t tag);

  /// Writes to the GPU's doorbell, now. The write arrives after all earlier writes to GPU memory,
  /// as posted writes do not pass each other.
  void ring_gpu(std::uint64_t tag);

  void event_comes(const RdmaEvent& event) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return calls_.empty() && events_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr std::uint64_t kHostBase = 1ull << 32;
  static constexpr std::uint64_t kGpuBase = 1ull << 40;
  static constexpr std::uint64_t kHostPage = 4096;
  static constexpr std::uint64_t kGpuPage = 65536;
  static constexpr unsigned kBurst = 8;         ///< Descriptors in one write.
  static constexpr std::uint64_t kCardKey = 0;  ///< Key of writes to the card; others: tag + 1.

  enum class Kind : std::uint8_t { kPut, kRegister, kCompute };
  struct Call {
    Kind kind = Kind::kCompute;
    Put put;
    RdmaMessageId message = 0;
    std::uint64_t done = 0;  ///< Bytes of a PUT that already have descriptors.
    bool begun = false;
    RdmaRegistration registration;
    sc_core::sc_time time;
    std::uint64_t tag = 0;
  };
  struct Seen {
    RdmaEvent event;
    core::Ticks at;
  };
  void work();  ///< Process: the core on which the software runs.
  void run_call();
  bool put_some(Call& call);
  void report_return(const Call& call) const;
  void report(const Call& call) const;                      ///< For the timeline: it ends.
  void report(core::SpanLog& log, const Call& call) const;  ///< For a finished burst.
  void report(core::SpanLog& log, const RdmaEvent& event) const;
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
  std::uint64_t gpu_doorbell_ = 0;
  std::uint64_t gpu_word_ = 1;  ///< Value of the GPU doorbell; never read.
  Program* program_ = nullptr;
  core::Bytes host_memory_{~0ull};
  std::string memory_parameter_;
  std::uint64_t host_used_ = 1 << 20;  ///< The card's queues are below it.
  std::uint64_t gpu_used_ = 0;
  RdmaMessageId next_message_ = 1;
  std::deque<Call> calls_;  ///< The front call is running.
  core::Ticks began_ = 0;   ///< Start of the running call.
  core::Ticks until_ = core::kNever;
  core::Ring<Seen> events_;
  std::deque<std::array<std::uint64_t, kBurst * 4>> words_;  ///< Contents of writes under way.
  core::Wakeup wakeup_{this, core::Runs<&RdmaHost::work>{}};
  Stats stats_;
};

}  // namespace gf::model
