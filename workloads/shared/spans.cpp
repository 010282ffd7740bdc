// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/spans.h"

#include "core/base/error.h"

namespace gf::model::proact {

void join(std::vector<Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].begin <= spans[last].end) {
      spans[last].end = std::max(spans[last].end, spans[i].end);
    } else {
      spans[++last] = spans[i];
    }
  }
  if (!spans.empty()) spans.resize(last + 1);
}

void check_within(const std::vector<Span>& spans, const std::string& region, core::Bytes bytes,
                  unsigned cta) {
  for (const Span& span : spans) {
    if (span.begin >= span.end || span.end <= bytes.count()) continue;
    core::fail_config("region " + region, "CTA " + std::to_string(cta),
                      "writes up to byte " + std::to_string(span.end),
                      "at most the bytes of the region, " + core::to_text(bytes),
                      "correct the map of its CTAs");
  }
}

}  // namespace gf::model::proact
