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

/// A machine as nodes and links: what `gpufabric topology` shows (graph_writers.h), and what a
/// picture of its load starts from: each direction of a link says where its statistics are.
/// Plain data, read off the modules; rates are those of the moment. A node of the kind "terminal"
/// is where packets of a network of routers begin and end; it hangs on one router.
struct Graph {
  struct Node {
    std::string name;  ///< Unique. The path of its module, where it has one of its own.
    std::string kind;  ///< "gpu", "switch", "root_complex", "host", "card", "router", ...
    std::optional<unsigned> number = {};  ///< By which settings and files of a run call it.
    std::string group = {};               ///< What it is drawn within; empty: nothing.
    std::vector<unsigned> place = {};     ///< Coordinates in a torus or mesh; empty: none.
  };
  struct End {
    std::string node;                   ///< Its name.
    std::optional<unsigned> port = {};  ///< Of the node, where they are numbered.
  };
  struct Direction {
    core::ByteRate rate = {};  ///< Raw. 0: none in bytes (channels of flits, what takes no time).
    std::string stats = {};    ///< Path of `busy` and `wire_bytes`; empty: none.
    std::string sender = {};   ///< core::LinkSender::path, where it has no statistics; or empty.
  };
  struct Link {
    std::string kind;  ///< "pcie", "nvlink", "torus", "local", "global", "terminal", "loop".
    End from;
    End to;
    Direction there = {};
    Direction back = {};
    unsigned lanes = 0;  ///< Of both directions together; 0: not told apart.
    /// A tree: `to` hangs below `from`. A node hangs below one other at most.
    bool below = false;
    std::string detail = {};  ///< What a machine's file says of it: "pcie gen4 x16"; or empty.
  };

  std::string title;  ///< What it is: a line, or a few.
  std::vector<Node> nodes;
  std::vector<Link> links;
};

/// The direction that `tx` sends.
Graph::Direction direction(const hw::link::Transmitter& tx);

}  // namespace gf::platforms
