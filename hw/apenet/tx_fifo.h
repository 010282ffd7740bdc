// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/apenet/torus_packet.h"

namespace gf::core {
class SpanLog;
}  // namespace gf::core

namespace gf::hw::apenet {

/// Parameters of the transmission buffer and of its output.
struct TxFifoParams : core::ParamGroup {
  core::Param<core::Bytes> size = param(
      "size", core::kibibytes(32), "size of the data FIFO", "[APENET13]: 32 KB transmission buffer",
      core::multiple_of(core::Bytes(kLineBytes), core::kibibytes(8), core::mebibytes(4)));
  core::Param<unsigned> headers = param("headers", 32u, "capacity of the header FIFO in packets",
                                        "assumed", core::between(1u, 1024u));
  core::Param<core::ByteRate> drain =
      param("drain", core::gigabytes_per_second(3.2), "rate from the FIFO to the switch",
            "assumed: 128 bit at 200 MHz", core::at_least(core::ByteRate(1e6)));
  core::Param<bool> flush =
      param("flush", false, "whether packets end here, as if the switch were infinitely fast",
            "[APENET13]: memory read test");
};

/// A source of packets, notified when the FIFO has room again or a packet has left.
class TxFifoClient {
 public:
  virtual ~TxFifoClient() = default;
  virtual void tx_room() = 0;
  /// A packet of `message` has left the FIFO; `last`: it was the last one of its message.
  virtual void packet_left(MessageId message, bool last) = 0;
};

/// Transmission buffer of the card. A header FIFO has the packets under assembly, in order; a data
/// FIFO has their payload, in lines of 128 B. A packet gets all of its lines before any of its data
/// is requested. The FIFO therefore cannot overflow, in whatever order data comes, and no packet
/// waits for lines that later packets hold.
/// Timing: a packet leaves when all of its payload is there and all earlier packets have left. It
/// holds the way to the switch for wire bytes / drain, and longer while the switch has no room. Its
/// lines are free when it has left.
/// Order: packets leave in the order in which they were opened.
class TxFifo final : public sc_core::sc_module, public core::Quiescent, private RoomClient {
 public:
  /// A packet under assembly: an entry of the header FIFO.
  struct Entry {
    TorusPacket* packet = nullptr;
    std::uint32_t arrived = 0;  ///< Bytes of payload that have arrived.
    std::uint32_t lines = 0;    ///< Lines reserved for it.
    std::uint32_t used = 0;     ///< Reserved lines that are handed out.
    bool discarded = false;     ///< It ends here, unsent.
    std::uint32_t first_line = 0;
  };
  static constexpr std::uint32_t kNoLine = ~0u;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter packets{*this, "packets", core::Unit::kCount, "packets sent to the switch"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload bytes sent to the switch"};
    core::Counter cancelled{*this, "cancelled", core::Unit::kCount, "packets abandoned"};
    core::Counter lines_max{*this, "lines_max", core::Unit::kCount, "maximum lines in use"};
    core::Duration blocked{*this, "blocked",
                           "time that a complete packet waited for room in the switch"};
  };

  TxFifo(const sc_core::sc_module_name& name, const TxFifoParams& params, PacketPool& pool);
  void connect(PacketSink& sink) { sink_ = &sink; }
  void add_client(TxFifoClient& client) { clients_.push_back(&client); }

  [[nodiscard]] bool has_header() const { return count_ < entries_.size(); }
  /// Takes the next header entry and `lines` lines. Returns null if one of them is not available.
  Entry* open(const PacketHeader& header, std::uint32_t lines);
  /// Returns one of the packet's lines, for payload from `offset` on. Precondition: it
  /// has one left.
  std::uint32_t reserve(Entry& entry, std::uint32_t offset);
  [[nodiscard]] std::uint32_t free_lines() const { return free_lines_; }
  /// Stores data in a reserved line, `within` bytes from its beginning; null: bytes without values.
  void fill(std::uint32_t line, std::uint32_t within, const std::uint8_t* data,
            std::uint32_t bytes);
  /// Ends the packet here, unsent: no more than `bytes` of it will come.
  void cancel(Entry& entry, std::uint32_t bytes);
  /// Completes an empty packet.
  void close_empty(Entry& entry);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return count_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Line {
    Entry* entry = nullptr;
    std::uint32_t offset = 0;
    std::uint32_t next = kNoLine;  ///< Next line of the same packet, or in the free list.
  };
  void drain();  ///< Process; the only process that hands packets on.
  void start_drain();
  bool hand_on();
  /// Reports that the front packet goes to the switch, or that it ends here.
  void report_room(core::SpanLog& log, const PacketHeader& header) const;
  void report_flushed(core::SpanLog& log, const PacketHeader& header) const;
  // For observers only: statistics, probes and the span log.
  void record_sent(const PacketHeader& header);
  void count_most_lines();
  void show_use();
  void release(Entry& entry);
  void room_again() override;

  const TxFifoParams params_;
  PacketPool& pool_;
  PacketSink* sink_ = nullptr;
  std::vector<TxFifoClient*> clients_;
  std::vector<Entry> entries_;  ///< Ring: first_ ... first_ + count_ - 1.
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::vector<Line> lines_;
  std::uint32_t free_line_ = 0;
  std::uint32_t free_lines_;
  core::Ticks drained_at_ = core::kNever;  ///< End of the present transfer; kNever: none.
  core::Ticks blocked_since_ = core::kNever;
  core::Wakeup wakeup_{this, core::Runs<&TxFifo::drain>{}};
  core::Probe lines_probe_;
  core::Probe headers_probe_;
  Stats stats_;
};

}  // namespace gf::hw::apenet
