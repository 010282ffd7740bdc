// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "tlm_models/host/verbs.h"
#include "tlm_models/memory/at_master.h"

namespace gf::model {

/// Times of the host's software.
struct VerbsHostParams : core::ParamGroup {
  core::Param<sc_core::sc_time> post = param(
      "post", sc_core::sc_time(100, sc_core::SC_NS), "time of a call that posts one request",
      "assumed", {},
      core::plausible(sc_core::sc_time(50, sc_core::SC_NS), sc_core::sc_time(500, sc_core::SC_NS),
                      "at least some tens of instructions and an uncached write; at most half of a "
                      "short message's latency"));
  core::Param<sc_core::sc_time> poll = param(
      "poll", sc_core::sc_time(100, sc_core::SC_NS),
      "latency from a completion in memory to the program", "assumed", {},
      core::plausible(sc_core::sc_time(60, sc_core::SC_NS), sc_core::sc_time(500, sc_core::SC_NS),
                      "at least a read from memory; at most a loop over several queues"));
};

/// Software of one node that drives its cards by verbs, on one core. Calls run one after the other,
/// in order. A posting call takes `post` and sends its doorbell at the end; completions reach the
/// program `poll` after they are in memory.
class VerbsHost final : public sc_core::sc_module,
                        public core::Quiescent,
                        private AtMaster::Client {
 public:
  AtMaster pcie;  ///< Bound to the host's port of the tree.

  /// Callbacks of the program.
  class Program {
   public:
    virtual ~Program() = default;
    virtual void completion(unsigned card, const WorkCompletion& completion) = 0;
    /// A call of compute() has returned; `tag` is the caller's.
    virtual void returned(std::uint64_t) {}
  };

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter posts{*this, "posts", core::Unit::kCount, "requests posted"};
    core::Counter completions{*this, "completions", core::Unit::kCount, "completions read"};
    core::Duration busy{*this, "busy", "time that a call was running"};
  };

  VerbsHost(const sc_core::sc_module_name& name, const VerbsHostParams& params);
  void set_program(Program& program) { program_ = &program; }
  /// Adds a card; cards are numbered in the order of these calls. Returns the reader of its
  /// completions.
  CompletionClient& add_card(VerbsCardIf& card);

  /// Posts a request. `before`: time of earlier work in the same call, such as a copy.
  void post(unsigned card, QueuePairNumber queue, const WorkRequest& request,
            const sc_core::sc_time& before = sc_core::SC_ZERO_TIME);
  void post(unsigned card, QueuePairNumber queue, const ReceiveRequest& request);
  /// Keeps the core busy for `time`, on behalf of the program or a library.
  void compute(const sc_core::sc_time& time, std::uint64_t tag);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override {
    return calls_.empty() && seen_.empty() && free_.size() == writes_.size();
  }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr std::size_t kMostWords = 32;  ///< Most words of a doorbell write.
  struct Card final : CompletionClient {
    Card(VerbsHost& host, VerbsCardIf& card, unsigned number)
        : host(host), card(card), number(number) {}
    void on_completion(const WorkCompletion& completion) override;
    VerbsHost& host;
    VerbsCardIf& card;
    const unsigned number;
  };
  struct Call {
    unsigned card = 0;
    QueuePairNumber queue = 0;
    bool receives = false;
    WorkRequest work;
    ReceiveRequest receive;
    core::Ticks time = 0;   ///< Time until it returns.
    bool computes = false;  ///< Posts nothing; the program gets `tag`.
    std::uint64_t tag = 0;
  };
  struct Seen {
    unsigned card = 0;
    core::Ticks at = 0;
    WorkCompletion completion;
  };
  void add(const Call& call);
  void act();  ///< Process: the core on which the software runs.
  void finish_call();
  void ring(const Call& call);
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;

  const VerbsHostParams params_;
  Program* program_ = nullptr;
  std::vector<std::unique_ptr<Card>> cards_;
  core::Ring<Call> calls_;            ///< The front call is running.
  core::Ticks until_ = core::kNever;  ///< When the running call ends.
  core::Ring<Seen> seen_;
  std::deque<std::array<std::uint64_t, kMostWords>> writes_;  ///< By key.
  std::vector<std::uint64_t> free_;                           ///< Free keys of writes_.
  core::Wakeup wakeup_{this, core::Runs<&VerbsHost::act>{}};
  Stats stats_;
};

}  // namespace gf::model
