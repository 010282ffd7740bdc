// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// How the rows of a field (elements, vertices, pixels) are distributed to the CTAs of a kernel.
struct PartsSpec {
  std::uint32_t rows = 1;
  /// Groups begin at multiples of this number of rows, for example at lines.
  std::uint32_t granule = 1;
  std::uint32_t ctas = 1;
  unsigned gpus = 1;
  /// Number of CTAs that share a contiguous range of rows. 1: a CTA processes its rows in
  /// increasing order. More: the range's rows, heaviest first, go one by one to the CTA with the
  /// least work at that point. Programs that need equal work for threads and CTAs do this. A group
  /// never spans two GPUs.
  std::uint32_t group = 1;
};

/// The rows of each CTA in processing order; each row belongs to one CTA.
class RowParts {
 public:
  struct Rows {
    const std::uint32_t* first;
    const std::uint32_t* last;
    [[nodiscard]] const std::uint32_t* begin() const { return first; }
    [[nodiscard]] const std::uint32_t* end() const { return last; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(last - first); }
  };

  /// Groups get ranges with about equal sums of `work` (by row; empty: all rows are equal).
  RowParts(const PartsSpec& spec, const std::vector<std::uint32_t>& work);

  [[nodiscard]] std::uint32_t ctas() const { return static_cast<std::uint32_t>(begin_.size() - 1); }
  [[nodiscard]] bool scattered() const { return scattered_; }
  /// Returns the number of rows of all CTAs before `cta`: the index of its first row in data that
  /// are stored in processing order.
  [[nodiscard]] std::uint32_t rows_before(std::uint32_t cta) const { return begin_[cta]; }
  [[nodiscard]] Rows rows(std::uint32_t cta) const {
    return {order_.data() + begin_[cta], order_.data() + begin_[cta + 1]};
  }
  /// Returns the rows of all CTAs, one CTA after the other.
  [[nodiscard]] Rows all_rows() const { return {order_.data(), order_.data() + order_.size()}; }
  /// Appends the bytes of the CTA's rows, `row_bytes` each, with row 0 at `offset`, ascending and
  /// merged.
  void spans(std::uint32_t cta, std::uint64_t offset, unsigned row_bytes,
             std::vector<Span>& spans) const;

 private:
  void deal(std::uint32_t first_row, std::uint32_t last_row, std::uint32_t ctas,
            const std::vector<std::uint32_t>& work);

  bool scattered_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> begin_{0};
};

}  // namespace gf::model::proact
