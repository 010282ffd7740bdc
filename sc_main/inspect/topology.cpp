// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "platforms/cluster/plan/plan_graph.h"
#include "platforms/graph_writers.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/platform_help.h"
#include "sc_main/inspect/machine_channels.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::app {

namespace {

/// Returns whether the operand is the file or preset of a machine, and no platform.
bool is_machine(const std::string& operand) {
  if (operand.empty() || find_platform(operand) != nullptr) return false;
  return !model::machine_preset_text(operand).empty() || !model::machine_file(operand).empty();
}

/// Returns the machine as described in its file, without building it.
platforms::Graph graph_of_machine(const CommandLine& line, const PlatformChoice& options) {
  const bool plain = options.settings.empty() && options.configs.empty() && options.seed.empty();
  if (!plain || !line.parameter_names.empty())
    line.fail("a machine file has no parameters; to set some: topology cluster --machine FILE");
  return platforms::cluster::graph_of(model::make_machine(options.platform));
}

/// Writes the matrix of a machine; in a network of different ones, that of each, under its name.
void write_matrices(std::ostream& out, const model::MachinePlan& plan) {
  const auto others = plan.network ? platforms::cluster::other_machines(*plan.network)
                                   : std::vector<const model::MachinePlan*>();
  if (!others.empty()) out << "this machine\n";
  model::write_path_matrix(out, model::path_matrix(plan));
  for (const model::MachinePlan* const other : others) {
    out << '\n' << other->name << '\n';
    model::write_path_matrix(out, model::path_matrix(*other));
  }
}

}  // namespace

core::ExitCode run_topology(const Arguments& arguments) {
  PlatformChoice options;
  bool dot = false;
  bool csv = false;
  bool json = false;
  bool matrix = false;
  bool tuner = false;
  std::optional<std::string> channels;
  ChannelsRequest request;
  CommandLine line("topology", "PLATFORM|MACHINE [OPTIONS]",
                   "Builds a platform and shows how its parts are connected. A machine file or\n"
                   "preset is shown as written, without building it.");
  options.add_to(line);
  line.add("dot", dot, "print Graphviz DOT, for dot -Tsvg");
  line.add("csv", csv, "print comma-separated values");
  line.add("json", json, "print {title, nodes, links} as JSON; rates in bytes/s");
  line.add("matrix", matrix,
           "print what joins each pair of GPUs and NICs of a machine, as nvidia-smi topo -m does");
  line.add("channels", channels, "FORM",
           "search a machine's GPUs for the rings that a collective gets, as NCCL does, and print "
           "them as a table; xml: rings and trees as NCCL_GRAPH_FILE",
           core::one_of({"table", "xml"}))
      .implicit = "table";
  line.add(
      "tuner", tuner,
      "print the algorithm and the protocol that a library takes for each size on a machine, in "
      "the form of NCCL's example tuner");
  line.add("between-nodes", request.between_nodes,
           "with --channels: rings that enter and leave the node by its NICs; the default if the "
           "machine has a network");
  line.add("gpus", request.gpus, "GPUS",
           "with --channels or --tuner: only these GPUs take part, gpu[0..3] or gpu0,gpu2; "
           "default: all");
  line.add("compare", request.compare, "FILE",
           "with --channels: compare ring by ring with NCCL's graph file, or with its log");
  line.examples =
      "  gpufabric topology pcie_t2\n"
      "  gpufabric topology two_socket\n"
      "  gpufabric topology pcie_t2 --dot | dot -Tsvg > pcie_t2.svg\n"
      "  gpufabric topology dgx1_v100 --channels\n"
      "  gpufabric topology machine.ini --channels --compare graph.xml\n";
  line.exits = {core::ExitCode::kBadInput};
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (dot + csv + json + matrix + tuner + channels.has_value() > 1)
    line.fail("--dot, --csv, --json, --matrix, --tuner and --channels exclude each other");
  request.xml = channels == "xml";
  if (!channels && (request.between_nodes || request.compare))
    line.fail("--between-nodes and --compare need --channels");
  if (!channels && !tuner && !request.gpus.empty()) line.fail("--gpus needs --channels or --tuner");
  if (request.xml && request.compare) line.fail("--channels=xml and --compare exclude each other");
  if (channels) {
    if (!is_machine(options.platform)) line.fail("--channels: a machine file or preset is needed");
    write_channels(std::cout, model::make_machine(options.platform), request);
    return core::ExitCode::kDone;
  }
  if (tuner) {
    if (!is_machine(options.platform)) line.fail("--tuner: a machine file or preset is needed");
    write_tuner(std::cout, model::make_machine(options.platform), request.gpus);
    return core::ExitCode::kDone;
  }
  if (matrix) {
    if (!is_machine(options.platform)) line.fail("--matrix: a machine file or preset is needed");
    write_matrices(std::cout, model::make_machine(options.platform));
    return core::ExitCode::kDone;
  }
  const auto write = dot    ? platforms::write_graph_dot
                     : csv  ? platforms::write_graph_csv
                     : json ? platforms::write_graph_json
                            : platforms::write_graph_text;
  if (is_machine(options.platform)) {
    write(std::cout, graph_of_machine(line, options));
    return core::ExitCode::kDone;
  }
  ConfiguredPlatform configured(line, options);
  configured.build();
  write(std::cout, configured.platform().graph());
  return core::ExitCode::kDone;
}

}  // namespace gf::app
