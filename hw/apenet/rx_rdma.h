// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <systemc>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/trace/probe.h"
#include "hw/apenet/event.h"
#include "hw/apenet/torus_packet.h"
#include "hw/pcie/device/device_port.h"

namespace gf::core {
class SpanLog;
}  // namespace gf::core

namespace gf::hw::apenet {

using Span = model::BusSpan;

/// Destination of a packet's payload, which touches two pages at most. For GPU memory the write
/// window is first moved to `frame`, by a write to `page_register`.
struct Scatter {
  std::array<Span, 2> span;
  std::array<std::uint64_t, 2> frame{};
  std::uint64_t page_register = 0;  ///< Bus address; 0: host memory.
};

/// Parameters of the RX buffer.
struct RxRdmaParams : core::ParamGroup {
  core::Param<unsigned> packets =
      param("packets", 8u, "capacity of the RX buffer in packets of up to 4 KB",
            "assumed: as large as the TX buffer", core::between(1u, 1024u));
};

/// Receiving block: a bounded buffer of packets that wait for the processor, and the RDMA engine
/// that writes their payload to host or GPU memory at the processor's command.
/// Timing: the engine gives the port a posted write as soon as the one before has left. A packet's
/// place is free when its last write has left.
/// Order: as commanded; an event leaves after the data that it reports.
class RxRdma final : public sc_core::sc_module,
                     public core::Quiescent,
                     public PacketSink,
                     public pcie::TlpSource,
                     private pcie::PostedClient {
 public:
  /// Is notified of each packet that has come: the firmware.
  class Client {
   public:
    virtual ~Client() = default;
    virtual void packet_received(TorusPacket& packet) = 0;
  };

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter packets{*this, "packets", core::Unit::kCount, "packets received"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes written to host or GPU memory"};
    core::Counter events{*this, "events", core::Unit::kCount, "events written to the event queue"};
    core::Counter dropped{*this, "dropped", core::Unit::kCount,
                          "packets dropped because no buffer matches"};
    core::Counter refused{*this, "refused", core::Unit::kCount,
                          "packets refused at first because the buffer was full"};
  };

  /// Each of its writes has at most `max_payload` bytes.
  RxRdma(const sc_core::sc_module_name& name, const RxRdmaParams& params, core::Bytes max_payload,
         pcie::DevicePort& port, PacketPool& pool);
  void connect(Client& client) { client_ = &client; }
  /// Sets the bus address of the event queue and the client that reads it.
  void set_event_queue(std::uint64_t bus, EventClient& client) {
    event_queue_ = bus;
    event_client_ = &client;
  }

  bool has_room(RoomClient& client) override;
  void take(TorusPacket& packet) override;
  /// Writes the packet's payload to `to`, then frees its place.
  void write(TorusPacket& packet, const Scatter& to);
  /// Frees the packet's place without writing anything.
  void drop(TorusPacket& packet);
  /// Writes `event` to the event queue, after everything commanded before.
  void write_event(const Event& event);

  pcie::Tlp& take(pcie::TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const pcie::Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return held_ == 0 && commands_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Command {
    TorusPacket* packet = nullptr;  ///< Null: an event.
    Scatter to;
    Event event;
  };
  void add(const Command& command);
  void offer_next();
  pcie::Tlp& make_event_write(const Event& event);
  pcie::Tlp& make_data_write(Command& command);
  pcie::Tlp& make_window_write(const Command& command);
  // For the span log only: a place is free; a command's last write leaves.
  void report_room(core::SpanLog& log, const TorusPacket& packet) const;
  void report_written(const Command& command) const;
  void free_place(TorusPacket& packet);
  void posted_ended(std::uint64_t key, pcie::CompletionStatus status) override;

  const RxRdmaParams params_;
  const core::Bytes max_payload_;
  pcie::DevicePort& port_;
  PacketPool& pool_;
  const unsigned input_;
  Client* client_ = nullptr;
  EventClient* event_client_ = nullptr;
  std::uint64_t event_queue_ = 0;
  unsigned held_ = 0;  ///< Places in use.
  std::deque<RoomClient*> refused_;
  core::Ring<Command> commands_;
  core::Ring<Event> written_;  ///< Events on their way to host memory, in order.
  pcie::Tlp* next_ = nullptr;  ///< TLP offered to the egress.
  unsigned span_ = 0;          ///< Span of the first command being written.
  std::uint32_t done_ = 0;     ///< Bytes of that span that have left.
  std::uint32_t sent_ = 0;     ///< Bytes of the first command that have left, over both spans.
  bool window_moved_ = false;  ///< The write window shows that span's frame.
  core::Probe held_probe_;
  Stats stats_;
};

}  // namespace gf::hw::apenet
