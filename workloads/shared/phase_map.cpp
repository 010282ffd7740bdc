// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/phase_map.h"

#include <algorithm>

namespace gf::model::proact {
namespace {

constexpr std::uint32_t kNone = ~0u;

}  // namespace

PhaseMap::PhaseMap(const SharedApp& app, unsigned phase, std::uint64_t chunk, unsigned gpus,
                   const CtaWrites& map)
    : chunk_(chunk), parts_(gpus), part_index_(gpus) {
  const std::uint64_t chunks = (app.region_bytes() + chunk - 1) / chunk;
  for (std::vector<std::uint32_t>& index : part_index_) index.assign(chunks, kNone);
  const Kernel& kernel = app.kernel(phase);
  Spans spans;
  std::vector<std::uint32_t> of_map;
  for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
    const unsigned gpu = gpu_of(kernel, cta, gpus);
    spans.clear();
    app.writes(phase, cta, spans);
    append_parts(gpu, spans, of_ctas_);
    begin_.push_back(static_cast<std::uint32_t>(of_ctas_.size()));
    if (!map) {
      expect(gpu, spans, of_cta(cta));
      continue;
    }
    spans.clear();
    map(cta, spans);
    check_within(spans, app.name(), core::Bytes(app.region_bytes()), cta);
    of_map.clear();
    append_parts(gpu, spans, of_map);
    expect(gpu, spans, {of_map.data(), of_map.data() + of_map.size()});
    // If a map names a CTA that does not write, its chunk waits for ever. The report of a missing
    // writer then names the CTA.
    note_absent(gpu, cta, of_map);
  }
  for (std::vector<ChunkPart>& parts : parts_)
    for (ChunkPart& part : parts) join(part.spans);
  part_index_.clear();
}

void PhaseMap::append_parts(unsigned gpu, const Spans& spans, std::vector<std::uint32_t>& indices) {
  const auto first = static_cast<std::ptrdiff_t>(indices.size());
  for (const Span& span : spans) {
    each_chunk(span, chunk_, [&](std::uint32_t number, const Span&) {
      const std::uint32_t index = part_of(gpu, number);
      if (std::find(indices.begin() + first, indices.end(), index) == indices.end())
        indices.push_back(index);
    });
  }
}

void PhaseMap::expect(unsigned gpu, const Spans& spans, Indices indices) {
  for (const std::uint32_t index : indices) ++parts_[gpu][index].writers;
  for (const Span& span : spans) {
    each_chunk(span, chunk_, [&](std::uint32_t number, const Span& piece) {
      ChunkPart& part = parts_[gpu][part_of(gpu, number)];
      part.bytes += piece.bytes();
      part.spans.push_back(piece);
    });
  }
}

void PhaseMap::note_absent(unsigned gpu, unsigned cta, const std::vector<std::uint32_t>& of_map) {
  const Indices writes = of_cta(cta);
  for (const std::uint32_t index : of_map)
    if (std::find(writes.begin(), writes.end(), index) == writes.end())
      parts_[gpu][index].absent.push_back(cta);
}

std::uint32_t PhaseMap::part_of(unsigned gpu, std::uint32_t chunk) {
  std::uint32_t& index = part_index_[gpu][chunk];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(parts_[gpu].size());
    parts_[gpu].emplace_back().chunk = chunk;
  }
  return index;
}

std::uint64_t PhaseMap::bytes(unsigned gpu) const {
  std::uint64_t bytes = 0;
  for (const ChunkPart& part : parts_[gpu]) bytes += part.bytes;
  return bytes;
}

}  // namespace gf::model::proact
