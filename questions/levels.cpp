// SPDX-License-Identifier: Apache-2.0
// One ring over all GPUs, or rings in each node and then across nodes?
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"
#include "tlm_models/analytic/alpha_beta.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kSizes = 9;
constexpr double kFirst = 8 * 1024;    // bytes; doubles each time, up to 2 MiB
constexpr double kMemoryRate = 240e9;  // bytes per second, the default of `memory_rate`

struct Shape {
  unsigned nodes;
  unsigned gpus;
  [[nodiscard]] std::string text() const { return fmt::format("{}x{}", nodes, gpus); }
};
constexpr Shape kShapes[] = {{2, 4}, {4, 4}, {4, 8}};
constexpr std::size_t kDrawn = 1;  // 4x4

/// The runs of a shape.
struct Asked {
  runs::Run flat;
  runs::Run two_level;
  runs::Run copies;  ///< Lone copies, for alpha and beta.
};

/// Single copies without other traffic, small and large, within a node and across nodes.
std::string lone_copies(const Shape& shape) {
  std::string text = "graph,id,src,dst,bytes\n";
  for (const auto& [where, to] : {std::pair{"inside", 1u}, std::pair{"across", shape.gpus}})
    for (const unsigned bytes : {1024u, 262144u})
      text += fmt::format("{}_{},copy,0,{},{}\n", where, bytes, to, bytes);
  return text;
}

Asked ask_shape(Judge& judge, const Shape& shape) {
  const Words machine = {fmt::format("nodes={}", shape.nodes),
                         fmt::format("node.gpus={}", shape.gpus)};
  const auto all_reduce = [&](const std::string& algorithm) {
    return ask(judge, with(machine, {"workload=allreduce:bytes=8 KiB..2 MiB," + algorithm}));
  };
  return {all_reduce("algorithm=ring"),
          all_reduce(fmt::format("algorithm=two_level,node={}", shape.gpus)),
          ask_schedule(judge, machine, lone_copies(shape), "lone copies, " + shape.text())};
}

std::vector<double> sizes() {
  std::vector<double> all;
  for (unsigned i = 0; i < kSizes; ++i) all.push_back(kFirst * (1u << i));
  return all;
}

/// Returns seconds by size.
std::vector<double> times_of(const runs::Run& run) {
  std::vector<double> times;
  for (unsigned i = 0; i < kSizes; ++i)
    times.push_back(run.value(fmt::format("collective_{}.time", i)));
  return times;
}

model::TwoLevelMachine machine_of(const Shape& shape, const runs::Run& copies) {
  const core::CsvTable tasks = copies.csv("tasks.csv");
  const auto line = [&](const std::string& where) {
    const auto timed = [&](double bytes) {
      return model::TimedBytes{bytes, time_of(tasks, fmt::format("{}_{}", where, bytes), "copy")};
    };
    return model::line_through(timed(1024), timed(262144));
  };
  // An addition reads two vectors and writes one.
  return {shape.nodes, shape.gpus, line("inside"), line("across"), 3 / kMemoryRate};
}

Series line_of(std::string name, Role role, std::vector<double> times, std::string group) {
  const Mark mark = role == Role::kSimulated ? Mark::kLinePoints : Mark::kLine;
  for (double& time : times) time *= 1e6;
  return {std::move(name), role, mark, sizes(), std::move(times), std::move(group)};
}

Series formula(std::string name, const model::AlphaBeta& line, std::string group) {
  std::vector<double> times;
  for (const double size : sizes()) times.push_back(line.time(size));
  return line_of(std::move(name), Role::kAnalytic, std::move(times), std::move(group));
}

void draw(Judge& judge, const model::TwoLevelMachine& machine, const std::vector<double>& flat,
          const std::vector<double>& two) {
  Chart chart;
  chart.x = {"vector", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"time", "us", Scale::kLog10, {}, {}, {}};
  chart.series = {line_of("flat ring", Role::kSimulated, flat, "flat"),
                  line_of("two levels", Role::kSimulated, two, "two"),
                  formula("flat, in step", flat_ring_in_step(machine), "step"),
                  formula("flat, free", flat_ring_free(machine), "flat"),
                  formula("two levels, a + b n", two_level_rings(machine), "two")};
  judge.draw({"levels", "All-reduce on four nodes of four GPUs with a card each",
              "alpha and beta are from copies that run alone on the same machine.", chart});
}

}  // namespace

void levels(Judge& judge) {
  std::vector<Asked> asked;
  for (const Shape& shape : kShapes) asked.push_back(ask_shape(judge, shape));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::vector<double> flat = times_of(asked[i].flat);
    const std::vector<double> two = times_of(asked[i].two_level);
    const model::TwoLevelMachine machine = machine_of(kShapes[i], asked[i].copies);
    const double at = crossing_of(sizes(), flat, two).value();
    const std::string id = "cluster.levels." + kShapes[i].text() + ".";
    const model::AlphaBeta formula_two = two_level_rings(machine);
    judge.set(id + "crossing", at / 1024);
    judge.set(id + "free", crossing(flat_ring_free(machine), formula_two).value() / at);
    judge.set(id + "in_step", crossing(flat_ring_in_step(machine), formula_two).value() / at);
    if (i != kDrawn) continue;
    judge.set("cluster.levels.small", flat.front() / two.front());
    judge.set("cluster.levels.large", two.back() / flat.back());
    draw(judge, machine, flat, two);
  }
}

}  // namespace gf::papers::cluster
