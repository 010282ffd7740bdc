// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/jacobi.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/shared/app_options.h"
#include "workloads/shared/sweep.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kRowBytes = 8, kIterations = 3, kWarps = 4;
constexpr std::uint32_t kLine = 128 / kRowBytes;  ///< Rows per line.
constexpr std::uint32_t kCtaRows = 3 * kLine;
/// Small: 4 CTAs for each of 4 x 80 SMs, in 480 of 512 KiB. The paper names no matrix. We use one
/// like HV15R, a band matrix that other applications of the paper use
/// (sparse.tamu.edu/Fluorem/HV15R).
constexpr std::uint32_t kSmallRows = 1280 * kCtaRows, kPublishedRows = 2'017'169;
constexpr std::uint32_t kHalfWidth = 64;
constexpr unsigned kElements = 6;  ///< Generated elements per row.
constexpr ElementCost kCost = {10, 16, 140.3};

double right_side(std::uint32_t row) { return 1 + row % 10; }

double diagonal(const CsrMatrix& matrix, std::uint32_t row) {
  for (std::uint32_t k = matrix.row_begin[row]; k < matrix.row_begin[row + 1]; ++k)
    // The kernels' precision: an element of 8 B is a column and a value of 4 B.
    if (matrix.column[k] == row) return static_cast<float>(matrix.value[k]);
  return 0;
}

CsrMatrix matrix_for(const AppContext& context) {
  if (context.matrix.empty()) {
    const std::uint32_t rows =
        rows_for(context, 2 * kRowBytes, context.published ? kPublishedRows : kSmallRows);
    return banded_matrix(rows, kHalfWidth, kElements, context.seed);
  }
  CsrMatrix matrix = read_square_matrix_file(context.matrix);
  for (std::uint32_t row = 0; row < matrix.rows(); ++row)
    if (diagonal(matrix, row) == 0)
      core::fail_input(context.matrix, 0, fmt::format("row {} has no diagonal element", row + 1),
                       "a diagonal without zeros, since Jacobi's method divides by it");
  return matrix;
}

/// Computes the rows of a CTA.
void relax_rows(const CsrMatrix& matrix, const RowParts::Rows& rows, const std::vector<double>& x,
                std::vector<double>& next) {
  for (const std::uint32_t row : rows) {
    double sum = right_side(row), d = 0;
    for (std::uint32_t k = matrix.row_begin[row]; k < matrix.row_begin[row + 1]; ++k) {
      const double a = static_cast<float>(matrix.value[k]);
      if (matrix.column[k] == row)
        d = a;
      else
        sum -= a * x[matrix.column[k]];
    }
    next[row] = sum / d;
  }
}

}  // namespace

Jacobi::Jacobi(const AppContext& context)
    : Jacobi(context, std::make_shared<const CsrMatrix>(matrix_for(context))) {}

Jacobi::Jacobi(const AppContext& context, std::shared_ptr<const CsrMatrix> matrix)
    : AppBase("jacobi",
              fmt::format("{} of {} rows, {} elements",
                          context.matrix.empty() ? "a band" : context.matrix.get(), matrix->rows(),
                          matrix->nonzeros()),
              2 * in_region_units(std::uint64_t{matrix->rows()} * kRowBytes)),
      matrix_(std::move(matrix)) {
  const std::uint32_t rows = matrix_->rows();
  const PartsSpec spec{rows, kLine, (rows + kCtaRows - 1) / kCtaRows, context.gpus, 1};
  const auto parts = std::make_shared<const RowParts>(spec, std::vector<std::uint32_t>());
  const Field buffers[2] = {{0, kRowBytes}, {region_bytes() / 2, kRowBytes}};
  SweepSpec sweep;
  sweep.name = "relax";
  sweep.matrix = matrix_;
  sweep.parts = parts;
  sweep.warps = kWarps;
  sweep.record_bytes = 8;
  sweep.element_bytes = 8;
  sweep.store_bytes = kRowBytes;
  sweep.in = sweep.out = buffers[0];
  set_cost(sweep, kCost, context);
  suite::Layout layout(context.gpus);
  const Sweep passes(sweep, layout);
  set_private_data(layout.take());
  std::vector<double> x(rows, 0), next(rows, 0);
  const unsigned iterations = context.iterations > 0 ? context.iterations.get() : kIterations;
  for (unsigned i = 0; i < iterations; ++i) {
    relax_rows(*matrix_, parts->all_rows(), x, next);
    x.swap(next);
    const Field& out = buffers[(i + 1) % 2];
    add_phase(passes.between(fmt::format("relax_{}", i), buffers[i % 2], {0, 0}, out).kernel(),
              parts, out.offset, kRowBytes, bytes_of(x));
  }
}

double Jacobi::error_of(const std::vector<std::uint8_t>& image) const {
  const std::uint32_t rows = matrix_->rows();
  std::vector<double> x(rows, 0);
  for (unsigned i = 0; i < phases(); ++i) {
    // Element by element: first the rest of b, then the division.
    std::vector<double> left(rows), d(rows, 0);
    for (std::uint32_t row = 0; row < rows; ++row) left[row] = right_side(row);
    std::uint32_t row = 0;
    for (std::uint32_t k = 0; k < matrix_->nonzeros(); ++k) {
      while (matrix_->row_begin[row + 1] <= k) ++row;
      const auto a = static_cast<double>(static_cast<float>(matrix_->value[k]));
      (matrix_->column[k] == row ? d : left)[row] +=
          matrix_->column[k] == row ? a : -a * x[matrix_->column[k]];
    }
    for (row = 0; row < rows; ++row) x[row] = left[row] / d[row];
  }
  const std::uint64_t at = phases() % 2 == 0 ? 0 : region_bytes() / 2;
  return relative_error(values_at<double>(image, at, rows), x);
}

}  // namespace gf::model::proact
