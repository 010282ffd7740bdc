// SPDX-License-Identifier: Apache-2.0
// gpufabric place: which of a machine's GPUs a collective should take.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <numeric>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "sc_main/cli/command.h"
#include "sc_main/predict/busiest_link.h"
#include "sc_main/predict/copy_tests.h"
#include "sc_main/predict/library_runs.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/collectives/gpu_sets.h"

namespace gf::app {
namespace {

using core::ExitCode;
using model::GpuSet;

/// The command line of `gpufabric place`.
struct PlaceOptions {
  std::string machine;
  unsigned gpus = 0;
  std::string yours;
  std::string collective = "allreduce";
  core::Bytes bytes = core::mebibytes(16);
  unsigned runs = 8;
  PoolCommandOptions pool;
  bool json = false;
  bool quiet = false;
};

const std::vector<std::string>& collectives() {
  static const std::vector<std::string> names{"allreduce", "allgather", "reducescatter",
                                              "broadcast", "reduce",    "alltoall"};
  return names;
}

CommandLine command_line(PlaceOptions& o) {
  CommandLine line(
      "place", "MACHINE --gpus N [OPTIONS]",
      "Looks at all choices of N of a machine's GPUs, sorts them by the rings that NCCL\n"
      "would find on them, and simulates the collective on one choice of each kind, with\n"
      "the other GPUs idle. MACHINE is a preset (gpufabric list --machines) or a machine\n"
      "file of one node. Choices are of one kind if the same paths join their GPUs.");
  line.operand("MACHINE", o.machine);
  line.add("gpus", o.gpus, "N", "number of GPUs that take part").default_text = "none: give one";
  line.add("yours", o.yours, "LIST", "a choice to compare: gpu[0..3] or gpu0,gpu2").default_text =
      "none";
  line.add("collective", o.collective, "NAME", "collective that they run",
           core::one_of(collectives()));
  line.add("bytes", o.bytes, "SIZE", "size of the vector",
           core::between(core::Bytes(4), core::Bytes(std::uint64_t{1} << 30)));
  line.add("runs", o.runs, "N",
           "the most kinds that are simulated: those with the best rings and with the worst",
           core::between(2u, 1000u));
  line.add("json", o.json, "print {machine, choices, kinds} as JSON; rates in bytes/s");
  line.add("quiet,q", o.quiet, "show no progress");
  o.pool.add_to(line);
  line.examples =
      "  gpufabric place dgx1_v100 --gpus 4\n"
      "  gpufabric place dgx1_v100 --gpus 4 --yours gpu0,gpu2,gpu5,gpu7\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kDeadlock, ExitCode::kBadInput,
                ExitCode::kInterrupted, ExitCode::kTerminated};
  return line;
}

/// A kind of choices, or the user's own choice, with what its run gave.
struct Place {
  GpuSet choice;
  bool yours = false;
  std::optional<double> busbw;  ///< bytes/s; empty: not simulated.
  std::optional<BusiestLink> link;

  [[nodiscard]] std::string gpus() const { return fmt::format("{}", fmt::join(choice.gpus, " ")); }
};

/// Marks the kinds to simulate: the first half of `runs` and the last, or all of them.
std::vector<std::size_t> to_simulate(const std::vector<Place>& places, unsigned runs) {
  std::vector<std::size_t> picked;
  const auto kinds = static_cast<std::size_t>(
      std::count_if(places.begin(), places.end(), [](const Place& place) { return !place.yours; }));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool best = i < (runs + 1) / 2, worst = i < kinds && i + runs / 2 >= kinds;
    if (best || worst || places[i].yours) picked.push_back(i);
  }
  return picked;
}

void simulate(const PlaceOptions& options, const PredictedMachine& machine,
              std::vector<Place>& places, PredictionRuns& runs) {
  for (const std::size_t i : to_simulate(places, options.runs)) {
    Place& place = places[i];
    runs::Request request =
        library_run(machine, options.collective, options.bytes.count(), false, place.gpus())
            .request;
    request.page = true;  // its record has the machine's links
    runs.add(std::move(request), place.gpus(), [&place](const runs::Result& result) {
      place.busbw = result.value("collective_0.busbw");
      place.link = BusiestLink::of(result, result.value("collective_0.time"));
    });
  }
  runs.make();
}

/// Those that were simulated, the fastest first; then the others as they are.
void sort_by_result(std::vector<Place>& places) {
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.busbw.value_or(-1) > b.busbw.value_or(-1);
  });
}

std::string word_of(const std::vector<Place>& places, std::size_t i) {
  const auto simulated = static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(), [](const Place& place) { return place.busbw.has_value(); }));
  std::string word = places[i].yours ? "yours" : "";
  const auto add = [&](const char* more) {
    word += (word.empty() ? "" : ", ") + std::string(more);
  };
  if (i == 0 && simulated > 1) add("best");
  if (i + 1 == simulated && simulated > 1) add("worst");
  return word;
}

void print(std::ostream& out, const std::vector<Place>& places) {
  core::TextTable table({"place", "GPUs", ">alike", ">rings", ">search GB/s", "path", ">busbw GB/s",
                         "busiest link", ">busy"});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const model::ChannelGraph& rings = place.choice.rings.graph;
    table.add_row({word_of(places, i), core::printable(place.gpus()),
                   std::to_string(place.choice.alike), std::to_string(rings.channels.size()),
                   fmt::format("{:.4g}", rings.total().bytes_per_second() / 1e9),
                   std::string(to_text(rings.type_intra)),
                   place.busbw ? fmt::format("{:.2f}", *place.busbw / 1e9) : "",
                   place.link ? core::printable(place.link->link) : "",
                   place.link ? fmt::format("{:.0f} %", 100 * place.link->busy) : ""});
  }
  table.print(out);
}

nlohmann::ordered_json json_of(const std::vector<Place>& places) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Place& place : places) {
    const model::ChannelGraph& rings = place.choice.rings.graph;
    nlohmann::ordered_json row{{"gpus", place.choice.gpus},
                               {"yours", place.yours},
                               {"alike", place.choice.alike},
                               {"rings", rings.channels.size()},
                               {"search", rings.total().bytes_per_second()},
                               {"path", to_text(rings.type_intra)},
                               {"busbw", nullptr},
                               {"busiest_link", nullptr},
                               {"busy", nullptr}};
    if (place.busbw) row["busbw"] = *place.busbw;
    if (place.link) {
      row["busiest_link"] = place.link->link;
      row["busy"] = place.link->busy;
    }
    all.push_back(std::move(row));
  }
  return all;
}

ExitCode place_gpus(const PlaceOptions& options, CommandRuns& runs) {
  const model::MachinePlan plan = model::make_machine(options.machine);
  const PredictedMachine machine = PredictedMachine::named({options.machine});
  if (machine.nodes() > 1)
    core::fail_config("place", "MACHINE", options.machine,
                      "a machine of one node, without [network]",
                      "its GPUs are those of one server");
  std::vector<Place> places;
  unsigned choices = 0;
  for (GpuSet& choice : model::gpu_sets(plan, options.gpus)) {
    choices += choice.alike;
    places.push_back({std::move(choice), false, {}, {}});
  }
  const std::size_t kinds = places.size();
  if (!options.yours.empty()) {
    places.push_back({model::gpu_set(plan, options.yours), true, {}, {}});
    if (places.back().choice.gpus.size() != options.gpus)
      core::fail_config("place", "--yours", options.yours,
                        std::to_string(options.gpus) + " GPUs, as --gpus says", "");
  }
  PredictionRuns pending(runs);
  simulate(options, machine, places, pending);
  sort_by_result(places);
  if (options.json) {
    nlohmann::ordered_json all{{"machine", machine.title()},
                               {"collective", options.collective},
                               {"bytes", options.bytes.count()},
                               {"choices", choices},
                               {"kinds", json_of(places)}};
    std::cout << core::json_text(all, 2) << '\n';
    return ExitCode::kDone;
  }
  std::cout << fmt::format("{}\n{} choices of {} GPUs, of {} kind{}; simulated: {} of {}\n\n",
                           core::printable(machine.title()), choices, options.gpus, kinds,
                           kinds == 1 ? "" : "s", options.collective, core::to_text(options.bytes));
  print(std::cout, places);
  return ExitCode::kDone;
}

}  // namespace

ExitCode run_place(const Arguments& arguments) {
  PlaceOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (options.machine.empty()) line.fail("no MACHINE given");
  if (options.gpus == 0) line.fail("no --gpus given: how many GPUs take part?");
  Plan plan;
  plan.json = options.json;
  CommandRuns runs("place", options.pool, options.quiet, plan);
  try {
    return place_gpus(options, runs);
  } catch (const runs::Interrupted&) {
    std::cerr << "gpufabric: interrupted; finished runs are kept for the next time\n";
    return runs.exit_code();
  }
}

}  // namespace gf::app
