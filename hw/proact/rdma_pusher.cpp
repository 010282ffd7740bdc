// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/rdma_pusher.h"

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::proact {

RdmaPusher::RdmaPusher(const sc_core::sc_module_name& name, gpu::GpuMemory& memory,
                       model::VerbsCardIf& card, unsigned card_home, std::uint64_t card_window,
                       std::uint64_t window)
    : sc_module(name),
      Quiescent(this->name()),
      memory_(memory),
      card_(card),
      card_home_(std::uint64_t{card_home} << model::kHomeShift),
      card_window_(card_window),
      window_(window),
      stats_(*this) {}

std::size_t RdmaPusher::place() {
  if (free_.empty()) {
    free_.push_back(under_way_.size());
    under_way_.emplace_back();
  }
  const std::size_t place = free_.back();
  free_.pop_back();
  return place;
}

void RdmaPusher::carry(const Piece& piece, PieceClient& client, core::Cycle now) {
  const RdmaPath& way = ways_.at(model::home_of(piece.destination));
  const std::size_t id = place();
  UnderWay& one = under_way_[id];
  one.open = 2;
  one.id = id;
  one.client = &client;
  one.key = piece.key;
  one.since = core::now_ticks();
  model::WorkRequest request;
  request.id = id;
  request.local = window_ + model::offset_of(piece.source);
  request.remote = way.window + model::offset_of(piece.destination);
  request.bytes = piece.bytes;
  card_.post(way.queue, request);
  // The contents of the entry were handed over above; this write only takes its time.
  one.doorbell = {};
  one.doorbell.client = this;
  one.doorbell.key = &one;
  one.doorbell.op = gpu::LineOp::kWrite;
  one.doorbell.address = card_home_ + (card_.doorbell(way.queue) - card_window_);
  one.doorbell.bytes = card_.doorbell_bytes(1);
  ++stats_.pieces;
  stats_.bytes += piece.bytes;
  memory_.submit(one.doorbell, now);
}

void RdmaPusher::bulk_done(gpu::Bulk& bulk, core::Cycle) {
  GF_CHECK(!bulk.failed, std::string(name()) + ": a doorbell was refused");
  ends(*static_cast<UnderWay*>(bulk.key));
}

void RdmaPusher::ends(UnderWay& one) {
  if (--one.open == 0) free_.push_back(one.id);
}

void RdmaPusher::on_completion(const model::WorkCompletion& completion) {
  UnderWay& one = under_way_[completion.id];
  const bool failed = completion.status != model::WorkStatus::kDone;
  if (failed) ++stats_.failed;
  stats_.latency.record(core::now_ticks() - one.since);
  one.client->piece_ended(one.key, failed);
  ends(one);
}

void RdmaPusher::append_waits(std::vector<core::Wait>& waits) const {
  if (!idle())
    waits.push_back({name(), std::to_string(under_way_.size() - free_.size()) + " pieces to end",
                     "its network card"});
}

}  // namespace gf::hw::proact
