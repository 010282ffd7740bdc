// SPDX-License-Identifier: Apache-2.0
// Two jobs on one dragonfly: which routing protects a training step from the traffic of the other?
//
// The training's tasks come from a recorded run without the other job, on half as many nodes. Its
// ranks get every other node of the dragonfly, and copies of the other job are added.
#include <algorithm>
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kGroups = 9;
constexpr unsigned kRanks = 36;  ///< Ranks of the training: four per group.
constexpr double kLoads[] = {0, 0.3, 0.45};
const Words kDragonfly{"a=4", "h=2", "g=9"};
/// The setup of a card, not of a program: with a microsecond per copy the network would hardly
/// matter.
const char* const kSetup = "copies.setup=100 ns";

/// Bytes of a copy of the other job, in which each node sends to a node of the next group. Its
/// setup leaves room for each load.
constexpr unsigned kBytes = 16384;
/// Time of such a copy on its channel: one head per packet of eight flits.
constexpr double kNsAlone = 1.125 * kBytes / 16;
/// How long its copies are issued, relative to the training without it. All runs but one are
/// shorter.
constexpr double kIssuedFor = 2.5;

struct Routing {
  const char* id;
  Words settings;
};
const Routing kRoutings[] = {{"min", {"routing=min"}},
                             {"val", {"routing=val"}},
                             {"ugal_l", {"routing=ugal_l"}},
                             {"ugal_l_vc_h", {"routing=ugal_l_vc_h"}},
                             {"ugal_g", {"routing=ugal_g"}}};

runs::Run ask_training(Judge& judge) {
  runs::Request request;
  request.platform = "dragonfly";
  request.settings = with(kDragonfly, {"p=1", "record=true", kSetup,
                                       "workload=training:forward=20 us,layers=2,"
                                       "parameters=128 KiB,bucket=128 KiB"});
  return judge.ask(std::move(request), "a step of training on 36 nodes");
}

std::string node_of_rank(const std::string& rank) { return std::to_string(2 * std::stoul(rank)); }

/// Returns the recorded step, on every other node.
std::string training(const core::CsvTable& recorded) {
  std::string text = "graph,id,src,dst,bytes,task,after,duration_ns,start_ns\n";
  for (std::size_t row = 0; row < recorded.rows(); ++row)
    text += fmt::format("both,{},{},{},{},{},{},{},0\n", recorded.text(row, "id"),
                        node_of_rank(recorded.text(row, "src")),
                        node_of_rank(recorded.text(row, "dst")), recorded.text(row, "bytes"),
                        recorded.text(row, "task"), recorded.text(row, "after"),
                        recorded.text(row, "duration_ns"));
  return text;
}

/// Returns copies of the other job: from nodes 1, 3, ..., each at the rate that loads its channel
/// by `load`, whether earlier ones have ended or not.
std::string other_job(double load, double seconds) {
  std::string text;
  if (load == 0) return text;
  const double interval = kNsAlone / load;
  const auto copies = static_cast<unsigned>(seconds * 1e9 / interval) + 1;
  constexpr unsigned kNodes = 2 * kRanks;
  for (unsigned k = 0; k < copies; ++k)
    for (unsigned node = 1; node < kNodes; node += 2)
      text += fmt::format("both,other_{}_{},{},{},{},copy,,,{:.3f}\n", node, k, node,
                          (node + kNodes / kGroups) % kNodes, kBytes, k * interval);
  return text;
}

/// Returns when the last task of the training has ended.
double step_time(const runs::Run& run) {
  const core::CsvTable tasks = run.csv("tasks.csv");
  double last = 0;
  for (std::size_t row = 0; row < tasks.rows(); ++row)
    if (tasks.text(row, "id").rfind("other_", 0) != 0)
      last = std::max(last, tasks.number(row, "end_ns"));
  return last * 1e-9;
}

}  // namespace

void adversary(Judge& judge) {
  const runs::Run alone = ask_training(judge);
  const double seconds = step_time(alone);
  const std::string step = training(alone.csv("schedule.csv"));
  std::vector<std::vector<runs::Run>> asked;
  for (const Routing& routing : kRoutings) {
    asked.emplace_back();
    for (const double load : kLoads) {
      runs::Request request;
      request.platform = "dragonfly";
      request.settings = with(with(kDragonfly, {"p=2", kSetup}), routing.settings);
      request.inputs["schedule"] = step + other_job(load, kIssuedFor * seconds);
      asked.back().push_back(
          judge.ask(std::move(request), fmt::format("{}, the other job at {}", routing.id, load)));
    }
  }
  Chart chart;
  chart.x = {"load of the other job", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"step of training", "us", Scale::kLinear, 0.0, {}, {}};
  double min_alone = 0;
  for (std::size_t r = 0; r < asked.size(); ++r) {
    Series series{kRoutings[r].id, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
    for (std::size_t i = 0; i < std::size(kLoads); ++i) {
      series.x.push_back(kLoads[i]);
      series.y.push_back(1e6 * step_time(asked[r][i]));
    }
    if (r == 0) min_alone = series.y.front();
    if (r > 0)
      judge.set(fmt::format("cluster.adversary.alone.{}", kRoutings[r].id),
                series.y.front() / min_alone);
    judge.set(fmt::format("cluster.adversary.busy.{}", kRoutings[r].id),
              series.y.back() / series.y.front());
    chart.series.push_back(std::move(series));
  }
  judge.draw({"adversary", "A training step next to another job's worst-case traffic",
              "A dragonfly of 72 nodes; each job has every other node.", chart});
}

}  // namespace gf::papers::cluster
