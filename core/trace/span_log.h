// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/active.h"
#include "core/base/ticks.h"
#include "core/text/numbered_names.h"

namespace gf::core {

/// Log of what things do, span by span, and of what allowed each span to begin. Things are whatever
/// moves or is done for an owner: the packets of a message, its call, a chunk of a region. As with
/// HopJournal there is one log at a time, found by active(); without one a model pays a pointer
/// check.
///
/// The spans of a thing tile its life: each begins at or after the end of the one before, and the
/// time between them is a wait. A place is a resource that one thing holds at a time, or a few: a
/// processor, an engine, a link, a buffer. A span names the places that it had to wait for, and a
/// thing that leaves a place reports it. What a span waited for, its blocker, is the span that was
/// the last to leave these places.
///
/// A walk back from the last span of an owner assigns each part of its life to one span; the parts
/// add up exactly. A wait behind a thing of the same owner is followed into the spans of that
/// thing, because the waiting one could have gone no earlier. A wait behind another owner's thing
/// is lost to that owner, and is described by what that thing did meanwhile.
///
/// Packets on links have a record of their own, HopJournal::Hop, which is four spans in one: behind
/// others in a queue, first of it, on the link, under way.
class SpanLog : public Active<SpanLog> {
 public:
  using Id = std::uint32_t;      ///< Of a span, in the order of the reports.
  using Number = std::uint32_t;  ///< Of an owner, or of a text.
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Thing {
    std::uint64_t group = ~std::uint64_t{0};  ///< Number or address that its owner shares with
                                              ///< others: a node. ~0: it belongs to no owner.
    std::uint64_t owner = 0;                  ///< Counted in the group.
    std::uint64_t part = 0;                   ///< Counted by the owner.
    bool operator<(const Thing& other) const {
      return std::tie(group, owner, part) < std::tie(other.group, other.owner, other.part);
    }
  };
  using Place = std::pair<const void*, unsigned>;  ///< Address of its owner, and a part of it.
  using Places = std::vector<Place>;

  struct Span {
    Number owner = kNone;
    Number what = kNone;  ///< See text().
    Ticks from = 0;
    Ticks until = 0;
    Id before = kNone;       ///< The previous span of the same thing; kNone: it is the first.
    Id blocker = kNone;      ///< The span that had to end before this one could begin.
    bool lost = false;       ///< All of it is lost, to another owner or because it was useless.
    Number lost_to = kNone;  ///< That owner; kNone: no owner.
    Number at = kNone;       ///< If lost: what the thing itself was doing; `what` is the other's.
  };
  /// The life of an owner.
  struct Life {
    std::string name;    ///< "message 0->3 #2" for the second of the series "message 0->3".
    std::string series;  ///< Empty if it is only known from what others lost to it.
    std::string alone;   ///< What runs it alone in the machine; empty: its name.
    std::uint64_t bytes = 0;
    Ticks began = 0;
    Ticks ended = kNever;   ///< kNever: not yet.
    std::string end;        ///< What ended it: "the receiving program was notified".
    Id last = kNone;        ///< The span that ended it.
    std::vector<Id> parts;  ///< Last spans of its parts that have arrived, in this order.
  };
  /// A part of an owner's life.
  struct Part {
    Number owner = kNone;  ///< Owner of the span. If it is not the walk's, the time is lost to it.
    Number what = kNone;
    bool waits = false;  ///< Before that span could begin, with no known blocker.
    Number at = kNone;   ///< If lost: what the own waiting span was.
    Ticks ticks = 0;
  };
  using Emit = std::function<void(const Part& part)>;

  [[nodiscard]] const std::deque<Life>& lives() const { return lives_; }
  /// Returns the life of that name; null: none.
  [[nodiscard]] const Life* find(const std::string& name) const;
  [[nodiscard]] const Life& life(Number owner) const { return lives_[owner]; }
  [[nodiscard]] const std::string& text(Number what) const { return texts_[what]; }
  [[nodiscard]] const Span& span(Id id) const { return spans_[id]; }
  /// Emits the parts from the end of span `last` back to `born`.
  void walk(Id last, Ticks born, const Emit& emit) const;
  void walk(const Life& life, const Emit& emit) const { walk(life.last, life.began, emit); }

  /// An owner of `series` begins now. Its name is free for another owner of the same number later.
  Life& begins(std::uint64_t group, std::uint64_t owner, const std::string& series,
               std::uint64_t bytes);
  /// The same, with the name that the caller gives.
  Life& begins(std::uint64_t group, std::uint64_t owner, const std::string& name,
               const std::string& series, std::uint64_t bytes);
  /// Its owner ends now with the thing's last span. Unknown owners are ignored.
  void ends(const Thing& thing, const std::string& end = "");
  /// Returns the life of that owner, the latest of its number; null: unknown.
  [[nodiscard]] const Life* owner_of(const Thing& thing) const;

  /// Adds the next span of the thing; it waited for `places`.
  Id add(const Thing& thing, const std::string& what, Ticks from, Ticks until,
         const Places& places = {});
  /// Adds a span from the end of its last one until now that waited for no place.
  Id add(const Thing& thing, const std::string& what) {
    return add(thing, what, since(thing), now_ticks());
  }
  /// The thing continues now, as soon as `places` allow it; `what` names what it waited for.
  Id goes_on(const Thing& thing, const std::string& what, const Places& places) {
    return add(thing, what, now_ticks(), now_ticks(), places);
  }
  /// Adds a span off the thing's path: it holds a place while the thing itself is elsewhere.
  Id aside(const Thing& thing, const std::string& what, Ticks from, Ticks until,
           const Places& places = {});
  /// Adds a span after `before`, whatever the thing's last span is.
  Id after(Id before, const Thing& thing, const std::string& what, Ticks from, Ticks until,
           const Places& places = {});
  /// Like after(), for a span lost to the owner named `to` (empty: to none). `where` names the
  /// thing's own span that waited.
  Id lost(Id before, const Thing& thing, const std::string& where, const std::string& to,
          const std::string& what, Ticks from, Ticks until);
  /// Adds a span at `place`, which serves in order: it begins when both are free, and ends now.
  Id serve(const Thing& thing, const std::string& what, const Place& place);
  /// Adds a span as it is; its `before` and `blocker` must have been added earlier.
  Id add(const Span& span);
  /// `place` is free from the end of `span` on.
  void leaves(const Place& place, Id span);
  /// A task of a processor ends now. Its time after the last reported span is added to that span's
  /// owner, or to none if there is none.
  void task_ends(const Place& processor, Ticks began, const std::string& what);

  /// Starts a try of the thing: its spans from here on may turn out to be useless.
  void tries(const Thing& thing) { tries_[thing].clear(); }
  /// Marks the spans of its try as lost to no one, with the name `what`.
  void in_vain(const Thing& thing, const std::string& what);
  /// One of the owner's parts has arrived.
  void arrives(const Thing& thing);

  /// Returns the last span of a thing, and its end; without spans kNone, and the owner's begin.
  [[nodiscard]] Id last(const Thing& thing) const;
  [[nodiscard]] Ticks since(const Thing& thing) const;
  void resume(const Thing& thing, Id span) { states_[thing].last = span; }  ///< Goes on after it.
  /// `to` continues from the last span of `from`, or from the last span that left `place`.
  void follows(const Thing& to, const Thing& from) { resume(to, last(from)); }
  void follows(const Thing& to, const Place& place) { resume(to, last_of(place)); }
  void forget(const Thing& thing) { states_.erase(thing); }
  /// Keeps when the last bit of a thing arrives at the other end of a link, unless it is sent
  /// again.
  void set_due(const Thing& thing, Ticks at) { states_[thing].due = at; }
  [[nodiscard]] Ticks due(const Thing& thing) const;  ///< 0: not set.
  /// Queues a thing at an engine when it is commanded; next_of() takes the next one out.
  void commanded(const void* engine, const Thing& thing) { commands_[engine].push_back(thing); }
  Thing next_of(const void* engine);

 private:
  struct State {
    Id last = kNone;
    Ticks due = 0;
  };
  static constexpr std::size_t kRemembered = 64;  ///< Per place: some leave in the future.
  [[nodiscard]] Number number_of(const Thing& thing) const;
  [[nodiscard]] Number number_of_text(const std::string& text);
  [[nodiscard]] Id last_of(const Place& place) const;
  [[nodiscard]] Id blocker(const Places& places, Ticks from) const;
  [[nodiscard]] Span made(const Thing& thing, const std::string& what, Ticks from, Ticks until,
                          const Places& places);
  Id keep(const Thing& thing, const Span& span);

  std::deque<Life> lives_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Number> numbers_;  ///< By group and owner.
  std::map<std::string, Number> by_name_;
  std::map<std::string, Number> text_numbers_;
  std::vector<std::string> texts_;
  NumberedNames names_;
  std::vector<Span> spans_;
  std::map<Thing, State> states_;
  std::map<Place, std::deque<Id>> places_;
  std::map<Thing, std::vector<Id>> tries_;
  std::map<const void*, std::deque<Thing>> commands_;
};

}  // namespace gf::core
