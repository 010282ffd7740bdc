// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN 'copy 0->4': between nodes of a cluster, through cards and network.
#include "sc_main/why/why_copies.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "sc_main/why/why_message.h"
#include "sc_main/why/why_report.h"

namespace gf::app {
namespace {

using core::StepChains;
using core::Ticks;
using model::MessageHistory;

bool is_copy(const MessageHistory& message) {
  return message.copy && message.ended != core::kNever;
}

/// Lines of what a packet did and when. Added from the last to the first.
class FollowedLines {
 public:
  void add_before(Ticks from, Ticks until, const std::string& what) {
    if (from >= until) return;
    if (!lines_.empty() && lines_.back().what == what && lines_.back().from == until)
      lines_.back().from = from;
    else
      lines_.push_back({from, until, what});
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
      const std::string before =
          fmt::format("{:>10.3f}{:>10}  ", core::to_time(line->from).to_seconds() * 1e6,
                      core::engineering(line->until - line->from));
      text += before + folded(line->what, before.size());
    }
    return text;
  }

 private:
  struct Line {
    Ticks from;
    Ticks until;
    std::string what;
  };
  std::vector<Line> lines_;
};

}  // namespace

const MessageHistory* WhyCopies::find(const std::string& name) const {
  const MessageHistory* const found = messages_.find(name);
  return found != nullptr && found->copy ? found : nullptr;
}

bool WhyCopies::any() const {
  const auto& all = messages_.messages();
  return std::any_of(all.begin(), all.end(), is_copy);
}

PartAnswer WhyCopies::answer(const std::string& name) const {
  const MessageHistory& copy = *find(name);
  if (copy.ended == core::kNever)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("why: {} has not ended in this run", core::excerpt(name)));
  return answer_of(messages_, copy);
}

Ticks WhyCopies::alone() const {
  const auto& all = messages_.messages();
  const auto copy = std::find_if(all.begin(), all.end(), is_copy);
  GF_CHECK(copy != all.end(), "no copy between nodes has run");
  return copy->ended - copy->called;
}

std::vector<WhyCopies::Row> WhyCopies::rows() const {
  std::vector<Row> rows;
  for (const MessageHistory& copy : messages_.messages()) {
    if (!is_copy(copy)) continue;
    const PartAnswer answer = answer_of(messages_, copy);
    rows.push_back({copy.name, answer.whole, double(lost_of(answer)) / double(answer.whole),
                    most_of(answer, true)});
  }
  return rows;
}

std::string WhyCopies::follow(const FollowedPacket& packet) const {
  const MessageHistory& copy = *find(packet.flow);
  if (packet.number > copy.packets.size())
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("--follow: {} had {} packets, there is no packet {}",
                    core::excerpt(packet.flow), copy.packets.size(), packet.number));
  const StepChains& steps = messages_.steps();
  FollowedLines lines;
  const auto line = [&](Ticks from, Ticks until, const std::string& what) {
    lines.add_before(from, until, what);
  };
  for (auto id = copy.packets[packet.number - 1]; id != StepChains::kNone;
       id = steps.step(id).before) {
    const StepChains::Step& step = steps.step(id);
    std::string what = messages_.what(step.what);
    if (step.lost && step.at != step.what)
      what = fmt::format(
          "waits: {} <- {}{}", messages_.what(step.at),
          step.lost_to == StepChains::kNone ? "" : messages_.owner(step.lost_to).name + ": ", what);
    line(step.from, step.until, what);
    const Ticks since =
        step.before == StepChains::kNone ? copy.called : steps.step(step.before).until;
    std::string why = "waits: " + what;
    if (step.blocker != StepChains::kNone && steps.step(step.blocker).until > since) {
      const StepChains::Step& other = steps.step(step.blocker);
      const bool own = other.owner == step.owner;
      why = fmt::format(
          "waits: {} <- {}{}", what,
          own || other.owner == StepChains::kNone ? "" : messages_.owner(other.owner).name + ": ",
          messages_.what(other.what));
    }
    line(since, step.from, why);
  }
  const std::string text =
      fmt::format("{}, packet {}\n{:>10}{:>10}\n", core::printable(packet.flow), packet.number,
                  "from us", "time");
  return text + lines.text();
}

}  // namespace gf::app
