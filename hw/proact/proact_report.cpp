// SPDX-License-Identifier: Apache-2.0
// Reports of a PROACT unit: its size, what it waits for, and its errors.
#include "hw/proact/counter_lines.h"
#include "hw/proact/proact_unit.h"

namespace gf::hw::proact {
namespace {

constexpr unsigned kChunkBits = 20;   // of a chunk number: 64 Ki chunks of 16 regions
constexpr unsigned kOffsetBits = 40;  // of an address in a GPU's memory
constexpr unsigned kMostListed = 20;  // chunks of each unit

unsigned bits_for(std::uint64_t values) {
  unsigned bits = 1;
  while ((std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

}  // namespace

/// Counter memory: counters; tag, valid, dirty, pending and age of each line. CTAs: chunk number
/// and valid bit of each entry, and the last-chunk register. Queues: waiting and current updates,
/// and misses. Agent: bytes of the buffer, region offset and owner of each packet, and descriptors.
void ProactUnit::set_sizes(unsigned sms, unsigned ctas) {
  const CounterParams& c = params_.counters;
  const AgentParams& a = params_.agent;
  const std::uint64_t lines = c.counters / kLineCounters;
  stats_.counter_bits += std::uint64_t{c.counters} * kCounterBits;
  stats_.tag_bits += lines * (kChunkBits - bits_for(kLineCounters) + 3 + bits_for(c.ways));
  stats_.cta_bits += std::uint64_t{sms} * ctas * (c.cta_chunks + 1) * (kChunkBits + 1);
  stats_.queue_bits +=
      (std::uint64_t{c.update_queue} + c.ports * c.update_latency + c.misses) * kChunkBits;
  const std::uint64_t packets = a.buffer.count() / a.packet.count();
  stats_.buffer_bits += packets * (a.packet.count() * 8 + kOffsetBits + bits_for(a.descriptors));
  stats_.descriptor_bits += std::uint64_t{a.descriptors} * (kDescriptorBytes * 8 + kChunkBits);
}

std::uint64_t ProactUnit::table_bytes() const {
  std::uint64_t segments = 0;
  for (unsigned i = 0; i < chunks_.size(); ++i) segments += chunks_[i].segments;
  return counters_.table_bytes() + segments * kDescriptorBytes;
}

core::ErrorList ProactUnit::errors() const {
  core::ErrorList all = errors_;
  for (unsigned i = 0; i < chunks_.size(); ++i)
    if (chunks_[i].remaining != 0) all.add([&] { return quiescent_path() + ": " + incomplete(i); });
  return all;
}

std::string ProactUnit::incomplete(unsigned chunk) const {
  std::string text = chunks_.text(ChunkFault::kIncomplete, chunk);
  if (client_ != nullptr)
    text += client_->why_missing(gpu_, chunks_.number_of(chunk), local(chunk));
  return text;
}

bool ProactUnit::idle() const {
  return to_send_ == 0 && counters_.idle() && agent_.idle() && !flushing_ && flushes_ == 0;
}

void ProactUnit::append_waits(std::vector<core::Wait>& waits) const {
  const std::string path = name();
  if (!agent_.idle()) waits.push_back({path, agent_.text(), "its memory and the fabric"});
  if (!counters_.idle()) {
    waits.push_back({path, std::to_string(counters_.waiting()) + " updates of counters",
                     "its tables in memory"});
  }
  unsigned listed = 0;
  for (unsigned i = 0; i < chunks_.size(); ++i) {
    if (chunks_[i].remaining == 0) continue;
    if (++listed <= kMostListed) waits.push_back({path, incomplete(i), "SMs"});
  }
  if (listed > kMostListed) {
    waits.push_back(
        {path, std::to_string(listed - kMostListed) + " more chunks without writers", "SMs"});
  }
}

}  // namespace gf::hw::proact
