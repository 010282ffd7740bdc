// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "core/base/random.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/nic/queue_pair.h"
#include "hw/nic/segment_sender.h"
#include "hw/nic/writer.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::nic {

/// Parameters for incoming segments.
struct ReceiverParams : core::ParamGroup {
  core::Param<unsigned> buffer =
      param("buffer", 16u, "capacity of the receive buffer in segments", "assumed",
            core::between(1u, 1024u),
            core::plausible(4u, 64u, "as the send buffer: 1 us to 20 us at the link's rate"));
  core::Param<sc_core::sc_time> latency = param(
      "latency", sc_core::sc_time(50, sc_core::SC_NS),
      "time from a segment's arrival to its first write, or to the effect of an acknowledgement",
      "assumed", {},
      core::plausible(sc_core::sc_time(10, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "at least some pipeline cycles; at most a third of a short message's "
                      "end-to-end latency of 1 us"));
  core::Param<double> loss =
      param("loss", 0.0, "probability that a segment arrives with a wrong CRC and is dropped",
            "none: set to see what losses do", core::between(0.0, 0.5));
};

/// Accepts segments, has requests that are in order written to memory, and then owes the peer an
/// acknowledgement.
/// Timing: `latency` from a whole segment to its first write. Its buffer space is free when its
/// last write has left.
/// Order: segments take effect in the order of their arrival. A queue pair accepts requests only in
/// the order of their sequence numbers. Requests behind a gap are dropped, and the first of them is
/// answered by a negative acknowledgement. A request that was accepted before is acknowledged
/// again, or read again.
/// **No wait for the other direction**: acknowledgements are flags of the queue pair, and answers
/// to reads are entries that always have room. Two cards therefore never wait for each other.
class SegmentReceiver final : public sc_core::sc_module,
                              public core::Quiescent,
                              public SegmentSink,
                              private WriteClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter segments{*this, "segments", core::Unit::kCount, "segments received"};
    core::Counter corrupt{*this, "corrupt", core::Unit::kCount,
                          "segments received with a wrong CRC"};
    core::Counter behind_gap{*this, "behind_gap", core::Unit::kCount,
                             "requests dropped because one before them is missing"};
    core::Counter again{*this, "again", core::Unit::kCount, "duplicate requests"};
    core::Counter not_ready{*this, "not_ready", core::Unit::kCount,
                            "sends refused because no buffer was posted"};
    core::Counter stray{*this, "stray", core::Unit::kCount, "unexpected responses"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload bytes accepted"};
    core::Duration full{*this, "stall.full", "time that the network waited for room in the buffer"};
  };

  SegmentReceiver(const sc_core::sc_module_name& name, const ReceiverParams& params,
                  std::uint64_t seed, QueuePairs& queues, Sender& sender, Writer& writer,
                  SegmentPool& pool);

  bool has_room(RoomClient& client) override;
  void take(Segment& segment) override;

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return held_ == 0 && landing_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// A segment whose writes are under way.
  struct Record {
    QueuePair* queue = nullptr;
    std::uint64_t number = 0;  ///< Request: number of its landing since the start; response: its
                               ///< PSN.
    bool response = false;
    std::uint32_t copy = ~0u;  ///< As in Segment.
    Psn psn = 0;               ///< As in Segment, for a journal.
  };
  void act();  ///< Process; handles segments that are due.
  void handle(Segment& segment);
  void request_comes(QueuePair& queue, Segment& segment);
  bool in_order(QueuePair& queue, const Segment& segment);
  void comes_again(QueuePair& queue, const Segment& segment);
  void accept(QueuePair& queue, Segment& segment);
  void answer(QueuePair& queue, const Segment& request);
  std::uint64_t place_of_send(QueuePair& queue, const Segment& segment,
                              QueuePair::Landing& landing);
  void write(Segment& segment, std::uint64_t bus, const Record& record);
  void landed(const Record& record);
  void request_landed(QueuePair& queue, const Record& record);
  void drop(Segment& segment);
  void segment_left(Segment& segment) override { drop(segment); }
  void segment_landed(std::uint64_t key) override;

  // For the copy journal only.
  void report_taken_in(model::CopyJournal& journal, const QueuePair& queue,
                       const Segment& segment) const;
  void report_room(model::CopyJournal& journal, const Segment& segment) const;
  /// Reports that `record` leads to the completion of `landing`. Returns the completion's item, or
  /// an empty one if a copy of the two is not journalled.
  static core::SpanLog::Thing report_event(const QueuePair::Landing& landing, const Record& record);

  const ReceiverParams params_;
  QueuePairs& queues_;
  Sender& sender_;
  Writer& writer_;
  SegmentPool& pool_;
  core::RandomStream random_;
  RoomClient* refused_ = nullptr;
  core::Ticks refused_since_ = 0;
  unsigned held_ = 0;  ///< Segments in the buffer.
  model::PacketQueue<Segment> queue_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> free_records_;
  std::uint64_t landing_ = 0;  ///< Records in use.
  core::Wakeup wakeup_{this, core::Runs<&SegmentReceiver::act>{}};
  core::Probe held_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nic
