// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/analytic_options.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

constexpr const char* kPurpose =
    "pcie evaluates the congestion model of Martinasso et al., SC16 (Algorithm 1): the time of "
    "every\n"
    "communication of a congestion graph, or of every order of a halo exchange. Nothing is\n"
    "simulated; gpufabric run pcie_t2 simulates the packets of the same graphs.\n"
    "Columns: from start to begin, a copy waits for earlier copies of its GPU; factor is\n"
    "its mean share of B from begin to end; x T_ref is that time as a multiple of the\n"
    "time of a copy that runs alone.\n"
    "ranks predicts how simulating one dragonfly on several MPI processes would scale. The\n"
    "wall time of a window is the computation of the rank with most parts, its messages to all\n"
    "others, and the agreement on the next window (docs/performance.md). Nothing is measured.";
constexpr const char* kExamples =
    "  gpufabric analytic pcie --graphs graphs.csv\n"
    "  gpufabric analytic pcie --graphs table1.csv --tau 0.2 --trace table1\n"
    "  gpufabric analytic pcie --topology t1 --workload 'all_to_all:order=xor,bytes=1 MiB'\n"
    "  gpufabric analytic pcie --halo 3d --top 3 --orders-csv orders.csv\n"
    "  gpufabric analytic ranks --dragonfly 16,32,16 --ranks 64,513\n"
    "  gpufabric analytic ranks --ranks 1,2,4 --cores 2 --message-latency '1 us'\n";

po::typed_value<std::string>* text(std::string& variable, const char* name) {
  return po::value(&variable)->value_name(name);
}

bool is_of_all(const std::string& option) {
  return option == "json" || option == "color" || option == "no-defaults";
}

}  // namespace

CommandLine AnalyticOptions::command_line() {
  CommandLine line("analytic", "pcie|ranks [OPTIONS]", kPurpose);
  line.operand("model", model, 1);
  line.options.add_options()  //
      ("topology", text(topology, "TREE"),
       fmt::format("{}; default: t2", model::pcie_tree_forms()).c_str())                          //
      ("graphs", text(graphs, "FILE"), "CSV file with the columns graph,src,dst,bytes,start_ns")  //
      ("workload", text(workload, "GEN"),
       "generated graphs, \"kind:key=value,...\", separated by ; (the kinds are listed below)")  //
      ("halo", text(halo, "2d|3d"), "evaluate every order of a halo exchange (VIII)")            //
      ("trace", text(trace, "GRAPH"),
       "show this graph step by step, as Tables I and II do")  //
      ("top", po::value(&top)->value_name("K"),
       "with --halo: number of orders to show, fastest first; default: 5")  //
      ("curve", po::value(&curve)->value_name("N"),
       "with --halo: show N points of the sorted times (Fig. 9)")  //
      ("orders-csv", text(orders_csv, "FILE"),
       "with --halo: write the fastest, median and slowest order as graphs")               //
      ("bytes", text(bytes, "SIZE"), "with --halo: message size; default: 300 MiB (VII)")  //
      ("tau", po::value(&tau)->value_name("X"),
       "loss of the root complex, 0 ... 0.5; default: 1 - 1/1.21 (VII)")  //
      ("bandwidth", text(bandwidth, "RATE"),
       "B, the bandwidth of a copy that runs alone; default: 11.6 GiB/s (VII)")         //
      ("seed", po::value(&seed)->value_name("N"), "seed of random graphs; default: 1")  //
      ("hol-cause", text(hol_cause, "NAME"),
       "which reductions block others: conflicts_only (default) or any_lowering")  //
      ("hol-share", po::value(&hol_share)->value_name("X"),
       "part of the blocking of (8) that takes place, 0 ... 1; default: 1, the paper's")          //
      ("hol-chain", po::bool_switch(&hol_chain), "let a blocked communication block others too")  //
      ("carried", text(carried, "NAME"),
       "where a factor is a bound: shared_ports (default), every_port or conflict_ports")  //
      ("no-raise-upstream", po::bool_switch(&no_raise_upstream),
       "apply (9) to downstream ports only")  //
      ("json", po::bool_switch(&json), "print JSON, with times in seconds");
  ranks.add_to(line);
  line.examples = std::string(kExamples) +
                  "\n"
                  "Workloads (bytes is a size; default: 300 MiB):\n" +
                  model::workload_forms();
  line.exits = {core::ExitCode::kBadInput};
  return line;
}

void AnalyticOptions::validate(const CommandLine& line) const {
  if (model != "pcie" && !is_ranks())
    line.fail(model.empty() ? "no model given; there are pcie and ranks"
                            : "unknown model \"" + model + "\"; there are pcie and ranks");
  for (const std::string& option : line.given_options)
    if (!is_of_all(option) && ranks.has(option) != is_ranks())
      line.fail(fmt::format("--{} is an option of {}; leave it out", option,
                            is_ranks() ? "analytic pcie" : "analytic ranks"));
  if (is_ranks()) return;
  if (graphs.empty() && workload.empty() && halo.empty())
    line.fail("nothing to evaluate; give --graphs FILE, --workload GEN or --halo 2d|3d");
  if (!halo.empty() && halo != "2d" && halo != "3d")
    line.fail("--halo: expected 2d or 3d, not \"" + halo + "\"");
  if (halo.empty() && (curve != 0 || !orders_csv.empty()))
    line.fail("--curve and --orders-csv need --halo 2d|3d");
  if (!trace.empty() && graphs.empty() && workload.empty())
    line.fail("--trace needs --graphs FILE or --workload GEN");
}

model::PcieModelOptions AnalyticOptions::model_options() const {
  model::PcieModelOptions options;
  options.tau = tau;
  options.bandwidth = option_value("--bandwidth", bandwidth, core::parse_byte_rate);
  options.hol_cause = model::parse_hol_cause(hol_cause);
  options.hol_share = hol_share;
  options.hol_chain = hol_chain;
  options.carried = model::parse_carried_factor(carried);
  options.raise_upstream = !no_raise_upstream;
  options.validate();
  return options;
}

std::vector<model::Schedule> AnalyticOptions::all_graphs(const model::PcieTree& tree) const {
  std::vector<model::Schedule> all;
  if (!graphs.empty()) all = model::read_schedule_file(graphs, tree.device_count());
  if (!workload.empty())
    for (model::Schedule& graph : model::make_copy_graphs(workload, tree, seed))
      all.push_back(std::move(graph));
  for (const model::Schedule& graph : all)
    if (!graph.is_graph())
      core::fail_config("analytic pcie", "graph", graph.name,
                        "copies that depend on nothing but their start time",
                        "the model has no dependencies; simulate it: gpufabric run pcie_t2");
  return all;
}

model::workload::Neighbours AnalyticOptions::neighbours(const model::PcieTree& tree) const {
  return halo == "2d" ? model::workload::halo_2d_neighbours(tree.device_count())
                      : model::workload::halo_3d_neighbours(tree.device_count());
}

}  // namespace gf::app
