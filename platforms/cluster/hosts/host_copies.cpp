// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/host_copies.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"

namespace gf::platforms::cluster {

bool name_hosts(const std::vector<model::Schedule>& schedules) {
  return std::any_of(schedules.begin(), schedules.end(), [](const model::Schedule& schedule) {
    return std::any_of(schedule.tasks.begin(), schedule.tasks.end(), [](const model::Task& task) {
      return model::is_host(task.src) || model::is_host(task.dst);
    });
  });
}

HostCopies::HostCopies(schedule::CopyMoverIf& direct, HostPathsIf& paths, P2pRules rules,
                       StagingOf staging, pcie::ByteCheck* byte_check)
    : direct_(direct),
      paths_(paths),
      rules_(std::move(rules)),
      staging_(std::move(staging)),
      byte_check_(byte_check),
      used_(paths.hosts()) {
  for (unsigned host = 0; host < paths.hosts(); ++host)
    if (bytes_of(host) < 2 * first_of(host))
      core::fail_config(paths.host(host).name(), "bar", core::to_text(core::Bytes(bytes_of(host))),
                        "at least " + core::to_text(core::Bytes(2 * kBufferRoom)),
                        "buffers of staged copies take a part of it");
  if (!rules_.all_direct()) make_buffers();
}

void HostCopies::make_buffers() {
  if (paths_.hosts() == 0)
    core::fail_config("", "p2p", "off", "a machine with host memory",
                      "copies without peer-to-peer pass through it: give the root complexes of the "
                      "machine's file the key memory");
  sources_.resize(devices());
  std::vector<std::uint64_t> next(paths_.hosts(), kQueueRoom);
  for (unsigned gpu = 0; gpu < devices(); ++gpu) {
    const std::optional<unsigned> near = paths_.near_host(gpu);
    if (!near) continue;
    const StagingParams& staging = staging_(gpu);
    staging.validate("staging");
    sources_[gpu].buffers.resize(staging.buffers);
    for (Buffer& buffer : sources_[gpu].buffers) {
      buffer.place = next[*near];
      next[*near] += staging.chunk.get().count();
    }
    if (next[*near] > kBufferRoom)
      core::fail_config("staging", "chunk", core::to_text(staging.chunk),
                        fmt::format("at most {} for {} buffers of each GPU near host{}",
                                    core::to_text(core::Bytes(kBufferRoom - kQueueRoom)),
                                    staging.buffers.get(), *near),
                        "lower staging.chunk or staging.buffers");
  }
}

bool HostCopies::with_host(unsigned from, unsigned to) const {
  if (!model::is_host(from) && !model::is_host(to)) return false;
  return paths_.on_one_node(std::min(from, to), std::max(from, to) - model::kFirstHost);
}

void HostCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  if (!with_host(copy.src, copy.dst) && !staged(copy.src, copy.dst))
    return direct_.check(schedule, copy);
  schedule::refuse_other_engines(
      schedule, copy, {model::CopyMeans::kDma},
      "copies from, to and through host memory are made by copy engines");
}

void HostCopies::submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) {
  if (with_host(flow.source, flow.destination)) return submit_to_or_from_host(flow, client);
  if (staged(flow.source, flow.destination)) return submit_staged(flow, client);
  direct_.submit(flow, copy, client);
}

void HostCopies::submit_to_or_from_host(model::Flow& flow, schedule::CopyClient& client) {
  HostLeg leg;
  leg.flow = &flow;
  leg.to_host = model::is_host(flow.destination);
  leg.gpu = leg.to_host ? flow.source : flow.destination;
  leg.host = (leg.to_host ? flow.destination : flow.source) - model::kFirstHost;
  leg.hollow = byte_check_ == nullptr;
  leg.done = [&flow, &client] { client.copy_ended(flow); };
  if (byte_check_ != nullptr) {
    hw::pcie::CopyRequest place;
    place.flow = &flow;
    byte_check_->place(place);
    leg.gpu_address = leg.to_host ? place.source_address : place.offset;
    leg.host_address = leg.to_host ? place.offset : place.source_address;
  } else {
    leg.gpu_address = leg.to_host ? paths_.source_place(leg.gpu, flow.bytes)
                                  : paths_.destination_place(leg.gpu, flow.bytes);
    leg.host_address = host_place(leg.host, flow.bytes);
  }
  paths_.submit(std::move(leg));
}

std::uint64_t HostCopies::bytes_of(unsigned host) const {
  const hw::pcie::AddressWindow& window = paths_.host(host).window();
  return window.last - window.first + 1;
}

std::uint64_t HostCopies::host_place(unsigned host, std::uint64_t bytes) {
  const std::uint64_t room = bytes_of(host) - first_of(host);
  std::uint64_t& used = used_[host];
  if (used + bytes > room) used = 0;
  const std::uint64_t place = first_of(host) + used;
  used = std::min(used + bytes, room);
  return place;
}

void HostCopies::submit_staged(model::Flow& flow, schedule::CopyClient& client) {
  flow.submitted = core::now_ticks();
  Staged& copy = sources_[flow.source].copies.emplace_back();
  copy.flow = &flow;
  copy.client = &client;
  if (byte_check_ != nullptr) {
    hw::pcie::CopyRequest place;
    place.flow = &flow;
    byte_check_->place(place);
    copy.source = place.source_address;
    copy.destination = place.offset;
  } else {
    copy.source = paths_.source_place(flow.source, flow.bytes);
    copy.destination = paths_.destination_place(flow.destination, flow.bytes);
  }
  bytes_staged_ += flow.bytes;
  begin_chunks(flow.source);
}

void HostCopies::begin_chunks(unsigned gpu) {
  Source& source = sources_[gpu];
  for (Staged& copy : source.copies)
    while (copy.begun < copy.flow->bytes) {
      const auto free = std::find_if(source.buffers.begin(), source.buffers.end(),
                                     [](const Buffer& one) { return one.copy == nullptr; });
      if (free == source.buffers.end()) return;
      free->copy = &copy;
      free->position = copy.begun;
      free->flow = {};
      free->flow.bytes = std::min(staging_(gpu).chunk.get().count(), copy.flow->bytes - copy.begun);
      copy.begun += free->flow.bytes;
      to_host(gpu, *free);
    }
}

void HostCopies::to_host(unsigned gpu, Buffer& buffer) {
  const unsigned host = *paths_.near_host(gpu);
  buffer.flow.source = gpu;
  buffer.flow.destination = model::kFirstHost + host;
  buffer.flow.what = "stage in";
  paths_.submit({&buffer.flow, gpu, host, true, buffer.copy->source + buffer.position, buffer.place,
                 byte_check_ == nullptr, [this, gpu, &buffer] { from_host(gpu, buffer); }});
}

void HostCopies::from_host(unsigned gpu, Buffer& buffer) {
  model::Flow& whole = *buffer.copy->flow;
  if (whole.first_sent == core::kNever) whole.first_sent = buffer.flow.first_sent;
  const std::uint64_t bytes = buffer.flow.bytes;
  const unsigned host = *paths_.near_host(gpu);
  buffer.flow = {};
  buffer.flow.bytes = bytes;
  buffer.flow.source = model::kFirstHost + host;
  buffer.flow.destination = whole.destination;
  buffer.flow.what = "stage out";
  paths_.submit({&buffer.flow, whole.destination, host, false,
                 buffer.copy->destination + buffer.position, buffer.place, byte_check_ == nullptr,
                 [this, gpu, &buffer] { arrived(gpu, buffer); }});
}

void HostCopies::arrived(unsigned gpu, Buffer& buffer) {
  Staged& copy = *std::exchange(buffer.copy, nullptr);
  model::Flow& whole = *copy.flow;
  whole.deliver(buffer.flow.bytes);
  begin_chunks(gpu);
  if (whole.delivered < whole.bytes) return;
  whole.finished = core::now_ticks();
  schedule::CopyClient& client = *copy.client;
  sources_[gpu].copies.remove_if([&](const Staged& one) { return &one == &copy; });
  client.copy_ended(whole);
}

std::string HostCopies::holder(unsigned source) const {
  return model::is_host(source) ? paths_.host(source - model::kFirstHost).name()
                                : direct_.holder(source);
}

}  // namespace gf::platforms::cluster
