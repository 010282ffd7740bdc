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
#include "workloads/messages/isolated_put.h"

namespace gf::app {
namespace {

using core::StepChains;
using core::Ticks;
using model::MessageHistory;
using model::MessageJournal;

/// Names a span of a message's life. `owner` is the message's own number.
PartAnswer::Row row_of(const MessageJournal& journal, const StepChains::Part& part,
                       std::uint32_t owner) {
  const std::string& what = journal.what(part.what);
  if (part.owner == owner)
    return {(part.waits ? "waits: " : "") + what, part.span,
            what == MessageJournal::kSentAgain || what == model::CopyJournal::kSentAgain};
  if (part.owner == StepChains::kNone && part.at == part.what) return {what, part.span, true};
  const std::string& at = journal.what(part.at);
  const std::string whose =
      part.owner == StepChains::kNone ? "" : journal.owner(part.owner).pair + ": ";
  return {fmt::format("lost: {} <- {}{}", at, whose, at == what ? "the same" : what), part.span,
          true};
}

class MessageQuestion final : public PartQuestion {
 public:
  /// `name` is "message 0->3 #2" or an IsolatedPut::text().
  explicit MessageQuestion(std::string name) : name_(std::move(name)) {}

  void leaves(const core::HopJournal::Hop&) override {}

  [[nodiscard]] PartAnswer answer(const core::HopJournal&, const platforms::Graph&) const override {
    return answer_of(messages_, found());
  }
  [[nodiscard]] std::string alone_afterwards() const override {
    return model::IsolatedPut::of(found()).text();
  }

 private:
  [[nodiscard]] const MessageHistory& found() const {
    if (model::IsolatedPut::parse(name_) && !messages_.messages().empty())
      return messages_.messages().back();
    const MessageHistory* const found = messages_.find(name_);
    if (found != nullptr && found->ended != core::kNever) return *found;
    if (found != nullptr)
      throw core::UserError(core::ExitCode::kUsage,
                            fmt::format("why: {} has not ended in this run", core::excerpt(name_)));
    std::vector<std::string> names;
    for (const MessageHistory& message : messages_.messages())
      if (message.ended != core::kNever) names.push_back(message.name);
    if (names.empty())
      throw core::UserError(
          core::ExitCode::kUsage,
          "why: this run has no messages; platforms with APEnet+ cards have them");
    fail_unknown_part("message", name_, names);
  }

  const std::string name_;
  MessageJournal messages_;
};

/// Returns messages, the longest first.
std::vector<const MessageHistory*> slowest(const MessageJournal& journal, std::size_t top) {
  std::vector<const MessageHistory*> list;
  for (const MessageHistory& message : journal.messages())
    if (message.ended != core::kNever) list.push_back(&message);
  std::stable_sort(list.begin(), list.end(), [](const auto* a, const auto* b) {
    return a->ended - a->called > b->ended - b->called;
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

PartAnswer answer_of(const MessageJournal& journal, const MessageHistory& message) {
  PartAnswer answer;
  answer.part = message.name;
  answer.whole = message.ended - message.called;
  const std::uint32_t owner = journal.steps().step(message.last).owner;
  Ticks sum = 0;
  journal.steps().walk(message.last, message.called, [&](const StepChains::Part& part) {
    const PartAnswer::Row row = row_of(journal, part, owner);
    sum += row.ticks;
    const auto same = std::find_if(answer.rows.begin(), answer.rows.end(),
                                   [&](const auto& other) { return other.what == row.what; });
    if (same == answer.rows.end())
      answer.rows.push_back(row);
    else
      same->ticks += row.ticks;
  });
  std::reverse(answer.rows.begin(), answer.rows.end());
  GF_CHECK(sum == answer.whole, "the parts of a message's time do not add up to it");
  const Ticks lost = lost_of(answer);
  if (message.copy) {
    answer.sentence = fmt::format(
        "{}, {} B, took {} from its issue, at {}, until software saw it arrive; it lost {}.",
        message.name, message.put.bytes, core::engineering(answer.whole),
        core::engineering(message.called), core::engineering(lost));
    return answer;
  }
  answer.sentence = fmt::format(
      "{}, {} B, took {} from its PUT call, at {}, until {}; it lost {} to others.", message.name,
      message.put.bytes, core::engineering(answer.whole), core::engineering(message.called),
      message.notified ? "the receiving program was notified" : "its card had flushed it",
      core::engineering(lost));
  return answer;
}

std::string slowest_messages(const MessageJournal& journal, const std::string& run,
                             std::size_t top) {
  const std::vector<const MessageHistory*> list = slowest(journal, top);
  if (list.empty()) return "no message of this run has ended\n";
  core::TextTable table({"message", ">bytes", ">time", ">lost", "largest cause"});
  for (const MessageHistory* message : list) {
    const PartAnswer answer = answer_of(journal, *message);
    const double lost = double(lost_of(answer)) / double(answer.whole);
    table.add_row({message->name, std::to_string(message->put.bytes),
                   core::engineering(answer.whole), fmt::format("{:.0f} %", 100 * lost),
                   lost > 0 ? most_of(answer, true) : "- (" + most_of(answer, false) + ")"});
  }
  std::ostringstream out;
  table.print(out, why_columns());
  out << fmt::format("{} of {} messages (--top); details of one: gpufabric why {} '{}'\n",
                     list.size(), journal.messages().size(), core::printable(run),
                     list.front()->name);
  return out.str();
}

nlohmann::ordered_json slowest_messages_json(const MessageJournal& journal, std::size_t top) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const MessageHistory* message : slowest(journal, top))
    json.push_back(answer_of(journal, *message).json());
  return {{"messages", json}};
}

std::unique_ptr<PartQuestion> message_question(const std::string& name) {
  return std::make_unique<MessageQuestion>(name);
}

}  // namespace gf::app
