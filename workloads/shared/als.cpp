// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/als.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/random.h"
#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/shared/app_options.h"
#include "workloads/shared/sweep.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kK = Als::kFactors, kRowBytes = 4 * kK, kPhases = 2, kWarps = 4;
constexpr std::uint32_t kGroup = 8, kCtaRows = 12;
/// Small: 2 CTAs for each of 4 x 80 SMs.
/// HV15R: 283,073,458 elements in 2,017,169 rows (sparse.tamu.edu/Fluorem/HV15R).
constexpr std::uint32_t kSmallRows = 640 * kCtaRows, kPublishedRows = 2'017'169;
constexpr ElementCost kCost = {44, 16, 140.3};
constexpr float kStep = 0.05f, kShrink = 0.02f;  ///< Of the descent; assumed.

/// Scales ratings to 0 ... 1: absolute values divided by the greatest.
CsrMatrix normalized(CsrMatrix matrix) {
  double greatest = 0;
  for (const double value : matrix.value) greatest = std::max(greatest, std::abs(value));
  for (double& value : matrix.value) value = greatest > 0 ? std::abs(value) / greatest : 0;
  return matrix;
}

CsrMatrix ratings_for(const AppContext& context) {
  if (!context.matrix.empty()) return normalized(read_square_matrix_file(context.matrix));
  const std::uint32_t rows =
      rows_for(context, 2 * kRowBytes, context.published ? kPublishedRows : kSmallRows);
  return irregular_band(rows, 24, 2, 6, context.seed);
}

/// Returns factors from 0 to 1/2 that depend only on the arguments.
std::vector<float> first_factors(std::uint32_t rows, std::uint64_t seed, const char* of) {
  core::RandomStream random(seed, of);
  std::vector<float> factors(std::size_t{rows} * kK);
  for (float& factor : factors) factor = static_cast<float>(random.uniform() / 2);
  return factors;
}

/// Computes the factors that a thread stores for one row.
void descend(const CsrMatrix& ratings, std::uint32_t row, const std::vector<float>& fixed,
             float* mine) {
  for (std::uint32_t k = ratings.row_begin[row]; k < ratings.row_begin[row + 1]; ++k) {
    const float* other = fixed.data() + std::size_t{ratings.column[k]} * kK;
    float missing = static_cast<float>(ratings.value[k]);
    for (unsigned f = 0; f < kK; ++f) missing -= mine[f] * other[f];
    for (unsigned f = 0; f < kK; ++f) mine[f] += kStep * (missing * other[f] - kShrink * mine[f]);
  }
}

SweepSpec sweep_of(const AppContext& context, const char* name,
                   const std::shared_ptr<const CsrMatrix>& ratings, Field in, Field out) {
  SweepSpec spec;
  spec.name = name;
  spec.matrix = ratings;
  spec.parts = scattered_parts(*ratings, kCtaRows, kGroup, kRowBytes, context.gpus);
  spec.warps = kWarps;
  spec.element_bytes = 8;
  spec.store_bytes = 4;
  spec.in = in;
  spec.own = spec.out = out;
  set_cost(spec, kCost, context);
  return spec;
}

}  // namespace

Als::Als(const AppContext& context)
    : Als(context, std::make_shared<const CsrMatrix>(ratings_for(context))) {}

Als::Als(const AppContext& context, std::shared_ptr<const CsrMatrix> ratings)
    : AppBase("als",
              fmt::format("{} of {} users and items, {} ratings",
                          context.matrix.empty() ? "a band" : context.matrix.get(), ratings->rows(),
                          ratings->nonzeros()),
              2 * in_region_units(std::uint64_t{ratings->rows()} * kRowBytes)),
      ratings_(std::move(ratings)),
      seed_(context.seed) {
  const auto by_item = std::make_shared<const CsrMatrix>(ratings_->transposed());
  const std::shared_ptr<const CsrMatrix> ratings_of[2] = {ratings_, by_item};
  const Field fields[2] = {{0, kRowBytes}, {items_at(), kRowBytes}};
  const SweepSpec specs[2] = {sweep_of(context, "users", ratings_, fields[1], fields[0]),
                              sweep_of(context, "items", by_item, fields[0], fields[1])};
  suite::Layout layout(context.gpus);
  const Sweep sweeps[2] = {{specs[0], layout}, {specs[1], layout}};
  set_private_data(layout.take());
  std::vector<float> factors[2] = {first_factors(users(), seed_, "users"),
                                   first_factors(users(), seed_, "items")};
  for (const unsigned side : {0u, 1u}) set_initial(fields[side].offset, bytes_of(factors[side]));
  const unsigned phases = context.iterations > 0 ? 2 * context.iterations : kPhases;
  for (unsigned phase = 0; phase < phases; ++phase) {
    const unsigned side = phase % 2;
    const auto& parts = specs[side].parts;
    for (const std::uint32_t row : parts->all_rows())
      descend(*ratings_of[side], row, factors[1 - side],
              factors[side].data() + std::size_t{row} * kK);
    add_phase(sweeps[side].kernel(), parts, fields[side].offset, kRowBytes,
              bytes_of(factors[side]));
  }
}

double Als::error_of(const std::vector<std::uint8_t>& image) const {
  // In doubles, rating by rating: first an array of all users' rows, then one of all items' rows.
  const auto wide = [](const std::vector<float>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  std::vector<double> user = wide(first_factors(users(), seed_, "users"));
  std::vector<double> item = wide(first_factors(users(), seed_, "items"));
  for (unsigned phase = 0; phase < phases(); ++phase) {
    const std::vector<double> fixed = phase % 2 == 0 ? item : user;
    for (std::uint32_t u = 0; u < users(); ++u)
      for (std::uint32_t k = ratings_->row_begin[u]; k < ratings_->row_begin[u + 1]; ++k) {
        const std::uint32_t i = ratings_->column[k];
        double* const moved =
            phase % 2 == 0 ? &user[std::size_t{u} * kK] : &item[std::size_t{i} * kK];
        const double* const other = &fixed[std::size_t{phase % 2 == 0 ? i : u} * kK];
        double product = 0;
        for (unsigned f = 0; f < kK; ++f) product += moved[f] * other[f];
        const double miss = ratings_->value[k] - product;
        for (unsigned f = 0; f < kK; ++f)
          moved[f] += double{kStep} * (miss * other[f] - double{kShrink} * moved[f]);
      }
  }
  const std::size_t count = user.size();
  return std::max(relative_error(wide(values_at<float>(image, 0, count)), user),
                  relative_error(wide(values_at<float>(image, items_at(), count)), item));
}

double Als::loss(const std::vector<std::uint8_t>& image) const {
  const std::size_t count = std::size_t{users()} * kK;
  const auto user = values_at<float>(image, 0, count);
  const auto item = values_at<float>(image, items_at(), count);
  double sum = 0;
  for (std::uint32_t u = 0; u < users(); ++u)
    for (std::uint32_t k = ratings_->row_begin[u]; k < ratings_->row_begin[u + 1]; ++k) {
      double missing = ratings_->value[k];
      for (unsigned f = 0; f < kK; ++f)
        missing -= double{user[std::size_t{u} * kK + f]} *
                   double{item[std::size_t{ratings_->column[k]} * kK + f]};
      sum += missing * missing;
    }
  return sum / ratings_->nonzeros();
}

}  // namespace gf::model::proact
