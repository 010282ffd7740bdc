// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/printable.h"
#include "core/text/json.h"
#include "platforms/cluster/plan_proof.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/inspect/imported_files.h"

namespace gf::app {
namespace {

using core::ExitCode;

void print_json(const model::ImportedMachine& made) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const model::ImportPart& part : made.parts)
    parts.push_back({{"file", part.file}, {"what", part.what}});
  nlohmann::ordered_json guesses = nlohmann::ordered_json::array();
  for (const model::ImportGuess& guess : made.guesses)
    guesses.push_back({{"subject", guess.subject},
                       {"what", guess.what},
                       {"reason", guess.reason},
                       {"settled_by", guess.settled_by}});
  const nlohmann::ordered_json all = {
      {"read", parts}, {"guesses", guesses}, {"machine", made.text}};
  std::cout << core::json_text(all, 2) << '\n';
}

}  // namespace

ExitCode run_import(const Arguments& arguments) {
  std::vector<std::string> files;
  std::optional<std::filesystem::path> output;
  bool json = false;
  CommandLine line(
      "import", "FILE... [OPTIONS]",
      "Makes a machine file of files that describe one node: a topology or a graph of\n"
      "NCCL or RCCL, hwloc's XML (versions 1 and 2), or pasted output of nvidia-smi\n"
      "(topo -m, topo -p2p, nvlink -s, -L), rocm-smi --showtopo, lspci -vv or -tv. Each\n"
      "value of the result has a comment with the line that it is from, or the reason\n"
      "why it was guessed. Standard error lists the guesses, the worst first, and which\n"
      "further file would settle them. Files that contradict each other are refused.");
  line.operand("FILE", files);
  line.add("output,o", output, "MACHINE.ini", "write the machine there, not to standard output");
  line.add("json", json, "print {read, guesses, machine} as JSON");
  line.examples =
      "  gpufabric import topo.txt -o machine.ini\n"
      "  gpufabric import nccl_topo.xml lspci.txt -o machine.ini\n"
      "  gpufabric check machine.ini\n"
      "  gpufabric run cluster --machine machine.ini --workload 'peer_matrix:bytes=1 MiB'\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (files.empty()) line.fail("no FILE given");
  const model::ImportedMachine made = import_files(files);
  const std::string proof = platforms::cluster::prove(made.plan);
  if (output) WholeFile(*output, "the machine").write(made.text);
  if (json)
    print_json(made);
  else if (!output)
    std::cout << made.text;
  print_guesses(made);
  if (output)
    std::cerr << fmt::format("gpufabric: the machine is in {}: {}\n",
                             core::printable(output->string()), proof);
  return ExitCode::kDone;
}

}  // namespace gf::app
