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
#include "workloads/schedule/channel_journal.h"

namespace gf::app {
namespace {

using core::SpanLog;
using core::Ticks;

/// Messages of APEnet+ cards say what runs them alone; copies run by their name.
bool is_copy(const SpanLog::Life& life) {
  return life.alone.empty() && !life.series.empty() && !model::ChannelJournal::is_channel(life);
}
bool has_ended(const SpanLog::Life& life) { return is_copy(life) && life.ended != core::kNever; }

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

const SpanLog::Life* WhyCopies::find(const std::string& name) const {
  const SpanLog::Life* const found = log_.find(name);
  return found != nullptr && is_copy(*found) ? found : nullptr;
}

bool WhyCopies::any() const {
  const auto& all = log_.lives();
  return std::any_of(all.begin(), all.end(), has_ended);
}

PartAnswer WhyCopies::answer(const std::string& name) const {
  const SpanLog::Life& copy = *find(name);
  if (copy.ended == core::kNever)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("why: {} has not ended in this run", core::excerpt(name)));
  return answer_of(log_, copy);
}

Ticks WhyCopies::alone() const {
  const auto& all = log_.lives();
  const auto copy = std::find_if(all.begin(), all.end(), has_ended);
  GF_CHECK(copy != all.end(), "no copy between nodes has run");
  return copy->ended - copy->began;
}

std::vector<WhyCopies::Row> WhyCopies::rows() const {
  std::vector<Row> rows;
  for (const SpanLog::Life& copy : log_.lives()) {
    if (!has_ended(copy)) continue;
    const PartAnswer answer = answer_of(log_, copy);
    rows.push_back({copy.name, answer.whole, double(lost_of(answer)) / double(answer.whole),
                    most_of(answer, true)});
  }
  return rows;
}

std::string WhyCopies::follow(const FollowedPacket& packet) const {
  const SpanLog::Life& copy = *find(packet.flow);
  if (packet.number > copy.parts.size())
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("--follow: {} had {} packets, there is no packet {}",
                    core::excerpt(packet.flow), copy.parts.size(), packet.number));
  FollowedLines lines;
  const auto line = [&](Ticks from, Ticks until, const std::string& what) {
    lines.add_before(from, until, what);
  };
  for (auto id = copy.parts[packet.number - 1]; id != SpanLog::kNone; id = log_.span(id).before) {
    const SpanLog::Span& span = log_.span(id);
    std::string what = log_.text(span.what);
    if (span.lost && span.at != span.what)
      what = fmt::format("waits: {} <- {}{}", log_.text(span.at),
                         span.lost_to == SpanLog::kNone ? "" : log_.life(span.lost_to).name + ": ",
                         what);
    line(span.from, span.until, what);
    const Ticks since = span.before == SpanLog::kNone ? copy.began : log_.span(span.before).until;
    std::string why = "waits: " + what;
    if (span.blocker != SpanLog::kNone && log_.span(span.blocker).until > since) {
      const SpanLog::Span& other = log_.span(span.blocker);
      const bool own = other.owner == span.owner;
      why = fmt::format(
          "waits: {} <- {}{}", what,
          own || other.owner == SpanLog::kNone ? "" : log_.life(other.owner).name + ": ",
          log_.text(other.what));
    }
    line(since, span.from, why);
  }
  const std::string text =
      fmt::format("{}, packet {}\n{:>10}{:>10}\n", core::printable(packet.flow), packet.number,
                  "from us", "time");
  return text + lines.text();
}

}  // namespace gf::app
