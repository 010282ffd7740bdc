// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/transfer_agent.h"

#include <algorithm>

#include "hw/proact/counter_lines.h"

namespace gf::hw::proact {

using core::Cycle;
using gpu::LineOp;

TransferAgent::TransferAgent(UnitParts& parts, AgentClientIf& client)
    : parts_(parts),
      client_(client),
      jobs_(parts.params.agent.descriptors),
      packets_(parts.params.agent.buffer.count() / parts.params.agent.packet.count()) {
  for (Job& job : jobs_) {
    job.fetch.client = &fetches_;
    job.fetch.key = &job;
    free_jobs_.push_back(&job);
  }
  for (Packet& packet : packets_) {
    packet.read.client = &moves_;
    packet.read.key = &packet;
    if (parts.memory.real_bytes()) packet.bytes.resize(parts.params.agent.packet.count());
    free_.push_back(&packet);
  }
}

void TransferAgent::give(unsigned chunk, Cycle now) {
  if (idle()) busy_since_ = now;
  waiting_.push(chunk);
  parts_.probes.waiting.add(parts_.ticks(now), +1);
}

void TransferAgent::step(Cycle now) {
  while (!done_.empty() && done_.front()->done_at <= now) finish(*done_.pop(), now);
  start(now);
  read(now);
  if (core::Probe::any_on()) show(now);
}

void TransferAgent::start(Cycle now) {
  while (!waiting_.empty() && !free_jobs_.empty()) {
    no_job_.end(now, parts_.period);
    Job& job = *free_jobs_.back();
    free_jobs_.pop_back();
    job.chunk = waiting_.pop();
    job.from = core::kNoCycle;
    job.segment = 0;
    job.read = 0;
    job.begun = job.all_read = false;
    to_read_.push(&job);
    const Chunk& chunk = parts_.chunks[job.chunk];
    parts_.access(job.fetch, LineOp::kRead,
                  offset_ + std::uint64_t{kDescriptorBytes} *
                                parts_.chunks.descriptor(job.chunk, chunk.first),
                  kDescriptorBytes * chunk.segments, now);
    parts_.probes.waiting.add(parts_.ticks(now), -1);
    parts_.probes.under_way.add(parts_.ticks(now), +1);
  }
  if (!waiting_.empty()) no_job_.begin(parts_.stats.no_descriptor, now);
}

void TransferAgent::fetched(Job& job, Cycle now) {
  job.from = now + parts_.params.agent.start_latency;
  parts_.wake(job.from);
}

void TransferAgent::read(Cycle now) {
  for (unsigned n = 0; n < parts_.params.agent.issue && !to_read_.empty(); ++n) {
    Job& job = *to_read_.front();
    if (job.from > now) return stall(&parts_.stats.fetching, now);
    if (free_.empty()) return stall(&parts_.stats.buffer_full, now);
    stall(nullptr, now);
    if (!job.begun) client_.transfer_begins(job.chunk, now);
    job.begun = true;
    read_packet(job, now);
    if (job.all_read) to_read_.drop();
  }
  if (to_read_.empty()) stall(nullptr, now);
}

void TransferAgent::read_packet(Job& job, Cycle now) {
  const Chunk& chunk = parts_.chunks[job.chunk];
  const Span& segment = parts_.chunks.segment(job.chunk, chunk.first + job.segment);
  const std::uint64_t unit = parts_.params.agent.packet.count();
  Packet& packet = *free_.back();
  free_.pop_back();
  packet.job = &job;
  packet.at = segment.begin + job.read;
  packet.since = now;
  gpu::Bulk& bulk = packet.read;
  bulk.op = LineOp::kRead;
  bulk.address = parts_.chunks.region_of(job.chunk).region.physical(parts_.gpu, packet.at);
  bulk.bytes =
      static_cast<std::uint32_t>(std::min(unit - bulk.address % unit, segment.bytes() - job.read));
  bulk.data = packet.bytes.empty() ? nullptr : packet.bytes.data();
  bulk.failed = false;
  ++job.open;
  job.read += bulk.bytes;
  if (job.read == segment.bytes()) {
    job.read = 0;
    job.all_read = ++job.segment == chunk.segments;
  }
  ++parts_.stats.packets;
  parts_.stats.read_bytes += bulk.bytes;
  parts_.memory.submit(bulk, now);
}

void TransferAgent::Moves::bulk_done(gpu::Bulk& bulk, Cycle now) {
  Packet& packet = *static_cast<Packet*>(bulk.key);
  if (bulk.op == LineOp::kRead) return agent.write(packet, now);
  agent.written(packet, bulk, now);
}

void TransferAgent::write(Packet& packet, Cycle now) {
  const ChunkTable::Bounds& bounds = parts_.chunks.region_of(packet.job->chunk);
  parts_.stats.reading.add_ticks((now - packet.since) * parts_.period);
  packet.since = now;
  packet.open = static_cast<std::uint32_t>(bounds.destinations.size());
  if (packet.open == 0) return complete(packet, now);
  if (packet.writes.size() < packet.open) packet.writes.resize(packet.open);
  for (std::uint32_t i = 0; i < packet.open; ++i) {
    gpu::Bulk& bulk = packet.writes[i];
    bulk.client = &moves_;
    bulk.key = &packet;
    bulk.op = LineOp::kWrite;
    bulk.address = bounds.region.physical(bounds.destinations[i], packet.at);
    bulk.bytes = packet.read.bytes;
    bulk.data = packet.read.data;
    bulk.failed = false;
    parts_.stats.written_bytes += bulk.bytes;
    parts_.memory.submit(bulk, now);
  }
}

void TransferAgent::written(Packet& packet, gpu::Bulk& bulk, Cycle now) {
  if (bulk.failed) client_.transfer_refused(packet.job->chunk);
  if (--packet.open == 0) complete(packet, now);
}

void TransferAgent::complete(Packet& packet, Cycle now) {
  parts_.stats.writing.add_ticks((now - packet.since) * parts_.period);
  packet.done_at = now + 1;
  done_.push(&packet);
  parts_.wake(now + 1);
}

void TransferAgent::finish(Packet& packet, Cycle now) {
  Job& job = *packet.job;
  free_.push_back(&packet);
  if (--job.open != 0 || !job.all_read) return;
  free_jobs_.push_back(&job);
  parts_.probes.under_way.add(parts_.ticks(now), -1);
  if (idle()) parts_.stats.busy.add_ticks((now - busy_since_) * parts_.period);
  client_.transfer_done(job.chunk, now);
}

void TransferAgent::stall(core::Duration* cause, Cycle now) {
  if (cause == cause_) return;
  stall_.end(now, parts_.period);
  cause_ = cause;
  if (cause != nullptr) stall_.begin(*cause, now);
}

void TransferAgent::show(Cycle now) {
  const unsigned state = idle()                                                                ? 0
                         : cause_ == &parts_.stats.buffer_full                                 ? 3
                         : cause_ == &parts_.stats.fetching && free_.size() == packets_.size() ? 1
                                                                                               : 2;
  parts_.probes.state.set(parts_.ticks(now), state);
  parts_.probes.buffer.set(parts_.ticks(now), packets_.size() - free_.size());
}

Cycle TransferAgent::next(Cycle now) const {
  Cycle at = done_.empty() ? core::kNoCycle : done_.front()->done_at;
  if (!to_read_.empty() && !free_.empty()) at = std::min(at, to_read_.front()->from);
  return at == core::kNoCycle ? at : std::max(at, now + 1);
}

std::string TransferAgent::text() const {
  unsigned fetching = 0;
  for (std::size_t i = 0; i < to_read_.size(); ++i) fetching += to_read_[i]->from == core::kNoCycle;
  return std::to_string(waiting_.size()) + " chunks wait, " +
         std::to_string(jobs_.size() - free_jobs_.size()) + " under way (" +
         std::to_string(fetching) + " without descriptor), " +
         std::to_string(packets_.size() - free_.size()) + " packets in the buffer";
}

}  // namespace gf::hw::proact
