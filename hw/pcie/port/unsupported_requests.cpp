// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/unsupported_requests.h"

#include <algorithm>

namespace gf::hw::pcie {

UnsupportedRequests::UnsupportedRequests(const sc_core::sc_module_name& name, unsigned number,
                                         TlpPool& pool)
    : sc_module(name), Quiescent(this->name()), number_(number), pool_(pool), stats_(*this) {}

void UnsupportedRequests::refuse(Ingress& ingress, Tlp& request, core::Ticks at) {
  packet_ends(request, at);  // an answer is a packet of its own
  if (class_of(request.type) != kNonPosted) {
    drop(ingress, request, at);
    return;
  }
  // The request becomes its own answer, which changes its cost: keep the credits that it has taken.
  debts_.push_back({&ingress, request.cost});
  request.type = TlpType::kCompletion;
  request.status = CompletionStatus::kUnsupportedRequest;
  request.offset = 0;
  request.last = true;
  request.out_port = static_cast<std::uint16_t>(ingress.number());
  finish(request, 0);
  request.ready = request.arrived = at;
  const bool first = answers_.empty();
  answers_.push(request);
  if (first) outputs_[request.out_port]->offer(number_, request);
}

void UnsupportedRequests::drop(Ingress& ingress, Tlp& tlp, core::Ticks at) {
  ++stats_.dropped;
  ingress.rx.release(tlp.credit_class, tlp.cost, std::max(at, core::now_ticks()));
  tlp.ready = at;
  if (tlp.posted_client == nullptr) {
    pool_.recycle(tlp);  // no client to notify, so no event is needed
    return;
  }
  dropped_.push(tlp);
  wakeup_.at(dropped_.front()->ready);
}

void UnsupportedRequests::report() {
  while (!dropped_.empty() && dropped_.front()->ready <= core::now_ticks()) end(dropped_.pop());
  if (!dropped_.empty()) wakeup_.at(dropped_.front()->ready);
}

void UnsupportedRequests::end(Tlp& tlp) {
  PostedClient& client = *tlp.posted_client;
  const std::uint64_t key = tlp.posted_key;
  pool_.recycle(tlp);
  client.posted_ended(key, CompletionStatus::kUnsupportedRequest);
}

Tlp& UnsupportedRequests::take(TlpClass, core::Ticks now) {
  Tlp& answer = answers_.pop();
  const Debt debt = debts_.front();
  debts_.erase(debts_.begin());
  debt.ingress->rx.release(kNonPosted, debt.cost, now);
  ++stats_.completions;
  // One queue serves all ports: an answer whose port is busy holds up those behind it.
  if (!answers_.empty()) {
    Tlp& next = *answers_.front();
    outputs_[next.out_port]->offer(number_, next);
  }
  return answer;
}

void UnsupportedRequests::append_waits(std::vector<core::Wait>& waits) const {
  if (answers_.empty()) return;
  waits.push_back({name(), "its answer to leave", outputs_[answers_.front()->out_port]->name()});
}

}  // namespace gf::hw::pcie
