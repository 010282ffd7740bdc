// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/base/bit_set.h"
#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/nic/payload_reader.h"
#include "hw/nic/queue_pair.h"
#include "hw/nic/work_queues.h"
#include "hw/nic/writer.h"

namespace gf::hw::nic {

/// Parameters of segments and of recovery from losses.
struct SenderParams : core::ParamGroup {
  core::Param<core::Bytes> mtu = param("mtu", core::Bytes(4096), "largest payload of a segment",
                                       "[IB], chapter 5: 256 B to 4 KiB",
                                       core::power_of_two(core::Bytes(256), core::Bytes(kMaxMtu)));
  core::Param<core::Bytes> header =
      param("header", core::Bytes(42), "headers and CRCs of a segment on the network",
            "[IB], chapter 5: LRH 8, BTH 12, RETH 16, ICRC 4, VCRC 2 B",
            core::between(core::Bytes(0), core::Bytes(256)));
  core::Param<core::Bytes> ack = param("ack", core::Bytes(30), "size of an acknowledgement",
                                       "[IB], chapter 5: LRH 8, BTH 12, AETH 4, ICRC 4, VCRC 2 B",
                                       core::between(core::Bytes(1), core::Bytes(256)));
  core::Param<unsigned> window =
      param("window", 64u, "maximum unacknowledged segments of a queue pair", "assumed",
            core::between(1u, 65536u),
            core::plausible(16u, 256u, "at 12.5 GB/s and 4 KiB: round trips of 5 us to 80 us"));
  core::Param<unsigned> buffer = param(
      "buffer", 16u, "capacity of the send buffer in segments", "assumed", core::between(1u, 1024u),
      core::plausible(4u, 64u, "at 12.5 GB/s and 4 KiB: reads of 1 us to 20 us"));
  core::Param<unsigned> reads =
      param("reads", 16u, "maximum outstanding RDMA reads of a queue pair", "assumed",
            core::between(1u, 256u));
  core::Param<sc_core::sc_time> timeout = param(
      "timeout", sc_core::sc_time(1, sc_core::SC_MS),
      "time without progress after which a queue pair retransmits", "assumed",
      core::at_least(sc_core::sc_time(1, sc_core::SC_US)),
      core::plausible(sc_core::sc_time(100, sc_core::SC_US), sc_core::sc_time(67, sc_core::SC_MS),
                      "[IB], chapter 9, allows 4.096 us times powers of two; 67 ms is the 14th"));
  core::Param<unsigned> retries =
      param("retries", 7u, "retransmissions without progress before a queue pair fails",
            "[IB], chapter 9: 3 bits", core::between(0u, 7u));
  core::Param<sc_core::sc_time> not_ready_delay = param(
      "not_ready_delay", sc_core::sc_time(100, sc_core::SC_US),
      "delay before retrying a send whose receiver had no buffer", "assumed",
      core::at_least(sc_core::sc_time(1, sc_core::SC_US)),
      core::plausible(sc_core::sc_time(10, sc_core::SC_US), sc_core::sc_time(1, sc_core::SC_MS),
                      "[IB], chapter 9, allows 10 us to 655 ms"));
};

/// Sends the requests of queue pairs and the answers to peers' reads. It reads their bytes, cuts
/// them into segments, keeps a window of unacknowledged segments, and goes back if one is lost.
/// Timing: a segment leaves when its last byte has come, all segments before it have left, and the
/// network takes it. Adds no time of its own.
/// Order: queue pairs take turns segment by segment. A pair's answers go before its own work.
/// Segments leave in the order in which they were opened, after waiting acknowledgements.
/// Going back: no sent bytes are kept; they are read from memory again, as cards do.
/// Not modelled: congestion control, selective repeat, address translation, keys.
class Sender final : public sc_core::sc_module,
                     public core::Quiescent,
                     private core::Renewable,
                     public WorkClient,
                     private ReadClient,
                     private RoomClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter segments{*this, "segments", core::Unit::kCount,
                           "segments sent, excluding acknowledgements"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload bytes sent"};
    core::Counter again{*this, "again", core::Unit::kCount, "segments sent again"};
    core::Counter acks{*this, "acks", core::Unit::kCount, "acknowledgements sent"};
    core::Counter gaps{*this, "gaps", core::Unit::kCount,
                       "negative acknowledgements received, and gaps in responses"};
    core::Counter timeouts{*this, "timeouts", core::Unit::kCount,
                           "expiries of the retransmission timer"};
    core::Counter failed{*this, "failed", core::Unit::kCount, "queue pairs that have failed"};
    core::Duration network{*this, "stall.network",
                           "time that a ready segment waited for the network"};
    core::Duration tags{*this, "stall.tags", "time that all read tags were in use"};
    core::Duration buffer{*this, "stall.buffer", "time that the send buffer was full"};
    core::Duration window{*this, "stall.window",
                          "time that all work waited for acknowledgements or responses"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds,
                            "time from a work entry on the card to its completion", 1e-15};
  };

  /// `card` is the number of this card.
  Sender(const sc_core::sc_module_name& name, const SenderParams& params, std::uint32_t card,
         QueuePairs& queues, Reader& reader, Writer& writer, SegmentPool& pool);
  void connect(SegmentSink& network) { network_ = &network; }
  /// Call it after a queue pair was added to the card.
  void queue_added();

  void work_comes(QueuePair& queue) override;
  /// Handles an acknowledgement of any kind, passed on by the receiver.
  void answer_comes(QueuePair& queue, const Segment& answer);
  /// Returns whether a response is the next expected one; if so, sets `bus` to its destination.
  [[nodiscard]] bool response_comes(QueuePair& queue, const Segment& response, std::uint64_t& bus);
  void response_landed(QueuePair& queue, Psn psn);
  /// Notes that the receiver owes the peer an acknowledgement, or answers to a read.
  void owes(QueuePair& queue);

  [[nodiscard]] std::uint32_t mtu() const { return mtu_; }
  [[nodiscard]] std::uint64_t segments_of(std::uint64_t bytes) const {
    return bytes == 0 ? 1 : (bytes + mtu_ - 1) / mtu_;
  }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void renew() override { last_ = 0; }  ///< Resets the turn of the queue pairs.
  enum class Stall : std::uint8_t { kNone, kNetwork, kTags, kBuffer, kWindow };
  /// A segment in the send buffer.
  struct Entry {
    Segment* segment = nullptr;
    std::uint64_t bus = 0;    ///< Address of its bytes.
    std::uint32_t asked = 0;  ///< Bytes requested.
    std::uint32_t left = 0;   ///< Bytes still to come.
  };
  void data_comes(std::uint64_t key, std::uint32_t offset, const std::uint8_t* data,
                  std::uint32_t bytes) override;
  void tag_free() override { advance(); }
  void room_again() override { advance(); }

  void advance();  ///< Does everything that is possible now.
  bool ask();      ///< Requests bytes of buffered segments while there are tags.
  void open_next();
  void open_answer(QueuePair& queue);
  void open_request(QueuePair& queue);
  void open(Segment& segment, std::uint64_t bus, std::uint32_t payload);
  bool send_one();
  void send_ack(QueuePair& queue);
  [[nodiscard]] Segment& make(const QueuePair& queue, SegmentKind kind) const;

  [[nodiscard]] bool may_answer(const QueuePair& queue) const;
  [[nodiscard]] bool may_request(const QueuePair& queue) const;
  void refresh(QueuePair& queue);  ///< Updates its bits in `ready_`, `blocked_`, `timed_`.
  void settle(QueuePair& queue);   ///< Completes acknowledged work.
  void complete(QueuePair& queue, const QueuePair::Work& work, model::WorkStatus status);
  void go_back(QueuePair& queue, Psn psn);
  static void go_to(QueuePair& queue, Psn psn);  ///< Makes `psn` the next to be sent.
  void fail(QueuePair& queue);
  void try_again(QueuePair& queue);
  void time_out();  ///< Process; the retransmission timer of all queue pairs.
  [[nodiscard]] core::Ticks deadline(const QueuePair& queue) const;
  // For observers only: statistics, probes and the copy journal.
  void note_stall();
  [[nodiscard]] Stall stall() const;
  void record_opening(const QueuePair& queue, const Segment& segment);
  void record_departure(const Segment& segment);
  void show(QueuePair& queue);
  /// Makes `ack` belong to the copy whose segment it answers, and reports that it leaves.
  void report_ack(model::CopyJournal& journal, const QueuePair& queue, Segment& ack) const;

  const SenderParams params_;
  const std::uint32_t mtu_;
  const std::uint32_t card_;
  QueuePairs& queues_;
  Reader& reader_;
  Writer& writer_;
  SegmentPool& pool_;
  SegmentSink* network_ = nullptr;
  core::Ring<QueuePair*> acks_;  ///< Those that owe an acknowledgement.
  core::BitSet ready_;           ///< Queue pairs that can open a segment.
  std::size_t ready_count_ = 0;
  core::BitSet blocked_;  ///< Those that have work but cannot.
  std::size_t blocked_count_ = 0;
  core::BitSet timed_;  ///< Those with a running timer.
  std::size_t timed_count_ = 0;
  std::size_t last_ = 0;  ///< Queue pair served last.
  core::Ring<Entry> entries_;
  std::uint64_t first_entry_ = 0;  ///< Number of the front entry since the start.
  std::uint64_t asking_ = 0;       ///< Number of the entry being requested.
  Stall stall_ = Stall::kNone;
  core::Ticks stalled_since_ = 0;
  core::Wakeup timer_{this, core::Runs<&Sender::time_out>{}};
  core::Probe entries_probe_;
  core::Probe work_probe_;
  core::Probe window_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nic
