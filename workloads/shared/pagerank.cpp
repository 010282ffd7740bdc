// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/pagerank.h"

#include <algorithm>
#include <fmt/format.h>

#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/graphs/rank_vector.h"
#include "workloads/shared/app_options.h"
#include "workloads/shared/sweep.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kRowBytes = 8, kIterations = 2, kWarps = 4;
constexpr std::uint32_t kGroup = 16, kCtaRows = 25;  ///< With 2^15 rows: 1280 CTAs.
/// wikipedia-20070206: 45,030,389 elements in 3,566,907 rows (sparse.tamu.edu/Gleich), 12.6 per
/// row. Here the next lower power of two is used.
constexpr std::uint32_t kSmallRows = 1u << 15, kPublishedRows = 1u << 21;
constexpr unsigned kEdges = 13;            ///< Drawn per vertex.
constexpr ElementCost kCost = {8, 16, 0};  ///< All edges are generated.

CsrMatrix edges_for(const AppContext& context) {
  if (!context.matrix.empty()) return read_square_matrix_file(context.matrix);
  RmatSpec spec;
  // Less skewed than Graph500's: a hub of a small graph must not exceed a CTA's share. Assumed.
  spec.a = 0.45;
  spec.b = spec.c = 0.22;
  spec.edge_factor = kEdges;
  const std::uint32_t rows =
      rows_for(context, 2 * kRowBytes, context.published ? kPublishedRows : kSmallRows);
  for (spec.scale = 10; (2u << spec.scale) <= rows;) ++spec.scale;
  return rmat_graph(spec, context.seed);
}

}  // namespace

PageRank::PageRank(const AppContext& context)
    : PageRank(context, std::make_shared<const CsrMatrix>(edges_for(context))) {}

PageRank::PageRank(const AppContext& context, std::shared_ptr<const CsrMatrix> edges)
    : AppBase("pagerank",
              fmt::format("{} of {} vertices, {} edges",
                          context.matrix.empty() ? "R-MAT" : context.matrix.get(), edges->rows(),
                          edges->nonzeros()),
              2 * in_region_units(std::uint64_t{edges->rows()} * kRowBytes)),
      edges_(std::move(edges)) {
  const auto in = std::make_shared<const CsrMatrix>(edges_->transposed());
  const auto parts = scattered_parts(*in, kCtaRows, kGroup, kRowBytes, context.gpus);
  const Field buffers[2] = {{0, kRowBytes}, {region_bytes() / 2, kRowBytes}};
  SweepSpec spec;
  spec.name = "pull";
  spec.matrix = in;
  spec.parts = parts;
  spec.warps = kWarps;
  spec.record_bytes = 12;  // first edge, vertex, number of its edges
  spec.element_bytes = 4;
  spec.store_bytes = kRowBytes;
  spec.in = spec.out = buffers[0];
  set_cost(spec, kCost, context);
  suite::Layout layout(context.gpus);
  const Sweep passes(spec, layout);
  set_private_data(layout.take());
  RankVector ranks(edges_->degrees());
  set_initial(0, bytes_of(ranks.contributions()));
  const unsigned iterations = context.iterations > 0 ? context.iterations.get() : kIterations;
  for (unsigned i = 0; i < iterations; ++i) {
    std::vector<double> sums = ranks.sums();
    for (const std::uint32_t v : parts->all_rows())
      for (std::uint32_t k = in->row_begin[v]; k < in->row_begin[v + 1]; ++k)
        sums[v] += ranks.contributions()[in->column[k]];
    ranks.advance(sums);
    const Field& to = buffers[(i + 1) % 2];
    add_phase(passes.between(fmt::format("pull_{}", i), buffers[i % 2], {0, 0}, to).kernel(), parts,
              to.offset, kRowBytes, bytes_of(ranks.contributions()));
  }
}

double PageRank::error_of(const std::vector<std::uint8_t>& image) const {
  // Pushes ranks along the edges.
  constexpr double kDamping = 0.85;
  const std::uint32_t n = vertices();
  std::vector<double> rank(n, 1.0 / n);
  for (unsigned i = 0; i < phases(); ++i) {
    std::vector<double> next(n, 0);
    double lost = 0;
    for (std::uint32_t u = 0; u < n; ++u) {
      if (edges_->degree(u) == 0) lost += rank[u];
      for (std::uint32_t k = edges_->row_begin[u]; k < edges_->row_begin[u + 1]; ++k)
        next[edges_->column[k]] += rank[u] / edges_->degree(u);
    }
    for (double& r : next) r = (1 - kDamping) / n + kDamping * (r + lost / n);
    rank.swap(next);
  }
  std::vector<double> is = values_at<double>(image, phases() % 2 == 0 ? 0 : region_bytes() / 2, n);
  for (std::uint32_t v = 0; v < n; ++v) is[v] *= std::max(1u, edges_->degree(v));
  return relative_error(is, rank);
}

}  // namespace gf::model::proact
