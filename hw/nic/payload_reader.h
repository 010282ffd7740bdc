// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/trace/probe.h"
#include "hw/nic/segment.h"
#include "hw/pcie/device/device_port.h"
#include "hw/pcie/device/tlp_queue.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::hw::nic {

/// Parameters of the card's memory reads.
struct ReaderParams : core::ParamGroup {
  core::Param<unsigned> tags =
      param("tags", 64u, "maximum outstanding reads of host and GPU memory",
            "assumed: twice as many as 5-bit tags allow; PCIe 3.0, 2.2.6.2: 256 with extended tags",
            core::between(1u, 1024u),
            core::plausible(32u, 256u, "from 5-bit tags to extended tags of 8 bit"));
  core::Param<core::Bytes> max_read_request =
      param("max_read_request", core::Bytes(512), "maximum size of a read request",
            "assumed: MRRS 512 B", core::power_of_two(core::Bytes(128), core::Bytes(4096)));
};

/// Client that requests bytes from the Reader.
class ReadClient {
 public:
  virtual ~ReadClient() = default;
  /// Delivers `bytes` of read `key`, starting `offset` from its beginning. Null `data`: contents
  /// are not modelled.
  virtual void data_comes(std::uint64_t key, std::uint32_t offset, const std::uint8_t* data,
                          std::uint32_t bytes) = 0;
  virtual void tag_free() = 0;  ///< A tag is free: ask again.
};

/// Reads from bus addresses: host memory, GPU memory, or any other device of the tree.
/// Timing: a read leaves as soon as the port takes it; adds no time.
/// Order: reads leave in the order of the requests; bytes arrive in any order.
class Reader final : public sc_core::sc_module, public core::Quiescent, private pcie::TlpClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "reads sent"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes read"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds,
                            "time from a read to its last byte", 1e-15};
  };

  Reader(const sc_core::sc_module_name& name, const ReaderParams& params, pcie::DevicePort& port);
  /// Adds a client. Clients are notified of free tags in the order of these calls.
  void add_client(ReadClient& client) { clients_.push_back(&client); }

  [[nodiscard]] bool has_tag() const { return !free_.empty(); }
  /// Returns how many of `left` bytes one read at `bus` can fetch.
  [[nodiscard]] std::uint32_t bytes_of_read(std::uint64_t bus, std::uint64_t left) const;
  /// Requests `bytes`, starting `offset` from the beginning of `key`. `segment` is the segment they
  /// belong to, or null. Precondition: has_tag().
  void read(std::uint64_t bus, std::uint32_t bytes, ReadClient& client, std::uint64_t key,
            std::uint32_t offset, const Segment* segment = nullptr);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return free_.size() == tags_.size(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// The segment that a read belongs to, for a copy journal.
  struct Observed {
    std::uint32_t copy = ~0u;
    Psn psn = 0;
    model::CopyJournal::Read journalled{};
  };
  struct Tag {
    ReadClient* client = nullptr;
    std::uint64_t key = 0;
    std::uint32_t offset = 0;
    std::uint32_t left = 0;  ///< Bytes still to come.
    core::Ticks sent = 0;
    Observed observed{};
  };
  void on_tlp(pcie::Tlp& tlp) override;
  void report_request(Observed& read, pcie::Tlp& tlp, const Segment& segment) const;
  void report_completion(const Observed& read, const pcie::Tlp& tlp) const;

  const ReaderParams params_;
  pcie::DevicePort& port_;
  pcie::TlpQueue queue_;
  std::vector<ReadClient*> clients_;
  std::vector<Tag> tags_;
  std::vector<std::uint16_t> free_;
  core::Probe tags_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nic
