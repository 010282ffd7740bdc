// SPDX-License-Identifier: Apache-2.0
// gpufabric predict: what a machine would give in the usual benchmarks.
#include <fmt/format.h>
#include <iostream>

#include "core/base/printable.h"
#include "core/text/json.h"
#include "sc_main/cli/command.h"
#include "sc_main/doubt/doubt_overlay.h"
#include "sc_main/predict/prediction_report.h"
#include "sc_main/predict/tool_output.h"

namespace gf::app {
namespace {

using core::ExitCode;

/// The command line of `gpufabric predict`.
struct PredictOptions {
  std::vector<std::string> machine;  ///< MACHINE, or several files to import.
  std::vector<std::string> changes;  ///< --set
  PredictionSizes sizes;
  std::string tool;  ///< --as; empty: the summary.
  ToolSettings settings;
  std::string least = "8";  ///< Sizes as nccl-tests takes them: without a unit they are bytes.
  std::string most = "128M";
  PoolCommandOptions pool;
  bool why = false;
  bool doubt = false;
  unsigned samples = 16;
  std::uint64_t seed = 1;
  bool json = false;
  bool quiet = false;
};

CommandLine command_line(PredictOptions& o) {
  CommandLine line(
      "predict", "MACHINE [FILE...] [OPTIONS]",
      "Simulates what a machine would give in the usual benchmarks, on the platform\n"
      "cluster, and keeps the runs in the store. MACHINE is a preset (gpufabric list\n"
      "--machines), a machine file (.ini, .dot, .gv), or one or more files that gpufabric\n"
      "import reads; what was guessed of them is on standard error.\n"
      "The table shows copies between two GPUs, grouped by path and result, with nothing\n"
      "else on the machine; all GPUs at once; and an all-reduce as NCCL makes it.");
  line.operand("MACHINE", o.machine);
  line.add("set", o.changes, "CHANGE",
           "compare with the machine after a change: 'nic1 at plx2', 'gpu3 pcie gen4 x8' or 'rc0 "
           "rc1 socket 41.6 GB/s 25 ns'; may be repeated, for changes that are made together. With "
           "--as, the output is that after the change");
  line.add("why", o.why, "show the busiest link of each test and the arithmetic of its rate");
  line.add("with-doubt", o.doubt,
           "give each number the range from 5 % to 95 % of samples of all assumed parameters, and "
           "each change that of its samples");
  line.add("samples", o.samples, "N", "samples of --with-doubt; powers of two cover ranges best",
           core::between(4u, 4096u));
  line.add("seed", o.seed, "N", "seed of the samples");
  line.add("as", o.tool, "TOOL", "print what this tool would print, in its own format",
           core::one_of(predicted_tool_names()))
      .default_text = "a summary";
  line.add("bytes", o.sizes.copy, "SIZE", "size of copies",
           core::between(core::Bytes(1), core::Bytes(std::uint64_t{1} << 30)));
  line.add("reduce-bytes", o.sizes.reduce, "SIZE", "size of the all-reduce",
           core::between(core::Bytes(4), core::Bytes(std::uint64_t{1} << 30)));
  line.add("from,b", o.least, "SIZE", "programs of nccl-tests, ib_write_bw: first size");
  line.add("to,e", o.most, "SIZE", "programs of nccl-tests, ib_write_bw: last size");
  line.add("factor,f", o.settings.factor, "N",
           "programs of nccl-tests, ib_write_bw: ratio of a size to the last one",
           core::between(2u, 1024u));
  line.add("limit", o.settings.limit, "SIZE",
           "programs of nccl-tests, ib_write_bw: most bytes that a size may move; larger sizes are "
           "N/A or "
           "missing",
           core::between(core::Bytes(1), core::Bytes(std::uint64_t{1} << 40)));
  line.add("sm-copy", o.settings.sm_copy,
           "p2pBandwidthLatencyTest: kernels copy between GPUs that access each other, as with its "
           "option --sm_copy");
  line.add("json", o.json, "print {machine, tests} as JSON; rates in bytes/s, times in seconds");
  line.add("quiet,q", o.quiet, "show no progress");
  o.pool.add_to(line);
  line.examples =
      "  gpufabric predict two_socket\n"
      "  gpufabric predict topo.txt --why\n"
      "  gpufabric predict topo.txt --as nvbandwidth\n"
      "  gpufabric predict dgx_h100 --as all_reduce_perf -b 8 -e 32M -f 4\n"
      "  gpufabric predict dgx1_v100 --set 'nic1 at plx2'\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kDeadlock, ExitCode::kBadInput,
                ExitCode::kInterrupted, ExitCode::kTerminated};
  return line;
}

/// Adds samples of the machines in turn, for the same draws of what is assumed.
void add_samples(const PredictOptions& options, std::vector<PredictedMachine>& machines) {
  const std::size_t compared = machines.size();
  DoubtOverlay overlay(false);
  for (const PredictedMachine& machine : machines) overlay.look(machine.request());
  overlay.design(options.samples, options.seed);
  for (std::size_t sample = 0; sample < options.samples; ++sample)
    for (std::size_t i = 0; i < compared; ++i) {
      runs::Request request = machines[i].request();
      const auto known = static_cast<std::ptrdiff_t>(request.settings.size());
      overlay.apply(request, sample);
      machines.push_back(
          machines[i].sample({request.settings.begin() + known, request.settings.end()}));
    }
}

ExitCode predict_summary(const PredictOptions& options, std::vector<PredictedMachine> machines,
                         CommandRuns& runs) {
  const PredictedMachine machine = machines[0];
  const std::size_t compared = machines.size();
  if (options.doubt) add_samples(options, machines);
  MachinePrediction prediction(std::move(machines), compared, options.sizes);
  PredictionRuns pending(runs);
  prediction.make(pending);
  if (options.why) prediction.explain(pending);
  if (!pending.failures().empty())
    std::cerr << fmt::format("gpufabric: {} runs of samples failed and are left out: {}\n",
                             pending.failures().size(), core::printable(pending.failures()[0]));
  if (options.json) {
    nlohmann::ordered_json all{{"machine", machine.title()},
                               {"changes", options.changes},
                               {"bytes", options.sizes.copy.count()},
                               {"samples", options.doubt ? options.samples : 0},
                               {"tests", prediction_json(prediction)}};
    std::cout << core::json_text(all, 2) << '\n';
    return ExitCode::kDone;
  }
  std::cout << fmt::format("{}\nsimulated: copies of {} by copy engines\n",
                           core::printable(machine.title()), core::to_text(options.sizes.copy));
  if (!prediction.tests_all_pairs())
    std::cout << fmt::format("pairs with the first GPU{} only: there are more than {} GPUs\n",
                             machine.different_nodes().size() > 1 ? " of each machine" : "",
                             MachinePrediction::kMostOfAllPairs);
  if (!machine.nodes_text().empty()) std::cout << machine.nodes_text() << '\n';
  if (machine.nodes() > 1 && machine.hosts() > 0)
    std::cout << "hosts: those of the first node of each machine stand for all of its nodes\n";
  for (const std::string& change : options.changes)
    std::cout << fmt::format("change: {}\n", core::printable(change));
  if (options.doubt)
    std::cout << fmt::format("in brackets: 5 % to 95 % of {} samples of what is assumed\n",
                             options.samples);
  std::cout << '\n';
  print_prediction(std::cout, prediction);
  return ExitCode::kDone;
}

/// Parses a size of at least 4 B. A number without a unit is one of bytes, as in nccl-tests.
core::Bytes collective_size(const char* option, const std::string& text) {
  const bool plain = text.find_first_not_of("0123456789") == std::string::npos;
  return option_value(option, plain ? text + " B" : text, [](const std::string& size) {
    core::Bytes bytes;
    const core::Limits<core::Bytes> legal =
        core::between(core::Bytes(4), core::Bytes(std::uint64_t{1} << 40));
    if (!OptionType<core::Bytes>::assign(size, bytes, legal))
      core::fail_config("", "size", size, OptionType<core::Bytes>::legal_text(legal),
                        "an element has 4 B");
    return bytes;
  });
}

ExitCode predict_tool(const PredictOptions& options, const PredictedMachine& machine,
                      CommandRuns& runs) {
  ToolSettings settings = options.settings;
  settings.copy = options.sizes.copy;
  settings.least = collective_size("--from", options.least);
  settings.most = collective_size("--to", options.most);
  PredictionRuns pending(runs);
  std::vector<std::string> left_out;
  std::cout << tool_output(options.tool, machine, settings, pending, left_out);
  std::cerr << fmt::format("gpufabric: a simulated output of {}; it has no\n", options.tool);
  for (const std::string& part : left_out) std::cerr << "  " << part << '\n';
  return ExitCode::kDone;
}

/// Refuses options that would have no effect.
void check(const CommandLine& line, const PredictOptions& options) {
  if (options.machine.empty()) line.fail("no MACHINE given");
  if (options.settings.sm_copy && options.tool != "p2pBandwidthLatencyTest")
    line.fail("--sm-copy needs --as p2pBandwidthLatencyTest");
  if (options.tool.empty()) return;
  if (options.why || options.json || options.doubt)
    line.fail("--as excludes --why, --json and --with-doubt, which change the summary");
}

}  // namespace

ExitCode run_predict(const Arguments& arguments) {
  PredictOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  check(line, options);
  std::vector<PredictedMachine> machines{PredictedMachine::named(options.machine)};
  if (!options.changes.empty()) machines.push_back(machines[0].changed(options.changes));
  Plan plan;
  plan.json = options.json;
  plan.more = "which further runs are made follows from the results of the copies";
  CommandRuns runs("predict", options.pool, options.quiet, plan);
  try {
    if (!options.tool.empty()) return predict_tool(options, machines.back(), runs);
    return predict_summary(options, std::move(machines), runs);
  } catch (const runs::Interrupted&) {
    std::cerr << "gpufabric: interrupted; finished runs are kept for the next time\n";
    return runs.exit_code();
  }
}

}  // namespace gf::app
