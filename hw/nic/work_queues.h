// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/nic/payload_reader.h"
#include "hw/nic/queue_pair.h"
#include "hw/pcie/device/device_port.h"

namespace gf::hw::nic {

/// Parameters of how work reaches the card.
struct WorkQueuesParams : core::ParamGroup {
  core::Param<std::string> entries = param(
      "entries", "carried",
      "how entries reach the card: in the doorbell's write (carried), or fetched from host memory",
      "assumed: carried, as where latency matters", core::one_of({"carried", "fetched"}));
  core::Param<core::Bytes> entry_bytes =
      param("entry_bytes", core::Bytes(64), "size of an entry of a send or receive queue",
            "assumed: 64 B, a cache line", core::power_of_two(core::Bytes(16), core::Bytes(64)));
  core::Param<sc_core::sc_time> latency = param(
      "latency", sc_core::sc_time(100, sc_core::SC_NS),
      "time from an entry's arrival on the card to its first read or segment", "assumed", {},
      core::plausible(sc_core::sc_time(20, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "at least some pipeline cycles; at most a third of a short message's "
                      "end-to-end latency of 1 us"));
};

/// Executes work that has arrived. New entries follow the earlier ones in the queue's `work`.
class WorkClient {
 public:
  virtual ~WorkClient() = default;
  virtual void work_comes(QueuePair& queue) = 0;
};

/// Doorbells of the queue pairs, and the entries they announce.
/// Timing: with entries = carried, an entry is on the card with its doorbell; with fetched, when a
/// read of host memory has brought it. It takes effect `latency` later.
/// Order: entries of a queue follow the order of their doorbells. Entries of receive queues are
/// always carried.
/// Not modelled: a limit on the entries that wait on the card.
class WorkQueues final : public sc_core::sc_module,
                         public core::Quiescent,
                         private pcie::TlpClient,
                         private ReadClient {
 public:
  static constexpr std::uint64_t kStride = 512;    ///< Between doorbells, in the card's window.
  static constexpr std::uint64_t kReceives = 256;  ///< From a queue's send doorbell to its receive
                                                   ///< doorbell.
  static constexpr unsigned kMostEntries = 4;      ///< In a doorbell's write.

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter doorbells{*this, "doorbells", core::Unit::kCount, "doorbells rung by the host"};
    core::Counter entries{*this, "entries", core::Unit::kCount, "work queue entries accepted"};
    core::Counter fetched{*this, "fetched", core::Unit::kBytes,
                          "bytes of entries fetched from host memory"};
  };

  WorkQueues(const sc_core::sc_module_name& name, const WorkQueuesParams& params,
             QueuePairs& queues, Reader& reader, pcie::DevicePort& port);
  void connect(WorkClient& client) { client_ = &client; }
  /// Sets where the host keeps its send queues: a range of bus addresses.
  void set_queues_at(std::uint64_t bus) { queues_at_ = bus; }
  [[nodiscard]] std::uint64_t queues_at() const { return queues_at_; }

  [[nodiscard]] std::uint32_t doorbell_bytes(unsigned entries) const;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return due_.empty() && fetches_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Rung {
    QueuePair* queue = nullptr;
    unsigned entries = 0;
    bool receives = false;
    std::uint32_t left = 0;   ///< Bytes to fetch.
    std::uint32_t asked = 0;  ///< Bytes requested so far.
    core::Ticks at = 0;       ///< When it takes effect.
  };
  void on_tlp(pcie::Tlp& tlp) override;
  void data_comes(std::uint64_t key, std::uint32_t offset, const std::uint8_t* data,
                  std::uint32_t bytes) override;
  void tag_free() override { fetch(); }
  void fetch();
  void due(Rung rung);
  void act();  ///< Process; hands over entries that are due.
  static void take_receives(const Rung& rung);
  void take_works(const Rung& rung);

  const WorkQueuesParams params_;
  QueuePairs& queues_;
  Reader& reader_;
  pcie::DevicePort& port_;
  WorkClient* client_ = nullptr;
  std::uint64_t queues_at_ = 0;
  core::Ring<Rung> fetches_;  ///< The front is being fetched.
  core::Ring<Rung> due_;
  core::Wakeup wakeup_{this, core::Runs<&WorkQueues::act>{}};
  Stats stats_;
};

}  // namespace gf::hw::nic
