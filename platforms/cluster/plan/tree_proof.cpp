// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/tree_proof.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "hw/pcie/switch/enumeration.h"

namespace gf::platforms::cluster {
namespace {

using hw::pcie::Tlp;
using hw::pcie::TlpType;
using model::kNoPcieNode;
using model::PcieNode;

/// Walks all routes of a tree, one destination at a time.
class RouteWalk {
 public:
  RouteWalk(const model::PcieTree& tree, bool acs_redirect)
      : tree_(tree),
        nodes_(hw::pcie::enumerate(
            tree, std::vector<core::Bytes>(tree.device_count(), core::mebibytes(256)),
            acs_redirect)) {}

  TreeProof run() {
    for (unsigned dst = 0; dst < tree_.device_count() && proof_.broken.empty(); ++dst)
      for (unsigned src = 0; src < tree_.device_count() && proof_.broken.empty(); ++src)
        if (src != dst) follow(src, dst);
    proof_.channels =
        2 * static_cast<unsigned>(tree_.nodes().size() - 1 + tree_.cross_links().size());
    if (proof_.broken.empty() && has_circle())
      proof_.broken = "the channels of the PCIe tree form a dependency cycle";
    return proof_;
  }

 private:
  /// Returns the number of the channel on the link above node `below`, upwards or downwards.
  static unsigned channel(unsigned below, bool up) { return 2 * below + (up ? 0 : 1); }

  /// A step over a link: its channel, and the node and port where it arrives.
  struct Step {
    unsigned channel, node, in_port;
  };
  [[nodiscard]] Step step(unsigned at, unsigned port) const {
    const PcieNode& here = tree_.node(at);
    if (port < here.children.size()) {
      const unsigned child = here.children[port];
      return {channel(child, false), child, tree_.node(child).up_port()};
    }
    if (here.parent != kNoPcieNode && port == here.up_port())
      return {channel(at, true), here.parent, here.parent_port};
    const auto first = static_cast<unsigned>(tree_.nodes().size());
    const std::vector<model::RootLink>& cross = tree_.cross_links();
    for (unsigned i = 0; i < cross.size(); ++i) {
      if (cross[i].a == at && cross[i].a_port == port)
        return {channel(first + i, true), cross[i].b, cross[i].b_port};
      if (cross[i].b == at && cross[i].b_port == port)
        return {channel(first + i, false), cross[i].a, cross[i].a_port};
    }
    GF_CHECK(false, "a port that leads somewhere");
    return {};
  }

  void follow(unsigned src, unsigned dst) {
    const unsigned to = tree_.device_node(dst);
    Tlp request, completion;
    request.address = nodes_[to].window.first;
    completion.type = TlpType::kCompletionData;
    completion.requester = nodes_[to].id;
    const PcieNode& first = tree_.node(tree_.device_node(src));
    unsigned at = first.parent, in_port = first.parent_port;
    unsigned held = channel(tree_.device_node(src), true);
    for (std::size_t hops = 0; at != to; ++hops) {
      const int port = nodes_[at].routing.port_for(request, in_port);
      if (port < 0 || port != nodes_[at].routing.port_for(completion, in_port) ||
          hops > tree_.nodes().size()) {
        proof_.broken = fmt::format("the route from {} to {} does not end",
                                    tree_.node(tree_.device_node(src)).name, tree_.node(to).name);
        return;
      }
      const Step next = step(at, static_cast<unsigned>(port));
      waits_.emplace(held, next.channel);
      held = next.channel;
      in_port = next.in_port;
      at = next.node;
    }
    ++proof_.routes;
  }

  /// Removes channels for which no remaining channel waits, one by one. If some cannot be removed,
  /// they contain a circle.
  [[nodiscard]] bool has_circle() const {
    std::vector<std::vector<unsigned>> behind(2 *
                                              (tree_.nodes().size() + tree_.cross_links().size()));
    std::vector<unsigned> open(behind.size());
    for (const auto& [held, wanted] : waits_) {
      behind[held].push_back(wanted);
      ++open[wanted];
    }
    std::vector<unsigned> free;
    for (unsigned i = 0; i < open.size(); ++i)
      if (open[i] == 0) free.push_back(i);
    std::size_t taken = 0;
    for (; taken < free.size(); ++taken)
      for (const unsigned wanted : behind[free[taken]])
        if (--open[wanted] == 0) free.push_back(wanted);
    return taken < open.size();
  }

  const model::PcieTree& tree_;
  const std::vector<hw::pcie::NodeConfiguration> nodes_;
  std::set<std::pair<unsigned, unsigned>> waits_;  ///< {held channel, wanted channel}
  TreeProof proof_;
};

}  // namespace

TreeProof prove_tree(const model::PcieTree& tree, bool acs_redirect) {
  return RouteWalk(tree, acs_redirect).run();
}

void require_redirect(const model::PcieTree& tree) {
  const TreeProof proof = prove_tree(tree, true);
  if (tree.node(0).kind == model::PcieNodeKind::kRootComplex && proof.broken.empty()) return;
  core::fail_config("", "acs", "redirect", "a PCIe tree below root complexes",
                    proof.broken.empty()
                        ? tree.node(0).name + " has nothing above it that sends packets back"
                        : proof.broken);
}

}  // namespace gf::platforms::cluster
