// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_presets.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

constexpr auto kRc = PcieNodeKind::kRootComplex;
constexpr auto kSwitch = PcieNodeKind::kSwitch;
constexpr auto kDevice = PcieNodeKind::kDevice;

std::string numbered(const char* stem, unsigned number) { return stem + std::to_string(number); }

/// Adds K80 board number `board` under `parent`: its switch and `gpus` GPUs.
void add_k80(std::vector<PcieNodeSpec>& specs, unsigned board, const char* parent, unsigned gpus) {
  const std::string name = numbered("k80_", board);
  specs.push_back({name, kSwitch, parent, 0});
  for (unsigned i = 0; i < gpus; ++i)
    specs.push_back({numbered("gpu", gpus * board + i), kDevice, name, 0});
}

PcieTree t2_like(const char* name, unsigned gpus_a_board) {
  std::vector<PcieNodeSpec> specs{
      {"rc", kRc, "", 0}, {"plx_a", kSwitch, "rc", 0}, {"plx_b", kSwitch, "rc", 0}};
  for (unsigned board = 0; board < 4; ++board)
    add_k80(specs, board, board < 2 ? "plx_a" : "plx_b", gpus_a_board);
  return PcieTree(name, specs, name);
}

}  // namespace

PcieTree pcie_tree_t1() {
  std::vector<PcieNodeSpec> specs{{"plx", kSwitch, "", 0}};
  for (unsigned board = 0; board < 4; ++board) add_k80(specs, board, "plx", 2);
  return PcieTree("t1", specs, "t1");
}

PcieTree pcie_tree_t2() { return t2_like("t2", 2); }
PcieTree pcie_tree_t2_even4() { return t2_like("t2_even4", 1); }

PcieTree pcie_tree_t2_first4() {
  std::vector<PcieNodeSpec> specs{{"rc", kRc, "", 0}, {"plx_a", kSwitch, "rc", 0}};
  for (unsigned board = 0; board < 2; ++board) add_k80(specs, board, "plx_a", 2);
  return PcieTree("t2_first4", specs, "t2_first4");
}

PcieTree pcie_tree_balanced(PcieNodeKind root, const std::vector<unsigned>& fanouts) {
  std::string name = root == kRc ? "rc:" : "switch:";
  bool legal = !fanouts.empty() && fanouts.size() <= 16;
  std::uint64_t level = 1, nodes = 1;
  for (unsigned fanout : fanouts) {
    name += std::to_string(fanout) + (&fanout == &fanouts.back() ? "" : ",");
    legal = legal && fanout >= 1 && fanout <= kMostPciePorts;
    level = std::min<std::uint64_t>(level * fanout, kMostPcieNodes);
    nodes += level;
  }
  if (!legal || nodes > kMostPcieNodes)
    core::fail_config("topology", "fanouts", name,
                      fmt::format("1 to 16 numbers, each 1 ... {}, that make up to {} nodes",
                                  kMostPciePorts, kMostPcieNodes),
                      "write, for example, rc:2,2,2 or switch:4,2");
  std::vector<PcieNodeSpec> specs{{root == kRc ? "rc" : "sw", root, "", 0}};
  std::vector<std::string> above{specs[0].name};
  for (std::size_t level = 0; level < fanouts.size(); ++level) {
    const bool leaves = level + 1 == fanouts.size();
    const std::string stem = leaves ? "gpu" : "sw_" + std::to_string(level + 1) + "_";
    std::vector<std::string> here;
    for (const std::string& parent : above)
      for (unsigned i = 0; i < fanouts[level]; ++i) {
        here.push_back(stem + std::to_string(here.size()));
        specs.push_back({here.back(), leaves ? kDevice : kSwitch, parent, 0});
      }
    above = std::move(here);
  }
  return PcieTree(name, specs, name);
}

PcieTree pcie_tree_chain(unsigned switches) {
  if (switches == 0 || switches > 4096)
    core::fail_config("topology", "chain", std::to_string(switches), "1 ... 4096 switches",
                      "write, for example, chain:4");
  std::vector<PcieNodeSpec> specs;
  for (unsigned i = 0; i < switches; ++i) {
    const std::string name = numbered("sw_", i);
    specs.push_back({name, kSwitch, i == 0 ? "" : numbered("sw_", i - 1), 0});
    specs.push_back({numbered("gpu", i), kDevice, name, 0});
  }
  specs.push_back({numbered("gpu", switches), kDevice, numbered("sw_", switches - 1), 0});
  return PcieTree("chain:" + std::to_string(switches), specs, "chain");
}

namespace {

/// By node: whether it is one of the devices `leaves` or above one.
std::vector<bool> kept_nodes(const PcieTree& tree, const std::vector<unsigned>& leaves) {
  std::vector<bool> kept(tree.nodes().size());
  for (const unsigned leaf : leaves) {
    const bool there = leaf < tree.device_count();
    if (!there || kept[tree.device_node(leaf)])
      core::fail_config("topology", "places", fmt::format("{}", fmt::join(leaves, ",")),
                        fmt::format("different devices, 0 ... {}", tree.device_count() - 1),
                        there ? "name each one once" : "take one that the tree has");
    for (unsigned node = tree.device_node(leaf); node != kNoPcieNode; node = tree.node(node).parent)
      kept[node] = true;
  }
  return kept;
}

}  // namespace

PcieTree pcie_tree_placed(const PcieTree& tree, const std::vector<unsigned>& leaves) {
  const std::vector<bool> kept = kept_nodes(tree, leaves);
  std::vector<PcieNodeSpec> specs;
  for (unsigned i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    const PcieNode& node = tree.node(i);
    PcieNodeSpec spec{node.name, node.kind,
                      node.parent == kNoPcieNode ? "" : tree.node(node.parent).name, 0};
    if (node.kind == PcieNodeKind::kDevice)
      spec.number = static_cast<unsigned>(std::find(leaves.begin(), leaves.end(), node.device) -
                                          leaves.begin());
    specs.push_back(std::move(spec));
  }
  return {tree.name(), specs, tree.name()};
}

namespace {

[[noreturn]] void fail_numbers(const std::string& text) {
  core::fail_config("topology", "value", text, std::string(pcie_tree_forms()),
                    "after the colon write whole numbers separated by commas");
}

std::vector<unsigned> numbers_after_colon(const std::string& text) {
  std::vector<unsigned> numbers;
  const char* at = text.data() + text.find(':') + 1;
  const char* end = text.data() + text.size();
  while (true) {
    unsigned number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc()) fail_numbers(text);
    numbers.push_back(number);
    if (stop == end) return numbers;
    if (*stop != ',') fail_numbers(text);
    at = stop + 1;
  }
}

PcieTree generated(const std::string& text, const std::string& kind) {
  const auto numbers = numbers_after_colon(text);
  if (kind == "chain") {
    if (numbers.size() != 1) fail_numbers(text);
    return pcie_tree_chain(numbers[0]);
  }
  return pcie_tree_balanced(kind == "rc" ? kRc : kSwitch, numbers);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool is_generator(const std::string& lower) {
  const std::string kind = lower.substr(0, lower.find(':'));
  return kind.size() < lower.size() && (kind == "rc" || kind == "switch" || kind == "chain");
}

bool is_there(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

}  // namespace

std::string_view pcie_tree_forms() {
  return "the PCIe tree: t1, t2, t2_first4, t2_even4, rc:2,2,2 or switch:4,2 (fanouts), chain:4, "
         "or a file FILE.ini, FILE.dot, FILE.gv";
}

std::string_view pcie_tree_file(std::string_view text) {
  const std::string lower = in_lower_case(text);
  for (const char* preset : {"t1", "t2", "t2_first4", "t2_even4"})
    if (lower == preset) return {};
  if (is_generator(lower)) return {};
  const bool has_path = text.find_first_of("./") != text.npos;
  return has_path || (!text.empty() && is_there(std::string(text))) ? text : std::string_view();
}

PcieTree make_pcie_tree(const std::string& text) {
  const std::string lower = in_lower_case(text);
  if (lower == "t1") return pcie_tree_t1();
  if (lower == "t2") return pcie_tree_t2();
  if (lower == "t2_first4") return pcie_tree_t2_first4();
  if (lower == "t2_even4") return pcie_tree_t2_even4();
  if (is_generator(lower)) return generated(lower, lower.substr(0, lower.find(':')));
  if (!pcie_tree_file(text).empty()) return read_pcie_tree_file(text);
  core::fail_config("topology", "value", text, std::string(pcie_tree_forms()),
                    "name one of these; a file of another name needs a path, as in ./tree");
}

}  // namespace gf::model
