// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// How the rows of a field (elements, vertices, pixels) are dealt out to the CTAs of a kernel.
struct PartsSpec {
  std::uint32_t rows = 1;
  std::uint32_t granule = 1;  ///< Groups begin at multiples of so many rows: of lines, say.
  std::uint32_t ctas = 1;
  unsigned gpus = 1;
  /// So many CTAs share a contiguous range of rows. 1: a CTA works on its rows in increasing order.
  /// More: the range's rows, heaviest first, go one by one to the CTA with least work so far, as
  /// codes do that want threads and CTAs with equal work. A group never spans two GPUs.
  std::uint32_t group = 1;
};

/// The rows of each CTA in the order in which it works on them; each row is one CTA's.
class RowParts {
 public:
  struct Rows {
    const std::uint32_t* first;
    const std::uint32_t* last;
    [[nodiscard]] const std::uint32_t* begin() const { return first; }
    [[nodiscard]] const std::uint32_t* end() const { return last; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(last - first); }
  };

  /// Ranges of groups have about equal sums of `work` (of each row; empty: all alike).
  RowParts(const PartsSpec& spec, const std::vector<std::uint32_t>& work);

  [[nodiscard]] std::uint32_t ctas() const { return static_cast<std::uint32_t>(begin_.size() - 1); }
  [[nodiscard]] bool scattered() const { return scattered_; }
  /// Rows of CTAs before `cta`: where data that are stored in the order of the work begin.
  [[nodiscard]] std::uint32_t rows_before(std::uint32_t cta) const { return begin_[cta]; }
  [[nodiscard]] Rows rows(std::uint32_t cta) const {
    return {order_.data() + begin_[cta], order_.data() + begin_[cta + 1]};
  }
  /// The rows of all CTAs, one CTA after the other.
  [[nodiscard]] Rows all_rows() const { return {order_.data(), order_.data() + order_.size()}; }
  /// Appends the bytes of the CTA's rows, `row_bytes` each, row 0 at `offset`: ascending, merged.
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
