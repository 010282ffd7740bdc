// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::model::proact {

/// Bytes [begin, end) of the shared region, counted from its start.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t bytes() const { return end - begin; }
};

/// Sorts the spans and merges those that overlap or touch.
void join(std::vector<Span>& spans);

/// Throws UserError unless all spans that `cta` writes lie within the `bytes` of region `region`.
void check_within(const std::vector<Span>& spans, const std::string& region, core::Bytes bytes,
                  unsigned cta);

/// Calls act(number, piece) for each chunk of `chunk` bytes that the span overlaps.
template <class Act>
void each_chunk(const Span& span, std::uint64_t chunk, const Act& act) {
  for (std::uint64_t at = span.begin; at < span.end;) {
    const std::uint64_t number = at / chunk;
    const std::uint64_t end = std::min(span.end, (number + 1) * chunk);
    act(static_cast<std::uint32_t>(number), Span{at, end});
    at = end;
  }
}

}  // namespace gf::model::proact
