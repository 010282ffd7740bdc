// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

/// What a link of NVLink is made of.
struct NvlinkLanes {
  unsigned lanes = 0;        ///< Of both directions together.
  core::ByteRate rate = {};  ///< Of a lane.
  /// Of one direction that has half of the lanes.
  [[nodiscard]] core::ByteRate direction() const { return rate * (0.5 * lanes); }
};
constexpr bool operator==(const NvlinkLanes& a, const NvlinkLanes& b) {
  return a.lanes == b.lanes && a.rate == b.rate;
}

/// GPUs, NVSwitches and the links between them, as a plain value: what the hardware is built from
/// (platforms/gpu/fabrics/nvlink_fabric.h), and what routes and bounds are worked out of
/// (nvlink_routes.h, analytic/nvlink_bounds.h). It knows no text form; nvlink_graph_file.h reads
/// one.
///
///     NvlinkGraph graph(8);                              // nodes 0 ... 7 are gpu_0 ... gpu_7
///     const unsigned sw = graph.add_switch("nvswitch_0", 0);
///     graph.join(0, sw, 6, nvlink2);                     // six links
///     graph.join(0, 1, 2, nvlink2);                      // two links, bonded
///     graph.relay(0, 5, 1);                              // GPU 1 passes on what goes from 0 to 5
///
/// A node's links have port numbers from 0 on, in the order in which they were joined.
class NvlinkGraph {
 public:
  struct Node {
    std::string name;
    bool is_switch = false;
    unsigned level = 0;           ///< Of a switch: 0 is next to GPUs, in a drawing.
    std::string group;            ///< What it is drawn within; empty: nothing.
    std::vector<unsigned> place;  ///< Column and row in a drawing; empty: anywhere.
    std::vector<unsigned> links;  ///< By port: number of the link.
  };
  struct End {
    unsigned node = 0;
    unsigned port = 0;
  };
  /// `first` is the end that decides about lanes.
  struct Link {
    End first;
    End second;
    NvlinkLanes lanes;
    [[nodiscard]] const End& other(unsigned node) const {
      return node == first.node ? second : first;
    }
  };
  /// GPU `by` passes on what GPU `from` sends to GPU `to`.
  struct Relay {
    unsigned from = 0;
    unsigned to = 0;
    unsigned by = 0;
  };

  /// GPUs named gpu_0, gpu_1, ...; nothing joins them yet.
  explicit NvlinkGraph(unsigned gpus);

  /// Returns the number of the new node. Throws UserError: a name that is taken.
  unsigned add_switch(const std::string& name, unsigned level);
  void set_group(unsigned node, const std::string& group) { nodes_[node].group = group; }
  void set_place(unsigned node, unsigned column, unsigned row) {
    nodes_[node].place = {column, row};
  }
  /// `count` links, all alike. `first` decides about lanes. Throws UserError: a node to itself, or
  /// to one that is not there, no links, less than two lanes.
  void join(unsigned first, unsigned second, unsigned count, const NvlinkLanes& lanes);
  /// Gives each link the lanes that `made` returns for those that it has.
  void set_lanes(const std::function<NvlinkLanes(const NvlinkLanes&)>& made) {
    for (Link& link : links_) link.lanes = made(link.lanes);
  }
  /// Throws UserError: nodes that are no GPUs or not three different ones, two relays for a pair.
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
  /// The other end of the link at that port.
  [[nodiscard]] const End& peer(unsigned node, unsigned port) const;
  /// Ports of `node` whose link leads to `peer`, the lowest first.
  [[nodiscard]] std::vector<unsigned> ports_to(unsigned node, unsigned peer) const;
  [[nodiscard]] const std::vector<Relay>& relays() const { return relays_; }
  /// Whether a GPU passes packets on.
  [[nodiscard]] bool relays_at(unsigned gpu) const;
  /// By name, "gpu_3"; nothing when there is no such node.
  [[nodiscard]] std::optional<unsigned> find(const std::string& name) const;
  /// Of the links of `node`, one direction of each, half of its lanes.
  [[nodiscard]] core::ByteRate rate_of(unsigned node) const;

 private:
  unsigned gpus_;
  std::vector<Node> nodes_;
  std::vector<Link> links_;
  std::vector<Relay> relays_;
};

}  // namespace gf::model
