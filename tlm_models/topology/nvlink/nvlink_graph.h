// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

/// Lanes of an NVLink link.
struct NvlinkLanes {
  unsigned lanes = 0;        ///< Both directions together.
  core::ByteRate rate = {};  ///< Rate of a lane.
  /// Rate of one direction with half of the lanes.
  [[nodiscard]] core::ByteRate direction() const { return rate * (0.5 * lanes); }
};
constexpr bool operator==(const NvlinkLanes& a, const NvlinkLanes& b) {
  return a.lanes == b.lanes && a.rate == b.rate;
}

/// GPUs, NVSwitches and the links between them, as a plain value. The hardware is built from it
/// (platforms/gpu/fabrics/nvlink_fabric.h), and routes and bounds are computed from it
/// (nvlink_routes.h, analytic/nvlink_bounds.h). It has no text form; nvlink_graph_file.h reads one.
///
///     NvlinkGraph graph(8);                              // nodes 0 ... 7 are gpu_0 ... gpu_7
///     const unsigned sw = graph.add_switch("nvswitch_0", 0);
///     graph.join(0, sw, 6, nvlink2);                     // six links
///     graph.join(0, 1, 2, nvlink2);                      // two links, bonded
///     graph.relay(0, 5, 1);                              // GPU 1 forwards packets from 0 to 5
///
/// A node's links have port numbers from 0 on, in the order in which they were joined.
class NvlinkGraph {
 public:
  struct Node {
    std::string name;
    bool is_switch = false;
    unsigned level = 0;           ///< Row of a switch in a drawing; 0 is next to the GPUs.
    std::string group;            ///< Box around it in a drawing; empty: none.
    std::vector<unsigned> place;  ///< Column and row in a drawing; empty: any.
    std::vector<unsigned> links;  ///< By port: number of the link.
  };
  struct End {
    unsigned node = 0;
    unsigned port = 0;
  };
  /// `first` is the end that controls lane allocation.
  struct Link {
    End first;
    End second;
    NvlinkLanes lanes;
    [[nodiscard]] const End& other(unsigned node) const {
      return node == first.node ? second : first;
    }
  };
  /// GPU `by` forwards packets from GPU `from` to GPU `to`.
  struct Relay {
    unsigned from = 0;
    unsigned to = 0;
    unsigned by = 0;
  };

  /// Creates GPUs named gpu_0, gpu_1, ..., without links.
  explicit NvlinkGraph(unsigned gpus);

  /// Returns the number of the new node. Throws UserError if the name is taken.
  unsigned add_switch(const std::string& name, unsigned level);
  void set_group(unsigned node, const std::string& group) { nodes_[node].group = group; }
  void set_place(unsigned node, unsigned column, unsigned row) {
    nodes_[node].place = {column, row};
  }
  /// Adds `count` equal links. `first` controls lane allocation. Throws UserError for a link from a
  /// node to itself or to a missing node, for no links, and for fewer than two lanes.
  void join(unsigned first, unsigned second, unsigned count, const NvlinkLanes& lanes);
  /// Replaces the lanes of each link by `made(lanes)`.
  void set_lanes(const std::function<NvlinkLanes(const NvlinkLanes&)>& made) {
    for (Link& link : links_) link.lanes = made(link.lanes);
  }
  /// Throws UserError for nodes that are not three different GPUs, and for a second relay of a
  /// pair.
  void relay(unsigned from, unsigned to, unsigned by);

  [[nodiscard]] unsigned gpus() const { return gpus_; }
  [[nodiscard]] unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] unsigned switches() const { return nodes() - gpus_; }
  [[nodiscard]] const Node& node(unsigned number) const { return nodes_[number]; }
  [[nodiscard]] unsigned ports(unsigned node) const {
    return static_cast<unsigned>(nodes_[node].links.size());
  }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] const Link& link(unsigned node, unsigned port) const {
    return links_[nodes_[node].links[port]];
  }
  /// Returns the other end of the link at that port.
  [[nodiscard]] const End& peer(unsigned node, unsigned port) const;
  /// Returns the ports of `node` whose links lead to `peer`, in ascending order.
  [[nodiscard]] std::vector<unsigned> ports_to(unsigned node, unsigned peer) const;
  [[nodiscard]] const std::vector<Relay>& relays() const { return relays_; }
  /// Returns whether a GPU forwards packets.
  [[nodiscard]] bool relays_at(unsigned gpu) const;
  /// Finds a node by name, "gpu_3"; returns nothing if there is none.
  [[nodiscard]] std::optional<unsigned> find(const std::string& name) const;
  /// Returns the total rate of a node's links, in one direction with half of the lanes.
  [[nodiscard]] core::ByteRate rate_of(unsigned node) const;

 private:
  unsigned gpus_;
  std::vector<Node> nodes_;
  std::vector<Link> links_;
  std::vector<Relay> relays_;
};

}  // namespace gf::model
