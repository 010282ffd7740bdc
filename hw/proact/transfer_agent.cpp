// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/transfer_agent.h"

#include <algorithm>

#include "hw/proact/chunk_journal.h"
#include "hw/proact/counter_lines.h"
#include "hw/proact/proact_unit.h"

namespace gf::hw::proact {

using core::Cycle;
using gpu::LineOp;

TransferAgent::TransferAgent(const AgentParams& params, gpu::GpuMemory& memory, unsigned gpu,
                             ProactUnit& unit, const ChunkTable& chunks, TableMemory& tables,
                             core::ClockMember& clock, ProactStats& stats, ProactProbes& probes)
    : params_(params),
      memory_(memory),
      gpu_(gpu),
      unit_(unit),
      chunks_(chunks),
      tables_(tables),
      clock_(clock),
      stats_(stats),
      probes_(probes),
      jobs_(params.descriptors),
      packets_(params.buffer.count() / params.packet.count()) {
  for (Job& job : jobs_) {
    job.fetch.client = &fetches_;
    job.fetch.key = &job;
    free_jobs_.push_back(&job);
  }
  for (Packet& packet : packets_) {
    packet.read.client = &moves_;
    packet.read.key = &packet;
    if (memory.real_bytes()) packet.bytes.resize(params.packet.count());
    free_.push_back(&packet);
  }
}

void TransferAgent::give(unsigned chunk, Cycle now) {
  if (idle()) busy_since_ = now;
  waiting_.push(chunk);
  probes_.waiting.add(clock_.ticks(now), +1);
}

void TransferAgent::step(Cycle now) {
  // Ends first, so that the buffer space and descriptors that they free are used in this cycle.
  while (!done_.empty() && done_.front()->done_at <= now) finish(*done_.pop(), now);
  while (!carried_.empty() && carried_.front().at <= now) finish(carried_.pop(), now);
  start(now);
  read(now);
  if (core::Probe::any_on()) show(now);
}

void TransferAgent::start(Cycle now) {
  while (!waiting_.empty() && !free_jobs_.empty()) {
    no_job_.end(now, clock_.period());
    Job& job = *free_jobs_.back();
    free_jobs_.pop_back();
    job.chunk = waiting_.pop();
    job.from = core::kNoCycle;
    job.segment = 0;
    job.read = 0;
    job.begun = job.all_read = false;
    to_read_.push(&job);
    const Chunk& chunk = chunks_[job.chunk];
    const ChunkTable::Bounds& bounds = chunks_.region_of(job.chunk);
    job.reads = bounds.far.empty() || !bounds.destinations.empty();
    tables_.access(
        job.fetch, LineOp::kRead,
        offset_ + std::uint64_t{kDescriptorBytes} * chunks_.descriptor(job.chunk, chunk.first),
        // All descriptors of a chunk are adjacent, so one access fetches them.
        kDescriptorBytes * chunk.segments, now);
    report_start(job.chunk, clock_.ticks(now));
  }
  if (!waiting_.empty()) no_job_.begin(stats_.no_descriptor, now);
}

void TransferAgent::report_start(unsigned chunk, core::Ticks at) {
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->enters(&unit_, chunk, ChunkStage::kFetch, at);
  probes_.waiting.add(at, -1);
  probes_.under_way.add(at, +1);
}

void TransferAgent::fetched(Job& job, Cycle now) {
  job.from = now + params_.start_latency;
  clock_.wake(job.from);
}

void TransferAgent::read(Cycle now) {
  for (unsigned n = 0; n < params_.issue && !to_read_.empty(); ++n) {
    Job& job = *to_read_.front();
    // Chunks are read in the order in which they became ready, so later ones wait even if their
    // descriptors have arrived.
    if (job.from > now) return stall(&stats_.fetching, now);
    if (job.reads && free_.empty()) return stall(&stats_.buffer_full, now);
    stall(nullptr, now);
    // As late as possible, with the first read: earlier writes are included in the transfer and
    // need not be sent again.
    if (!job.begun) unit_.transfer_begins(job.chunk, now);
    job.begun = true;
    if (carrier_ != nullptr && job.read == 0) carry_segment(job, now);
    if (job.reads) {
      read_packet(job, now);
    } else {
      next_segment(job);
    }
    if (job.all_read) to_read_.drop();
  }
  if (to_read_.empty()) stall(nullptr, now);
}

void TransferAgent::read_packet(Job& job, Cycle now) {
  const Chunk& chunk = chunks_[job.chunk];
  const Span& segment = chunks_.segment(job.chunk, chunk.first + job.segment);
  const std::uint64_t unit = params_.packet.count();
  Packet& packet = *free_.back();
  free_.pop_back();
  packet.job = &job;
  packet.at = segment.begin + job.read;
  packet.since = now;
  gpu::Bulk& bulk = packet.read;
  bulk.op = LineOp::kRead;
  bulk.address = chunks_.region_of(job.chunk).region.physical(gpu_, packet.at);
  bulk.bytes =
      static_cast<std::uint32_t>(std::min(unit - bulk.address % unit, segment.bytes() - job.read));
  // The bytes are read once and written to all destinations, so the buffer space is used until the
  // last of them has answered.
  bulk.data = packet.bytes.empty() ? nullptr : packet.bytes.data();
  bulk.failed = false;
  ++job.open;
  job.read += bulk.bytes;
  if (job.read == segment.bytes()) next_segment(job);
  ++stats_.packets;
  stats_.read_bytes += bulk.bytes;
  memory_.submit(bulk, now);
}

void TransferAgent::next_segment(Job& job) {
  job.read = 0;
  job.all_read = ++job.segment == chunks_[job.chunk].segments;
}

void TransferAgent::carry_segment(Job& job, Cycle now) {
  const ChunkTable::Bounds& bounds = chunks_.region_of(job.chunk);
  const Span& segment = chunks_.segment(job.chunk, chunks_[job.chunk].first + job.segment);
  for (const unsigned to : bounds.far) {
    ++job.open;
    stats_.written_bytes += segment.bytes();
    if (ChunkJournal* const journal = ChunkJournal::active())
      journal->packet_read(&unit_, job.chunk, clock_.ticks(now));
    carrier_->carry({bounds.region.physical(gpu_, segment.begin),
                     bounds.region.physical(to, segment.begin), segment.bytes(), &job},
                    *this, now);
  }
}

void TransferAgent::piece_ended(void* key, bool failed) {
  carried_.push({static_cast<Job*>(key), failed, clock_.after(core::now_ticks())});
  clock_.wake(carried_.back().at);
}

void TransferAgent::Moves::bulk_done(gpu::Bulk& bulk, Cycle now) {
  Packet& packet = *static_cast<Packet*>(bulk.key);
  if (bulk.op == LineOp::kRead) return agent.write(packet, now);
  agent.written(packet, bulk, now);
}

void TransferAgent::write(Packet& packet, Cycle now) {
  const ChunkTable::Bounds& bounds = chunks_.region_of(packet.job->chunk);
  stats_.reading.add_ticks((now - packet.since) * clock_.period());
  packet.since = now;
  packet.open = static_cast<std::uint32_t>(bounds.destinations.size());
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->packet_read(&unit_, packet.job->chunk, clock_.ticks(now));
  // A region without destinations is still tracked.
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
    stats_.written_bytes += bulk.bytes;
    memory_.submit(bulk, now);
  }
}

void TransferAgent::written(Packet& packet, gpu::Bulk& bulk, Cycle now) {
  if (bulk.failed) unit_.transfer_refused(packet.job->chunk);
  if (--packet.open == 0) complete(packet, now);
}

void TransferAgent::complete(Packet& packet, Cycle now) {
  stats_.writing.add_ticks((now - packet.since) * clock_.period());
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->packet_there(&unit_, packet.job->chunk, clock_.ticks(now));
  // The answer comes in a cycle of the memory, another member of the clock, so it is handled in the
  // next cycle.
  packet.done_at = now + 1;
  done_.push(&packet);
  clock_.wake(now + 1);
}

void TransferAgent::finish(Packet& packet, Cycle now) {
  free_.push_back(&packet);
  end_part(*packet.job, now);
}

void TransferAgent::finish(const Carried& carried, Cycle now) {
  if (carried.failed) unit_.transfer_refused(carried.job->chunk);
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->packet_there(&unit_, carried.job->chunk, clock_.ticks(now));
  end_part(*carried.job, now);
}

void TransferAgent::end_part(Job& job, Cycle now) {
  // `open` may also be zero between two packets, if answers are faster than reads.
  if (--job.open != 0 || !job.all_read) return;
  free_jobs_.push_back(&job);
  probes_.under_way.add(clock_.ticks(now), -1);
  if (idle()) stats_.busy.add_ticks((now - busy_since_) * clock_.period());
  unit_.transfer_done(job.chunk, now);
}

void TransferAgent::stall(core::Duration* cause, Cycle now) {
  if (cause == cause_) return;
  stall_.end(now, clock_.period());
  cause_ = cause;
  if (cause != nullptr) stall_.begin(*cause, now);
}

void TransferAgent::show(Cycle now) {
  const unsigned state = idle()                                                          ? 0
                         : cause_ == &stats_.buffer_full                                 ? 3
                         : cause_ == &stats_.fetching && free_.size() == packets_.size() ? 1
                                                                                         : 2;
  probes_.state.set(clock_.ticks(now), state);
  probes_.buffer.set(clock_.ticks(now), packets_.size() - free_.size());
}

Cycle TransferAgent::next(Cycle now) const {
  Cycle at = done_.empty() ? core::kNoCycle : done_.front()->done_at;
  if (!carried_.empty()) at = std::min(at, carried_.front().at);
  if (!to_read_.empty() && (!free_.empty() || !to_read_.front()->reads))
    at = std::min(at, to_read_.front()->from);
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
