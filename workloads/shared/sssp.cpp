// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/sssp.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/shared/app_options.h"
#include "workloads/shared/sweep.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kRowBytes = 8, kIterations = 2, kWarps = 4;
constexpr std::uint32_t kGroup = 16, kCtaRows = 24;
/// Small: 4 CTAs for each of 4 x 80 SMs.
/// HV15R: 283,073,458 elements in 2,017,169 rows (sparse.tamu.edu/Fluorem/HV15R).
constexpr std::uint32_t kSmallRows = 1280 * kCtaRows, kPublishedRows = 2'017'169;
constexpr ElementCost kCost = {10, 16, 140.3};
constexpr float kFar = std::numeric_limits<float>::infinity();

CsrMatrix edges_for(const AppContext& context) {
  if (!context.matrix.empty()) return read_square_matrix_file(context.matrix);
  const std::uint32_t rows =
      rows_for(context, 2 * kRowBytes, context.published ? kPublishedRows : kSmallRows);
  return irregular_band(rows, 48, 2, 10, context.seed);
}

/// Returns the maximum distance of an element from its row.
std::uint32_t width_of(const CsrMatrix& matrix) {
  std::uint32_t width = 0;
  for (std::uint32_t row = 0; row < matrix.rows(); ++row)
    for (std::uint32_t k = matrix.row_begin[row]; k < matrix.row_begin[row + 1]; ++k)
      width = std::max(width, std::max(row, matrix.column[k]) - std::min(row, matrix.column[k]));
  return width;
}

std::vector<ShortestPath> first_paths(const CsrMatrix& in, std::uint32_t source) {
  std::vector<ShortestPath> paths(in.rows(), ShortestPath{kFar}), next(paths);
  paths[source].distance = 0;
  const std::uint64_t width = width_of(in);
  for (unsigned round = 0; round < Sssp::kWarmUp; ++round) {
    // In a band matrix, vertices beyond the reach of these rounds do not change.
    const std::uint64_t reach = (round + 1) * width;
    const auto end =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(in.rows(), source + reach + 1));
    for (auto v = static_cast<std::uint32_t>(source - std::min<std::uint64_t>(source, reach));
         v < end; ++v)
      next[v] = pull_path(in, v, paths);
    paths.swap(next);
  }
  return paths;
}

}  // namespace

Sssp::Sssp(const AppContext& context)
    : Sssp(context, std::make_shared<const CsrMatrix>(edges_for(context))) {}

Sssp::Sssp(const AppContext& context, const std::shared_ptr<const CsrMatrix>& edges)
    : AppBase("sssp",
              fmt::format("{} of {} vertices, {} edges",
                          context.matrix.empty() ? "a band" : context.matrix.get(), edges->rows(),
                          edges->nonzeros()),
              2 * in_region_units(std::uint64_t{edges->rows()} * kRowBytes)),
      edges_(edges),
      source_(edges->rows() / 2) {
  const auto in = std::make_shared<const CsrMatrix>(edges->transposed());
  const auto parts = scattered_parts(*in, kCtaRows, kGroup, kRowBytes, context.gpus);
  const Field buffers[2] = {{0, kRowBytes}, {region_bytes() / 2, kRowBytes}};
  SweepSpec spec;
  spec.name = "relax";
  spec.matrix = in;
  spec.parts = parts;
  spec.warps = kWarps;
  spec.element_bytes = 8;
  spec.store_bytes = kRowBytes;
  spec.in = spec.out = buffers[0];
  set_cost(spec, kCost, context);
  suite::Layout layout(context.gpus);
  const Sweep passes(spec, layout);
  set_private_data(layout.take());
  std::vector<ShortestPath> paths = first_paths(*in, source_), next(paths);
  set_initial(0, bytes_of(paths));
  const unsigned iterations = context.iterations > 0 ? context.iterations.get() : kIterations;
  for (unsigned i = 0; i < iterations; ++i) {
    for (const std::uint32_t v : parts->all_rows()) next[v] = pull_path(*in, v, paths);
    paths.swap(next);
    const Field &from = buffers[i % 2], &to = buffers[(i + 1) % 2];
    add_phase(passes.between(fmt::format("relax_{}", i), from, from, to).kernel(), parts, to.offset,
              kRowBytes, bytes_of(paths));
  }
}

double Sssp::error_of(const std::vector<std::uint8_t>& image) const {
  // Relaxes along the edges, from their near ends.
  std::vector<double> distance(vertices(), HUGE_VAL);
  std::vector<std::uint32_t> before(vertices(), kNoVertex);
  distance[source_] = 0;
  for (unsigned round = 0; round < kWarmUp + phases(); ++round) {
    const std::vector<double> old = distance;
    for (std::uint32_t u = 0; u < vertices(); ++u)
      for (std::uint32_t k = edges_->row_begin[u]; k < edges_->row_begin[u + 1]; ++k) {
        const auto way =
            static_cast<float>(old[u] + std::abs(static_cast<float>(edges_->value[k])));
        const std::uint32_t v = edges_->column[k];
        if (way >= distance[v]) continue;
        distance[v] = way;
        before[v] = u;
      }
  }
  const auto paths =
      values_at<ShortestPath>(image, phases() % 2 == 0 ? 0 : region_bytes() / 2, vertices());
  double greatest = 0, difference = 0;
  for (std::uint32_t v = 0; v < vertices(); ++v) {
    const double is = paths[v].distance;
    if (paths[v].before != before[v] || std::isfinite(is) != std::isfinite(distance[v]))
      return HUGE_VAL;
    if (!std::isfinite(is)) continue;
    greatest = std::max(greatest, distance[v]);
    difference = std::max(difference, std::abs(is - distance[v]));
  }
  return greatest > 0 ? difference / greatest : difference;
}

}  // namespace gf::model::proact
