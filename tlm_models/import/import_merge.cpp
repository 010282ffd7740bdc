// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/import_merge.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/printable.h"
#include "tlm_models/import/gpu_choice.h"
#include "tlm_models/import/machine_scribe.h"
#include "tlm_models/import/matrix_tree.h"

namespace gf::model {
namespace {

constexpr const char* kOneMachine = "files of one machine";

/// Fills in what `base` leaves open from a device that is the same.
void fill(FoundDevice& base, const FoundDevice& other) {
  const bool unnamed = base.part.empty() && base.part_id.empty();
  if (unnamed && !(other.part.empty() && other.part_id.empty())) base.part_place = other.named_at();
  for (std::string FoundDevice::*text :
       {&FoundDevice::part, &FoundDevice::part_id, &FoundDevice::family_id, &FoundDevice::label,
        &FoundDevice::remark})
    if ((base.*text).empty()) base.*text = other.*text;
  if (!base.number) base.number = other.number;
  if (!base.package && other.package) {
    base.package = other.package;
    base.package_nodes = other.package_nodes;
    base.package_place = other.package_place;
  }
  if (base.port.generation == 0 || base.port.width == 0) base.port = other.port;
}

/// Finds a root complex by its NUMA node.
FoundDevice* root_of_node(FoundMachine& machine, std::optional<unsigned> numa) {
  for (FoundDevice& device : machine.devices)
    if (device.kind == DeviceKind::kRootComplex && numa && device.numa == numa) return &device;
  return nullptr;
}

/// Adds what another file with a tree says of the same devices.
void add_tree(FoundMachine& base, const FoundMachine& other) {
  if (base.distances.of.empty()) base.distances = other.distances;
  for (const FoundDevice& device : other.devices) {
    if (device.kind == DeviceKind::kRootComplex) {
      if (FoundDevice* const root = root_of_node(base, device.numa)) fill(*root, device);
      continue;
    }
    if (device.bus_id.empty()) continue;
    const unsigned same = base.find_bus(device.bus_id);
    if (same != kNoFound) {
      if (base.devices[same].kind == device.kind) fill(base.devices[same], device);
    } else if (device.kind == DeviceKind::kGpu) {
      device.place.fail(
          fmt::format("GPU {} is not in {}", device.bus_id, base.devices[0].place.file),
          kOneMachine);
    } else if (device.kind == DeviceKind::kNvSwitch) {
      FoundDevice made = device;
      made.parent = kNoFound;
      base.add(std::move(made));
    }
  }
}

/// GPU of that number; kNoFound: there is none.
unsigned gpu_of_number(const FoundMachine& machine, unsigned number) {
  for (const unsigned gpu : machine.of_kind(DeviceKind::kGpu))
    if (machine.devices[gpu].number == number) return gpu;
  return kNoFound;
}

/// Numbers GPUs as nvidia-smi does, which a table needs: those without a number by bus id.
void number_gpus(FoundMachine& machine, ImportGuesses& guesses) {
  unsigned next = 0;
  for (const unsigned gpu : numbered_gpus(machine)) {
    if (machine.devices[gpu].number) continue;
    while (gpu_of_number(machine, next) != kNoFound) ++next;
    machine.devices[gpu].number = next;
    guesses.add({GuessKind::kOrder, "GPUs", "numbered by bus id",
                 "the file with the tree does not number them", "the file of NCCL_TOPO_DUMP_FILE"});
  }
}

/// Where a table says that devices below one root complex are NODE, these are several.
class RootSplit {
 public:
  explicit RootSplit(FoundMachine& machine)
      : machine_(machine), rows_(devices_of_rows(machine)), above_(machine.devices.size()) {
    std::iota(above_.begin(), above_.end(), 0u);
    for (const unsigned row : rows_) tops_.push_back(row == kNoFound ? kNoFound : top_of(row));
  }

  void run() {
    join(false);
    join(true);
    std::map<std::pair<unsigned, unsigned>, unsigned> roots;  // by old root and set of children
    const auto count = static_cast<unsigned>(machine_.devices.size());
    std::map<unsigned, unsigned> first;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned root = machine_.devices[i].parent;
      if (root == kNoFound || machine_.devices[root].kind != DeviceKind::kRootComplex) continue;
      if (!has_row(i)) continue;
      const unsigned set = set_of(i);
      const auto [at, fresh] = roots.emplace(std::make_pair(root, set), root);
      if (fresh && !first.emplace(root, set).second) at->second = another(root);
      machine_.devices[i].parent = at->second;
    }
  }

 private:
  /// A new root complex of the same NUMA node. It stands last, so that indices stay.
  unsigned another(unsigned root) {
    FoundDevice made = machine_.devices[root];
    made.remark.clear();
    return machine_.add(std::move(made));
  }
  [[nodiscard]] unsigned top_of(unsigned device) const {
    while (true) {
      const unsigned parent = machine_.devices[device].parent;
      if (parent == kNoFound || machine_.devices[parent].parent == kNoFound) return device;
      device = parent;
    }
  }
  [[nodiscard]] bool has_row(unsigned top) const {
    return std::find(tops_.begin(), tops_.end(), top) != tops_.end();
  }
  [[nodiscard]] unsigned set_of(unsigned i) const {
    while (above_[i] != i) i = above_[i];
    return i;
  }
  /// Joins devices that share a root complex in the tree: those that the table has as near, and
  /// then
  /// (`rest`) those of which it says nothing.
  void join(bool rest) {
    const FoundMatrix& matrix = *machine_.matrix;
    for (std::size_t a = 0; a < rows_.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (rows_[a] == kNoFound || rows_[b] == kNoFound) continue;
        const unsigned one = tops_[a], other = tops_[b];
        if (machine_.devices[one].parent != machine_.devices[other].parent) continue;
        const auto& cell = matrix.at(a, b);
        const bool hidden = !cell || cell->links != 0;
        if (hidden ? rest && !are_apart(one, other) : !rest && cell->path <= PathClass::kPhb)
          above_[set_of(one)] = set_of(other);
      }
  }
  [[nodiscard]] bool are_apart(unsigned one, unsigned other) const {
    const FoundMatrix& matrix = *machine_.matrix;
    for (std::size_t a = 0; a < rows_.size(); ++a)
      for (std::size_t b = 0; b < rows_.size(); ++b) {
        if (rows_[a] == kNoFound || rows_[b] == kNoFound) continue;
        const auto& cell = matrix.at(a, b);
        if (cell && cell->links == 0 && cell->path > PathClass::kPhb &&
            set_of(tops_[a]) == set_of(one) && set_of(tops_[b]) == set_of(other))
          return true;
      }
    return false;
  }

  FoundMachine& machine_;
  const std::vector<unsigned> rows_;  ///< By row of the table: its device.
  std::vector<unsigned> tops_;        ///< The device or bridge above it, below the root complex.
  std::vector<unsigned> above_;       ///< By device: another one of its set, or itself.
};

void take_matrix(FoundMachine& base, const FoundMatrix& matrix, ImportGuesses& guesses) {
  number_gpus(base, guesses);
  const std::size_t gpus = base.of_kind(DeviceKind::kGpu).size();
  const auto rows = static_cast<std::size_t>(std::count_if(
      matrix.rows.begin(), matrix.rows.end(), [](const auto& row) { return row.gpu; }));
  if (gpus != rows)
    matrix.rows[0].place.fail(
        fmt::format("the table has {} GPUs, but {} has {}", rows, base.devices[0].place.file, gpus),
        kOneMachine);
  base.matrix = matrix;
  const std::vector<unsigned> devices = devices_of_rows(base);
  for (std::size_t row = 0; row < devices.size(); ++row)
    if (devices[row] == kNoFound)
      guesses.add({GuessKind::kLeftOut, matrix.rows[row].label, "left out",
                   "the file with the tree does not name it", "lspci -vv"});
  RootSplit(base).run();
  if (base.links.empty()) add_links_of(matrix, base);
}

/// GPUs by name, and the number and rate of their links, as `nvidia-smi nvlink -s` has them.
void take_link_rates(FoundMachine& base, const FoundMachine& rates, ImportGuesses& guesses) {
  number_gpus(base, guesses);
  for (const FoundDevice& said : rates.devices) {
    const unsigned gpu = gpu_of_number(base, *said.number);
    if (gpu == kNoFound)
      said.place.fail(fmt::format("GPU {} is in no other file", *said.number), kOneMachine);
    fill(base.devices[gpu], said);
  }
  const bool known = !base.links.empty();
  for (const FoundLinks& link : rates.links) {
    const unsigned gpu = gpu_of_number(base, *rates.devices[link.from].number);
    if (!known) {
      base.links.push_back({gpu, kNoFound, link.count, false, link.rate, link.place});
      continue;
    }
    unsigned count = 0;
    for (FoundLinks& mine : base.links) {
      if (mine.from != gpu && mine.to != gpu) continue;
      count += mine.count;
      mine.rate = link.rate;
    }
    if (count != link.count)
      link.place.fail(fmt::format("{} active links of GPU {}, but another file has {}", link.count,
                                  *rates.devices[link.from].number, count),
                      kOneMachine);
  }
  if (!known && !base.links.empty())
    guesses.add({GuessKind::kLinkRate, "NVLink", "leads to NVSwitches",
                 "no file says where the links lead", "nvidia-smi topo -m"});
}

}  // namespace

const char* to_text(ReadingKind kind) {
  switch (kind) {
    case ReadingKind::kNccl:
      return "NCCL topology";
    case ReadingKind::kLspci:
      return "lspci";
    case ReadingKind::kHwloc:
      return "hwloc topology";
    case ReadingKind::kTopo:
      return "nvidia-smi topo -m";
    case ReadingKind::kRocm:
      return "rocm-smi --showtopo";
    case ReadingKind::kNvlink:
      return "nvidia-smi -L or nvlink -s";
    case ReadingKind::kP2p:
      return "nvidia-smi topo -p2p";
    case ReadingKind::kGraph:
      return "NCCL graph";
  }
  return "";
}

std::vector<unsigned> devices_of_rows(const FoundMachine& machine) {
  std::vector<unsigned> found;
  if (!machine.matrix) return found;
  const std::vector<unsigned> gpus = numbered_gpus(machine);
  std::size_t next = 0;
  for (const FoundMatrix::Row& row : machine.matrix->rows) {
    if (row.gpu) {
      found.push_back(next < gpus.size() ? gpus[next++] : kNoFound);
      continue;
    }
    const std::string& name = row.name.empty() ? row.label : row.name;
    unsigned nic = kNoFound;
    for (const unsigned i : machine.of_kind(DeviceKind::kNic))
      if (machine.devices[i].label == name) nic = i;
    found.push_back(nic);
  }
  return found;
}

void check_matrix(const FoundMachine& machine, const PathMatrix& paths, bool strict) {
  if (!machine.matrix) return;
  const FoundMatrix& matrix = *machine.matrix;
  std::map<unsigned, std::size_t> index;
  for (const unsigned gpu : numbered_gpus(machine)) index.emplace(gpu, index.size());
  for (const unsigned nic : numbered_nics(machine)) index.emplace(nic, index.size());
  const std::vector<unsigned> devices = devices_of_rows(machine);
  const auto coarse = [&](PathCell cell) {
    if (!strict && cell.path == PathClass::kPix) cell.path = PathClass::kPxb;
    return cell;
  };
  for (std::size_t a = 0; a < devices.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (devices[a] == kNoFound || devices[b] == kNoFound || !matrix.at(a, b)) continue;
      const PathCell& made = paths.at(index.at(devices[a]), index.at(devices[b]));
      if (coarse(made) != coarse(*matrix.at(a, b)))
        matrix.rows[a].place.fail(
            fmt::format("{} to {} is {}, but by the other files {}", matrix.rows[a].label,
                        matrix.rows[b].label, to_text(*matrix.at(a, b)), to_text(made)),
            kOneMachine);
    }
}

FoundMachine merged(std::vector<Reading> readings, ImportGuesses& guesses) {
  std::stable_sort(readings.begin(), readings.end(),
                   [](const Reading& a, const Reading& b) { return a.kind < b.kind; });
  FoundMachine base;
  for (Reading& reading : readings) {
    const bool first = base.devices.empty();
    if (first && reading.kind > ReadingKind::kRocm)
      reading.place.fail(
          fmt::format("{} alone says not how devices are connected", to_text(reading.kind)),
          "a topology, lspci, or a table of paths, too");
    switch (reading.kind) {
      case ReadingKind::kNccl:
      case ReadingKind::kLspci:
      case ReadingKind::kHwloc:
        if (first)
          base = std::move(reading.machine);
        else
          add_tree(base, reading.machine);
        break;
      case ReadingKind::kTopo:
      case ReadingKind::kRocm:
        if (first) {
          add_tree_of(*reading.machine.matrix, base, guesses);
          base.matrix = std::move(reading.machine.matrix);
        } else if (!base.matrix) {
          take_matrix(base, *reading.machine.matrix, guesses);
        }
        break;
      case ReadingKind::kNvlink:
        take_link_rates(base, reading.machine, guesses);
        break;
      case ReadingKind::kP2p:
        base.remarks.insert(base.remarks.end(), reading.machine.remarks.begin(),
                            reading.machine.remarks.end());
        break;
      case ReadingKind::kGraph:
        if (!base.ring.empty()) break;
        number_gpus(base, guesses);
        base.ring = std::move(reading.machine.ring);
        base.ring_place = reading.machine.ring_place;
        break;
    }
  }
  return base;
}

}  // namespace gf::model
