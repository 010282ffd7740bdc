// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/chunk_map.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::proact {

using model::proact::join;

ChunkMap::ChunkMap(const Region& region, const gpu::CtaBlock& ctas, const CtaWrites& writes)
    : region_(region), entries_(region.chunks()) {
  std::vector<Span> spans;
  for (unsigned cta = ctas.next; cta < ctas.end; ++cta) {
    spans.clear();
    writes(cta, spans);
    check_within(spans, region.name, region.bytes, cta);
    join(spans);
    add(spans);
  }
  // CTAs are processed in the order of their numbers, not of the bytes that they write.
  for (Entry& entry : entries_) join(entry.segments);
}

ChunkMap::ChunkMap(const Region& region) : region_(region), entries_(region.chunks()) {
  add({{0, region.bytes.count()}});
}

/// `spans`: of one CTA, ascending.
void ChunkMap::add(const std::vector<Span>& spans) {
  // A CTA decrements a counter once, however many pieces of the chunk it writes. Spans ascend, so
  // one number tells which chunks have already counted it.
  unsigned counted = 0;  // chunks below this one have counted the CTA
  for (const Span& span : spans) {
    each_chunk(span, region_.chunk.count(), [&](unsigned chunk, const Span& piece) {
      entries_[chunk].segments.push_back(piece);
      if (chunk < counted) return;
      ++entries_[chunk].writers;
      counted = chunk + 1;
    });
  }
}

void ChunkMap::check_covers(const Span& all) const {
  for (unsigned chunk = region_.chunk_of(all.begin); chunk < chunks(); ++chunk) {
    const Span whole = region_.span_of(chunk);
    const Span needed{std::max(whole.begin, all.begin), std::min(whole.end, all.end)};
    if (needed.begin >= needed.end) return;
    std::uint64_t at = needed.begin;
    for (const Span& span : entries_[chunk].segments)
      if (span.begin <= at && span.end > at) at = span.end;
    if (at >= needed.end) continue;
    core::fail_config("region " + region_.name, "chunk " + std::to_string(chunk),
                      "byte " + std::to_string(at) + " without a writer",
                      "a CTA for each byte of " + std::to_string(all.begin) + " ... " +
                          std::to_string(all.end - 1),
                      "add the CTAs that write to it to the map");
  }
}

unsigned ChunkMap::tracked() const {
  return static_cast<unsigned>(std::count_if(entries_.begin(), entries_.end(),
                                             [](const Entry& e) { return e.writers != 0; }));
}

std::uint64_t ChunkMap::bytes() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_)
    for (const Span& span : entry.segments) sum += span.bytes();
  return sum;
}

unsigned ChunkMap::segments() const {
  std::size_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.segments.size();
  return static_cast<unsigned>(sum);
}

}  // namespace gf::hw::proact
