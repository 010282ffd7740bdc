// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
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

/// Where models say how each packet moves: who asks why something was slow, or follows a packet,
/// reads it here.
///
/// While one exists it is active(): a model reports with
///   if (core::HopJournal* journal = core::HopJournal::active()) journal->leaves({...});
/// and pays one pointer check a packet and hop when there is none. Nothing that it is told changes
/// what the model does.
///
/// Queues, links and flows have numbers, which the journal gives them in the order in which it
/// first hears of them, and names: a queue and a link the path of their module (a link that of its
/// sender, as statistics and Platform::graph() call it), a flow what a user says: "copy 0->2".
class HopJournal : public Active<HopJournal> {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  /// A span in which a packet could not leave.
  struct Wait {
    Ticks from = 0;
    Ticks until = 0;
    const char* cause = "";  ///< A string that lasts: "no credit".
    Number behind = kNone;   ///< The flow whose packet was in the way; kNone: not known.
    Number chain = kNone;    ///< Where the wait is for a full buffer: number of what its first
                             ///< packet waited for (cause()); kNone: nothing that is known.
    Number at_end = kNone;   ///< The flow that was in the way at the end of that chain.
  };

  /// A packet leaves a queue by a link: said as it begins to leave, in the order of time.
  struct Hop {
    /// The packet: its address, or whatever is its own until packet_ends().
    std::uint64_t key = 0;
    /// The packet that this is a part of, where a packet was cut on its way; else 0. The part goes
    /// on where the whole was.
    std::uint64_t whole = 0;
    Number flow = kNone;    ///< kNone: as at its hop before, or, if it is new, the flow of its
    const char* kind = "";  ///< kind from its queue: "writes" of "gpu_0.requester".
    Number queue = kNone;   ///< First in, first out; queues of two credit classes are two.
    Number link = kNone;
    std::uint8_t credit_class = 0;
    Ticks arrived = 0;  ///< When it could have left had nothing been in its way. At a packet's
                        ///< first hop: when it was made.
    Ticks ready = 0;    ///< When it was the first of its queue, and could have left: >= arrived.
    Ticks start = 0;    ///< First bit out: now.
    Ticks free = 0;     ///< The link is free for the next packet.
    Ticks there = 0;    ///< Last bit at the other end, if it is not sent again.
    StallTimes waited;  ///< From `ready` to `start`, by cause.
    /// From `ready` to `start`, as spans in the order of time, where the model knows them; else
    /// null. Until the call returns.
    const std::vector<Wait>* waits = nullptr;
    /// A flit after the head `whole`: it goes all the way by itself, behind the flits before it.
    bool follows = false;
    bool counts = false;    ///< One of the packets whose latency the run reports.
    Ticks source_time = 0;  ///< First hop: from `arrived` on, what its source takes in any case.
    /// Given by the journal: the packet's number in its flow, from 1; parts have that of the whole.
    std::uint64_t number = 0;
    unsigned place = 0;  ///< Given by the journal: 0 at its first hop, and so on.
  };

  /// Who reads. Calls come as models say it; a date may lie ahead of those of later calls.
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

  /// Becomes active. One at a time. `sink` outlives it.
  explicit HopJournal(Sink& sink) : sink_(sink) { ++ObserverCounts::of_hops; }
  ~HopJournal() { --ObserverCounts::of_hops; }

  // Numbers. An owner's own address and a number of the part, its credit class for example, tell
  // one from another; `name()` is called the first time only.
  template <class Name>
  Number queue(const void* owner, unsigned part, const Name& name) {
    return queues_.number({owner, part}, name);
  }
  template <class Name>
  Number link(const void* owner, unsigned part, const Name& name) {
    return links_.number({owner, part}, name);
  }
  /// A flow that has neither beginning nor end: "writes of gpu_0".
  template <class Name>
  Number flow(const void* owner, unsigned part, const Name& name) {
    return flows_.number({owner, part}, name);
  }
  /// The same, and the second of a name is "`name` #2".
  template <class Name>
  Number numbered_flow(const void* owner, unsigned part, const Name& name) {
    return flows_.number({owner, part}, [&] { return names_.next(name()); });
  }
  /// A flow that begins, as copies do: it is `name`, or "`name` #3" if it is the third of that
  /// name. flow(owner, part) has its number from here on.
  Number begin_flow(const void* owner, unsigned part, const std::string& name, Ticks at);
  void end_flow(Number flow, Ticks at) { sink_.flow_ends(flow, at); }
  /// The flow could send nothing, for a reason at its source and not on a link: "setup", "launch of
  /// its kernel"; `behind`: the flow that it waited for, or kNone. Times of one flow do not
  /// overlap.
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind = kNone) {
    if (from < until) sink_.flow_waits(flow, from, until, cause, behind);
  }

  /// See Hop. A packet that is not known is new.
  void leaves(Hop hop);
  /// Where models know spans of waits: a packet leaves its queue, of which it was the first, and
  /// still waits for its link, or goes at once. Said of all packets of a queue in their order, each
  /// before its leaves(); `hop.waits` are the spans until now, and `start` is now.
  void first_leaves(const Hop& hop) { sink_.first_leaves(hop); }
  /// Number of a cause, for Wait::chain and for what is before it in a chain.
  Number cause(const WaitCause& cause) { return causes_.number(cause); }
  [[nodiscard]] const WaitCauses& causes() const { return causes_; }
  /// The packet leaves the machine: it comes to its destination, or is dropped. Once, after its
  /// last hop; `at` may lie ahead.
  void packet_ends(std::uint64_t key, Ticks at);
  /// The run's latencies are of packets that are made from `at` on, and of none before, even where
  /// its hops said that it counts. Said again where a sample is given up for another one.
  void sample_begins(Ticks at) { sink_.sample_begins(at); }
  /// All parts of a packet that was cut have gone on, each by itself; it is no more.
  void packet_is_cut(std::uint64_t key) { under_way_.erase(key); }
  /// A flit that Hop::follows comes to its destination. The packet ends by itself.
  void flit_ends(std::uint64_t key) { under_way_.erase(key); }
  /// Said by the sender of the link: credit is given back `given`, and counts there `usable`.
  void credit_returns(Number link, std::uint8_t credit_class, Ticks given, Ticks usable) {
    sink_.credit_returns(link, credit_class, given, usable);
  }

  /// Said as it ends: the link could send nothing new, as it sent packets again (kReplay) or its
  /// lanes turned while something waited (kLaneTurning).
  void link_lost(Number link, Ticks from, Ticks until, StallCause cause) {
    if (from < until) sink_.link_lost(link, from, until, cause);
  }
  /// A processor, which has a number as queues have, ends a task now. `kind` is a string that
  /// lasts. Tasks of one processor end in the order in which they were posted.
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
    std::map<Key, Number> numbers_;
    std::vector<std::string> names_;
  };
  /// A packet on its way.
  struct Packet {
    Number flow = kNone;
    std::uint64_t number = 0;
    unsigned hops = 0;
  };
  Number flow_of_queue(const Hop& hop);

  Sink& sink_;
  Names queues_;
  Names links_;
  Names flows_;
  NumberedNames names_;
  WaitCauses causes_;
  std::vector<std::uint64_t> packets_;  ///< Of each flow so far.
  std::unordered_map<std::uint64_t, Packet> under_way_;
};

}  // namespace gf::core
