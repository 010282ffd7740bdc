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
#include "core/trace/probe.h"
#include "hw/apenet/torus_packet.h"
#include "hw/pcie/device/tlp_queue.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::apenet {

/// Layout of a GPU's window, offsets in bytes.
struct GpuWindow {
  static constexpr std::uint64_t kMailbox = 0;     ///< For read requests, 8 B each.
  static constexpr std::uint64_t kPage = 64;       ///< Frame that the write window shows.
  static constexpr std::uint64_t kReturn = 128;    ///< Bus address that answers go to.
  static constexpr std::uint64_t kDoorbell = 192;  ///< The host rings it for new work.
  static constexpr std::uint64_t kWrites = 65536;  ///< The sliding write window, 64 KB.
  static constexpr std::uint64_t kWriteBytes = 65536;
  static constexpr std::uint64_t kBar1 = 1 << 24;  ///< Memory, from its address 0 on.
};

/// One read request of the mailbox: the line to read, and its place in the requester's return
/// window.
struct MailboxRequest {
  std::uint64_t address = 0;  ///< In GPU memory, within one line of 128 B. Below 2^40.
  std::uint32_t bytes = 0;    ///< 1 ... 128, not beyond that line.
  std::uint32_t slot = 0;     ///< Line of the return window.

  [[nodiscard]] std::uint64_t encode() const {
    return address | std::uint64_t{bytes - 1} << 40 | std::uint64_t{slot} << 48;
  }
  static MailboxRequest decode(std::uint64_t word) {
    return {word & ((1ull << 40) - 1), static_cast<std::uint32_t>((word >> 40 & 127) + 1),
            static_cast<std::uint32_t>(word >> 48)};
  }
};
inline constexpr std::uint32_t kMailboxBytes = 8;

/// Parameters of a GPU's PCIe port, its mailbox and BAR1.
struct GpuPeerParams : core::ParamGroup {
  pcie::DevicePortParams pcie;
  core::Param<core::ByteRate> p2p_rate =
      param("p2p_rate", core::gigabytes_per_second(1.536), "rate of answers to mailbox requests",
            "[APENET13], bus trace: Fermi 1536 MB/s; Kepler more than the card requests",
            core::at_least(core::ByteRate(1e6)));
  core::Param<sc_core::sc_time> p2p_latency =
      param("p2p_latency", sc_core::sc_time(1350, sc_core::SC_NS),
            "latency from a mailbox request to its answer when idle",
            "calibrated: 1.8 us head latency at the card's slot ([APENET13])");
  core::Param<std::uint64_t> answer_bytes =
      param("answer_bytes", std::uint64_t{64}, "payload of each write in an answer",
            "calibrated: 53 % of the card's link at 1536 MB/s ([APENET13])",
            core::between<std::uint64_t>(16, 128));
  core::Param<unsigned> request_queue =
      param("request_queue", 256u, "capacity of the queue of mailbox requests", "assumed",
            core::between(1u, 65536u));
  core::Param<core::ByteRate> bar1_rate =
      param("bar1_rate", core::gigabytes_per_second(0.15), "rate of reads through BAR1",
            "[APENET13], low-level table: Fermi 150 MB/s, Kepler 1.6 GB/s",
            core::at_least(core::ByteRate(1e6)));
  core::Param<sc_core::sc_time> bar1_latency =
      param("bar1_latency", sc_core::sc_time(600, sc_core::SC_NS),
            "latency from a BAR1 read to its completion when idle", "assumed");
  core::Param<std::uint64_t> completion_bytes =
      param("completion_bytes", std::uint64_t{64}, "payload of a completion", "assumed: RCB 64 B",
            core::between<std::uint64_t>(64, 256));

  GpuPeerParams();
  /// Returns the parameters of a "fermi" or "kepler". Throws UserError for another name.
  static GpuPeerParams of(const std::string& architecture);
  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// The GPU as a third-party device sees it: the peer-to-peer mailbox with its request
/// queue, the 64 KB write window that slides over memory, and BAR1, which shows memory as
/// ordinary PCIe addresses.
///
/// Timing: an answer is ready p2p_latency after its request, but not before the previous answer's
/// bytes / p2p_rate have passed since that one was ready. It leaves as posted writes of up to
/// answer_bytes when the port can send. BAR1 reads are served likewise, one after the other, and
/// answered by completions. Writes take effect when their TLP has come, in the order of arrival. A
/// doorbell of the host is therefore behind all data that were on their way when it was rung.
///
/// Order: requests are answered in the order of arrival. A full queue keeps requests in the port's
/// receive buffer: missing credit holds the requester back. Not modelled: other users of the GPU's
/// memory, page protection tokens.
class GpuPeer final : public sc_core::sc_module,
                      public core::Quiescent,
                      private pcie::TlpClient,
                      private model::AtMaster::Client {
 public:
  pcie::DevicePort port;
  /// The GPU's memory, if bytes are real. Accesses are functional; this module models the time. If
  /// it is unbound, writes are counted and reads are answered without data.
  model::AtMaster memory;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter requests{*this, "requests", core::Unit::kCount, "mailbox requests accepted"};
    core::Counter answered{*this, "answered", core::Unit::kBytes,
                           "bytes sent in answers to mailbox requests"};
    core::Counter bar1_reads{*this, "bar1_reads", core::Unit::kCount, "BAR1 reads accepted"};
    core::Counter written{*this, "written", core::Unit::kBytes, "bytes written by other devices"};
    core::Counter window_moves{*this, "window_moves", core::Unit::kCount,
                               "moves of the write window"};
    core::Counter doorbells{*this, "doorbells", core::Unit::kCount, "doorbells from the host"};
    core::Duration queue_full{*this, "queue_full",
                              "time that a request waited for room in the queue"};
  };

  GpuPeer(const sc_core::sc_module_name& name, const GpuPeerParams& params, std::uint64_t seed,
          pcie::TlpPool& pool);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override {
    return requests_.empty() && waiting_.empty() && reads_.empty();
  }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Request {
    MailboxRequest what;
    core::Ticks ready;
  };
  struct Read {
    pcie::Tlp* tlp;
    core::Ticks ready;
  };
  void on_tlp(pcie::Tlp& tlp) override;
  void write_comes(pcie::Tlp& tlp, std::uint64_t offset);
  void register_comes(std::uint64_t offset, std::uint64_t word);
  void request_comes(pcie::Tlp& tlp);
  void read_comes(pcie::Tlp& tlp);
  void refuse(pcie::Tlp& request);
  [[nodiscard]] pcie::Tlp& answer_to(const pcie::Tlp& request, pcie::TlpType type);
  void accept(const pcie::Tlp& tlp);
  void serve();  ///< Process; answers what is due.
  void answer(const MailboxRequest& request);
  void complete(pcie::Tlp& read);
  void store(std::uint64_t address, pcie::Tlp& tlp);
  void load(std::uint64_t address, pcie::Tlp& tlp, std::uint32_t bytes);
  void access_ended(std::uint64_t, tlm::tlm_response_status) override {}  // none is timed

  const GpuPeerParams params_;
  pcie::UnclaimedWrites unclaimed_;
  pcie::TlpQueue answers_;
  pcie::TlpQueue completions_;
  core::Ring<Request> requests_;    ///< At most params_.request_queue.
  core::Ring<pcie::Tlp*> waiting_;  ///< Waiting behind a full queue, in the receive buffer.
  core::Ring<Read> reads_;
  core::Ticks p2p_free_ = 0;   ///< When the rate allows the next answer.
  core::Ticks bar1_free_ = 0;  ///< End of all BAR1 reads so far.
  core::Ticks full_since_ = 0;
  std::uint64_t page_ = 0;    ///< Frame that the write window shows.
  std::uint64_t return_ = 0;  ///< Bus address that answers go to.
  core::Wakeup wakeup_{this, core::Runs<&GpuPeer::serve>{}};
  core::Probe queue_probe_;
  Stats stats_;
};

}  // namespace gf::hw::apenet
