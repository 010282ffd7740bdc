// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN 'message 0->3': from the PUT call to the notification of the program.
#include "sc_main/why/why_message.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "core/text/text_table.h"
#include "sc_main/why/why_report.h"
#include "tlm_models/host/copy_journal.h"
#include "tlm_models/host/isolated_put.h"

namespace gf::app {
namespace {

using core::SpanLog;
using core::Ticks;

/// Returns the series of an owner; its name, if it is only known from what others lost to it.
const std::string& series_of(const SpanLog& log, SpanLog::Number owner) {
  const SpanLog::Life& life = log.life(owner);
  return life.series.empty() ? life.name : life.series;
}

/// Names a span of a life. `owner` is the number of that life.
PartAnswer::Row row_of(const SpanLog& log, const SpanLog::Part& part, SpanLog::Number owner) {
  const std::string& what = log.text(part.what);
  if (part.owner == owner)
    return {(part.waits ? "waits: " : "") + what, part.ticks,
            what == model::MessageItem::kSentAgain || what == model::CopyJournal::kSentAgain};
  if (part.owner == SpanLog::kNone && part.at == part.what) return {what, part.ticks, true};
  const std::string& at = log.text(part.at);
  const std::string whose = part.owner == SpanLog::kNone ? "" : series_of(log, part.owner) + ": ";
  return {fmt::format("lost: {} <- {}{}", at, whose, at == what ? "the same" : what), part.ticks,
          true};
}

class MessageQuestion final : public PartQuestion {
 public:
  /// `name` is "message 0->3 #2" or an IsolatedPut::text().
  explicit MessageQuestion(std::string name) : name_(std::move(name)) {}

  void leaves(const core::HopJournal::Hop&) override {}

  [[nodiscard]] PartAnswer answer(const core::HopJournal&, const platforms::Graph&) const override {
    return answer_of(log_, found());
  }
  [[nodiscard]] std::string alone_afterwards() const override { return found().alone; }

 private:
  [[nodiscard]] const SpanLog::Life& found() const {
    if (model::IsolatedPut::parse(name_) && !log_.lives().empty()) return log_.lives().back();
    return ended_life(log_, "message", name_,
                      "has no messages; platforms with APEnet+ cards have them");
  }

  const std::string name_;
  SpanLog log_;
};

/// Returns the lives that have ended, the longest first.
std::vector<const SpanLog::Life*> slowest(const SpanLog& log, std::size_t top) {
  std::vector<const SpanLog::Life*> list;
  for (const SpanLog::Life& life : log.lives())
    if (life.ended != core::kNever) list.push_back(&life);
  std::stable_sort(list.begin(), list.end(), [](const auto* a, const auto* b) {
    return a->ended - a->began > b->ended - b->began;
  });
  list.resize(std::min(top, list.size()));
  return list;
}

}  // namespace

Ticks lost_of(const PartAnswer& answer) {
  Ticks lost = 0;
  for (const PartAnswer::Row& row : answer.rows) lost += row.lost ? row.ticks : 0;
  return lost;
}

std::string most_of(const PartAnswer& answer, bool lost) {
  const PartAnswer::Row* most = nullptr;
  for (const PartAnswer::Row& row : answer.rows)
    if (row.lost == lost && (most == nullptr || row.ticks > most->ticks)) most = &row;
  return most == nullptr ? "-" : most->what;
}

PartAnswer answer_of(const SpanLog& log, const SpanLog::Life& life) {
  PartAnswer answer;
  answer.part = life.name;
  answer.whole = life.ended - life.began;
  const SpanLog::Number owner = log.span(life.last).owner;
  Ticks sum = 0;
  log.walk(life, [&](const SpanLog::Part& part) {
    const PartAnswer::Row row = row_of(log, part, owner);
    sum += row.ticks;
    const auto same = std::find_if(answer.rows.begin(), answer.rows.end(),
                                   [&](const auto& other) { return other.what == row.what; });
    if (same == answer.rows.end())
      answer.rows.push_back(row);
    else
      same->ticks += row.ticks;
  });
  std::reverse(answer.rows.begin(), answer.rows.end());
  GF_CHECK(sum == answer.whole, life.name + ": the parts of its time do not add up to it");
  answer.sentence = fmt::format(
      "{}, {} B, took {} from its {}, at {}, until {}; it lost {}{}.", life.name, life.bytes,
      core::engineering(answer.whole), life.alone.empty() ? "issue" : "PUT call",
      core::engineering(life.began), life.end, core::engineering(lost_of(answer)),
      life.alone.empty() ? "" : " to others");
  return answer;
}

const SpanLog::Life& ended_life(const SpanLog& log, const std::string& kind,
                                const std::string& part, const std::string& none) {
  const SpanLog::Life* const found = log.find(part);
  if (found != nullptr && found->ended != core::kNever) return *found;
  if (found != nullptr)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("why: {} has not ended in this run", core::excerpt(part)));
  std::vector<std::string> names;
  for (const SpanLog::Life& life : log.lives())
    if (life.ended != core::kNever) names.push_back(life.name);
  if (names.empty()) throw core::UserError(core::ExitCode::kUsage, "why: this run " + none);
  fail_unknown_part(kind, part, names);
}

std::string slowest_messages(const SpanLog& log, const std::string& run, std::size_t top) {
  const std::vector<const SpanLog::Life*> list = slowest(log, top);
  if (list.empty()) return "no message of this run has ended\n";
  core::TextTable table({"message", ">bytes", ">time", ">lost", "largest cause"});
  for (const SpanLog::Life* message : list) {
    const PartAnswer answer = answer_of(log, *message);
    const double lost = double(lost_of(answer)) / double(answer.whole);
    table.add_row({message->name, std::to_string(message->bytes), core::engineering(answer.whole),
                   fmt::format("{:.0f} %", 100 * lost),
                   lost > 0 ? most_of(answer, true) : "- (" + most_of(answer, false) + ")"});
  }
  std::ostringstream out;
  table.print(out, why_columns());
  out << fmt::format("{} of {} messages (--top); details of one: gpufabric why {} '{}'\n",
                     list.size(), log.lives().size(), core::printable(run), list.front()->name);
  return out.str();
}

nlohmann::ordered_json slowest_messages_json(const SpanLog& log, std::size_t top) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const SpanLog::Life* message : slowest(log, top))
    json.push_back(answer_of(log, *message).json());
  return {{"messages", json}};
}

std::unique_ptr<PartQuestion> message_question(const std::string& name) {
  return std::make_unique<MessageQuestion>(name);
}

}  // namespace gf::app
