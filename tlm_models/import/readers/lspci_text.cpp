// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/lspci_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/import/found/known_parts.h"
#include "tlm_models/import/readers/nccl_xml.h"

namespace gf::model {
namespace {

using PortType = PciFunction::PortType;

constexpr std::size_t kMostFunctions = 20'000;

/// Classes by the names of the PCI ID Repository.
struct ClassName {
  std::string_view name;
  std::string_view code;
};
constexpr std::array<ClassName, 9> kClasses{{{"3D controller", "0302"},
                                             {"VGA compatible controller", "0300"},
                                             {"Display controller", "0380"},
                                             {"Processing accelerators", "1200"},
                                             {"PCI bridge", "0604"},
                                             {"Bridge", "0680"},
                                             {"Ethernet controller", "0200"},
                                             {"Infiniband controller", "0207"},
                                             {"Network controller", "0280"}}};

/// Vendors whose displays are GPUs, for lists without numbers.
std::string vendor_of(std::string_view name) {
  if (core::begins_with(name, "NVIDIA")) return "10de:";
  if (core::begins_with(name, "Advanced Micro Devices, Inc. [AMD/ATI]")) return "1002:";
  return "";
}

/// Returns the "[10de:20b0]" of a name with numbers, in lower case; else nothing.
std::string id_in(std::string_view name) {
  for (std::size_t at = name.find('['); at != name.npos; at = name.find('[', at + 1)) {
    const std::string_view text = name.substr(at + 1, 9);
    if (text.size() < 9 || text[4] != ':' || name.substr(at + 10, 1) != "]") continue;
    const bool digits = std::all_of(text.begin(), text.end(), [](unsigned char c) {
      return std::isxdigit(c) != 0 || c == ':';
    });
    if (!digits) continue;
    std::string id(text);
    std::transform(id.begin(), id.end(), id.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return id;
  }
  return "";
}

/// "0000:" of "0000:3b:00.0", or "0000:3b".
std::string domain_of(const std::string& id) { return id.substr(0, id.find(':') + 1); }
/// "0000:3b" of "0000:3b:00.0".
std::string bus_of(const std::string& id) { return id.substr(0, id.rfind(':')); }

/// Text between `begin` and the next of `ends`; empty: `begin` is not there.
std::string_view between(std::string_view text, std::string_view begin, std::string_view ends) {
  const std::size_t at = text.find(begin);
  if (at == text.npos) return {};
  text.remove_prefix(at + begin.size());
  return core::trimmed(text.substr(0, text.find_first_of(ends)));
}

class LspciReader {
 public:
  void take(const ImportLine& line) {
    if (begins_entry(line))
      begin(line);
    else if (!functions_.empty() && !line.text.empty() &&
             (line.text[0] == '\t' || line.text[0] == ' '))
      detail(line);
  }

  std::vector<PciFunction> run() {
    for (PciFunction& function : functions_) place_below_bridge(function);
    return std::move(functions_);
  }
  [[nodiscard]] bool has_tree() const { return !secondary_.empty(); }

  /// A line that only the details of lspci have.
  static bool is_detail(std::string_view line) {
    return line.find("LnkCap:") != line.npos || line.find("NUMA node: ") != line.npos ||
           line.find("Bus: primary=") != line.npos || line.find("Subsystem: ") != line.npos;
  }
  static bool begins_entry(const ImportLine& line) {
    const std::size_t end = line.text.find(' ');
    if (end == std::string::npos || end < 7) return false;
    const std::string_view rest = std::string_view(line.text).substr(end + 1);
    return bus_id_of(std::string_view(line.text).substr(0, end)) && rest.find(": ") != rest.npos;
  }

 private:
  void begin(const ImportLine& line) {
    if (functions_.size() == kMostFunctions)
      line.place.fail(fmt::format("more than {} devices", kMostFunctions),
                      "the list of one machine");
    const std::string_view text = line.text;
    const std::size_t end = text.find(' ');
    PciFunction function;
    function.bus_id = *bus_id_of(text.substr(0, end));
    function.place = line.place;
    const std::string_view rest = text.substr(end + 1);
    const std::size_t colon = rest.find(": ");
    std::string_view name = rest.substr(0, colon), code;
    if (const std::size_t bracket = name.find(" ["); bracket != name.npos) {
      code = name.substr(bracket + 2, 4);
      name = name.substr(0, bracket);
    }
    for (const ClassName& known : kClasses)
      if (code.empty() && known.name == name) code = known.code;
    function.name = core::trimmed(rest.substr(colon + 2));
    if (const std::size_t rev = function.name.find(" (rev "); rev != std::string::npos)
      function.name.erase(rev);
    function.part_id = id_in(function.name);
    function.kind =
        pci_class(code, function.part_id.empty() ? vendor_of(function.name) : function.part_id);
    function.is_rdma = core::begins_with(code, "0207");
    functions_.push_back(std::move(function));
  }

  void detail(const ImportLine& line) {
    PciFunction& function = functions_.back();
    const std::string_view text = core::trimmed(line.text);
    if (core::begins_with(text, "NUMA node: ")) {
      function.numa = core::parse_number<unsigned>(core::trimmed(text.substr(11)));
    } else if (core::begins_with(text, "Bus: primary=")) {
      const auto bus = bus_id_of(std::string(between(text, "secondary=", ",")) + ":00.0");
      if (!bus)
        line.place.fail("'" + core::excerpt(text) + "'", "secondary=BUS, a hexadecimal number");
      secondary_[domain_of(function.bus_id) + bus->substr(5, 2)] = function.bus_id;
    } else if (text.find("Express (v") != text.npos || text.find("] Express ") != text.npos) {
      function.port_type = text.find("Root Port") != text.npos         ? PortType::kRoot
                           : text.find("Upstream Port") != text.npos   ? PortType::kUpstream
                           : text.find("Downstream Port") != text.npos ? PortType::kDownstream
                                                                       : PortType::kEndpoint;
    } else if (core::begins_with(text, "LnkCap:")) {
      take_link(function, line);
    }
  }

  /// "LnkCap: Port #0, Speed 16GT/s, Width x16, ASPM not supported". An idle GPU runs slower than
  /// it can (LnkSta), and speeds up under load.
  static void take_link(PciFunction& function, const ImportLine& line) {
    const std::string_view speed = between(line.text, "Speed ", ",;(");
    const std::string_view width = between(line.text, "Width x", ",; (");
    if (speed.empty() && width.empty()) return;
    const auto lanes = core::parse_number<unsigned>(width);
    if (!lanes || *lanes > 32)
      line.place.fail("a link of width 'x" + core::excerpt(width) + "'", "x1 ... x32");
    function.port = {pcie_generation_of(speed, line.place), *lanes, line.place};
  }

  void place_below_bridge(PciFunction& function) const {
    const std::string bus = bus_of(function.bus_id);
    function.root = bus;
    if (const auto bridge = secondary_.find(bus); bridge != secondary_.end())
      function.parent = bridge->second;
  }

  std::vector<PciFunction> functions_;
  std::map<std::string, std::string> secondary_;  ///< Bridge by "DOMAIN:BUS" below it.
};

/// The tree that `lspci -t` draws:
/// "-[0000:00]-+-01.0-[01-05]----00.0-[02-05]--+-00.0-[03]----00.0".
class DrawnTree {
 public:
  /// Whether the line begins a tree: "-[0000:00]-+-00.0", "-+-[0000:80]-+-00.0".
  static bool is_root(std::string_view line) {
    return core::begins_with(line, "-[") || core::begins_with(line, "-+-[");
  }
  static bool is_drawn(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" |");
    return at != line.npos && (line[at] == '-' || line[at] == '+' || line[at] == '\\') &&
           line.find('-') != line.npos;
  }

  void take(const ImportLine& line) {
    text_ = line.text;
    place_ = line.place;
    std::size_t at = text_.find_first_not_of(" |");
    if (at == std::string::npos) return;
    while (!open_.empty() && open_.back().column > at) open_.pop_back();
    Level level = open_.empty() ? Level() : open_.back();
    while (at < text_.size()) at = step(at, level);
  }

  std::vector<PciFunction> take_all() { return std::move(functions_); }

 private:
  struct Level {
    std::size_t column = 0;  ///< Of the branch; branches further right are below it.
    std::string bus;         ///< "0000:03"
    std::string bridge;      ///< Bus id of the bridge to that bus; empty: a root bus.
    std::string root;
  };

  /// Reads one piece of the line and returns where the next one begins.
  std::size_t step(std::size_t at, Level& level) {
    const char sign = text_[at];
    if (sign == '+' || sign == '\\') {
      if (open_.empty() || open_.back().column < at) {
        level.column = at;
        open_.push_back(level);
      }
      return at + 1;
    }
    if (sign == '-' || sign == '|') return at + 1;
    if (sign == '[') return take_bus(at, level);
    return take_function(at, level);
  }

  /// "[0000:3a]" begins a root bus, "[3b-3d]" the buses below the last function.
  std::size_t take_bus(std::size_t at, Level& level) {
    const std::size_t end = text_.find(']', at);
    std::string_view bus = std::string_view(text_).substr(at + 1, end - at - 1);
    bus = bus.substr(0, bus.find('-'));
    const bool root = bus.find(':') != bus.npos;
    const auto id = bus_id_of(
        (root || level.root.empty() ? std::string(bus) : domain_of(level.root) + std::string(bus)) +
        ":00.0");
    if (end == std::string::npos || !id)
      place_.fail("column " + std::to_string(at + 1) + " does not begin a bus",
                  "such as [3b] or [0000:3a]");
    level.bus = bus_of(*id);
    if (root || level.root.empty()) {
      level.root = level.bus;
      level.bridge.clear();
    } else {
      level.bridge = last_;
    }
    return end + 1;
  }

  std::size_t take_function(std::size_t at, Level& level) {
    const std::size_t end = std::min(text_.find_first_of(" -", at), text_.size());
    const auto id = bus_id_of(level.bus + ":" + text_.substr(at, end - at));
    if (!id || level.bus.empty())
      place_.fail("column " + std::to_string(at + 1) + " does not begin a device",
                  "DEVICE.FUNCTION, such as 00.0");
    if (functions_.size() == kMostFunctions)
      place_.fail(fmt::format("more than {} devices", kMostFunctions), "the tree of one machine");
    PciFunction function;
    function.bus_id = last_ = *id;
    function.parent = level.bridge;
    function.root = level.root;
    function.place = place_;
    const bool bridge = end < text_.size() && text_[end] == '-';
    function.kind = bridge ? PciClass::kBridge : PciClass::kOther;
    if (!bridge) {
      function.name = core::trimmed(std::string_view(text_).substr(end));
      function.part_id = id_in(function.name);
      function.kind = kind_of(function);
    }
    functions_.push_back(std::move(function));
    return bridge ? end : text_.size();
  }

  /// The tree has no classes: GPUs and NICs are those whose names are known, and the other devices
  /// of NVIDIA are GPUs.
  static PciClass kind_of(const PciFunction& function) {
    const auto has = [&](const char* word) {
      return function.name.find(word) != std::string::npos;
    };
    if (has("NVSwitch") || has("Device 22a3") || has("Device 1ac2")) return PciClass::kNvSwitch;
    if (has("Audio") || has("USB") || has("UCSI")) return PciClass::kOther;
    const auto known = [&](const char* kind) {
      return part_of_id(kind, function.part_id) != nullptr ||
             part_of_name(kind, function.name) != nullptr;
    };
    if (known("nic") || has("Mellanox")) return PciClass::kNic;
    return known("gpu") || core::begins_with(function.name, "NVIDIA") ? PciClass::kGpu
                                                                      : PciClass::kOther;
  }

  std::string text_;
  FilePlace place_;
  std::string last_;
  std::vector<Level> open_;
  std::vector<PciFunction> functions_;
};

/// Adds to the functions of a drawn tree what the list says of them.
std::vector<PciFunction> with_details(std::vector<PciFunction> drawn,
                                      const std::vector<PciFunction>& listed) {
  std::map<std::string, const PciFunction*> by_bus;
  for (const PciFunction& function : listed) by_bus[function.bus_id] = &function;
  for (PciFunction& function : drawn) {
    const auto found = by_bus.find(function.bus_id);
    if (found == by_bus.end()) continue;
    const std::string parent = function.parent, root = function.root;
    function = *found->second;
    function.parent = parent;
    function.root = root;
  }
  return drawn;
}

}  // namespace

bool is_lspci(const std::vector<ImportLine>& lines) {
  bool entry = false;
  for (const ImportLine& line : lines) {
    if (DrawnTree::is_root(line.text)) return true;
    entry = entry || LspciReader::begins_entry(line);
    if (entry && LspciReader::is_detail(line.text)) return true;
  }
  return false;
}

FoundMachine read_lspci(const std::vector<ImportLine>& lines, ImportGuesses& guesses) {
  LspciReader list;
  DrawnTree tree;
  bool drawing = false;
  for (const ImportLine& line : lines) {
    if (line.text.empty()) continue;
    if (DrawnTree::is_root(line.text)) drawing = true;
    drawing = drawing && DrawnTree::is_drawn(line.text);
    if (drawing)
      tree.take(line);
    else
      list.take(line);
  }
  std::vector<PciFunction> drawn = tree.take_all();
  const bool listed_tree = list.has_tree();
  const std::vector<PciFunction> listed = list.run();
  FoundMachine machine;
  add_pci_tree(listed_tree || drawn.empty() ? listed : with_details(std::move(drawn), listed),
               machine, guesses);
  if (machine.of_kind(DeviceKind::kGpu).empty())
    lines.front().place.fail("lspci lists no GPU",
                             "the list of a machine with GPUs; unknown names need lspci -nn");
  return machine;
}

}  // namespace gf::model
