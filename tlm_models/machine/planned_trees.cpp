// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_trees.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace gf::model {
namespace {

PcieNodeKind node_kind(DeviceKind kind) {
  if (kind == DeviceKind::kRootComplex) return PcieNodeKind::kRootComplex;
  return kind == DeviceKind::kSwitch ? PcieNodeKind::kSwitch : PcieNodeKind::kDevice;
}

/// Collects trees from their roots down.
class TreeWalk {
 public:
  explicit TreeWalk(const MachinePlan& plan)
      : plan_(plan),
        below_(plan.devices.size()),
        sockets_(plan.devices.size()),
        ranks_(plan.devices.size()),
        above_(plan.devices.size()),
        seen_(plan.devices.size()) {
    unsigned rank = 0;
    for (const DeviceKind kind :
         {DeviceKind::kGpu, DeviceKind::kHost, DeviceKind::kDevice, DeviceKind::kNic})
      for (const unsigned device : plan.of_kind(kind)) ranks_[device] = rank++;
    for (const PlannedLink& link : plan.links) {
      if (link.below) {
        below_[link.a].push_back(&link);
        above_[link.b] = true;
      } else if (link.family() == LinkFamily::kSocket) {
        sockets_[link.a].push_back(&link);
        sockets_[link.b].push_back(&link);
      }
    }
  }

  std::vector<PlannedTree> run() {
    std::vector<PlannedTree> trees;
    for (unsigned i = 0; i < plan_.devices.size(); ++i)
      if (is_root(i) && !seen_[i]) trees.push_back(tree_from(i));
    refuse_rings();
    return trees;
  }

 private:
  [[nodiscard]] bool is_root(unsigned i) const {
    return !above_[i] && node_kind(plan_.devices[i].kind) != PcieNodeKind::kDevice &&
           plan_.devices[i].kind != DeviceKind::kNvSwitch;
  }

  PlannedTree tree_from(unsigned root) {
    specs_.clear();
    ups_.clear();
    cross_.clear();
    // Root complexes come one after the other, so that the ports of socket links follow those of
    // the other children of the root complex.
    std::vector<std::pair<unsigned, const PlannedLink*>> roots{{root, nullptr}};
    for (std::size_t next = 0; next < roots.size(); ++next) {
      const auto [at, by] = roots[next];
      if (seen_[at]) {
        // Both ends come to a link that closes a ring.
        if (std::find(cross_.begin(), cross_.end(), by) == cross_.end()) cross_.push_back(by);
        continue;
      }
      add_below(at, by);
      for (const PlannedLink* link : sockets_[at])
        if (link != by) roots.emplace_back(link->a == at ? link->b : link->a, link);
    }
    number_devices();
    std::vector<std::pair<std::string, std::string>> cross;
    for (const PlannedLink* link : cross_)
      cross.emplace_back(plan_.devices[link->a].name, plan_.devices[link->b].name);
    return named(PcieTree(plan_.name, specs_, plan_.devices[root].place.file, cross));
  }

  /// Adds `root` and everything below it, level by level. Not recursive, as a file may be deep.
  void add_below(unsigned root, const PlannedLink* by) {
    std::vector<std::pair<unsigned, const PlannedLink*>> level{{root, by}};
    for (std::size_t next = 0; next < level.size(); ++next) {
      const auto [at, link] = level[next];
      seen_[at] = true;
      const PlannedDevice& device = plan_.devices[at];
      std::string parent;
      if (link != nullptr) parent = plan_.devices[link->a == at ? link->b : link->a].name;
      specs_.push_back({device.name, node_kind(device.kind), parent, device.place.line});
      ups_.emplace_back(at, link);
      for (const PlannedLink* below : below_[at]) level.emplace_back(below->b, below);
    }
  }

  /// GPUs first, in the machine's order: schedules then use a GPU's number in the tree.
  void number_devices() {
    std::map<unsigned, PcieNodeSpec*> by_rank;
    for (std::size_t i = 0; i < ups_.size(); ++i)
      if (specs_[i].kind == PcieNodeKind::kDevice) by_rank[ranks_[ups_[i].first]] = &specs_[i];
    unsigned next = 0;
    for (const auto& [rank, spec] : by_rank) spec->number = next++;
  }

  [[nodiscard]] PlannedTree named(PcieTree tree) const {
    PlannedTree made{std::move(tree), {}, {}, cross_};
    made.devices.resize(ups_.size());
    made.up.resize(ups_.size());
    std::map<std::string, unsigned> nodes;
    for (unsigned i = 0; i < made.tree.nodes().size(); ++i) nodes[made.tree.node(i).name] = i;
    for (const auto& [device, link] : ups_) {
      const unsigned node = nodes.at(plan_.devices[device].name);
      made.devices[node] = device;
      made.up[node] = link;
    }
    return made;
  }

  /// Throws if children are not reached from any root: they form a ring.
  void refuse_rings() const {
    for (const PlannedLink& link : plan_.links)
      if (link.below && !seen_[link.b])
        link.place.fail("the children of " + plan_.devices[link.a].name + " lead back to it",
                        "a tree; remove one of these links");
  }

  const MachinePlan& plan_;
  std::vector<std::vector<const PlannedLink*>> below_;
  std::vector<std::vector<const PlannedLink*>> sockets_;
  std::vector<unsigned> ranks_;  ///< Of a leaf device: its position among them.
  std::vector<bool> above_;      ///< Whether the device has a parent.
  std::vector<bool> seen_;
  std::vector<PcieNodeSpec> specs_;                           ///< The tree being built.
  std::vector<std::pair<unsigned, const PlannedLink*>> ups_;  ///< Its devices and their links up.
  std::vector<const PlannedLink*> cross_;                     ///< Its links that close rings.
};

}  // namespace

std::vector<PlannedTree> pcie_trees(const MachinePlan& plan) { return TreeWalk(plan).run(); }

std::vector<std::optional<unsigned>> near_hosts(const MachinePlan& plan) {
  const std::vector<unsigned> gpus = plan.of_kind(DeviceKind::kGpu);
  const std::vector<unsigned> hosts = plan.of_kind(DeviceKind::kHost);
  std::vector<std::optional<unsigned>> near(gpus.size());
  for (const PlannedTree& planned : pcie_trees(plan)) {
    std::map<unsigned, unsigned> numbers;  // in the tree, by device of the plan
    for (unsigned number = 0; number < planned.tree.device_count(); ++number)
      numbers[planned.devices[planned.tree.device_node(number)]] = number;
    const auto hops = [&](unsigned gpu, unsigned host) {
      return planned.tree.path(numbers.at(gpus[gpu]), numbers.at(hosts[host])).size();
    };
    for (unsigned gpu = 0; gpu < gpus.size(); ++gpu)
      for (unsigned host = 0; host < hosts.size(); ++host)
        if (numbers.count(gpus[gpu]) > 0 && numbers.count(hosts[host]) > 0 &&
            (!near[gpu] || hops(gpu, host) < hops(gpu, *near[gpu])))
          near[gpu] = host;
  }
  return near;
}

}  // namespace gf::model
