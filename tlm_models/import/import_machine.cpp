// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/import_machine.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "tlm_models/import/import_merge.h"
#include "tlm_models/import/machine_scribe.h"
#include "tlm_models/import/readers/gpu_list_text.h"
#include "tlm_models/import/readers/hwloc_xml.h"
#include "tlm_models/import/readers/import_lines.h"
#include "tlm_models/import/readers/lspci_text.h"
#include "tlm_models/import/readers/nccl_xml.h"
#include "tlm_models/import/readers/rocm_topo_text.h"
#include "tlm_models/import/readers/topo_matrix_text.h"
#include "tlm_models/import/readers/xml_tree.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::model {

const char* const kImportForms =
    "a topology or graph of NCCL or RCCL (XML), hwloc's XML, or the output of nvidia-smi topo -m, "
    "topo -p2p, nvlink -s or -L, rocm-smi --showtopo, lspci -vv or -tv";

namespace {

/// Reads files one after the other.
class ImportReader {
 public:
  explicit ImportReader(ImportGuesses& guesses) : guesses_(guesses) {}

  void read(const ImportFile& file) {
    const std::size_t begin = file.text.find_first_not_of(" \t\r\n");
    const std::size_t before = readings_.size();
    if (begin == std::string::npos) core::fail_input(file.name, 0, "is empty", kImportForms);
    if (file.text[begin] == '<')
      read_markup(file);
    else
      read_text(file);
    if (readings_.size() == before)
      core::fail_input(file.name, 1, "no reader knows it", kImportForms);
  }
  std::vector<Reading> take() { return std::move(readings_); }
  [[nodiscard]] const std::vector<ImportPart>& parts() const { return parts_; }

 private:
  void add(const ImportFile& file, ReadingKind kind, FoundMachine machine) {
    for (const ImportPart& part : parts_)
      if (part.what == to_text(kind))
        core::fail_input(file.name, 1,
                         "a second output of the form '" + part.what + "', first in " + part.file,
                         "one of each form, of one machine");
    parts_.push_back({file.name, to_text(kind)});
    readings_.push_back({kind, std::move(machine), {file.name, 1}});
  }

  void read_markup(const ImportFile& file) {
    const XmlNode root = read_xml(file.text, file.name);
    if (is_nccl_topology(root))
      add(file, ReadingKind::kNccl, read_nccl_topology(root, guesses_));
    else if (is_nccl_graph(root))
      add(file, ReadingKind::kGraph, read_nccl_graph(root));
    else if (is_hwloc(root))
      add(file, ReadingKind::kHwloc, read_hwloc(root, guesses_));
    else
      root.place.fail("the outermost element is <" + core::excerpt(root.name) + ">",
                      "<system> or <graphs> of NCCL, or <topology> of hwloc");
  }

  void read_text(const ImportFile& file) {
    const std::vector<ImportLine> lines = import_lines(file.text, file.name);
    if (is_topo_matrix(lines)) {
      FoundMachine machine;
      machine.matrix = read_topo_matrix(lines);
      add(file, ReadingKind::kTopo, std::move(machine));
    }
    if (is_rocm_topo(lines)) {
      FoundMachine machine;
      machine.matrix = read_rocm_topo(lines, guesses_);
      add(file, ReadingKind::kRocm, std::move(machine));
    }
    if (is_lspci(lines)) add(file, ReadingKind::kLspci, read_lspci(lines, guesses_));
    if (is_gpu_list(lines)) add(file, ReadingKind::kNvlink, read_gpu_list(lines));
    if (is_peer_table(lines)) add(file, ReadingKind::kP2p, read_peer_table(lines, guesses_));
  }

  ImportGuesses& guesses_;
  std::vector<Reading> readings_;
  std::vector<ImportPart> parts_;
};

}  // namespace

ImportedMachine import_machine(const std::vector<ImportFile>& files) {
  ImportGuesses guesses;
  ImportReader reader(guesses);
  std::vector<std::string> names;
  for (const ImportFile& file : files) {
    reader.read(file);
    names.push_back(file.name);
  }
  ImportedMachine made;
  made.parts = reader.parts();
  std::vector<Reading> readings = reader.take();
  const bool from_table = std::none_of(readings.begin(), readings.end(), [](const Reading& one) {
    return one.kind < ReadingKind::kTopo;
  });
  const FoundMachine machine = merged(std::move(readings), guesses);
  made.text = machine_text(machine, names, guesses);
  std::istringstream in(made.text);
  made.plan = read_machine(in, "the imported machine");
  check_matrix(machine, path_matrix(made.plan), from_table);
  made.guesses = guesses.worst_first();
  return made;
}

}  // namespace gf::model
