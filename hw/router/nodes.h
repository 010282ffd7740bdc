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

/// Told of packets. The record of a run.
class PacketClient {
 public:
  virtual ~PacketClient() = default;
  /// A packet was generated in cycle `at`; true: it counts for the statistics of the run.
  virtual bool packet_born(core::Cycle at) = 0;
  /// A flit's last bit reaches its node in cycle `flit.at`, which lies ahead.
  virtual void flit_ends(const Flit& flit) = 0;

  /// Who is told in its place by part `part` of a clock that is split: parts may be served at the
  /// same time. Before the simulation starts.
  virtual PacketClient& of_part(unsigned /*part*/) { return *this; }
  /// All parts have been served for a window.
  virtual void window_ended() {}
};

/// Told of what leaves nodes: gives them packets one behind the other.
class SourceClient {
 public:
  virtual ~SourceClient() = default;
  /// The last flit of a packet has left `node`; more may be given in this call.
  virtual void packet_left(unsigned node) = 0;
};

/// What the nodes of a network do.
struct InjectionParams : core::ParamGroup {
  /// On average; 0: none.
  core::Param<double> load = param("load", 0.1, "offered load in flits per node and cycle",
                                   "[DF08], Fig. 8: offered load", core::between(0.0, 1.0));
  core::Param<unsigned> packet_flits =
      param("packet_flits", 1u, "length of a packet in flits", "assumed: 1, as in [B]",
            core::between(1u, 64u), core::asked("traffic that is offered"));
  core::Param<unsigned> reply_flits = param(
      "reply_flits", 0u, "length in flits of the packet that answers each packet; 0: no answer",
      "assumed", core::between(0u, 64u), core::asked("traffic that is offered"));
  core::Param<bool> bursts =
      param("bursts", false, "whether injection is on/off; otherwise Bernoulli", "assumed");
  core::Param<double> burst_on =
      param("burst_on", 0.02, "probability per cycle that a silent node begins a burst", "assumed",
            core::between(1e-6, 1.0), core::asked("traffic that is offered"));
  core::Param<double> burst_off =
      param("burst_off", 0.02, "probability per cycle that a burst ends", "assumed",
            core::between(1e-6, 1.0), core::asked("traffic that is offered"));
};

/// The nodes of one router: sources with an endless queue each, and sinks that always accept.
/// Timing: a packet that is generated in cycle t can leave in t + 1; the node sends as
/// fast as its channel carries flits, a packet's flits one behind the other, against credits of the
/// router's buffer. Order: packets leave in the order of their birth. All packets of a pair enter
/// by the same virtual channel, destination modulo their number.
class Nodes final : public sc_core::sc_module,
                    public core::Quiescent,
                    public TerminalIf,
                    private CreditClient,
                    private core::Clocked {
 public:
  /// Nodes first ... first + count - 1.
  Nodes(const sc_core::sc_module_name& name, unsigned first, unsigned count,
        const InjectionParams& params, Transit& transit, const model::TrafficIf& traffic,
        PacketClient& client, std::uint64_t seed);
  /// Node `index` (from 0) sends to `sink`.
  void connect(unsigned index, FlitSink& sink, unsigned sink_port, const ChannelTiming& timing,
               unsigned buffer, unsigned vcs, const std::string& peer) override;

  /// Where the router returns credits of node `index`.
  [[nodiscard]] OutputPort& output(unsigned index) override { return nodes_[index].output; }

  ~Nodes() override;
  void flit_comes(unsigned index, const Flit& flit) override;
  [[nodiscard]] JournalEnd* journal_end() override;

  /// No packet is generated any more; what waits is still sent.
  void stop() { stopped_ = true; }
  /// Queues a packet at node `index` now, whatever the load. `flits` at least 1; all of them carry
  /// `tag`.
  void send(unsigned index, unsigned dst, unsigned flits, std::uint8_t tag = 0);
  /// Has `client` told of every packet that leaves; without one nobody is.
  void tell(SourceClient& client) { source_client_ = &client; }
  /// Has node `index` generate these packets, whatever the load. Before the simulation starts.
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
  /// Cycle of the next birth after `last`, drawn.
  [[nodiscard]] core::Cycle draw_birth(Node& node, core::Cycle last) const;

  Transit& transit_;
  core::ClockPart& clock_;
  const unsigned member_;
  const unsigned first_;
  unsigned vcs_ = 1;
  bool stopped_ = false;
  std::uint64_t waiting_ = 0;          ///< Bit a node: it has packets to send.
  std::uint64_t starved_ = 0;          ///< Of these: has found no credit, and none has come.
  core::Cycle next_ = core::kNoCycle;  ///< When there will be something to do.
  core::Cycle earliest_birth_ = core::kNoCycle;
  std::vector<core::Cycle> births_;  ///< By node: the next one.
  std::vector<Node> nodes_;
  std::unique_ptr<NodesJournal> journal_;                ///< Null: nobody keeps a journal of hops.
  std::vector<core::Ring<model::ListedPacket>> listed_;  ///< By node, when there is a list.
  std::vector<core::Ring<Reply>> replies_;               ///< By node: not due yet.
  const InjectionParams params_;
  const core::Geometric birth_;  ///< Of a node, within a burst if there are bursts.
  const core::Geometric burst_begin_;
  const core::Geometric burst_end_;
  const model::TrafficIf& traffic_;
  PacketClient& client_;
  SourceClient* source_client_ = nullptr;
};

}  // namespace gf::hw::router
