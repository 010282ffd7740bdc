// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/apenet_copies.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::platforms::apenet {

ApenetCopies::ApenetCopies(ApenetCluster& cluster, const model::MessagePath& path,
                           const std::vector<model::Schedule>& schedules)
    : cluster_(cluster), path_(path) {
  GF_CHECK(!path.staged(), "copies of a schedule are not staged");
  std::uint64_t longest = 1;
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks)
      if (task.kind == model::TaskKind::kCopy) longest = std::max(longest, task.bytes.count());
  if (cluster.cut() != nullptr) cluster.cut()->carry(*this);
  for (unsigned i = 0; i < cluster.size(); ++i) {
    nodes_.push_back(std::make_unique<Node>(*this, i));
    cluster.host(i).set_program(*nodes_.back());
    nodes_.back()->source = make_buffer(i, longest, path.from_gpu);
    nodes_.back()->destination = make_buffer(i, longest, path.to_gpu);
  }
}

std::uint64_t ApenetCopies::make_buffer(unsigned node, std::uint64_t bytes, bool gpu) {
  model::RdmaHost& host = cluster_.host(node);
  const std::uint64_t address = host.allocate(bytes, gpu ? std::uint8_t{0} : model::kHostBuffer);
  host.register_buffer(address, bytes);
  ++registering_;
  return address;
}

void ApenetCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  schedule::refuse_other_engines(schedule, copy, {model::CopyMeans::kDma},
                                 "copies between nodes are PUTs of the APEnet+ cards");
}

bool ApenetCopies::ready(schedule::CopyClient& client) {
  client_ = &client;
  return registering_ == 0 && refused_ == 0;
}

void ApenetCopies::submit(model::Flow& flow, const model::Task& /*copy*/,
                          schedule::CopyClient& client) {
  client_ = &client;
  flow.submitted = core::now_ticks();
  Node& from = *nodes_[flow.source];
  model::RdmaHost::Put put;
  put.source = from.source;
  put.bytes = flow.bytes;
  put.node = flow.destination;
  put.process = model::RdmaHost::kProcess;
  put.destination = nodes_[flow.destination]->destination;
  put.bar1 = path_.bar1 && path_.from_gpu;
  const model::RdmaMessageId message = cluster_.host(flow.source).put(put);
  if (rank_of(flow.destination) == core::ranks().self()) {
    from.sending.emplace(message, &flow);
  } else {
    announce({static_cast<std::uint64_t>(&flow - flows_->data()), flow.source, message});
  }
}

void ApenetCopies::take(const CopyNote& note) {
  model::Flow& flow = (*flows_)[note.flow];
  if (rank_of(flow.destination) == core::ranks().self())
    nodes_[note.source]->sending.emplace(note.message, &flow);
}

void ApenetCopies::event(unsigned node, const model::RdmaEvent& event) {
  switch (event.kind) {
    case model::RdmaEventKind::kSent:
      return;
    case model::RdmaEventKind::kRegistered:
      return registered(*nodes_[node], event);
    case model::RdmaEventKind::kReceived:
      break;
    default:
      cluster_.fail_lost("parts of the copies from node " + std::to_string(event.source) +
                         " were dropped at node " + std::to_string(node));
  }
  auto& sending = nodes_[event.source]->sending;
  const auto found = sending.find(event.message);
  GF_CHECK(found != sending.end() && found->second->destination == node, "an unknown message");
  model::Flow& flow = *found->second;
  sending.erase(found);
  flow.deliver(flow.bytes - flow.delivered);
  flow.finished = core::now_ticks();
  client_->copy_ended(flow);
}

void ApenetCopies::registered(Node& node, const model::RdmaEvent& event) {
  if (event.bytes == 0) refused_ = std::max(refused_, ++node.refused);
  if (--registering_ == 0 && refused_ == 0 && client_ != nullptr) client_->copies_ready();
}

std::string ApenetCopies::holder(unsigned source) const { return cluster_.host(source).name(); }

}  // namespace gf::platforms::apenet
