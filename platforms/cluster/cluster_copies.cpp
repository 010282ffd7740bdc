// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_copies.h"

#include <algorithm>

#include "core/error.h"

namespace gf::platforms::cluster {

ClusterCopies::ClusterCopies(const ClusterCopiesParams& params, Cluster& cluster,
                             pcie::ByteCheck* byte_check)
    : params_(params),
      cluster_(cluster),
      gpus_(cluster.node(0).gpus()),
      byte_check_(byte_check),
      staged_(cluster.size()) {
  params_.validate("copies");
  for (unsigned i = 0; i < cluster.size(); ++i) {
    ClusterNode& node = cluster.node(i);
    node.software().set_program(*this);
    node.host().on_copy_finished([this](model::Flow& flow) { copied(flow); });
    if (byte_check != nullptr && staged()) {
      host_memories_.push_back(std::make_unique<model::SparseMemory>(
          ("host_memory_" + std::to_string(i)).c_str(), model::SparseMemoryParams{}));
      node.host().memory.socket.bind(host_memories_.back()->socket);
    }
    for (unsigned g = 0; g < gpus_; ++g)
      node.gpu(g).on_copy_finished([this](model::Flow& flow) { copied(flow); });
  }
}

void ClusterCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  schedule::refuse_other_engines(schedule, copy, {model::CopyMeans::kDma},
                                 "copies of a cluster are made by copy engines and cards");
}

void ClusterCopies::submit(model::Flow& flow, const model::Task& /*copy*/,
                           schedule::CopyClient& client) {
  client_ = &client;
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  request.window = gpu(flow.destination).window();
  if (byte_check_ != nullptr) byte_check_->place(request);
  if (flow.source / gpus_ == flow.destination / gpus_) {
    by_tree_ += flow.bytes;
    gpu(flow.source).copy_engine.submit(request);
    return;
  }
  by_network_ += flow.bytes;
  flow.submitted = core::now_ticks();
  if (free_.empty()) {
    free_.push_back(crossings_.size());
    crossings_.emplace_back();
  }
  const std::size_t number = free_.back();
  free_.pop_back();
  Crossing& crossing = crossings_[number];
  crossing = {};
  crossing.flow = &flow;
  crossing.place = request;
  staged() ? stage_in(crossing) : cross(number);
}

void ClusterCopies::stage_in(Crossing& crossing) {
  const model::Flow& flow = *crossing.flow;
  ClusterNode& node = node_of(flow.source);
  crossing.here = stage_place(flow.source / gpus_, flow.bytes);
  crossing.there = stage_place(flow.destination / gpus_, flow.bytes);
  crossing.leaves = true;
  crossing.stage = {};
  crossing.stage.bytes = flow.bytes;
  gpu(flow.source)
      .copy_engine.submit(
          {&crossing.stage, node.host().window(), crossing.place.source_address, crossing.here});
}

void ClusterCopies::stage_out(Crossing& crossing) {
  const model::Flow& flow = *crossing.flow;
  crossing.leaves = false;
  crossing.stage = {};
  crossing.stage.bytes = flow.bytes;
  node_of(flow.destination)
      .host()
      .copy_engine.submit(
          {&crossing.stage, crossing.place.window, crossing.there, crossing.place.offset});
}

std::uint64_t ClusterCopies::stage_place(unsigned node, std::uint64_t bytes) {
  // Behind what the cards' queues take; places are used again, the oldest first.
  constexpr std::uint64_t kFirst = 4 << 20;
  hw::pcie::Endpoint& host = cluster_.node(node).host();
  const std::uint64_t room = host.window().last - host.window().first + 1 - kFirst;
  if (bytes > room) {
    core::fail_config(host.name(), "bar", core::to_text(core::Bytes(room + kFirst)),
                      "a staged copy of " + core::to_text(core::Bytes(bytes)) + " and 4 MiB",
                      "raise node.host.bar, or copy direct");
  }
  std::uint64_t& used = staged_[node];
  if (used % room + bytes > room) used += room - used % room;
  const std::uint64_t place = kFirst + used % room;
  used += bytes;
  return place;
}

void ClusterCopies::cross(std::size_t number) {
  const Crossing& crossing = crossings_[number];
  const model::Flow& flow = *crossing.flow;
  hw::nic::Nic& from = nic(flow.source);
  ClusterNode& here = node_of(flow.source);
  model::WorkRequest request;
  request.id = request.value = number;
  request.bytes = flow.bytes;
  request.told = false;
  request.immediate = true;
  request.local = staged() ? here.host().window().first + crossing.here
                           : gpu(flow.source).window().first + crossing.place.source_address;
  request.remote = staged() ? node_of(flow.destination).host().window().first + crossing.there
                            : crossing.place.window.first + crossing.place.offset;
  here.software().post(here.nic_of(flow.source % gpus_), queues_.queue(from, nic(flow.destination)),
                       request);
}

void ClusterCopies::copied(model::Flow& flow) {
  // Of a stage, or of a copy within a node, which is the schedule's own.
  const auto crossing = staged()
                            ? std::find_if(crossings_.begin(), crossings_.end(),
                                           [&](const Crossing& one) { return &one.stage == &flow; })
                            : crossings_.end();
  if (crossing == crossings_.end()) {
    client_->copy_ended(flow);
    return;
  }
  const auto number = static_cast<std::size_t>(crossing - crossings_.begin());
  if (!crossing->leaves) {
    end(number);
    return;
  }
  crossing->flow->first_sent = crossing->stage.first_sent;
  cross(number);
}

void ClusterCopies::completion(unsigned, const model::WorkCompletion& completion) {
  Crossing& crossing = crossings_[completion.id];
  if (completion.status != model::WorkStatus::kDone) {
    lost_.push_back(model::name_of_copy(crossing.flow->source, crossing.flow->destination) + ": " +
                    to_text(completion.status));
    return;
  }
  staged() ? stage_out(crossing) : end(completion.id);
}

void ClusterCopies::end(std::size_t number) {
  model::Flow& flow = *crossings_[number].flow;
  crossings_[number].flow = nullptr;
  free_.push_back(number);
  flow.delivered = flow.bytes;
  flow.finished = core::now_ticks();
  client_->copy_ended(flow);
}

std::string ClusterCopies::holder(unsigned source) const { return nic(source).sender.name(); }

void ClusterCopies::schedule_ended() {
  if (byte_check_ != nullptr) byte_check_->verify();
}

}  // namespace gf::platforms::cluster
