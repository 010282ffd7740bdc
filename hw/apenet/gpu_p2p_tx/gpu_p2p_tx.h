// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/apenet/event.h"
#include "hw/apenet/gpu_p2p_tx/generation_if.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"
#include "hw/apenet/tx_fifo.h"
#include "hw/pcie/device/tlp_queue.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using GpuMessage = model::RdmaGpuMessage;

/// Parameters of GPU_P2P_TX: its generation and its request generator.
struct GpuP2pTxParams : core::ParamGroup {
  GenerationSettings generation;
  core::Param<sc_core::sc_time> request_interval =
      param("request_interval", sc_core::sc_time(76, sc_core::SC_NS),
            "interval from one request to the next",
            "[APENET13], PCIe timings: 76 ns on the bus (by design 80)",
            core::at_least(sc_core::sc_time(1, sc_core::SC_NS)));
  core::Param<unsigned> request_fifo =
      param("request_fifo", 256u, "maximum unanswered requests",
            "assumed: as many as the GPU's queue holds", core::between(1u, 65536u));

  void declare(const core::ParamScope& scope);
};

/// GPU_P2P_TX: sends messages from GPU memory. The processor reads descriptors and translates
/// source pages. The request generator (version 1: the processor) writes 8 B requests to the GPU's
/// mailbox, one for up to 128 B. The GPU writes the data into lines of the TX FIFO that were
/// reserved for it.
/// Timing: one request per request_interval, while the TX data FIFO has a line, the TX header FIFO
/// a place, the GPU's request queue room, and the generation allows it.
/// Order: one message at a time, in the order of their descriptors. The next begins when the
/// processor has retired the one before.
/// Not modelled: descriptors kept on the card beyond their order; several GPUs at once.
class GpuP2pTx final : public sc_core::sc_module,
                       public core::Quiescent,
                       private core::Renewable,
                       public TxFifoClient,
                       private pcie::TlpClient,
                       private Firmware {
 public:
  static constexpr std::uint64_t kReturnWindow = 1 << 20;  ///< Offset in the card's window.

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter messages{*this, "messages", core::Unit::kCount, "messages sent"};
    core::Counter faults{*this, "faults", core::Unit::kCount, "messages aborted by a page fault"};
    core::Counter requests{*this, "requests", core::Unit::kCount,
                           "requests written to GPU mailboxes"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes read from GPU memory"};
    core::Counter page_hits{*this, "page_hits", core::Unit::kCount,
                            "translations answered by the last translated page"};
    core::Counter page_walks{*this, "page_walks", core::Unit::kCount, "pages translated"};
    core::Duration head_delay{*this, "head_delay",
                              "time from a descriptor's arrival to its first request, summed"};
    core::Duration head_latency{*this, "head_latency",
                                "time from the first request to the first data, summed"};
    core::Duration data_time{*this, "data_time",
                             "time from the first data to the last data, summed"};
    core::Duration no_line{*this, "stall.tx_data_fifo",
                           "time that a request waited for a free line"};
    core::Duration no_header{*this, "stall.tx_header_fifo",
                             "time that a request waited for a free header"};
    core::Duration no_request{*this, "stall.request_fifo",
                              "time that a request waited for an outstanding one to end"};
    core::Duration no_window{*this, "stall.window",
                             "time that a request waited for the prefetch window"};
    core::Duration no_address{*this, "stall.processor",
                              "time that the generator waited for the processor"};
  };

  GpuP2pTx(const sc_core::sc_module_name& name, const GpuP2pTxParams& params, Processor& processor,
           CardTables& tables, TxFifo& fifo, RxRdma& events, pcie::DevicePort& port);

  void send(const GpuMessage& message);  ///< Takes a message whose descriptor has come.

  // For a program that replaces run(): the message in progress, and commands for it.
  [[nodiscard]] const GpuMessage& message() const { return message_; }
  [[nodiscard]] std::uint64_t fed() const { return fed_; }  ///< Bytes handed out so far.
  /// Returns the bytes from fed() to the end of the packet.
  [[nodiscard]] std::uint64_t fed_packet_left() const { return packet_left(fed_); }
  /// Hands out `bytes` more, at `frame` in GPU memory. Returns the number of requests for them.
  unsigned hand_out(std::uint64_t frame, std::uint64_t bytes);
  /// Version 1: adds a request of the program, which writes them one after the other at its own
  /// pace. A request waits in this block for a line. end_requests() ends the requests of the task.
  void request_by_program(std::uint64_t frame, std::uint64_t bytes);
  void end_requests();
  void count_translation(bool walked);  ///< False: the last translated page was used.
  void fault();                         ///< The next page is missing: nothing more is handed out.
  void end_message();

  void tx_room() override;
  void packet_left(MessageId message, bool last) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return !active_ && waiting_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Segment {
    std::uint64_t frame;  ///< Address in GPU memory.
    std::uint64_t bytes;
  };
  struct Waiting {
    GpuMessage message;
    core::Ticks came;
  };
  // Its places in a span log.
  static constexpr unsigned kOneMessage = 0;
  static constexpr unsigned kGenerator = 1;
  static constexpr unsigned kPages = 2;
  static constexpr const char* kAsks = ": asks for GPU memory";
  static core::SpanLog::Thing whole(const GpuMessage& message) {
    return model::MessageItem::whole(message.to.source, message.to.message);
  }
  void report(core::SpanLog& log, const char* what) const;  ///< Reports its task.
  void report_stall(core::SpanLog& log) const;              ///< Reports a stall's end.
  void report_opened(core::SpanLog& log, const PacketHeader& header) const;
  void report_asked(core::SpanLog& log) const;
  void record_request();  ///< In statistics and probes, before asked_ grows.
  void record_data(std::uint32_t bytes, core::Ticks now);  ///< Before arrived_ grows.
  enum class Cause { kNone, kAddress, kWindow, kRequests, kHeader, kLine };

  bool run(unsigned step, void* what, Meter& meter) override;
  /// Forgets the last translated page and which GPUs know the return window.
  void renew() override {
    page_ = ~0ull;
    return_set_ = 0;
  }
  bool run_feed(unsigned step, Meter& meter);
  bool run_retire(unsigned step, Meter& meter);
  bool translate(Meter& meter);
  void begin_next();
  void feed();  ///< Posts the task that hands out the next segment, if it may.
  void end_cut_message();
  void retire();
  void on_tlp(pcie::Tlp& tlp) override;

  void generate();  ///< Process; the only process that writes requests.
  Cause blocked();
  Cause open_packet();
  void wait_for(Cause cause);
  void request();
  [[nodiscard]] core::Ticks interval() const;  ///< From one request to the next.
  [[nodiscard]] std::uint32_t request_bytes() const;
  [[nodiscard]] std::uint64_t packet_left(std::uint64_t position) const;
  /// Returns the bytes that will be requested, as far as known.
  [[nodiscard]] std::uint64_t end() const { return failed_ ? fed_ : message_.bytes; }
  [[nodiscard]] std::uint64_t outstanding() const { return asked_ - arrived_; }

  const GpuP2pTxParams params_;
  const std::unique_ptr<GenerationIf> generation_;
  Processor& processor_;
  CardTables& tables_;
  TxFifo& fifo_;
  RxRdma& events_;
  pcie::DevicePort& port_;
  pcie::TlpQueue requests_;

  core::Ring<Waiting> waiting_;  ///< Descriptors after the message in progress.
  GpuMessage message_;           ///< In progress.
  bool active_ = false;
  bool feeding_ = false;  ///< A task that hands out a segment is posted or runs.
  bool retire_ = false;   ///< The task that ends the message is posted or runs.
  bool failed_ = false;   ///< After a page fault: nothing more is handed out.
  unsigned packets_ = 0;  ///< Packets opened that have not left.
  // Invariant: arrived_ <= asked_ <= fed_ <= bytes of the message.
  std::uint64_t fed_ = 0;      ///< Bytes that the processor has handed out.
  std::uint64_t asked_ = 0;    ///< Bytes requested.
  std::uint64_t arrived_ = 0;  ///< Bytes that have arrived in the TX FIFO.
  unsigned open_requests_ = 0;
  core::Ring<Segment> segments_;
  Segment next_segment_{};      ///< Segment that the running task will hand out.
  std::uint64_t page_ = ~0ull;  ///< Number of the page translated last.
  std::uint64_t page_frame_ = 0;
  std::uint64_t page_version_ = 0;  ///< Version of the page table at that time.
  unsigned page_gpu_ = ~0u;         ///< GPU of the page translated last.
  TxFifo::Entry* entry_ = nullptr;  ///< TorusPacket under assembly.
  std::uint32_t entry_done_ = 0;    ///< Bytes of it requested.
  core::Ticks next_at_ = 0;         ///< The generator's next slot.
  std::uint64_t return_set_ = 0;    ///< One bit per GPU that knows the return window.
  Cause cause_ = Cause::kNone;
  core::Ticks blocked_since_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&GpuP2pTx::generate>{}};
  /// Times of the message in progress, for the statistics.
  struct Times {
    core::Ticks came = 0;
    core::Ticks first_request = 0;
    core::Ticks first_data = 0;
  };
  Times times_;
  core::Probe open_probe_;
  core::Probe request_probe_;
  Stats stats_;
};

}  // namespace gf::hw::apenet
