// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/active.h"
#include "core/base/ticks.h"
#include "core/text/numbered_names.h"
#include "core/trace/step_chains.h"
#include "tlm_models/host/rdma_host.h"

namespace gf::model {

/// Owner of a step: a packet of a message; the message as a whole (its call, its descriptor, the
/// work of the card's processor for it); or the event that reports its arrival.
struct MessageItem {
  std::uint32_t source = ~0u;  ///< Node; ~0: belongs to no message.
  RdmaMessageId message = 0;   ///< Counted by the source.
  std::uint64_t part = 0;      ///< A packet's destination, kWhole or kEvent.

  static constexpr std::uint64_t kWhole = ~std::uint64_t{0};
  static constexpr std::uint64_t kEvent = kWhole - 1;
  static MessageItem packet(const RdmaHeader& header) {
    return {header.source, header.message, header.address};
  }
  static MessageItem whole(std::uint32_t node, RdmaMessageId message) {
    return {node, message, kWhole};
  }
  static MessageItem event(std::uint32_t node, RdmaMessageId message) {
    return {node, message, kEvent};
  }
  bool operator<(const MessageItem& other) const {
    return std::tie(source, message, part) < std::tie(other.source, other.message, other.part);
  }
};

/// History of a PUT, from its call until the program at the other end is notified. Also the history
/// of a copy between nodes, from its issue until software sees that it has arrived.
struct MessageHistory {
  std::string name;  ///< "message 0->3"; the second call of that pair is "message 0->3 #2".
  std::string pair;  ///< "message 0->3".
  unsigned from = 0;
  RdmaHost::Put put;
  bool first = false;  ///< The first of its node: the card has sent nothing before.
  core::Ticks called = 0;
  core::Ticks ended = core::kNever;  ///< kNever: not yet.
  bool notified =
      false;  ///< Its program at the other end was notified; else its own card flushed it.
  core::StepChains::Id last = core::StepChains::kNone;  ///< The step that ended it.
  bool copy = false;                                    ///< Of `put` only the bytes count.
  std::vector<core::StepChains::Id> packets;  ///< Copies: last steps of segments, as they end.
};

/// Records step by step how messages progress, as software, cards and switches report it. As with
/// core::HopJournal there is one at a time, found by active(); without one a model pays a pointer
/// check.
///
/// A place is a resource that one item holds at a time, or a few: a processor, an engine, a link, a
/// buffer. A step names the places it had to wait for, and an item that leaves a place reports it.
/// The cause of a step's begin is the later of two ends: its predecessor's, and that of the last
/// step to leave these places.
class MessageJournal : public core::Active<MessageJournal> {
 public:
  using Step = core::StepChains::Id;
  using Place = std::pair<const void*, unsigned>;  ///< Address of the owner, and a part of it.
  using Places = std::vector<Place>;
  static constexpr Step kNone = core::StepChains::kNone;
  /// Name of a packet's time lost to a link error: the only own step that counts as lost.
  static constexpr const char* kSentAgain = "torus: sent again after an error";

  [[nodiscard]] const std::deque<MessageHistory>& messages() const { return messages_; }
  /// Returns the message of that name, or null.
  [[nodiscard]] const MessageHistory* find(const std::string& name) const;
  [[nodiscard]] std::string name(std::uint32_t node, RdmaMessageId message) const;
  [[nodiscard]] const core::StepChains& steps() const { return steps_; }
  /// Message and name behind the numbers in a step: its owner, its `what`.
  [[nodiscard]] const MessageHistory& owner(std::uint32_t number) const {
    return messages_[number];
  }
  [[nodiscard]] const std::string& what(std::uint32_t number) const { return whats_[number]; }

  void called(unsigned node, RdmaMessageId message, const RdmaHost::Put& put);
  /// Registers a copy, with the names that the caller gives.
  void called(std::uint32_t source, RdmaMessageId message, const std::string& name,
              const std::string& pair, std::uint64_t bytes);
  /// The program at the other end is notified of the message. With a packet's item the message ends
  /// on its own card instead.
  void ends(const MessageItem& item);

  /// Adds the next step of `item`, from `from` until `until`; it waited for `places`.
  Step add(const MessageItem& item, const std::string& what, core::Ticks from, core::Ticks until,
           const Places& places = {});
  /// Adds a step from the end of its last step until now that waited for no place.
  Step add(const MessageItem& item, const std::string& what) {
    return add(item, what, since(item), core::now_ticks());
  }
  /// The item continues now, as soon as `places` allow it; `what` names what it waited for.
  Step goes_on(const MessageItem& item, const std::string& what, const Places& places) {
    return add(item, what, core::now_ticks(), core::now_ticks(), places);
  }
  /// Adds a step off the item's path: it holds a place while the item itself is elsewhere.
  Step aside(const MessageItem& item, const std::string& what, core::Ticks from, core::Ticks until,
             const Places& places = {});
  /// Adds a step after `before`, whatever the item's last step is.
  Step after(Step before, const MessageItem& item, const std::string& what, core::Ticks from,
             core::Ticks until, const Places& places = {});
  /// Like after(), for a step lost to the message named `to` (empty: to none). `where` names the
  /// item's own step that waited.
  Step lost(Step before, const MessageItem& item, const std::string& where, const std::string& to,
            const std::string& what, core::Ticks from, core::Ticks until);
  /// Marks all steps of the item since begins() as lost, with the name `what`: its work was
  /// discarded.
  void in_vain(const MessageItem& item, const std::string& what);
  /// Starts a try of the item: its steps from here on may be discarded by in_vain().
  void begins(const MessageItem& item) { tries_[item].clear(); }
  /// The item continues after `step`.
  void resume(const MessageItem& item, Step step) { items_[item].last = step; }
  /// A packet of a copy has arrived at its destination.
  void arrives(const MessageItem& item);
  /// Adds a step at `place`, which serves in order: it begins when both are free, and ends now.
  Step serve(const MessageItem& item, const std::string& what, const Place& place);
  /// `place` is free from the end of `step` on.
  void leaves(const Place& place, Step step);
  /// Returns the last step of an item, and its end; without steps kNone, and the time of the call.
  [[nodiscard]] Step last(const MessageItem& item) const;
  [[nodiscard]] core::Ticks since(const MessageItem& item) const;
  /// `to` continues from the last step of `from`.
  void follows(const MessageItem& to, const MessageItem& from);
  /// `to` continues from the last step that left `place`.
  void follows(const MessageItem& to, const Place& place);
  void forget(const MessageItem& item) { items_.erase(item); }

  /// Sets when a packet's last bit arrives at the other end of a link, unless it is sent again.
  void due(const MessageItem& item, core::Ticks at) { items_[item].due = at; }
  [[nodiscard]] core::Ticks due(const MessageItem& item) const;
  /// A task of a processor ends now. Its time after the last reported step is added to that step's
  /// owner, or to no message if there is none.
  void task_ends(const Place& processor, core::Ticks began, const std::string& what);
  /// Queues an event of an engine when it is commanded; next_event() takes it as the next to be
  /// written.
  void commanded(const void* engine, const MessageItem& item) { events_[engine].push_back(item); }
  MessageItem next_event(const void* engine);

 private:
  struct State {
    Step last = kNone;
    core::Ticks due = 0;
  };
  static constexpr std::size_t kRemembered = 64;  ///< Per place: some leave in the future.
  [[nodiscard]] Step blocker(const Places& places, core::Ticks from) const;
  [[nodiscard]] Step last_of(const Place& place) const;
  Step keep(const MessageItem& item, const core::StepChains::Step& step);
  [[nodiscard]] std::uint32_t number_of_what(const std::string& what);
  core::StepChains::Step made(const MessageItem& item, const std::string& what, core::Ticks from,
                              core::Ticks until, const Places& places);

  std::deque<MessageHistory> messages_;
  std::map<std::pair<std::uint32_t, RdmaMessageId>, std::uint32_t> numbers_;
  std::map<std::string, std::uint32_t> by_name_;
  std::map<std::string, std::uint32_t> what_numbers_;
  std::vector<std::string> whats_;
  core::NumberedNames names_;
  core::StepChains steps_;
  std::map<MessageItem, State> items_;
  std::map<Place, std::deque<Step>> places_;
  std::map<MessageItem, std::vector<Step>> tries_;  ///< Steps that may be discarded.
  std::map<const void*, std::deque<MessageItem>> events_;
};

}  // namespace gf::model
