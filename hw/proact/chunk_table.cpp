// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/chunk_table.h"

#include "core/base/error.h"
#include "hw/proact/counter_lines.h"

namespace gf::hw::proact {

unsigned ChunkTable::add(const Region& region, unsigned gpu, const PieceCarrierIf* carrier) {
  const std::uint64_t base = region.base_by_gpu[gpu];
  regions_.push_back({base, base + region.bytes.count(),
                      static_cast<unsigned>(__builtin_ctzll(region.chunk.count())), size(), false,
                      region});
  for (const unsigned to : region.destinations_of(gpu)) {
    const bool far = carrier != nullptr && carrier->carries_to(to);
    (far ? regions_.back().far : regions_.back().destinations).push_back(to);
  }
  segments_.emplace_back();
  chunks_.resize(size() + region.chunks());
  return static_cast<unsigned>(regions_.size()) - 1;
}

void ChunkTable::arm(unsigned number, const ChunkMap& map) {
  Bounds& region = regions_[number];
  std::vector<Span>& segments = segments_[number];
  segments.clear();
  for (unsigned i = 0; i < map.chunks(); ++i) {
    // A counter that wraps would reach zero too early, and the chunk would be sent with bytes
    // missing.
    if (map.writers(i) >> kCounterBits != 0) {
      core::fail_config("region " + region.region.name, "chunk " + std::to_string(i),
                        std::to_string(map.writers(i)) + " writers", "up to 65535",
                        "choose a smaller chunk, which has fewer writers");
    }
    // Resets all flags of the last phase, in particular `sent`.
    Chunk& chunk = chunks_[region.first + i] = Chunk{};
    chunk.remaining = chunk.expected = map.writers(i);
    chunk.first = static_cast<std::uint32_t>(segments.size());
    chunk.segments = static_cast<std::uint32_t>(map.segments(i).size());
    segments.insert(segments.end(), map.segments(i).begin(), map.segments(i).end());
  }
  region.armed = true;
}

unsigned ChunkTable::number_of(unsigned chunk) const {
  unsigned number = static_cast<unsigned>(regions_.size()) - 1;
  while (regions_[number].first > chunk) --number;
  return number;
}

unsigned ChunkTable::find(std::uint64_t offset) const {
  for (const Bounds& region : regions_) {
    if (offset < region.base || offset >= region.end) continue;
    // Between phases the program may write to a region for other reasons, for example to set it up.
    if (!region.armed) return kNone;
    return region.first + static_cast<unsigned>((offset - region.base) >> region.shift);
  }
  return kNone;
}

unsigned ChunkTable::descriptor(unsigned chunk, unsigned segment) const {
  std::size_t before = segment;
  for (unsigned i = 0; i < number_of(chunk); ++i) before += segments_[i].size();
  return static_cast<unsigned>(before);
}

std::string ChunkTable::name(unsigned chunk) const {
  const Bounds& region = region_of(chunk);
  return region.region.name + " chunk " + std::to_string(chunk - region.first);
}

std::string ChunkTable::text(ChunkFault fault, unsigned number) const {
  const Chunk& chunk = chunks_[number];
  const std::string expected = std::to_string(chunk.expected);
  const std::string seen = std::to_string(chunk.seen);
  switch (fault) {
    case ChunkFault::kUnderflow:
      return name(number) + ": " + seen + " writers are done, expected " + expected;
    case ChunkFault::kWriteAfterZero:
      return name(number) + ": written after all " + expected + " writers were done";
    case ChunkFault::kUnexpected:
      return name(number) + ": written, but the map has no writer of it";
    case ChunkFault::kRefused:
      return name(number) + ": a destination refused it";
    case ChunkFault::kIncomplete:
      break;
  }
  return name(number) + ": " + std::to_string(chunk.remaining) + " of " + expected +
         " writers are missing";
}

}  // namespace gf::hw::proact
