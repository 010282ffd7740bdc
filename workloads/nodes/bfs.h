// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "workloads/graphs/graph500.h"
#include "workloads/nodes/cluster_app.h"

namespace gf::model {

/// The graph, the ranks and the times of their kernels.
struct BfsParams : core::ParamGroup {
  core::Param<unsigned> scale =
      param("scale", 14u, "scale of the graph, which has 2^scale vertices",
            "Graph500; [APENET13]: 20", core::between(4u, 24u));
  core::Param<unsigned> edge_factor =
      param("edge_factor", 16u, "edges drawn per vertex", "Graph500", core::between(1u, 64u));
  unsigned ranks = 1;
  core::Param<bool> filter =
      param("filter", false, "whether a rank sends each vertex at most once", "assumed");
  std::uint64_t seed = 1;
  core::Param<sc_core::sc_time> edge =
      param("edge", sc_core::sc_time(3720, sc_core::SC_PS), "GPU time to expand along one edge",
            "calibrated: 6.7e7 TEPS at scale 20, NP = 1 (recalled)");
  core::Param<sc_core::sc_time> claim =
      param("claim", sc_core::sc_time(3720, sc_core::SC_PS), "GPU time to examine one candidate",
            "assumed: as long as `edge`");
  core::Param<sc_core::sc_time> vertex = param("vertex", sc_core::sc_time(1000, sc_core::SC_PS),
                                               "GPU time per vertex of the frontier", "assumed");
  core::Param<sc_core::sc_time> kernel =
      param("kernel", sc_core::sc_time(10, sc_core::SC_US),
            "GPU time of the shortest step: scans and compaction", "assumed");
};

/// Level-synchronous breadth-first search; vertex v belongs to rank v mod NP. A level takes two
/// steps of each rank.
/// Expand: each edge of the rank's frontier gives a candidate (vertex, parent) of 8 B, which goes
/// to the vertex's owner. There is one list per owner, preceded by its length (8 B).
/// Claim: each vertex without a parent takes the first candidate: the owner's own candidates come
/// first, then those of other ranks in the order of ranks. The size of the new frontier (8 B) goes
/// to every rank; the search ends when all sizes are zero.
/// Parents do not depend on times.
class Bfs final : public ClusterApp {
 public:
  explicit Bfs(const BfsParams& params);

  [[nodiscard]] unsigned ranks() const override { return params_.ranks; }
  [[nodiscard]] const std::vector<AppChannel>& channels() const override { return channels_; }
  bool next(unsigned rank, AppStep& step) override;
  void receive(unsigned channel, const std::vector<std::uint8_t>& contents) override;
  [[nodiscard]] std::string packed_by(unsigned rank) const override;  ///< Parents of its vertices.
  void take(unsigned rank, const std::string& said) override;

  [[nodiscard]] const CsrGraph& graph() const { return graph_; }
  [[nodiscard]] std::uint32_t root() const { return root_; }
  [[nodiscard]] const std::vector<std::uint32_t>& parents() const { return parent_; }
  [[nodiscard]] unsigned levels() const { return ranks_.front().levels; }  ///< Levels searched.
  [[nodiscard]] std::string check() const { return check_bfs(graph_, root_, parent_); }
  [[nodiscard]] std::uint64_t edges() const { return traversed_edges(graph_, parent_); }

 private:
  struct Candidate {
    std::uint32_t vertex;
    std::uint32_t parent;
  };
  using Candidates = std::vector<Candidate>;
  struct Rank {
    std::vector<std::uint32_t> frontier;
    Candidates candidates;        ///< Its own, then the received ones.
    std::vector<bool> sent;       ///< With `filter`: by vertex.
    std::uint64_t frontiers = 0;  ///< Sum of the known sizes of new frontiers.
    unsigned levels = 0;
    bool claims = false;  ///< The next step is a claim.
  };
  void choose_root();
  void make_channels();
  [[nodiscard]] unsigned owner(std::uint32_t vertex) const { return vertex % params_.ranks; }
  [[nodiscard]] unsigned channel(unsigned from, unsigned to) const {
    return from * (params_.ranks - 1) + (to < from ? to : to - 1);
  }
  void expand(unsigned rank, AppStep& step);
  void claim(unsigned rank, AppStep& step);
  [[nodiscard]] sc_core::sc_time kernel(const sc_core::sc_time& work) const;
  /// Adds one message to each other rank, beginning with the next rank: `count`, then the
  /// candidates of its list, if any.
  void send(unsigned rank, std::uint64_t count, const std::vector<Candidates>* lists,
            AppStep& step) const;
  [[noreturn]] void fail_overtaken(unsigned channel) const;

  const BfsParams params_;
  const CsrGraph graph_;
  std::uint32_t root_ = 0;
  std::vector<AppChannel> channels_;
  std::vector<std::uint32_t> parent_;
  std::vector<Rank> ranks_;
};

}  // namespace gf::model
