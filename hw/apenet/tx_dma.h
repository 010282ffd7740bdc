// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/params.h"
#include "core/quiescence.h"
#include "core/ring.h"
#include "core/stats.h"
#include "hw/apenet/pcie_port.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tx_fifo.h"

namespace gf::hw::apenet {

using TxDescriptor = model::RdmaDescriptor;
inline constexpr std::uint32_t kDescriptorBytes = 32;  ///< In host memory [assumed].

/// Descriptor ring in host memory: the driver pushes and then writes the doorbell; the card reads.
struct DescriptorRing {
  std::uint64_t bus = 0;  ///< Bus address of the ring.
  core::Ring<TxDescriptor> entries;
};

/// Field = meaning, unit, [source key in README.md] or [assumed].
struct TxDmaParams {
  unsigned tags = 6;                        ///< Data reads outstanding [C8, calibrated]
  core::Bytes max_read_request{512};        ///< Bytes one read asks for [assumed: MRRS]
  unsigned prefetch = 8;                    ///< Descriptors read at once and held [assumed]

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// TX DMA engine: fetches descriptors after a doorbell, then reads their bytes by memory reads into
/// lines of the TX FIFO that it has reserved, several reads at a time.
/// Timing: a read goes out when a tag and its lines are free; no time of its own.
/// Order: packets in the order of their descriptors; completions may come in any order.
/// After a message's last packet has left an event is written: kSent.
class TxDma final : public sc_core::sc_module,
                    public core::Quiescent,
                    public TxRoomListener,
                    private TlpTarget {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter descriptors{*this, "descriptors", core::Unit::kCount, "packets begun"};
    core::Counter reads{*this, "reads", core::Unit::kCount, "data reads sent"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "data read"};
  };

  TxDma(const sc_core::sc_module_name& name, const TxDmaParams& params, TxFifo& fifo,
        RxRdma& events, PciePort& port);
  void connect(DescriptorRing& ring) { ring_ = &ring; }
  void doorbell(unsigned descriptors);  ///< So many more are in the ring.

  void tx_room() override { advance(); }
  void message_left(MessageId message) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override {
    return announced_ == 0 && !fetching_ && held_.empty() && busy_tags_ == 0;
  }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr unsigned kMostLines = 32;  ///< Of one read.
  struct Tag {
    std::array<std::uint32_t, kMostLines> lines;
    std::uint32_t left = 0;  ///< Bytes to come; 0: free.
  };
  void tlp_comes(pcie::Tlp& tlp) override;
  void advance();  ///< Does what can be done now.
  void fetch();
  bool begin_packet();
  bool read_next();
  [[nodiscard]] std::uint32_t lines_of(const TxDescriptor& packet) const;
  [[nodiscard]] std::uint32_t read_bytes(const Span& span, std::uint32_t done) const;
  void send_read(std::uint64_t bus, std::uint32_t bytes, unsigned tag);
  void data_comes(Tag& tag, const pcie::Tlp& tlp);

  const TxDmaParams params_;
  TxFifo& fifo_;
  RxRdma& events_;
  PciePort& port_;
  TlpQueue reads_;
  DescriptorRing* ring_ = nullptr;
  unsigned announced_ = 0;  ///< In the ring, not fetched.
  unsigned fetch_count_ = 0;
  bool fetching_ = false;
  std::uint32_t fetch_left_ = 0;
  std::uint64_t fetched_ = 0;  ///< So far, for the place in the ring.
  core::Ring<TxDescriptor> held_;
  TxFifo::Entry* entry_ = nullptr;
  unsigned span_ = 0;
  std::uint32_t span_done_ = 0;
  std::uint32_t asked_ = 0;
  std::vector<Tag> tags_;
  unsigned busy_tags_ = 0;
  core::Ring<MessageId> messages_;  ///< Begun, their last packet still to leave.
  Stats stats_;
};

}  // namespace gf::hw::apenet
