// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/active.h"
#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/text/numbered_names.h"
#include "core/time/observer_counts.h"
#include "core/trace/wait_causes.h"

namespace gf::core {

/// Receives from the models how each packet moves. Tools that explain why something was slow, or
/// follow a packet, read it here.
///
/// While one exists it is active(): a model reports with
///   if (core::HopJournal* journal = core::HopJournal::active()) journal->leaves({...});
/// and pays one pointer check per packet and hop when there is none. Reports never change what the
/// model does.
///
/// Queues, links and flows have numbers and names. The journal numbers them in the order in which
/// they are first reported. A queue or a link is named by the path of its module; for a link that
/// is its sender, as in statistics and Platform::graph(). A flow has a name for users: "copy 0->2".
class HopJournal : public Active<HopJournal> {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  /// A span in which a packet could not leave.
  struct Wait {
    Ticks from = 0;
    Ticks until = 0;
    const char* cause = "";  ///< A string with static lifetime: "no credit".
    Number behind = kNone;   ///< The flow whose packet was in the way; kNone: unknown.
    Number chain = kNone;    ///< For a wait for a full buffer: number of the cause for which its
                             ///< first packet waited (cause()); kNone: unknown.
    Number at_end = kNone;   ///< The flow that was in the way at the end of that chain.
  };

  /// A packet leaves a queue through a link. Reported when it begins to leave, in the order of
  /// time.
  struct Hop {
    /// The packet: its address, or another number that stays unique until packet_ends().
    std::uint64_t key = 0;
    /// The whole packet that this is a part of, if a packet was split on its way; else 0. The
    /// part continues from where the whole was.
    std::uint64_t whole = 0;
    Number flow = kNone;    ///< kNone: as at the previous hop; a new packet: by kind and queue.
    const char* kind = "";  ///< Kind of a new packet: "writes" for "writes of gpu_0.requester".
    Number queue = kNone;   ///< First in, first out. Each credit class is a queue of its own.
    Number link = kNone;
    std::uint8_t credit_class = 0;
    Ticks arrived = 0;  ///< When it could have left if nothing had been in its way. At a packet's
                        ///< first hop: when it was created.
    Ticks ready = 0;    ///< When it was the first of its queue and could have left: >= arrived.
    Ticks start = 0;    ///< First bit out: now.
    Ticks free = 0;     ///< When the link is free for the next packet.
    Ticks there = 0;    ///< Last bit at the other end, if it is not retransmitted.
    StallTimes waited;  ///< From `ready` to `start`, by cause.
    /// The time from `ready` to `start` as spans in the order of time, if the model knows them;
    /// else null. Only valid until the call returns.
    const std::vector<Wait>* waits = nullptr;
    /// A flit after the head `whole`: it travels the whole way separately, behind the flits before
    /// it.
    bool follows = false;
    bool counts = false;    ///< One of the packets whose latency the run reports.
    Ticks source_time = 0;  ///< First hop: time from `arrived` that its source takes in any case.
    /// Set by the journal: the packet's number in its flow, from 1; parts have the number of the
    /// whole.
    std::uint64_t number = 0;
    unsigned place = 0;  ///< Set by the journal: 0 at its first hop, and so on.
  };

  /// Reader of the journal. Calls come in the order of the reports; a time may lie ahead of those
  /// of later calls.
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void leaves(const Hop& hop) = 0;
    virtual void first_leaves(const Hop& /*hop*/) {}
    virtual void packet_ends(std::uint64_t /*key*/, Ticks /*at*/) {}
    virtual void credit_returns(Number /*link*/, std::uint8_t /*credit_class*/, Ticks /*given*/,
                                Ticks /*usable*/) {}
    virtual void link_lost(Number /*link*/, Ticks /*from*/, Ticks /*until*/, StallCause /*cause*/) {
    }
    virtual void flow_begins(Number /*flow*/, Ticks /*at*/) {}
    virtual void flow_waits(Number /*flow*/, Ticks /*from*/, Ticks /*until*/,
                            const std::string& /*cause*/, Number /*behind*/) {}
    virtual void flow_ends(Number /*flow*/, Ticks /*at*/) {}
    virtual void task_ends(Number /*processor*/, const char* /*kind*/, Ticks /*posted*/,
                           Ticks /*began*/, Ticks /*ended*/) {}
    virtual void sample_begins(Ticks /*at*/) {}
  };

  /// Becomes active; there can be one at a time. `sink` must outlive it.
  explicit HopJournal(Sink& sink) : sink_(sink) { ++ObserverCounts::of_hops; }
  ~HopJournal() { --ObserverCounts::of_hops; }

  // Numbers. The address of an owner and the number of a part, such as its credit class, identify
  // an item. `name()` is called only the first time.
  template <class Name>
  Number queue(const void* owner, unsigned part, const Name& name) {
    return queues_.number({owner, part}, name);
  }
  template <class Name>
  Number link(const void* owner, unsigned part, const Name& name) {
    return links_.number({owner, part}, name);
  }
  /// Returns the number of a flow that has neither beginning nor end: "writes of gpu_0".
  template <class Name>
  Number flow(const void* owner, unsigned part, const Name& name) {
    return flows_.number({owner, part}, name);
  }
  /// Like flow(), but the second flow of a name is "`name` #2".
  template <class Name>
  Number numbered_flow(const void* owner, unsigned part, const Name& name) {
    return flows_.number({owner, part}, [&] { return names_.next(name()); });
  }
  /// Begins a flow, such as a copy. It is called `name`, or "`name` #3" if it is the third of that
  /// name. From now on flow(owner, part) returns its number.
  Number begin_flow(const void* owner, unsigned part, const std::string& name, Ticks at);
  void end_flow(Number flow, Ticks at) { sink_.flow_ends(flow, at); }
  /// Reports that the flow could not send, for a reason at its source and not on a link: "setup",
  /// "launch of its kernel". `behind`: the flow that it waited for, or kNone. Times of one flow
  /// must not overlap.
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind = kNone) {
    if (from < until) sink_.flow_waits(flow, from, until, cause, behind);
  }

  /// Reports a hop; see Hop. An unknown packet is new. The hops of a packet tile its life: it
  /// arrives nowhere before it has left the queue before.
  void leaves(Hop hop);
  /// For models that know spans of waits: the packet, first of its queue, leaves it and still waits
  /// for its link, or departs at once. Must be called for all packets of a queue in their order,
  /// each time before its leaves(). `hop.waits` are the spans until now, and `start` is now.
  void first_leaves(const Hop& hop) { sink_.first_leaves(hop); }
  /// Returns the number of a cause, for Wait::chain and WaitCause::next.
  Number cause(const WaitCause& cause) { return causes_.number(cause); }
  [[nodiscard]] const WaitCauses& causes() const { return causes_; }
  /// The packet leaves the machine: it reaches its destination or is dropped. Called once, after
  /// its last hop; `at` may lie ahead.
  void packet_ends(std::uint64_t key, Ticks at);
  /// The run reports latencies only of packets created at `at` or later, even if earlier hops said
  /// that they count. Called again if one sample is replaced by another.
  void sample_begins(Ticks at) { sink_.sample_begins(at); }
  /// All parts of a split packet have continued separately; the whole no longer exists.
  void packet_is_cut(std::uint64_t key) { under_way_.erase(key); }
  /// A flit with Hop::follows reaches its destination. The end of the packet is reported
  /// separately.
  void flit_ends(std::uint64_t key) { under_way_.erase(key); }
  /// Called by the sender of the link: credit is returned at `given` and can be used there from
  /// `usable`.
  void credit_returns(Number link, std::uint8_t credit_class, Ticks given, Ticks usable) {
    sink_.credit_returns(link, credit_class, given, usable);
  }

  /// Called at the end of such a span: the link could send nothing new, because it retransmitted
  /// packets (kReplay), or because its lanes turned while something waited (kLaneTurning).
  void link_lost(Number link, Ticks from, Ticks until, StallCause cause) {
    if (from < until) sink_.link_lost(link, from, until, cause);
  }
  /// A processor, numbered like a queue, ends a task now. `kind` is a string with static lifetime.
  /// Tasks of one processor end in the order in which they were posted.
  void task_ends(Number processor, const char* kind, Ticks posted, Ticks began, Ticks ended) {
    sink_.task_ends(processor, kind, posted, began, ended);
  }

  [[nodiscard]] const std::string& queue_name(Number queue) const { return queues_.name(queue); }
  [[nodiscard]] const std::string& link_name(Number link) const { return links_.name(link); }
  [[nodiscard]] const std::string& flow_name(Number flow) const { return flows_.name(flow); }
  [[nodiscard]] Number flows() const { return flows_.size(); }

 private:
  using Key = std::pair<const void*, unsigned>;
  /// Numbers by key, names by number.
  class Names {
   public:
    template <class Name>
    Number number(const Key& key, const Name& name) {
      const auto [place, is_new] = numbers_.try_emplace(key, size());
      if (is_new) names_.push_back(name());
      return place->second;
    }
    void forget(const Key& key) { numbers_.erase(key); }
    [[nodiscard]] const std::string& name(Number number) const { return names_.at(number); }
    [[nodiscard]] Number size() const { return static_cast<Number>(names_.size()); }

   private:
    struct Hash {
      std::size_t operator()(const Key& key) const {
        // Owners are aligned: their lowest bits say nothing.
        return std::hash<std::uintptr_t>()((reinterpret_cast<std::uintptr_t>(key.first) >> 4) +
                                           (std::uintptr_t{key.second} << 40));
      }
    };
    std::unordered_map<Key, Number, Hash> numbers_;
    std::vector<std::string> names_;
  };
  /// A packet in flight.
  struct Packet {
    Number flow = kNone;
    std::uint64_t number = 0;
    unsigned hops = 0;
    Ticks left = 0;  ///< Hop::start of its last hop.
  };
  Number flow_of_queue(const Hop& hop);

  Sink& sink_;
  Names queues_;
  Names links_;
  Names flows_;
  NumberedNames names_;
  WaitCauses causes_;
  std::vector<std::uint64_t> packets_;  ///< Number of packets so far, by flow.
  std::unordered_map<std::uint64_t, Packet> under_way_;
};

}  // namespace gf::core
