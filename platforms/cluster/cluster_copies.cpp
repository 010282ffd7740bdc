// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_copies.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/cluster_host_paths.h"
#include "platforms/cluster/full_host_paths.h"
#include "platforms/gpu/copies/proact_units.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::platforms::cluster {

ClusterCopies::ClusterCopies(const ClusterCopiesParams& params, Cluster& cluster,
                             const ClusterParams& machine,
                             const std::vector<gpu::TaskWorkloads>& workloads,
                             pcie::ByteCheck* byte_check)
    : params_(params), cluster_(cluster), machine_(machine), byte_check_(byte_check) {
  params_.validate("copies");
  for (unsigned i = 0; i < cluster.size(); ++i) {
    ClusterNode& node = cluster.node(i);
    for (unsigned tree = 0; tree < node.trees(); ++tree) {
      node.software(tree).set_program(*this);
      node.host(tree).on_copy_finished([this](model::Flow& flow) { copied(flow); });
      if (byte_check == nullptr || !staged() || node.has_memory(tree)) continue;
      host_memories_.push_back(std::make_unique<model::SparseMemory>(
          ("host_memory_" + std::to_string(host_memories_.size())).c_str(),
          model::SparseMemoryParams{}));
      node.host(tree).memory.socket.bind(host_memories_.back()->socket);
    }
    for (unsigned g = 0; g < node.gpus(); ++g)
      if (node.on_tree(g))
        node.gpu(g).on_copy_finished([this](model::Flow& flow) { copied(flow); });
    in_node_.emplace_back();
    if (node.full_gpus() != nullptr) add_full_node(i, workloads[machine.machine(i)]);
  }
}

void ClusterCopies::add_full_node(unsigned number, const gpu::TaskWorkloads& workloads) {
  ClusterNode& node = cluster_.node(number);
  NodeGpus& full = *node.full_gpus();
  const unsigned first = map().first_gpu(number);
  in_node_.back() =
      std::make_unique<gpu::GpuCopies>(full.node(), full.work(), workloads, first, byte_check_);
  in_node_.back()->buffers().set_hosts(node.host_rooms());
  const auto carrier_of =
      [&](unsigned gpu, const std::vector<gpu::RemoteGpu>& far) -> hw::proact::PieceCarrierIf& {
    if (carriers_ == nullptr) carriers_ = std::make_unique<UnitCarriers>(cluster_, machine_);
    return carriers_->make("pusher_" + std::to_string(first + gpu), first + gpu,
                           full.gpu(gpu).memory(), full.card_home(node.nic_of(gpu)),
                           gpu::unit_ring(full.node(), gpu, carriers_->ring_bytes(first + gpu)),
                           far);
  };
  full.give_units(*in_node_.back(), carrier_of);
}

std::unique_ptr<HostPathsIf> ClusterCopies::make_host_paths(std::uint64_t taken) {
  taken_ = taken;
  ClusterHostPaths::Nodes all;
  for (unsigned i = 0; i < cluster_.size(); ++i) {
    ClusterNode& node = cluster_.node(i);
    if (node.hosts() == 0)
      all.emplace_back();
    else if (in_node_[i] != nullptr)
      all.push_back(std::make_unique<FullHostPaths>(node, *in_node_[i], map().first_gpu(i)));
    else
      all.push_back(node.make_host_paths([this](model::Flow& flow) { copied(flow); }));
  }
  return std::make_unique<ClusterHostPaths>(map(), std::move(all));
}

model::ComputeIf* ClusterCopies::hardware(unsigned device) {
  return copies_of(device) == nullptr ? nullptr : copies_of(device)->hardware(device);
}

core::ErrorList ClusterCopies::errors() const {
  core::ErrorList all;
  for (const auto& copies : in_node_)
    if (copies != nullptr) all.append(copies->errors());
  return all;
}

std::vector<std::string> ClusterCopies::lost() const {
  std::vector<std::string> all;
  for (const Lost& one : lost_crossings())
    all.push_back(model::name_of_copy(one.source, one.destination) + ": " + to_text(one.status));
  for (const auto& copies : in_node_) {
    if (copies == nullptr || copies->pushes() == nullptr) continue;
    const std::vector<std::string>& pushed = copies->pushes()->lost();
    all.insert(all.end(), pushed.begin(), pushed.end());
  }
  return all;
}

void ClusterCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  const bool pushed = copy.engine == model::CopyMeans::kProact;
  if (!model::is_host(copy.src) && copies_of(copy.src) != nullptr &&
      (pushed || map().on_one_node(copy.src, copy.dst)))
    return copies_of(copy.src)->check(schedule, copy);
  schedule::refuse_other_engines(schedule, copy, {model::CopyMeans::kDma},
                                 "copy engines and NICs make the copies of a cluster; PROACT units "
                                 "need a machine file and gpu_model = full");
}

hw::pcie::CopyRequest ClusterCopies::placed(model::Flow& flow, const model::Task& copy) {
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  request.window = cluster_.endpoint(flow.destination).window();
  if (byte_check_ != nullptr) {
    byte_check_->place(request);
    return request;
  }
  if (copy.slice != nullptr) {
    const model::DataMove& move = copy.slice->move;
    request.source_address = copies_of(flow.source)->buffers().place(move.reads.front());
    request.offset = copies_of(flow.destination)->buffers().place(move.writes.front());
    return request;
  }
  if (model::is_host(flow.source))
    request.source_address = host_place(flow.source, flow.bytes);
  else if (gpu::GpuCopies* const copies = copies_of(flow.source))
    request.source_address = copies->buffers().source_place(flow.source, flow.bytes);
  if (model::is_host(flow.destination))
    request.offset = host_place(flow.destination, flow.bytes);
  else if (gpu::GpuCopies* const copies = copies_of(flow.destination))
    request.offset = copies->buffers().destination_place(flow.destination, flow.bytes);
  return request;
}

std::uint64_t ClusterCopies::host_place(unsigned host, std::uint64_t bytes) {
  room_of(cluster_.endpoint(host), bytes);
  // All copies have one place there, in all ranks: their bytes are not modelled.
  return taken_of(cluster_.endpoint(host));
}

void ClusterCopies::submit_in_node(model::Flow& flow, const model::Task& copy) {
  NodeGpus* const full = node_of(flow.source).full_gpus();
  if (full == nullptr) {
    sent_.by_tree += flow.bytes;
    return cluster_.endpoint(flow.source).copy(placed(flow, copy));
  }
  const bool linked = full->linked(cluster_.local(flow.source), cluster_.local(flow.destination));
  (linked ? sent_.by_nvlink : sent_.by_tree) += flow.bytes;
  copies_of(flow.source)->submit(flow, copy, *client_);
}

void ClusterCopies::submit(model::Flow& flow, const model::Task& copy,
                           schedule::CopyClient& client) {
  client_ = &client;
  if (map().on_one_node(flow.source, flow.destination)) return submit_in_node(flow, copy);
  sent_.by_network += flow.bytes;
  if (copy.engine == model::CopyMeans::kProact)
    return copies_of(flow.source)->submit(flow, copy, client);
  flow.submitted = core::now_ticks();
  if (rank_of(flow.destination) != rank_of(flow.source)) return cross_to_rank(flow, copy);
  const hw::pcie::CopyRequest place = placed(flow, copy);
  if (staged() && params_.stage_chunk.count() > 0) {
    in_chunks_[&flow] = {place, 0};
    for (unsigned buffer = 0; buffer < params_.stage_buffers; ++buffer) begin_chunk(flow);
    return;
  }
  const std::size_t number = add_crossing(flow, place, flow.bytes);
  if (model::CopyJournal* const journal = model::CopyJournal::active())
    crossings_[number].journal_id = journal->begins(flow);
  if (staged())
    stage_in(number);
  else
    cross(number);
}

std::size_t ClusterCopies::add_crossing(model::Flow& flow, const hw::pcie::CopyRequest& place,
                                        std::uint64_t bytes) {
  if (free_.empty()) {
    free_.push_back(crossings_.size());
    crossings_.emplace_back();
  }
  const std::size_t number = free_.back();
  free_.pop_back();
  Crossing& crossing = crossings_[number];
  crossing = {};
  crossing.flow = &flow;
  crossing.bytes = bytes;
  crossing.place = place;
  crossing.id = ++crossings_made_ << kSlotBits | number;
  return number;
}

void ClusterCopies::begin_chunk(model::Flow& flow) {
  InChunks& copy = in_chunks_.at(&flow);
  if (copy.begun == flow.bytes) return;
  hw::pcie::CopyRequest place = copy.place;
  place.source_address += copy.begun;
  place.offset += copy.begun;
  const std::uint64_t bytes = std::min(params_.stage_chunk.count(), flow.bytes - copy.begun);
  copy.begun += bytes;
  stage_in(add_crossing(flow, place, bytes));
}

model::CopyJournal* ClusterCopies::journal_of(const Crossing& crossing) {
  return crossing.journal_id == ~0u ? nullptr : model::CopyJournal::active();
}

void ClusterCopies::stage_in(std::size_t number) {
  Crossing& crossing = crossings_[number];
  const model::Flow& flow = *crossing.flow;
  crossing.here = stage_place(host_of(flow.source), crossing.bytes);
  crossing.there = stage_place(host_of(flow.destination), crossing.bytes);
  crossing.leaves = true;
  crossing.stage = stage_of(flow, crossing.bytes, "stage in");
  if (copies_of(flow.source) != nullptr) return submit_stage(number);
  cluster_.endpoint(flow.source)
      .copy({&crossing.stage, host_of(flow.source).window(), crossing.place.source_address,
             crossing.here});
}

void ClusterCopies::submit_stage(std::size_t number) {
  const Crossing& crossing = crossings_[number];
  const unsigned source = crossing.flow->source;
  hw::gpu::MemoryCopy copy;
  copy.source =
      std::uint64_t{cluster_.local(source)} << model::kHomeShift | crossing.place.source_address;
  copy.destination =
      std::uint64_t{node_of(source).full_gpus()->host_home()} << model::kHomeShift | crossing.here;
  copy.bytes = crossing.bytes;
  copy.done = [this, number] {
    if (model::CopyJournal* const journal = journal_of(crossings_[number]))
      journal->steps_on(model::CopyJournal::whole(crossings_[number].journal_id), "to host memory");
    cross(number);
  };
  copies_of(source)->submit_to_engine(source, std::move(copy));
}

void ClusterCopies::stage_out(Crossing& crossing) {
  const model::Flow& flow = *crossing.flow;
  crossing.leaves = false;
  crossing.stage = stage_of(flow, crossing.bytes, "stage out");
  host_of(flow.destination)
      .copy_engine.submit(
          {&crossing.stage, crossing.place.window, crossing.there, crossing.place.offset});
}

model::Flow ClusterCopies::stage_of(const model::Flow& copy, std::uint64_t bytes,
                                    const char* what) {
  model::Flow stage;
  stage.source = copy.source;
  stage.destination = copy.destination;
  stage.bytes = bytes;
  stage.what = what;
  return stage;
}

std::uint64_t ClusterCopies::room_of(hw::pcie::Endpoint& host, std::uint64_t bytes) const {
  const std::uint64_t taken = taken_of(host);
  const std::uint64_t room = host.window().last - host.window().first + 1 - taken;
  if (bytes > room) {
    core::fail_config(
        host.name(), "bar", core::to_text(core::Bytes(room + taken)),
        fmt::format("at least the size of a copy through it, {}, plus {}",
                    core::to_text(core::Bytes(bytes)), core::to_text(core::Bytes(taken))),
        "raise node.host.bar, or copy less at once");
  }
  return room;
}

std::uint64_t ClusterCopies::stage_place(hw::pcie::Endpoint& host, std::uint64_t bytes) {
  // Places are reused, the oldest first.
  const std::uint64_t room = room_of(host, bytes);
  std::uint64_t& used = staged_[&host];
  if (used % room + bytes > room) used += room - used % room;
  const std::uint64_t place = taken_ + used % room;
  used += bytes;
  return place;
}

void ClusterCopies::cross(std::size_t number) {
  const Crossing& crossing = crossings_[number];
  const model::Flow& flow = *crossing.flow;
  model::WorkRequest request;
  request.id = request.value = crossing.id;
  request.copy = crossing.journal_id;
  request.bytes = crossing.bytes;
  request.signaled = false;
  request.immediate = true;
  request.local =
      staged() ? host_of(flow.source).window().first + crossing.here
               : cluster_.endpoint(flow.source).window().first + crossing.place.source_address;
  request.remote = staged() ? host_of(flow.destination).window().first + crossing.there
                            : crossing.place.window.first + crossing.place.offset;
  post(flow, request);
}

void ClusterCopies::post(const model::Flow& flow, const model::WorkRequest& request) {
  node_of(flow.source)
      .post(cluster_.card_of(flow.source),
            queues_.queue(cluster_.nic(flow.source), cluster_.nic(flow.destination)), request);
}

void ClusterCopies::copied(model::Flow& flow) {
  // The flow is that of a stage, or of a copy within a node, which is the schedule's own record.
  const auto crossing = staged()
                            ? std::find_if(crossings_.begin(), crossings_.end(),
                                           [&](const Crossing& one) { return &one.stage == &flow; })
                            : crossings_.end();
  if (crossing == crossings_.end()) {
    client_->copy_ended(flow);
    return;
  }
  const auto number = static_cast<std::size_t>(crossing - crossings_.begin());
  if (model::CopyJournal* const journal = journal_of(*crossing))
    journal->staged(crossing->journal_id, flow,
                    crossing->leaves ? "to host memory" : "from host memory");
  if (!crossing->leaves) {
    end(number);
    return;
  }
  core::Ticks& first_sent = crossing->flow->first_sent;
  first_sent = std::min(first_sent, crossing->stage.first_sent);
  cross(number);
}

void ClusterCopies::completion(unsigned, const model::WorkCompletion& completion) {
  if ((completion.id & kFar) != 0) return completion_of_far(completion);
  const std::size_t number = completion.id & ((std::uint64_t{1} << kSlotBits) - 1);
  Crossing& crossing = crossings_[number];
  // The data has arrived, but its acknowledgement got lost until the queue pair gave up.
  if (crossing.id != completion.id) return;
  if (completion.status != model::WorkStatus::kDone) {
    const model::Flow& flow = *crossing.flow;
    lost_.push_back({core::now_ticks(), 0, flow.source, flow.destination, completion.status});
    return;
  }
  if (model::CopyJournal* const journal = journal_of(crossing)) {
    journal->steps_on(model::CopyJournal::event(crossing.journal_id), "software polls");
    journal->follows(model::CopyJournal::whole(crossing.journal_id),
                     model::CopyJournal::event(crossing.journal_id));
  }
  if (staged())
    stage_out(crossing);
  else
    end(number);
}

void ClusterCopies::end(std::size_t number) {
  model::Flow& flow = *crossings_[number].flow;
  if (model::CopyJournal* const journal = journal_of(crossings_[number]))
    journal->ends(crossings_[number].journal_id);
  const std::uint64_t bytes = crossings_[number].bytes;
  crossings_[number].flow = nullptr;
  crossings_[number].id = 0;
  free_.push_back(number);
  if (bytes < flow.bytes) {
    flow.deliver(bytes);
    begin_chunk(flow);
    if (flow.delivered < flow.bytes) return;
  }
  in_chunks_.erase(&flow);
  end_flow(flow);
}

void ClusterCopies::end_flow(model::Flow& flow) {
  flow.deliver(flow.bytes - flow.delivered);
  flow.finished = core::now_ticks();
  client_->copy_ended(flow);
}

std::string ClusterCopies::holder(unsigned source) const {
  return cluster_.nic(source).sender.name();
}

void ClusterCopies::schedule_ended() {
  if (byte_check_ != nullptr) byte_check_->verify();
}

}  // namespace gf::platforms::cluster
