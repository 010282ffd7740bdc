// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tx_fifo.h"
#include "hw/pcie/device/tlp_queue.h"

namespace gf::hw::apenet {

using TxDescriptor = model::RdmaDescriptor;

/// Parameters of the TX DMA engine's memory reads.
struct TxDmaParams : core::ParamGroup {
  core::Param<unsigned> tags =
      param("tags", 10u, "maximum outstanding data reads",
            "calibrated: 2.4 GB/s from host memory ([APENET13])", core::between(1u, 31u));
  core::Param<core::Bytes> max_read_request =
      param("max_read_request", core::Bytes(256), "maximum size of a read request",
            "assumed: MRRS 256 B", core::power_of_two(core::Bytes(128), core::Bytes(4096)));
};

/// TX DMA engine: reads the bytes of packets whose descriptors the driver has pushed into the TX
/// FIFO lines reserved for them, several memory reads at a time.
/// Timing: a read goes out when a tag and its lines are free; the engine adds no time.
/// Order: packets go in the order of their descriptors; completions may come in any order. After a
/// message's last packet has left, an event is written: kSent.
/// Not modelled: a limit of the descriptors that wait on the card.
class TxDma final : public sc_core::sc_module,
                    public core::Quiescent,
                    public TxFifoClient,
                    private pcie::TlpClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter descriptors{*this, "descriptors", core::Unit::kCount, "packets begun"};
    core::Counter reads{*this, "reads", core::Unit::kCount, "data reads sent"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes of data read"};
  };

  TxDma(const sc_core::sc_module_name& name, const TxDmaParams& params, TxFifo& fifo,
        RxRdma& events, pcie::DevicePort& port);
  void send(const TxDescriptor& packet);  ///< Takes a packet whose descriptor has come.

  void tx_room() override { advance(); }
  void packet_left(MessageId message, bool last) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return held_.empty() && busy_tags_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr unsigned kMostLines = 32;  ///< Lines of the largest read, 4 KB.
  struct Tag {
    std::array<std::uint32_t, kMostLines> lines;
    std::uint32_t left = 0;  ///< Bytes to come; 0: free.
  };
  void on_tlp(pcie::Tlp& tlp) override;
  void advance();  ///< Does everything that can be done now.
  bool begin_packet();
  bool read_next();
  [[nodiscard]] std::uint32_t lines_of(const TxDescriptor& packet) const;
  [[nodiscard]] std::uint32_t read_bytes(const Span& span, std::uint32_t done) const;
  void send_read(std::uint64_t bus, std::uint32_t bytes, unsigned tag);
  void data_comes(Tag& tag, const pcie::Tlp& tlp);

  const TxDmaParams params_;
  TxFifo& fifo_;
  RxRdma& events_;
  pcie::DevicePort& port_;
  pcie::TlpQueue reads_;
  core::Ring<TxDescriptor> held_;
  TxFifo::Entry* entry_ = nullptr;  ///< Front packet of held_ while it is being read, or null.
  unsigned span_ = 0;
  std::uint32_t span_done_ = 0;  ///< Bytes of that span requested.
  std::uint32_t asked_ = 0;      ///< Bytes of the packet requested.
  std::vector<Tag> tags_;
  unsigned busy_tags_ = 0;
  core::Ring<MessageId> messages_;  ///< Begun messages whose last packet has not left.
  Stats stats_;
};

}  // namespace gf::hw::apenet
