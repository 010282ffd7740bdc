// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::hw::link {
class Transmitter;
}

namespace gf::platforms {

/// A machine as a graph of nodes and links, read from its modules. `gpufabric topology` shows it
/// (graph_writers.h), and load pictures use it to find the statistics of each link direction. Rates
/// are those at the time of the call. A node of the kind "terminal" is where packets of a router
/// network begin and end; it is attached to one router.
struct Graph {
  struct Node {
    std::string name;  ///< Unique. The path of the node's module, if it has one.
    std::string kind;  ///< "gpu", "switch", "root_complex", "host", "card", "router", ...
    std::optional<unsigned> number = {};  ///< Number in settings and output files of a run.
    std::string group = {};               ///< Box that drawings put it in; empty: none.
    std::vector<unsigned> place = {};     ///< Coordinates in a torus or mesh; empty: none.
  };
  struct End {
    std::string node;                   ///< The node's name.
    std::optional<unsigned> port = {};  ///< The node's port, if its ports are numbered.
  };
  struct Direction {
    core::ByteRate rate = {};  ///< Raw. 0: no byte rate (flit channels, links without delay).
    std::string stats = {};    ///< Path of `busy` and `wire_bytes`; empty: none.
    std::string sender = {};   ///< core::LinkSender::path of a sender without statistics; or empty.
  };
  struct Link {
    std::string kind;  ///< "pcie", "nvlink", "torus", "local", "global", "terminal", "loop".
    End from;
    End to;
    Direction forward = {};  ///< From `from` to `to`.
    Direction backward = {};
    unsigned lanes = 0;  ///< Lanes of both directions together; 0: lanes are not modelled.
    /// True for tree links: `to` is a child of `from`. A node has at most one parent.
    bool below = false;
    std::string detail = {};  ///< As a machine file declares it ("pcie gen4 x16"); or empty.
  };

  std::string title;  ///< Description of the machine, one or more lines.
  std::vector<Node> nodes;
  std::vector<Link> links;
};

/// Returns the direction in which `tx` sends.
Graph::Direction direction(const hw::link::Transmitter& tx);

}  // namespace gf::platforms
