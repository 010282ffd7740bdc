// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/proact/phase_map.h"

#include <algorithm>

namespace gf::model::proact {
namespace {

constexpr std::uint32_t kNone = ~0u;

/// Spans that touch become one.
void join(std::vector<Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::vector<Span> joined;
  for (const Span& span : spans) {
    if (!joined.empty() && span.begin <= joined.back().end) {
      joined.back().end = std::max(joined.back().end, span.end);
    } else {
      joined.push_back(span);
    }
  }
  spans.swap(joined);
}

}  // namespace

PhaseMap::PhaseMap(const SharedApp& app, unsigned phase, std::uint64_t chunk, unsigned gpus)
    : parts_(gpus), part_index_(gpus) {
  const std::uint64_t chunks = (app.region_bytes() + chunk - 1) / chunk;
  for (std::vector<std::uint32_t>& index : part_index_) index.assign(chunks, kNone);
  const Kernel& kernel = app.kernel(phase);
  std::vector<Span> spans;
  for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
    spans.clear();
    app.writes(phase, cta, spans);
    add(gpu_of(kernel, cta, gpus), spans, chunk);
  }
  merge_spans();
  part_index_.clear();
}

void PhaseMap::add(unsigned gpu, const std::vector<Span>& spans, std::uint64_t chunk) {
  const std::size_t first = of_ctas_.size();
  for (const Span& span : spans) {
    for (std::uint64_t at = span.begin; at < span.end;) {
      const auto number = static_cast<std::uint32_t>(at / chunk);
      const std::uint64_t end = std::min(span.end, (number + std::uint64_t{1}) * chunk);
      const std::uint32_t index = part_of(gpu, number);
      ChunkPart& part = parts_[gpu][index];
      part.bytes += end - at;
      part.spans.push_back({at, end});
      if (std::find(of_ctas_.begin() + static_cast<std::ptrdiff_t>(first), of_ctas_.end(), index) ==
          of_ctas_.end()) {
        of_ctas_.push_back(index);
        ++part.writers;
      }
      at = end;
    }
  }
  begin_.push_back(static_cast<std::uint32_t>(of_ctas_.size()));
}

std::uint32_t PhaseMap::part_of(unsigned gpu, std::uint32_t chunk) {
  std::uint32_t& index = part_index_[gpu][chunk];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(parts_[gpu].size());
    parts_[gpu].emplace_back().chunk = chunk;
  }
  return index;
}

void PhaseMap::merge_spans() {
  for (std::vector<ChunkPart>& parts : parts_)
    for (ChunkPart& part : parts) join(part.spans);
}

std::uint64_t PhaseMap::bytes(unsigned gpu) const {
  std::uint64_t bytes = 0;
  for (const ChunkPart& part : parts_[gpu]) bytes += part.bytes;
  return bytes;
}

}  // namespace gf::model::proact
