// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/analytic_pcie.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>

#include "core/base/error.h"
#include "core/text/json.h"
#include "sc_main/inspect/analytic_report.h"
#include "tlm_models/machine/topology_files.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::app {
namespace {

/// All evaluations of one command, made before anything is printed.
class Evaluation {
 public:
  Evaluation(const CommandLine& line, const PcieAnalysis& options)
      : options_(options),
        model_(model::named_pcie_tree(options.topology), options.model_options()) {
    for (model::Schedule& graph : options.all_graphs(model_.tree())) add(std::move(graph));
    if (!options.trace.empty() && traced_ == kNone) line.fail(unknown_graph());
    if (!options.halo.empty())
      sweep_.emplace(model_.tree(), model_.options(), options.neighbours(model_.tree()));
  }

  void print(std::ostream& out) const {
    const model::PcieModelOptions& used = model_.options();
    out << fmt::format("topology {}, tau {:.5f}, B {}\n\n", model_.tree().name(), used.tau,
                       core::to_text(used.bandwidth));
    if (!graphs_.empty()) print_times(out, model_, graphs_);
    if (traced_ != kNone) print_trace(out, graphs_[traced_]);
    if (!sweep_) return;
    out << (graphs_.empty() ? "" : "\n") << "halo exchange " << options_.halo << ", ";
    print_halo(out, *sweep_, options_.top, options_.curve);
  }

  void print_json(std::ostream& out) const {
    const model::PcieModelOptions& used = model_.options();
    nlohmann::ordered_json json{{"topology", model_.tree().name()},
                                {"tau", used.tau},
                                {"bandwidth", used.bandwidth.bytes_per_second()},
                                {"hol_cause", model::to_text(used.hol_cause)},
                                {"hol_share", used.hol_share},
                                {"hol_chain", used.hol_chain},
                                {"carried", model::to_text(used.carried)},
                                {"raise_upstream", used.raise_upstream}};
    if (!graphs_.empty()) json["graphs"] = times_json(model_, graphs_);
    if (traced_ != kNone) json["trace"] = trace_json(graphs_[traced_]);
    if (sweep_) json["halo"] = halo_json(*sweep_, options_.top, options_.curve);
    out << core::json_text(json, 2) << '\n';
  }

  void write_orders(const std::string& file) const {
    std::vector<model::Schedule> graphs;
    for (const auto& [name, order] : {std::pair("fastest", sweep_->ranked(0)),
                                      {"median", sweep_->median_order()},
                                      {"slowest", sweep_->ranked(sweep_->count() - 1)}})
      graphs.push_back(model::workload::halo("halo" + options_.halo + "_" + name,
                                             sweep_->order(order), options_.bytes));
    std::ofstream out(file);
    model::write_schedules(out, graphs);
    if (!out.flush())
      throw core::UserError(core::ExitCode::kUsage,
                            "--orders-csv: cannot write " + file + "; choose another path");
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void add(model::Schedule graph) {
    GraphTimes entry{std::move(graph), {}, {}};
    const bool wanted = traced_ == kNone && entry.graph.name == options_.trace;
    if (wanted) traced_ = graphs_.size();
    entry.times = model::predict_times(model_, entry.graph, wanted ? &entry.steps : nullptr);
    graphs_.push_back(std::move(entry));
  }

  [[nodiscard]] std::string unknown_graph() const {
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(graphs_.size(), 8); ++i)
      names += (i == 0 ? "" : ", ") + graphs_[i].graph.name;
    return "--trace: no graph \"" + options_.trace + "\"; there are " + names +
           (graphs_.size() > 8 ? ", ..." : "");
  }

  const PcieAnalysis& options_;
  model::PcieCongestion model_;
  std::vector<GraphTimes> graphs_;
  std::size_t traced_ = kNone;
  std::optional<model::HaloSweep> sweep_;
};

}  // namespace

void PcieAnalysis::add_to(CommandLine& line) {
  line.add("topology", topology, "TREE", std::string(model::pcie_tree_forms()));
  line.add("graphs", graphs, "FILE", "CSV file with the columns graph,src,dst,bytes,start_ns");
  line.add("workload", workload, "GEN",
           "generated graphs, \"kind:key=value,...\", separated by ; (the kinds are listed below)");
  line.add("halo", halo, "2d|3d", "evaluate every order of a halo exchange (VIII)",
           core::one_of({"2d", "3d"}));
  line.add("trace", trace, "GRAPH", "show this graph step by step, as Tables I and II do");
  line.add("top", top, "K", "with --halo: number of orders to show, fastest first");
  line.add("curve", curve, "N", "with --halo: show N points of the sorted times (Fig. 9)")
      .default_text = "none";
  line.add("orders-csv", orders_csv, "FILE",
           "with --halo: write the fastest, median and slowest order as graphs");
  line.add("bytes", bytes, "SIZE", "with --halo: message size").default_text = "300 MiB (VII)";
  line.add("tau", tau, "X", "loss of the root complex", core::between(0.0, 0.5)).default_text =
      "1 - 1/1.21 (VII)";
  line.add("bandwidth", bandwidth, "RATE", "B, the bandwidth of a copy that runs alone")
      .default_text = "11.6 GiB/s (VII)";
  line.add("seed", seed, "N", "seed of random graphs");
  line.add("hol-cause", hol_cause, "NAME", "which reductions block others",
           core::one_of({"conflicts_only", "any_lowering"}));
  line.add("hol-share", hol_share, "X", "part of the blocking of (8) that takes place",
           core::between(0.0, 1.0))
      .default_text = "1, the paper's";
  line.add("hol-chain", hol_chain, "let a blocked communication block others too");
  line.add("carried", carried, "NAME", "where a factor is a bound",
           core::one_of({"shared_ports", "every_port", "conflict_ports"}));
  line.add("no-raise-upstream", no_raise_upstream, "apply (9) to downstream ports only");
}

void PcieAnalysis::validate(const CommandLine& line) const {
  if (graphs.empty() && workload.empty() && halo.empty())
    line.fail("nothing to evaluate; give --graphs FILE, --workload GEN or --halo 2d|3d");
  if (halo.empty() && (curve != 0 || !orders_csv.empty()))
    line.fail("--curve and --orders-csv need --halo 2d|3d");
  if (!trace.empty() && graphs.empty() && workload.empty())
    line.fail("--trace needs --graphs FILE or --workload GEN");
}

void PcieAnalysis::run(const CommandLine& line, bool json) const {
  const Evaluation evaluation(line, *this);
  if (!orders_csv.empty()) evaluation.write_orders(orders_csv);
  if (json)
    evaluation.print_json(std::cout);
  else
    evaluation.print(std::cout);
}

model::PcieModelOptions PcieAnalysis::model_options() const {
  model::PcieModelOptions options;
  options.tau = tau;
  options.bandwidth = bandwidth;
  options.hol_cause = model::parse_hol_cause(hol_cause);
  options.hol_share = hol_share;
  options.hol_chain = hol_chain;
  options.carried = model::parse_carried_factor(carried);
  options.raise_upstream = !no_raise_upstream;
  options.validate();
  return options;
}

std::vector<model::Schedule> PcieAnalysis::all_graphs(const model::PcieTree& tree) const {
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

model::workload::Neighbours PcieAnalysis::neighbours(const model::PcieTree& tree) const {
  return halo == "2d" ? model::workload::halo_2d_neighbours(tree.device_count())
                      : model::workload::halo_3d_neighbours(tree.device_count());
}

}  // namespace gf::app
