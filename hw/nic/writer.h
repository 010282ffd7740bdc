// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/nic/segment.h"
#include "hw/pcie/device/device_port.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::hw::nic {

/// Parameters of completions.
struct WriterParams : core::ParamGroup {
  core::Param<core::Bytes> completion_bytes =
      param("completion_bytes", core::Bytes(64), "size of a completion entry in host memory",
            "assumed: 64 B, a cache line", core::power_of_two(core::Bytes(16), core::Bytes(128)));
  core::Param<unsigned> completion_entries =
      param("completion_entries", 1024u, "entries of the completion ring in host memory", "assumed",
            core::between(1u, 65536u));
};

/// Client of the Writer.
class WriteClient {
 public:
  virtual ~WriteClient() = default;
  virtual void segment_left(Segment& segment) = 0;     ///< The last write has left the card.
  virtual void segment_landed(std::uint64_t key) = 0;  ///< All of it is in memory.
};

/// Writes segments to bus addresses, and completions to the host or to the device that owns a queue
/// pair.
/// Timing: the port gets the next posted write as soon as the previous one has left.
/// Order: as commanded. A reader is notified of a completion when it is in the reader's memory.
/// Not modelled: overrun of a ring of completions; each completion is read when it arrives.
class Writer final : public sc_core::sc_module,
                     public core::Quiescent,
                     public pcie::TlpSource,
                     private pcie::PostedClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "payload bytes written to memory"};
    core::Counter completions{*this, "completions", core::Unit::kCount,
                              "completions written to the host"};
    core::Counter refused{*this, "refused", core::Unit::kCount, "writes that no device accepted"};
  };

  /// `max_payload` limits the payload of its writes.
  Writer(const sc_core::sc_module_name& name, const WriterParams& params, core::Bytes max_payload,
         pcie::DevicePort& port);
  void connect(WriteClient& client) { client_ = &client; }
  /// Sets where the host's completions go, and the client that reads them there.
  void set_completions(std::uint64_t bus, model::CompletionClient& client) {
    rings_[0].bus = bus;
    rings_[0].client = &client;
  }
  /// Redirects the completions of this queue pair from now on.
  void set_completions(model::QueuePairNumber queue, std::uint64_t bus,
                       model::CompletionClient& client);
  /// Returns the size of a ring.
  [[nodiscard]] std::uint64_t ring_bytes() const {
    return params_.completion_entries * params_.completion_bytes.count();
  }

  /// Writes the segment's payload, which must not be empty, to `bus`. `key` is chosen by the
  /// client.
  void write(Segment& segment, std::uint64_t bus, std::uint64_t key);
  /// Writes a completion. `item` is the event's name in a journal.
  void complete(const model::WorkCompletion& completion, const core::SpanLog::Thing& item = {});

  pcie::Tlp& take(pcie::TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const pcie::Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return commands_.empty() && under_way_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// Keys from here on are completions, plus the ring's index; keys of segments are below.
  static constexpr std::uint64_t kCompletion = 1ull << 63;
  /// A ring of completions that one device reads.
  struct CompletionRing {
    std::uint64_t bus = 0;
    model::CompletionClient* client = nullptr;
    std::uint64_t entries = 0;                    ///< Written since the start.
    core::Ring<model::WorkCompletion> written{};  ///< Under way, in order.
  };
  struct Command {
    Segment* segment = nullptr;  ///< Null: a completion.
    std::uint64_t bus = 0;
    std::uint64_t key = 0;
    model::WorkCompletion completion;
    core::SpanLog::Thing item;  ///< For a journal.
  };
  void add(const Command& command);
  void offer_next();
  void report(model::CopyJournal& journal, const pcie::Tlp& tlp) const;
  [[nodiscard]] std::uint32_t next_bytes(const Command& command) const;
  [[nodiscard]] std::size_t ring_of(model::QueuePairNumber queue) const {
    return queue < ring_of_.size() ? ring_of_[queue] : 0;
  }
  void posted_ended(std::uint64_t key, pcie::CompletionStatus status) override;

  const WriterParams params_;
  const std::uint64_t max_payload_;
  pcie::DevicePort& port_;
  const unsigned input_;
  WriteClient* client_ = nullptr;
  std::deque<CompletionRing> rings_;  ///< The host's ring is first.
  std::vector<std::size_t> ring_of_;  ///< By queue pair; past the end: the host's ring.
  core::Ring<Command> commands_;
  pcie::Tlp* next_ = nullptr;    ///< Offered to the egress.
  std::uint32_t done_ = 0;       ///< Bytes of the first command that have left.
  std::uint64_t under_way_ = 0;  ///< Segments and completions that have left but not landed.
  Stats stats_;
};

}  // namespace gf::hw::nic
