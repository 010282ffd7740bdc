// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/row_parts.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"

namespace gf::model::proact {
namespace {

/// Finds the ends of ranges with equal work.
class Cuts {
 public:
  Cuts(const PartsSpec& spec, const std::vector<std::uint32_t>& work)
      : spec_(spec), before_(std::size_t{spec.rows} + 1, 0) {
    for (std::uint32_t row = 0; row < spec.rows; ++row)
      // Each row counts as one unit of work, because a row without elements is stored too.
      before_[row + 1] = before_[row] + (work.empty() ? 1 : 1 + work[row]);
  }
  /// Returns the first row of the CTAs from `cta` on, as if each CTA began a group.
  [[nodiscard]] std::uint32_t at(std::uint32_t cta) const {
    if (cta == spec_.ctas) return spec_.rows;
    const std::uint64_t wanted = before_.back() * cta / spec_.ctas;
    const auto row = static_cast<std::uint32_t>(
        std::lower_bound(before_.begin(), before_.end(), wanted) - before_.begin());
    // Whole granules, so that no line lies in two ranges.
    return std::min(spec_.rows, (row + spec_.granule / 2) / spec_.granule * spec_.granule);
  }

 private:
  const PartsSpec& spec_;
  std::vector<std::uint64_t> before_;
};

}  // namespace

RowParts::RowParts(const PartsSpec& spec, const std::vector<std::uint32_t>& work)
    : scattered_(spec.group > 1) {
  GF_CHECK(spec.rows > 0 && spec.granule > 0 && spec.ctas > 0 && spec.gpus > 0 && spec.group > 0 &&
               (work.empty() || work.size() == spec.rows),
           std::to_string(spec.rows) + " rows, " + std::to_string(spec.ctas) + " CTAs");
  const Cuts cuts(spec, work);
  order_.reserve(spec.rows);
  for (unsigned gpu = 0; gpu < spec.gpus; ++gpu) {
    const std::uint64_t all = spec.ctas;
    const auto end = static_cast<std::uint32_t>(all * (gpu + 1) / spec.gpus);
    for (auto cta = static_cast<std::uint32_t>(all * gpu / spec.gpus); cta < end;) {
      const std::uint32_t next = std::min(end, cta + spec.group);
      deal(cuts.at(cta), cuts.at(next), next - cta, work);
      cta = next;
    }
  }
}

void RowParts::deal(std::uint32_t first_row, std::uint32_t last_row, std::uint32_t ctas,
                    const std::vector<std::uint32_t>& work) {
  std::vector<std::uint32_t> rows(last_row - first_row);
  std::iota(rows.begin(), rows.end(), first_row);
  if (scattered_ && !work.empty())
    // Heaviest first, so that small rows even out the sums; stable, so that equal rows have the
    // same order on every machine.
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return work[a] > work[b]; });
  std::vector<std::vector<std::uint32_t>> hands(ctas);
  std::vector<std::uint64_t> load(ctas, 0);
  for (const std::uint32_t row : rows) {
    const auto least = std::min_element(load.begin(), load.end()) - load.begin();
    load[static_cast<std::size_t>(least)] += work.empty() ? 1 : 1 + work[row];
    hands[static_cast<std::size_t>(least)].push_back(row);
  }
  for (const auto& hand : hands) {
    order_.insert(order_.end(), hand.begin(), hand.end());
    begin_.push_back(static_cast<std::uint32_t>(order_.size()));
  }
}

void RowParts::spans(std::uint32_t cta, std::uint64_t offset, unsigned row_bytes,
                     std::vector<Span>& spans) const {
  const Rows mine = rows(cta);
  std::vector<std::uint32_t> sorted(mine.begin(), mine.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t before = spans.size();
  for (const std::uint32_t row : sorted) {
    const std::uint64_t begin = offset + std::uint64_t{row} * row_bytes;
    if (spans.size() > before && spans.back().end == begin)
      spans.back().end += row_bytes;
    else
      spans.push_back({begin, begin + row_bytes});
  }
}

}  // namespace gf::model::proact
