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

/// What a step belongs to: a packet of a message, the message as a whole (its call, its
/// descriptor, what the card's processor does for it), or the event that tells of its arrival.
struct MessageItem {
  std::uint32_t source = ~0u;  ///< Node; ~0: of no message.
  RdmaMessageId message = 0;   ///< By the source's count.
  std::uint64_t part = 0;      ///< A packet's destination, or one of the two below.

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

/// A PUT, from its call until the program at the other end is told; or a copy between nodes, from
/// its issue until software sees that it is there.
struct MessageHistory {
  std::string name;  ///< "message 0->3", the second call of that pair "message 0->3 #2".
  std::string pair;  ///< "message 0->3".
  unsigned from = 0;
  RdmaHost::Put put;
  bool first = false;  ///< Of its node: its card has sent nothing before.
  core::Ticks called = 0;
  core::Ticks ended = core::kNever;  ///< kNever: it has not.
  bool told = false;  ///< Its program at the other end; else its own card flushed it.
  core::StepChains::Id last = core::StepChains::kNone;  ///< The step that ended it.
  bool copy = false;                                    ///< Of `put` there are only the bytes.
  std::vector<core::StepChains::Id> packets;  ///< Of a copy: its segments' last steps, as they end.
};

/// Where software, cards and switches say what becomes of messages, step by step. As with
/// core::HopJournal there is one at a time, found by active(), and a model pays one pointer check
/// when there is none.
///
/// A place is what one holds at a time, or few: a processor, an engine, a link, a buffer. Who
/// begins a step names the places that it had to wait for; who leaves one says so. What let a step
/// begin is the latest of these to leave, and the step before.
class MessageJournal : public core::Active<MessageJournal> {
 public:
  using Step = core::StepChains::Id;
  using Place = std::pair<const void*, unsigned>;  ///< An owner's address and a part of it.
  using Places = std::vector<Place>;
  static constexpr Step kNone = core::StepChains::kNone;
  /// What a packet lost to an error of a link: the one step of its own that is a loss.
  static constexpr const char* kSentAgain = "torus: sent again after an error";

  [[nodiscard]] const std::deque<MessageHistory>& messages() const { return messages_; }
  /// The one of that name, or null.
  [[nodiscard]] const MessageHistory* find(const std::string& name) const;
  [[nodiscard]] std::string name(std::uint32_t node, RdmaMessageId message) const;
  [[nodiscard]] const core::StepChains& steps() const { return steps_; }
  /// Of a step's owner and of what it is.
  [[nodiscard]] const MessageHistory& owner(std::uint32_t number) const {
    return messages_[number];
  }
  [[nodiscard]] const std::string& what(std::uint32_t number) const { return whats_[number]; }

  void called(unsigned node, RdmaMessageId message, const RdmaHost::Put& put);
  /// A copy, which others have named.
  void called(std::uint32_t source, RdmaMessageId message, const std::string& name,
              const std::string& pair, std::uint64_t bytes);
  /// The program at the other end is told, or, with `part` of a packet, it ends on its own card.
  void ends(const MessageItem& item);

  /// The next step of `item`, from `from` until `until`, for which it waited for `places`.
  Step add(const MessageItem& item, const std::string& what, core::Ticks from, core::Ticks until,
           const Places& places = {});
  /// The same from the end of its last step on: it waited for nothing.
  Step add(const MessageItem& item, const std::string& what) {
    return add(item, what, since(item), core::now_ticks());
  }
  /// It goes on now, as soon as `places` let it: `what` is what it waited for.
  Step goes_on(const MessageItem& item, const std::string& what, const Places& places) {
    return add(item, what, core::now_ticks(), core::now_ticks(), places);
  }
  /// What goes on beside its way: it holds a place while the item itself is elsewhere.
  Step aside(const MessageItem& item, const std::string& what, core::Ticks from, core::Ticks until,
             const Places& places = {});
  /// The step behind `before`, whatever the item's last one is.
  Step after(Step before, const MessageItem& item, const std::string& what, core::Ticks from,
             core::Ticks until, const Places& places = {});
  /// The same of a step that is lost to what is called `to`, empty: to nobody; `where` it waited.
  Step lost(Step before, const MessageItem& item, const std::string& where, const std::string& to,
            const std::string& what, core::Ticks from, core::Ticks until);
  /// What the item has done since it was begun was in vain, and is lost as `what`.
  void in_vain(const MessageItem& item, const std::string& what);
  /// From here on what the item does may be in vain.
  void begins(const MessageItem& item) { tries_[item].clear(); }
  /// The item goes on behind `step`.
  void resume(const MessageItem& item, Step step) { items_[item].last = step; }
  /// A packet of a copy is where it goes to.
  void arrives(const MessageItem& item);
  /// Until now at `place`, which serves in order: from when it was free for the item on.
  Step serve(const MessageItem& item, const std::string& what, const Place& place);
  /// `place` is free from the end of `step` on.
  void leaves(const Place& place, Step step);
  /// The last step of an item, when it ended; kNone, 0: it has none.
  [[nodiscard]] Step last(const MessageItem& item) const;
  [[nodiscard]] core::Ticks since(const MessageItem& item) const;
  /// `to` goes on from where `from` is.
  void follows(const MessageItem& to, const MessageItem& from);
  /// The same, from where the last to leave `place` was.
  void follows(const MessageItem& to, const Place& place);
  void forget(const MessageItem& item) { items_.erase(item); }

  /// The last bit of a packet will be at the other end of a link then, if it need not be sent
  /// again.
  void due(const MessageItem& item, core::Ticks at) { items_[item].due = at; }
  [[nodiscard]] core::Ticks due(const MessageItem& item) const;
  /// A task of a processor ends now: what no step was said of is the rest of the last one's, or of
  /// no message.
  void task_ends(const Place& processor, core::Ticks began, const std::string& what);
  /// An event of an engine's queue: said as it is commanded, and as it is the next to be written.
  void commanded(const void* engine, const MessageItem& item) { events_[engine].push_back(item); }
  MessageItem next_event(const void* engine);

 private:
  struct State {
    Step last = kNone;
    core::Ticks due = 0;
  };
  static constexpr std::size_t kRemembered = 64;  ///< Of a place: dates of leaving may lie ahead.
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
  std::map<MessageItem, std::vector<Step>> tries_;  ///< Of what may be in vain.
  std::map<const void*, std::deque<MessageItem>> events_;
};

}  // namespace gf::model
