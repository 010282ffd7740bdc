// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/gpu_peer.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"

namespace gf::hw::apenet {

GpuPeerParams::GpuPeerParams() {
  pcie.port.link.rate = core::gigabytes_per_second(8);
  pcie.port.dllp.lane_speed = "5 GT/s";
}

GpuPeerParams GpuPeerParams::of(const std::string& architecture) {
  GpuPeerParams params;
  if (architecture == "kepler") {
    params.p2p_rate = core::gigabytes_per_second(1.7);
    params.bar1_rate = core::gigabytes_per_second(1.6);
  } else if (architecture != "fermi") {
    core::fail_config("gpu", "architecture", architecture, "fermi or kepler", "no other is known");
  }
  return params;
}

void GpuPeerParams::declare(const core::ParamScope& scope) {
  pcie.declare(scope.child("pcie"));
  core::ParamGroup::declare(scope);
}

void GpuPeerParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (pcie.bar.count() <= GpuWindow::kBar1) {
    core::fail_config(path, "pcie.bar", core::to_text(pcie.bar),
                      "more than " + core::to_text(core::Bytes(GpuWindow::kBar1)),
                      "BAR1 begins there");
  }
}

GpuPeer::GpuPeer(const sc_core::sc_module_name& name, const GpuPeerParams& params,
                 std::uint64_t seed, pcie::TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      port("port", params.pcie, seed, pool),
      memory("memory", *this),
      params_(params),
      unclaimed_(port),
      answers_(port),
      completions_(port),
      queue_probe_(std::string(this->name()) + ".requests", 16, "mailbox requests held"),
      stats_(*this) {
  params_.validate(this->name());
  // tlp_comes() distinguishes mailbox, registers, window and BAR1 by offset.
  port.claim(0, params_.pcie.bar.count(), *this);
}

void GpuPeer::on_tlp(pcie::Tlp& tlp) {
  const std::uint64_t offset = tlp.address - port.window().first;
  // Only reads of BAR1 are answered; every other non-posted request gets an error.
  if (tlp.type == pcie::TlpType::kMemoryRead && offset >= GpuWindow::kBar1) {
    read_comes(tlp);
  } else if (pcie::class_of(tlp.type) == pcie::kNonPosted) {
    refuse(tlp);
  } else if (offset == GpuWindow::kMailbox) {
    request_comes(tlp);
  } else {
    write_comes(tlp, offset);
  }
}

void GpuPeer::request_comes(pcie::Tlp& tlp) {
  GF_CHECK(tlp.data != nullptr && tlp.payload_bytes == kMailboxBytes, name());
  // Never pass a waiting request: requests are answered in the order of arrival.
  if (waiting_.empty() && requests_.size() < params_.request_queue) {
    accept(tlp);
    port.done(tlp);
    return;
  }
  if (waiting_.empty()) full_since_ = core::now_ticks();
  waiting_.push(&tlp);  // not done(): its place in the buffer holds the requester back
}

void GpuPeer::accept(const pcie::Tlp& tlp) {
  std::uint64_t word = 0;
  std::memcpy(&word, tlp.data, sizeof word);
  const MailboxRequest what = MailboxRequest::decode(word);
  ++stats_.requests;
  const core::Ticks ready =
      std::max<core::Ticks>(core::now_ticks() + params_.p2p_latency.value(), p2p_free_);
  // Latency runs from entering the queue, whatever else is in it; the rate only spaces the answers.
  p2p_free_ = ready + params_.p2p_rate.time_for(what.bytes).value();
  requests_.push({what, ready});
  queue_probe_.set(core::now_ticks(), requests_.size());
  wakeup_.at(requests_.front().ready);
}

void GpuPeer::read_comes(pcie::Tlp& tlp) {
  ++stats_.bar1_reads;
  const core::Ticks start =
      std::max<core::Ticks>(core::now_ticks() + params_.bar1_latency.value(), bar1_free_);
  bar1_free_ = start + params_.bar1_rate.time_for(tlp.length).value();
  reads_.push({&tlp, bar1_free_});
  wakeup_.at(reads_.front().ready);
}

void GpuPeer::serve() {
  const core::Ticks now = core::now_ticks();
  while (!requests_.empty() && requests_.front().ready <= now) {
    answer(requests_.pop().what);
    if (!waiting_.empty()) {
      pcie::Tlp* const next = waiting_.pop();
      if (waiting_.empty()) stats_.queue_full.add_ticks(now - full_since_);
      accept(*next);  // its latency begins here: it was not in the queue before
      port.done(*next);
    }
  }
  while (!reads_.empty() && reads_.front().ready <= now) complete(*reads_.pop().tlp);
  // One wake-up for both queues: the earlier time wins.
  if (!requests_.empty()) wakeup_.at(requests_.front().ready);
  if (!reads_.empty()) wakeup_.at(reads_.front().ready);
}

void GpuPeer::answer(const MailboxRequest& request) {
  stats_.answered += request.bytes;
  queue_probe_.set(core::now_ticks(), requests_.size());
  const std::uint64_t to = return_ + std::uint64_t{request.slot} * kLineBytes;
  for (std::uint32_t done = 0; done < request.bytes;) {
    const auto bytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(params_.answer_bytes, request.bytes - done));
    pcie::Tlp& tlp = answers_.make_write(to + done, nullptr, bytes);
    load(request.address + done, tlp, bytes);
    done += bytes;
    tlp.last = done == request.bytes;  // marks the request as answered for the requester
    answers_.send(tlp, core::now_ticks());
  }
}

pcie::Tlp& GpuPeer::answer_to(const pcie::Tlp& request, pcie::TlpType type) {
  pcie::Tlp& tlp = port.pool().make();
  tlp.type = type;
  tlp.address = request.address;
  tlp.completer = port.id();
  tlp.tag = request.tag;
  tlp.requester = request.requester;
  return tlp;
}

void GpuPeer::complete(pcie::Tlp& read) {
  // All completions are ready at once: read_comes() has already accounted for bar1_rate.
  const std::uint64_t from = read.address - port.window().first - GpuWindow::kBar1;
  for (std::uint32_t done = 0; done < read.length;) {
    const auto room = static_cast<std::uint32_t>(params_.completion_bytes -
                                                 (read.address + done) % params_.completion_bytes);
    const std::uint32_t bytes = std::min(room, read.length - done);
    pcie::Tlp& tlp = answer_to(read, pcie::TlpType::kCompletionData);
    tlp.offset = done;
    load(from + done, tlp, bytes);
    done += bytes;
    tlp.last = done == read.length;
    pcie::finish(tlp, bytes);
    completions_.send(tlp, core::now_ticks());
  }
  port.done(read);
}

void GpuPeer::refuse(pcie::Tlp& request) {
  pcie::Tlp& tlp = answer_to(request, pcie::TlpType::kCompletion);
  tlp.status = pcie::CompletionStatus::kUnsupportedRequest;
  tlp.last = true;
  pcie::finish(tlp, 0);
  completions_.send(tlp, core::now_ticks());
  port.done(request);
}

void GpuPeer::write_comes(pcie::Tlp& tlp, std::uint64_t offset) {
  std::uint64_t word = 0;
  if (offset < GpuWindow::kWrites) {
    GF_CHECK(tlp.data != nullptr && tlp.payload_bytes == sizeof word, name());
    std::memcpy(&word, tlp.data, sizeof word);
    register_comes(offset, word);
  } else if (offset >= GpuWindow::kBar1) {
    store(offset - GpuWindow::kBar1, tlp);
  } else {
    GF_CHECK(offset < GpuWindow::kWrites + GpuWindow::kWriteBytes, name());
    store(page_ + offset - GpuWindow::kWrites, tlp);
  }
  port.done(tlp);
}

void GpuPeer::register_comes(std::uint64_t offset, std::uint64_t word) {
  if (offset == GpuWindow::kDoorbell) {
    ++stats_.doorbells;  // the program knows the work; here only the place in the order counts
    return;
  }
  if (offset == GpuWindow::kPage) ++stats_.window_moves;
  (offset == GpuWindow::kPage ? page_ : return_) = word;
}

void GpuPeer::store(std::uint64_t address, pcie::Tlp& tlp) {
  stats_.written += tlp.payload_bytes;
  if (tlp.data != nullptr) {
    memory.debug(tlm::TLM_WRITE_COMMAND, address, tlp.data, tlp.payload_bytes);
  }
}

void GpuPeer::load(std::uint64_t address, pcie::Tlp& tlp, std::uint32_t bytes) {
  if (!memory.bound()) return;
  tlp.data = port.pool().make_data();
  memory.debug(tlm::TLM_READ_COMMAND, address, tlp.data, bytes);
}

void GpuPeer::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(requests_.size() + reads_.size()) + " reads to answer",
                   port.egress.name()});
}

}  // namespace gf::hw::apenet
