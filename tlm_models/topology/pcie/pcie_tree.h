// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tlm_models/topology/pcie/root_routes.h"

namespace gf::model {

/// A device is any leaf: in tree files a GPU, elsewhere also a host or a card.
enum class PcieNodeKind { kRootComplex, kSwitch, kDevice };
/// Name in tree files: "root_complex", "switch", or "gpu" for a device.
std::string_view to_text(PcieNodeKind kind);

inline constexpr unsigned kNoPcieNode = ~0u;

// Limits of a tree. A switch has a queue from each port to each other port, and each node some
// fifty parameters: at these limits a machine takes about 0.5 GB.
inline constexpr unsigned kMostPcieNodes = 10'000;
inline constexpr unsigned kMostPciePorts = 1'024;  ///< Children of a switch or root complex.

/// One component of a PCIe tree. Child i is on port i; port children.size() goes up. The root has
/// no upward port. Ports of cross links follow. A device has only port 0.
struct PcieNode {
  std::string name;
  PcieNodeKind kind = PcieNodeKind::kSwitch;
  unsigned parent = kNoPcieNode;   ///< Index of the parent; kNoPcieNode at the root.
  unsigned parent_port = 0;        ///< Port of the parent that leads here.
  unsigned depth = 0;              ///< 0 at the root.
  unsigned device = kNoPcieNode;   ///< Number of a kDevice node, else kNoPcieNode.
  std::vector<unsigned> children;  ///< In port order.

  [[nodiscard]] unsigned up_port() const { return static_cast<unsigned>(children.size()); }
};

/// One hop of a route: the ports used at a switch or root complex.
struct PcieHop {
  unsigned node;
  unsigned in_port;
  unsigned out_port;
};
bool operator==(const PcieHop& a, const PcieHop& b);

/// One node as a builder or a file declares it; `parent` is empty at the root.
struct PcieNodeSpec {
  std::string name;
  PcieNodeKind kind = PcieNodeKind::kSwitch;
  std::string parent;
  unsigned line = 0;  ///< Line of the declaring file; 0: none.
  /// Number of a device; kNoPcieNode: taken from its name. Either all devices of a tree have
  /// numbers, 0 ... n - 1, or none has.
  unsigned number = kNoPcieNode;
};

/// A PCIe tree: devices at the leaves, switches between, a root complex or a switch as the root.
/// Several root complexes, one per socket of the host, also make one tree. Each is then a child of
/// another, over a socket link; it does not matter which one is the root. Further socket links
/// between them are cross links: packets take the ways of RootRoutes.
/// Plain data, immutable once made; the hardware and the analytic model are both built from it.
class PcieTree {
 public:
  /// Checks and builds the tree. Children take ports in the order of `specs`. Nodes are numbered
  /// depth first from the root (index 0), so that a parent precedes its children. Devices named
  /// gpu0 ... gpu<n-1> keep their own number; other names are numbered in leaf order.
  /// Throws UserError (exit 5, "<origin>:<line>: ...") for a duplicate name, an unknown parent, a
  /// cycle, a node that is not connected, or more than one root. The same for a device at the root
  /// or with children, a root complex below a switch, a switch without children, and a tree without
  /// devices. The limits are kMostPcieNodes nodes and kMostPciePorts children of a node.
  /// `cross`: names of root complexes that a cross link joins.
  PcieTree(std::string name, const std::vector<PcieNodeSpec>& specs, const std::string& origin,
           const std::vector<std::pair<std::string, std::string>>& cross = {});

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<PcieNode>& nodes() const { return nodes_; }
  [[nodiscard]] const PcieNode& node(unsigned index) const { return nodes_[index]; }
  [[nodiscard]] unsigned device_count() const { return static_cast<unsigned>(devices_.size()); }
  /// Returns the node index of device `number`.
  [[nodiscard]] unsigned device_node(unsigned number) const { return devices_[number]; }
  [[nodiscard]] unsigned depth() const { return depth_; }  ///< Depth of the deepest node.
  /// Returns the index of the node with this name, or kNoPcieNode.
  [[nodiscard]] unsigned find(std::string_view name) const;

  /// Returns whether the upward link of node `index` connects two root complexes.
  [[nodiscard]] bool is_socket(unsigned index) const {
    const PcieNode& node = nodes_[index];
    return node.kind == PcieNodeKind::kRootComplex && node.parent != kNoPcieNode;
  }

  /// Socket links besides those of the tree; the numbers are node indices.
  [[nodiscard]] const std::vector<RootLink>& cross_links() const { return cross_; }
  /// Returns the number of ports of a switch or root complex.
  [[nodiscard]] unsigned port_count(unsigned index) const;
  /// Ways between root complexes; empty if there are no cross links, and the tree gives the ways.
  [[nodiscard]] const std::optional<RootRoutes>& root_routes() const { return routes_; }
  /// Node indices of the root complexes, by their number in root_routes().
  [[nodiscard]] const std::vector<unsigned>& roots() const { return roots_; }

  /// Returns the hops from device `src` to device `dst` (src != dst), in order.
  [[nodiscard]] std::vector<PcieHop> path(unsigned src, unsigned dst) const;
  /// Returns whether that path goes through a node of kind kRootComplex.
  [[nodiscard]] bool crosses_root_complex(unsigned src, unsigned dst) const;
  /// Returns how many of its links are socket links.
  [[nodiscard]] unsigned sockets_crossed(unsigned src, unsigned dst) const;

 private:
  void add_subtree(const std::vector<PcieNodeSpec>& specs,
                   const std::vector<std::vector<unsigned>>& children, unsigned root);
  void number_devices();
  void add_cross_links(const std::vector<std::pair<std::string, std::string>>& cross);
  /// Returns the way up from a device to its root complex, with the root complex's own up port as
  /// the way out.
  [[nodiscard]] std::vector<PcieHop> way_up(unsigned device) const;
  [[nodiscard]] std::vector<PcieHop> path_over_roots(unsigned src, unsigned dst) const;

  std::string name_;
  std::vector<PcieNode> nodes_;
  std::vector<unsigned> devices_;
  unsigned depth_ = 0;
  std::vector<RootLink> cross_;
  std::vector<unsigned> roots_;
  std::optional<RootRoutes> routes_;
};

}  // namespace gf::model
