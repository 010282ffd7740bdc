// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "core/base/bits.h"
#include "core/base/random.h"
#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/time/clock_domain.h"
#include "core/time/quiescence.h"
#include "hw/router/terminal_if.h"
#include "workloads/traffic/packet_list.h"
#include "workloads/traffic/traffic_if.h"

namespace gf::hw::router {

class NodesJournal;

/// Receives the packet events of a run, for its records.
class PacketClient {
 public:
  virtual ~PacketClient() = default;
  /// Notes that a packet was generated in cycle `at`. Returns true if it counts for the run's
  /// statistics.
  virtual bool packet_born(core::Cycle at) = 0;
  /// Notes that a flit's last bit reaches its node in cycle `flit.at`, which may lie in the future.
  virtual void flit_ends(const Flit& flit) = 0;

  /// Returns the client that receives the events of part `part` of a split clock. Parts may be
  /// served concurrently. Call it before the simulation starts.
  virtual PacketClient& client_of_part(unsigned /*part*/) { return *this; }
  /// Called when all parts have been served for a window.
  virtual void window_ended() {}
};

/// Feeds nodes with one packet after another, and is notified when each has left.
class SourceClient {
 public:
  virtual ~SourceClient() = default;
  /// Notes that the last flit of a packet has left `node`. The callback may queue more packets.
  virtual void packet_left(unsigned node) = 0;
};

/// Traffic that the nodes of a network generate.
struct InjectionParams : core::ParamGroup {
  /// An average; 0: no traffic.
  core::Param<double> load = param("load", 0.1, "offered load in flits per node and cycle",
                                   "[DF08], Fig. 8: offered load", core::between(0.0, 1.0));
  core::Param<unsigned> packet_flits =
      param("packet_flits", 1u, "length of a packet in flits", "assumed: 1, as in [B]",
            core::between(1u, 64u), core::experiment_choice("traffic that is offered"));
  core::Param<unsigned> reply_flits = param(
      "reply_flits", 0u, "length in flits of the packet that answers each packet; 0: no answer",
      "assumed", core::between(0u, 64u), core::experiment_choice("traffic that is offered"));
  core::Param<bool> bursts =
      param("bursts", false, "whether injection is on/off; otherwise Bernoulli", "assumed");
  core::Param<double> burst_on =
      param("burst_on", 0.02, "probability per cycle that a silent node begins a burst", "assumed",
            core::between(1e-6, 1.0), core::experiment_choice("traffic that is offered"));
  core::Param<double> burst_off =
      param("burst_off", 0.02, "probability per cycle that a burst ends", "assumed",
            core::between(1e-6, 1.0), core::experiment_choice("traffic that is offered"));
};

/// The nodes of one router: sources with an unlimited queue each, and sinks that always accept.
/// Timing: a packet generated in cycle t can leave in t + 1. A node sends at the rate of its
/// channel, the flits of a packet in a row, if the router's buffer has credits. Order: packets
/// leave in the order of their birth. All packets of a pair enter by the same virtual channel:
/// destination modulo the number of virtual channels.
class Nodes final : public sc_core::sc_module,
                    public core::Quiescent,
                    public TerminalIf,
                    private CreditClient,
                    private core::Clocked {
 public:
  /// Creates nodes `first` to `first` + `count` - 1.
  Nodes(const sc_core::sc_module_name& name, unsigned first, unsigned count,
        const InjectionParams& params, Transit& transit, const model::TrafficIf& traffic,
        PacketClient& client, std::uint64_t seed);
  /// Connects the output of node `index` (from 0) to `sink`.
  void connect(unsigned index, FlitSink& sink, unsigned sink_port, const ChannelTiming& timing,
               unsigned buffer, unsigned vcs, const std::string& peer) override;

  /// Returns the output port of node `index`, to which the router returns credits.
  [[nodiscard]] OutputPort& output(unsigned index) override { return nodes_[index].output; }

  ~Nodes() override;
  void flit_comes(unsigned index, const Flit& flit) override;
  [[nodiscard]] JournalEnd* journal_end() override;

  /// Stops generating packets; waiting packets are still sent.
  void stop() { stopped_ = true; }
  /// Queues a packet at node `index` now, regardless of the load. `flits` is at least 1; all of
  /// them carry `tag`.
  void send(unsigned index, unsigned dst, unsigned flits, std::uint8_t tag = 0);
  /// Notifies `client` of every packet that leaves. Without a client nobody is notified.
  void set_client(SourceClient& client) { source_client_ = &client; }
  /// Makes node `index` generate `packet`, regardless of the load. Call it before the simulation
  /// starts.
  void schedule(unsigned index, const model::ListedPacket& packet);

  [[nodiscard]] std::uint64_t waiting() const;  ///< Packets that have not left their node.
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  friend class NodesJournal;
  struct Waiting {
    core::Cycle birth = 0;
    std::uint32_t dst = 0;
    std::uint16_t flits = 0;  ///< Not sent yet.
    bool measured = false;
    bool middle = false;  ///< Its head has been sent.
    bool reply = false;
    std::uint8_t tag = 0;
  };
  struct Reply {
    core::Cycle at = 0;     ///< When it can be sent.
    core::Cycle birth = 0;  ///< Of the request.
    std::uint32_t dst = 0;
    bool measured = false;
  };
  struct Node {
    Node(std::uint64_t seed, unsigned number);
    OutputPort output;
    core::Ring<Waiting> queue;
    core::RandomStream random;
    core::Cycle burst_until = 0;
  };

  void start_of_simulation() override;
  void cycle(core::Cycle now) override;
  void soon(core::Cycle now) override;
  void missed_credit_comes(unsigned index, core::Cycle now) override {
    starved_ &= ~core::bit(index);
    clock_.wake(member_, now);
  }
  void generate(core::Cycle now);
  void generate_at(unsigned index, core::Cycle now);
  void answer(core::Cycle now);
  void push(unsigned index, unsigned dst, unsigned flits, core::Cycle now, std::uint8_t tag = 0);
  void send_flit(unsigned index, core::Cycle now);
  /// Draws and returns the cycle of the next birth after `last`.
  [[nodiscard]] core::Cycle draw_birth(Node& node, core::Cycle last) const;

  Transit& transit_;
  core::ClockPart& clock_;
  const unsigned member_;
  const unsigned first_;
  unsigned vcs_ = 1;
  bool stopped_ = false;
  std::uint64_t waiting_ = 0;          ///< Bit per node: it has packets to send.
  std::uint64_t starved_ = 0;          ///< Those of `waiting_` that lack a credit.
  core::Cycle next_ = core::kNoCycle;  ///< Next cycle with something to do.
  core::Cycle earliest_birth_ = core::kNoCycle;
  std::vector<core::Cycle> births_;  ///< By node: its next birth.
  std::vector<Node> nodes_;
  std::unique_ptr<NodesJournal> journal_;                ///< Null: no hop journal.
  std::vector<core::Ring<model::ListedPacket>> listed_;  ///< By node, if there is a list.
  std::vector<core::Ring<Reply>> replies_;               ///< By node: not due yet.
  const InjectionParams params_;
  const core::Geometric birth_;  ///< Births at a node (within a burst, if bursts are on).
  const core::Geometric burst_begin_;
  const core::Geometric burst_end_;
  const model::TrafficIf& traffic_;
  PacketClient& client_;
  SourceClient* source_client_ = nullptr;
};

}  // namespace gf::hw::router
