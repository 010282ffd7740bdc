// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/frontier.h"

#include "core/base/error.h"
#include "workloads/graphs/search.h"
#include "workloads/kernels/programs/edge_pieces.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

/// One round: the frontier, and the results for its edges in pieces of 32.
struct Round {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> first_edge{0};  ///< Vertex i's first edge among the round's edges.
  std::vector<std::uint32_t> improved;       ///< One bit per edge of a piece: needs an atomic.
  std::vector<std::uint32_t> queued;  ///< Vertices queued for the next frontier before each piece.
};

struct Addresses {
  std::uint64_t row_begin, column, length, distance, queue[2];
  bool has_lengths;
  unsigned distance_bytes;  ///< With lengths it includes the predecessor.
};

/// Computes a round of the search before the kernels run, so that the lanes' results and queue
/// entries do not depend on the machine's timing.
Round next_round(FrontierSearch& search, const CsrMatrix& graph) {
  Round round;
  round.vertices = search.take_frontier();
  for (const std::uint32_t v : round.vertices)
    round.first_edge.push_back(round.first_edge.back() + graph.degree(v));
  std::uint32_t edge = 0;
  for_each_edge(graph, round.vertices, [&](std::uint32_t v, std::uint32_t k) {
    if (edge % 32 == 0) {
      round.improved.push_back(0);
      round.queued.push_back(search.queued());
    }
    if (search.relax_edge(v, k)) round.improved.back() |= 1u << edge % 32;
    ++edge;
  });
  round.queued.push_back(search.queued());
  return round;
}

/// Emits the instructions of one warp in one round.
class RoundEmitter {
 public:
  RoundEmitter(const CsrMatrix& graph, const Round& round, const Addresses& at, unsigned parity,
               WarpProgram& program)
      : graph_(graph), round_(round), at_(at), parity_(parity), program_(program) {}

  void emit(Range edges) {
    if (edges.begin == edges.end) return;
    const auto& first = round_.first_edge;
    index_ = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), edges.begin) -
                                      first.begin()) -
             1;
    load_vertices(edges.end);
    for (std::uint64_t edge = edges.begin; edge < edges.end; edge += 32)
      piece(edge, std::min(edge + 32, edges.end));
  }

 private:
  /// Loads the frontier's vertices and the positions of their edges, 32 at a time.
  void load_vertices(std::uint64_t end_edge) {
    std::size_t last = index_;
    while (round_.first_edge[last + 1] < end_edge) ++last;
    emit_range(program_, WarpOp::kLoad, at_.queue[parity_] + index_ * 4, (last + 1 - index_) * 4);
    LaneGather gather;
    for (std::size_t i = index_; i <= last; ++i) {
      gather.set((i - index_) % 32, at_.row_begin + round_.vertices[i] * 4ull);
      if ((i - index_) % 32 == 31) gather.emit(program_, WarpOp::kLoad, 4);
    }
    gather.emit(program_, WarpOp::kLoad, 4);
  }

  void piece(std::uint64_t begin, std::uint64_t end) {
    LaneGather columns, lengths, distances, minima;
    const std::size_t number = begin / 32;
    for (std::uint64_t edge = begin; edge < end; ++edge) {
      while (round_.first_edge[index_ + 1] <= edge) ++index_;
      const auto lane = static_cast<unsigned>(edge - begin);
      const std::uint64_t k =
          graph_.row_begin[round_.vertices[index_]] + (edge - round_.first_edge[index_]);
      const std::uint64_t far = at_.distance + std::uint64_t{graph_.column[k]} * at_.distance_bytes;
      columns.set(lane, at_.column + k * 4);
      if (at_.has_lengths) lengths.set(lane, at_.length + k * 4);
      distances.set(lane, far);
      if ((round_.improved[number] >> lane & 1u) != 0) minima.set(lane, far);
    }
    columns.emit(program_, WarpOp::kLoad, 4);
    lengths.emit(program_, WarpOp::kLoad, 4);
    distances.emit(program_, WarpOp::kLoad, at_.distance_bytes);
    program_.code.push_back(WarpInstruction::compute(6));
    minima.emit(program_, WarpOp::kAtomic, at_.distance_bytes);
    const std::uint64_t from = round_.queued[number], to = round_.queued[number + 1];
    if (to > from)
      emit_range(program_, WarpOp::kStore, at_.queue[parity_ ^ 1] + from * 4, (to - from) * 4);
  }

  const CsrMatrix& graph_;
  const Round& round_;
  const Addresses& at_;
  unsigned parity_;
  WarpProgram& program_;
  std::size_t index_ = 0;  ///< Frontier vertex of the current edge.
};

/// Sizes of arrays with four bytes per vertex or per edge.
struct Sizes {
  std::uint64_t per_vertex;
  std::uint64_t per_edge;
};
Sizes sizes_of(const CsrMatrix& graph) {
  return {graph.rows() * 4ull, std::max(1u, graph.nonzeros()) * 4ull};
}

/// `layout` and `at` contain everything except the queues.
FrontierRun run(const std::shared_ptr<const CsrMatrix>& graph, std::uint32_t source,
                const Context& context, const char* name, Layout& layout, Addresses at) {
  const std::uint64_t per_vertex = sizes_of(*graph).per_vertex;
  at.queue[0] = layout.add("queue_0", per_vertex, Placement::kInterleave);
  at.queue[1] = layout.add("queue_1", per_vertex, Placement::kInterleave);
  FrontierRun result;
  result.workload.name = name;
  result.workload.data = layout.take();
  FrontierSearch search(*graph, source, at.has_lengths);
  for (unsigned number = 0; !search.done(); ++number) {
    const auto round = std::make_shared<const Round>(next_round(search, *graph));
    // A frontier without edges needs no loads and has no next round.
    if (round->first_edge.back() == 0) continue;
    const EdgePieces pieces(round->first_edge.back(), context.gpus);
    result.workload.kernels.push_back(make_kernel(
        "round_" + std::to_string(number), pieces.ctas(), EdgePieces::kWarps,
        [=](unsigned cta, unsigned warp, WarpProgram& program) {
          RoundEmitter(*graph, *round, at, number % 2, program).emit(pieces.of(cta, warp));
        }));
  }
  result.distance = search.take_distances();
  return result;
}

void check(const CsrMatrix& graph, std::uint32_t source) {
  GF_CHECK(graph.rows() == graph.columns() && source < graph.rows(), std::to_string(source));
}

}  // namespace

FrontierRun make_bfs(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                     const Context& context) {
  check(*graph, source);
  Layout layout(context.gpus);
  const auto [per_vertex, per_edge] = sizes_of(*graph);
  Addresses at{};
  at.distance_bytes = 4;
  at.row_begin = layout.add_blocks("row_begin", per_vertex + 4);
  at.column = layout.add_blocks("column", per_edge);
  at.distance = layout.add("level", per_vertex, Placement::kInterleave);
  return run(graph, source, context, "bfs", layout, at);
}

FrontierRun make_sssp(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                      const Context& context) {
  check(*graph, source);
  Layout layout(context.gpus);
  const auto [per_vertex, per_edge] = sizes_of(*graph);
  Addresses at{};
  at.has_lengths = true;
  at.distance_bytes = 8;
  at.row_begin = layout.add("row_begin", per_vertex + 4, Placement::kInterleave);
  at.column = layout.add("column", per_edge, Placement::kInterleave);
  at.length = layout.add("length", per_edge, Placement::kInterleave);
  at.distance = layout.add_blocks("distance", per_vertex * 2);
  return run(graph, source, context, "sssp", layout, at);
}

}  // namespace gf::model::suite
