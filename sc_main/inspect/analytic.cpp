// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

#include "core/text/json.h"
#include "sc_main/cli/command.h"
#include "sc_main/inspect/analytic_options.h"
#include "sc_main/inspect/analytic_report.h"
#include "tlm_models/machine/topology_files.h"

namespace gf::app {
namespace {

using core::ExitCode;

/// All evaluations of one command, made before anything is printed.
class Evaluation {
 public:
  Evaluation(const CommandLine& line, const AnalyticOptions& options)
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
    const core::Bytes bytes = option_value("--bytes", options_.bytes, core::parse_bytes);
    std::vector<model::Schedule> graphs;
    for (const auto& [name, order] : {std::pair("fastest", sweep_->ranked(0)),
                                      {"median", sweep_->median_order()},
                                      {"slowest", sweep_->ranked(sweep_->count() - 1)}})
      graphs.push_back(
          model::workload::halo("halo" + options_.halo + "_" + name, sweep_->order(order), bytes));
    std::ofstream out(file);
    model::write_schedules(out, graphs);
    if (!out.flush())
      throw core::UserError(ExitCode::kUsage,
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

  const AnalyticOptions& options_;
  model::PcieCongestion model_;
  std::vector<GraphTimes> graphs_;
  std::size_t traced_ = kNone;
  std::optional<model::HaloSweep> sweep_;
};

ExitCode print_ranks(const AnalyticOptions& options, const CommandLine& line) {
  if (options.json)
    options.ranks.print_json(std::cout);
  else
    options.ranks.print(std::cout, line.given_options);
  return ExitCode::kDone;
}

}  // namespace

ExitCode run_analytic(const Arguments& arguments) {
  AnalyticOptions options;
  CommandLine line = options.command_line();
  if (!line.parse(arguments)) return ExitCode::kDone;
  options.validate(line);
  if (options.is_ranks()) return print_ranks(options, line);
  const Evaluation evaluation(line, options);
  if (!options.orders_csv.empty()) evaluation.write_orders(options.orders_csv);
  if (options.json) {
    evaluation.print_json(std::cout);
  } else {
    evaluation.print(std::cout);
  }
  return ExitCode::kDone;
}

}  // namespace gf::app
