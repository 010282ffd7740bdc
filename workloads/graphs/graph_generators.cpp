// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/graph_generators.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/random.h"

namespace gf::model {
namespace {

/// Returns a matrix with count() elements per row, one on the diagonal, the others at random places
/// within `half_width` of it (fewer elements if a place is drawn twice). The value of an element is
/// value(whether it is on the diagonal).
template <class Count, class Value>
CsrMatrix band(std::uint32_t rows, std::uint32_t half_width, core::RandomStream& random,
               Count count, Value value) {
  std::vector<SparseEntry> entries;
  std::vector<std::uint32_t> columns;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint32_t low = row - std::min(row, half_width);
    const std::uint32_t span = std::min(half_width, rows - 1 - row) + row - low + 1;
    columns.assign(1, row);
    for (std::uint64_t left = count(); left > 1; --left)
      columns.push_back(low + static_cast<std::uint32_t>(random.below(span)));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::uint32_t column : columns)
      entries.push_back({row, column, value(column == row)});
  }
  return {rows, rows, std::move(entries)};
}

}  // namespace

CsrMatrix rmat_graph(const RmatSpec& spec, std::uint64_t seed) {
  GF_CHECK(spec.scale >= 1 && spec.scale <= 28, std::to_string(spec.scale));
  const std::uint32_t vertices = 1u << spec.scale;
  core::RandomStream random(seed, "rmat");
  // One draw per level is compared with the running sums of the quadrants' probabilities.
  const auto limit = [](double p) { return static_cast<std::uint64_t>(p * 0x1.0p32); };
  const std::uint64_t a = limit(spec.a);
  const std::uint64_t ab = limit(spec.a + spec.b);
  const std::uint64_t abc = limit(spec.a + spec.b + spec.c);
  std::vector<std::uint64_t> places(std::size_t{vertices} * spec.edge_factor);
  for (std::uint64_t& place : places) {
    std::uint64_t row = 0, column = 0, draw = 0;
    for (unsigned level = 0; level < spec.scale; ++level) {
      draw = level % 2 == 0 ? random() : draw >> 32;
      const std::uint64_t p = draw & 0xffffffffu;
      const std::uint64_t low = p >= ab ? 1 : 0;
      row = row * 2 + low;
      column = column * 2 + (p >= (low != 0 ? abc : a) ? 1 : 0);
    }
    place = row << 32 | column;
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<SparseEntry> edges;
  edges.reserve(places.size());
  for (const std::uint64_t place : places) {
    const auto row = static_cast<std::uint32_t>(place >> 32);
    const auto column = static_cast<std::uint32_t>(place);
    if (row != column)
      edges.push_back({row, column, static_cast<double>(1 + random.below(spec.max_weight))});
  }
  return {vertices, vertices, std::move(edges)};
}

CsrMatrix banded_matrix(std::uint32_t rows, std::uint32_t half_width, unsigned per_row,
                        std::uint64_t seed) {
  core::RandomStream random(seed, "banded");
  return band(
      rows, half_width, random, [=] { return per_row; },
      [&](bool diagonal) { return diagonal ? per_row * 1.0 : -0.5 * random.uniform(); });
}

CsrMatrix irregular_band(std::uint32_t rows, std::uint32_t half_width, unsigned least,
                         unsigned most, std::uint64_t seed) {
  core::RandomStream random(seed, "irregular_band");
  return band(
      rows, half_width, random, [&] { return least + random.below(most - least + 1); },
      [&](bool) { return 1 - random.uniform(); });
}

}  // namespace gf::model
