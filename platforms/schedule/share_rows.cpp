// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/share_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <sstream>

#include "core/text/text_table.h"
#include "core/trace/timeline.h"

namespace gf::platforms::schedule {
namespace {

constexpr const char* kStepsOrTraces = "steps of training, traces";
constexpr Note kStepTime{"step_time", "s", "time of all steps together", kStepsOrTraces};
constexpr Note kComputeTime{"compute_time", "s", "mean time that a rank computed", kStepsOrTraces};
constexpr Note kBubbleTime{
    "bubble_time", "s", "mean time that a rank waited while other ranks computed", kStepsOrTraces};
constexpr Note kExposed{"exposed_*", "s",
                        "mean time that a rank waited for communication of this class",
                        kStepsOrTraces};

template <class TicksOf>
double mean_part(const ShareRow& row, TicksOf ticks_of) {
  double sum = 0;
  for (const model::RankShares& rank : row.shares.ranks) sum += static_cast<double>(ticks_of(rank));
  const double all =
      static_cast<double>(row.shares.step) * static_cast<double>(row.shares.ranks.size());
  return all > 0 ? sum / all : 0;
}

double seconds(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

std::string us(double time) { return fmt::format("{:.3f}", time * 1e6); }

std::vector<std::string> cells(const ShareRow& row, unsigned rank) {
  const model::RankShares& its = row.shares.ranks[rank];
  std::vector<std::string> cells{row.schedule->name, std::to_string(rank), us(seconds(its.compute)),
                                 us(seconds(its.bubble))};
  for (const std::uint8_t each : row.communicates())
    cells.push_back(us(seconds(its.exposed[each])));
  return cells;
}

std::vector<std::string> mean_cells(const ShareRow& row, const std::string& label, double scale,
                                    const char* format) {
  const auto text = [&](double part) { return fmt::format(fmt::runtime(format), part * scale); };
  std::vector<std::string> cells{row.schedule->name, label, text(row.compute()),
                                 text(row.bubble())};
  for (const std::uint8_t each : row.communicates()) cells.push_back(text(row.exposed(each)));
  return cells;
}

void print(const ShareRow& row, std::size_t most, std::ostream& out) {
  std::vector<std::string> head{"step", ">rank", ">compute us", ">bubble us"};
  for (const std::uint8_t each : row.communicates())
    head.push_back(">" + row.schedule->classes->names[each] + " us");
  core::TextTable table(head);
  const std::size_t ranks = row.shares.ranks.size();
  for (unsigned rank = 0; rank < std::min(most, ranks); ++rank) table.add_row(cells(row, rank));
  table.add_row(mean_cells(row, "mean", seconds(row.shares.step) * 1e6, "{:.3f}"));
  table.add_row(mean_cells(row, "part", 100, "{:.1f} %"));
  table.print(out, core::output_columns());
  if (ranks > most) out << fmt::format("... {} more ranks\n", ranks - most);
  out << fmt::format("{}: {} tasks on {} ranks in {} us; exposed communication {:.1f} %\n",
                     row.schedule->name, row.times.size(), ranks, us(seconds(row.shares.step)),
                     100 * (1 - row.compute() - row.bubble()));
}

}  // namespace

double ShareRow::compute() const {
  return mean_part(*this, [](const model::RankShares& rank) { return rank.compute; });
}

double ShareRow::bubble() const {
  return mean_part(*this, [](const model::RankShares& rank) { return rank.bubble; });
}

double ShareRow::exposed(std::uint8_t its_class) const {
  return mean_part(*this, [&](const model::RankShares& rank) { return rank.exposed[its_class]; });
}

std::vector<std::uint8_t> ShareRow::communicates() const {
  std::vector<bool> has(schedule->classes->names.size());
  for (const std::uint8_t its_class : schedule->classes->of) has[its_class] = true;
  std::vector<std::uint8_t> all;
  for (std::size_t i = model::TaskClasses::kCompute + 1; i < has.size(); ++i)
    if (has[i]) all.push_back(static_cast<std::uint8_t>(i));
  return all;
}

std::string share_table(const std::vector<ShareRow>& rows, std::size_t most) {
  std::ostringstream text;
  for (const ShareRow& row : rows) print(row, most, text);
  return text.str();
}

Outputs share_outputs() { return {{kStepTime, kComputeTime, kBubbleTime, kExposed}}; }

std::vector<Result> share_results(const std::vector<ShareRow>& rows) {
  double step = 0, compute = 0, bubble = 0;
  std::map<std::string, double> exposed;
  for (const ShareRow& row : rows) {
    const double time = seconds(row.shares.step);
    step += time;
    compute += row.compute() * time;
    bubble += row.bubble() * time;
    for (const std::uint8_t each : row.communicates()) {
      std::string name = row.schedule->classes->names[each];
      std::replace(name.begin(), name.end(), ' ', '_');
      exposed[name] += row.exposed(each) * time;
    }
  }
  std::vector<Result> results{kStepTime.result(step), kComputeTime.result(compute),
                              kBubbleTime.result(bubble)};
  for (const auto& [name, time] : exposed) results.push_back(kExposed.result(time, name));
  return results;
}

void draw_shares(const std::vector<ShareRow>& rows) {
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline == nullptr) return;
  for (const ShareRow& row : rows) {
    std::vector<std::size_t> order(row.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return row.times[a].ended < row.times[b].ended;
    });
    for (const std::size_t i : order) {
      const model::Task& task = row.schedule->tasks[i];
      const bool copies = task.kind == model::TaskKind::kCopy;
      timeline->slice_apart("rank " + std::to_string(task.src),
                            row.schedule->classes->names[row.schedule->classes->of[i]],
                            row.schedule->id_of(i),
                            row.began + (copies ? row.times[i].issued : row.times[i].began),
                            row.began + row.times[i].ended, {{"bytes", task.bytes.count()}});
    }
  }
}

}  // namespace gf::platforms::schedule
