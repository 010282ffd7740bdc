// SPDX-License-Identifier: Apache-2.0
// Table II: the profiler's choices, and the number of stores with inline and with decoupled
// transfers.
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {
namespace {

/// Returns the KiB of a text such as "16 KiB" or "1 MiB".
double kibibytes(const std::string& chunk) {
  return std::stod(chunk) * (chunk.find("MiB") == chunk.npos ? 1 : 1024);
}

/// Table II has a chunk for all but these, where it prints inline.
bool prints_inline(std::size_t machine, std::size_t app) {
  return (app == 0 && machine != kKepler) || (app == kJacobi && machine != kVolta);
}

/// The quick size does not try chunks of 1 MiB, which Table II has on Pascal: nothing to judge.
bool tries_its_chunk(std::size_t machine, Size size) {
  return machine != kPascal || size == Size::kLarge;
}

/// Thread counts of Table II.
constexpr unsigned kThreads[] = {256, 2048, 4096};

/// Table II's other thread counts, tried with the best chunk and agent of a cell.
class ThreadCounts {
 public:
  ThreadCounts(const ProactAppRuns& runs, const System& system, const App& app, const Found& found)
      : best_(found) {
    for (const unsigned threads : kThreads) {
      Transfer transfer = found.decoupled;
      if (threads == transfer.threads) continue;
      transfer.threads = threads;
      others_.emplace_back(threads, runs.run(system.name, app, transfer));
    }
  }
  /// Returns the number of threads of the fastest; of several, the one that the profiler had.
  [[nodiscard]] unsigned fastest() const {
    unsigned threads = best_.decoupled.threads;
    double time = best_.decoupled_time;
    for (const auto& [other, run] : others_) {
      if (seconds(run) >= time) continue;
      time = seconds(run);
      threads = other;
    }
    return threads;
  }

 private:
  const Found best_;
  std::vector<std::pair<unsigned, runs::Run>> others_;
};

/// Judges the 11 thread counts that Table II prints. Only the large size tries them.
void judge_threads(Judge& judge, const ProactAppRuns& runs,
                   const std::vector<std::vector<Found>>& found) {
  std::vector<std::pair<std::string, ThreadCounts>> asked;
  for (std::size_t m = 0; m < systems().size(); ++m)
    for (std::size_t a = 0; a < apps().size(); ++a)
      if (!prints_inline(m, a))
        asked.emplace_back(
            rows_of("table2", runs.size()) + systems()[m].id() + "." + apps()[a].name + ".threads",
            ThreadCounts(runs, systems()[m], apps()[a], found[m][a]));
  for (const auto& [row, counts] : asked) judge.set(row, static_cast<double>(counts.fastest()));
}

}  // namespace

void choices(Judge& judge, Size size) {
  const std::string id = rows_of("table2", size);
  const ProactAppRuns runs(judge, size);
  const auto found = found_of(profiles(runs));
  double in_line = 0, agree = 0;
  for (std::size_t m = 0; m < systems().size(); ++m) {
    std::vector<double> agents;
    std::string chosen;
    for (std::size_t a = 0; a < apps().size(); ++a) {
      const Found& here = found[m][a];
      const std::string cell = id + systems()[m].id() + "." + apps()[a].name;
      judge.set(cell, here.inline_time / here.decoupled_time);
      if (!prints_inline(m, a)) {
        if (tries_its_chunk(m, size)) judge.set(cell + ".chunk", kibibytes(here.decoupled.chunk));
        agents.push_back(here.cdp_time / here.polling_time);
      }
      in_line += here.is_inline() ? 1 : 0;
      agree += here.is_inline() == prints_inline(m, a) ? 1 : 0;
      chosen += fmt::format("{}{} {}", chosen.empty() ? "" : ", ", apps()[a].shown, here.text());
    }
    judge.set(id + systems()[m].id() + ".agent", geometric_mean(agents));
    judge.note(fmt::format("{}: {}.", systems()[m].shown, chosen));
  }
  judge.set(id + "inline", in_line);
  judge.set(id + "class", agree);
  if (size == Size::kLarge) judge_threads(judge, runs, found);
  judge.note(
      "I: stores by the kernel itself. D: chunk, transfer threads, agent. The quick size tries 16 "
      "and 128 KiB and 256 and 2048 threads, but not all pairs; the large one also tries 1 MiB and "
      "4096, and then the other thread counts of Table II with the best chunk and agent.");
}

void stores(Judge& judge, Size size) {
  const ProactAppRuns runs(judge, size);
  const Transfer decoupled{"polling", "128 KiB", 2048};  // Table II's choice for 4x Volta
  std::vector<std::pair<runs::Run, runs::Run>> asked;
  for (const App& app : apps())
    asked.emplace_back(runs.run("4x_volta", app, kInline), runs.run("4x_volta", app, decoupled));
  for (std::size_t a = 0; a < apps().size(); ++a)
    judge.set(
        rows_of("stores", size) + apps()[a].name,
        asked[a].first.value("store_transactions") / asked[a].second.value("store_transactions"));
}

}  // namespace gf::papers::isca21
