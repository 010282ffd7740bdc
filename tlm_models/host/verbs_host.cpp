// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/verbs_host.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::model {

VerbsHost::VerbsHost(const sc_core::sc_module_name& name, const VerbsHostParams& params)
    : sc_module(name),
      Quiescent(this->name()),
      pcie("pcie", *this),
      params_(params),
      stats_(*this) {
  params_.validate(this->name());
}

CompletionClient& VerbsHost::add_card(VerbsCardIf& card) {
  const auto number = static_cast<unsigned>(cards_.size());
  return *cards_.emplace_back(std::make_unique<Card>(*this, card, number));
}

void VerbsHost::post(unsigned card, QueuePairNumber queue, const WorkRequest& request,
                     const sc_core::sc_time& before) {
  ++stats_.posts;
  add({card, queue, false, request, {}, params_.post.value() + before.value()});
}

void VerbsHost::post(unsigned card, QueuePairNumber queue, const ReceiveRequest& request) {
  ++stats_.posts;
  add({card, queue, true, {}, request, params_.post.value()});
}

void VerbsHost::compute(const sc_core::sc_time& time, std::uint64_t tag) {
  Call call;
  call.computes = true;
  call.time = time.value();
  call.tag = tag;
  add(call);
}

void VerbsHost::add(const Call& call) {
  calls_.push(call);
  if (until_ != core::kNever) return;
  until_ = core::now_ticks() + call.time;
  wakeup_.at(until_);
}

void VerbsHost::act() {
  const core::Ticks now = core::now_ticks();
  if (until_ <= now) finish_call();
  while (!seen_.empty() && seen_.front().at <= now) {
    const Seen seen = seen_.pop();
    ++stats_.completions;
    program_->completion(seen.card, seen.completion);
  }
  const core::Ticks next = seen_.empty() ? until_ : std::min(until_, seen_.front().at);
  if (next != core::kNever) wakeup_.at(next);
}

void VerbsHost::finish_call() {
  const Call call = calls_.pop();
  stats_.busy.add_ticks(call.time);
  until_ = calls_.empty() ? core::kNever : core::now_ticks() + calls_.front().time;
  if (call.computes)
    program_->returned(call.tag);
  else
    ring(call);
}

void VerbsHost::ring(const Call& call) {
  VerbsCardIf& card = cards_[call.card]->card;
  if (CopyJournal* const journal = CopyJournal::active();
      journal != nullptr && call.work.copy != CopyJournal::kNobody)
    journal->called(call.work.copy, std::string(name()) + ": the call that posts it", {this, 0});
  if (call.receives)
    card.post(call.queue, call.receive);
  else
    card.post(call.queue, call.work);
  if (free_.empty()) {
    free_.push_back(writes_.size());
    writes_.emplace_back();
  }
  const std::uint64_t key = free_.back();
  free_.pop_back();
  writes_[key][0] = 1;
  const std::uint32_t bytes = card.doorbell_bytes(1);
  GF_CHECK(bytes <= kMostWords * sizeof(std::uint64_t), name());
  pcie.issue(tlm::TLM_WRITE_COMMAND,
             call.receives ? card.receive_doorbell(call.queue) : card.doorbell(call.queue),
             reinterpret_cast<std::uint8_t*>(writes_[key].data()), bytes, key);
}

void VerbsHost::access_ended(std::uint64_t key, tlm::tlm_response_status status) {
  GF_CHECK(status == tlm::TLM_OK_RESPONSE, std::string(name()) + ": a doorbell was refused");
  free_.push_back(key);
}

void VerbsHost::Card::on_completion(const WorkCompletion& completion) {
  host.seen_.push({number, core::now_ticks() + host.params_.poll.value(), completion});
  host.wakeup_.at(host.seen_.front().at);
}

void VerbsHost::append_waits(std::vector<core::Wait>& waits) const {
  if (free_.size() != writes_.size())
    waits.push_back({name(), "its doorbells to reach the cards", pcie.name()});
}

}  // namespace gf::model
