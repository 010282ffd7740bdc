// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/nic.h"

#include "core/base/error.h"

namespace gf::hw::nic {

NicParams::NicParams() { pcie.bar = core::mebibytes(1); }

void NicParams::declare(const core::ParamScope& scope) {
  pcie.declare(scope.child("pcie"));
  work.declare(scope.child("work"));
  reader.declare(scope.child("reader"));
  writer.declare(scope.child("writer"));
  sender.declare(scope.child("sender"));
  receiver.declare(scope.child("receiver"));
}

Nic::Nic(const sc_core::sc_module_name& name, const NicParams& params, std::uint32_t number,
         std::uint64_t seed, pcie::TlpPool& tlps, SegmentPool& segments)
    : sc_module(name),
      port("port", params.pcie, seed, tlps),
      reader("reader", params.reader, port),
      writer("writer", params.writer, params.pcie.max_payload, port),
      work("work", params.work, queues_, reader, port),
      sender("sender", params.sender, number, queues_, reader, writer, segments),
      receiver("receiver", params.receiver, seed, queues_, sender, writer, segments),
      number_(number) {
  work.connect(sender);
}

void Nic::attach_host(std::uint64_t host, model::CompletionClient& client) {
  constexpr std::uint64_t kPage = 4096;  // as a driver allocates them
  writer.set_completions(host, client);
  work.set_queues_at(host + (writer.ring_bytes() + kPage - 1) / kPage * kPage);
}

model::QueuePairNumber Nic::add_queue() {
  QueuePair& queue = queues_.emplace_back();
  queue.number = static_cast<model::QueuePairNumber>(queues_.size() - 1);
  const std::uint64_t last = WorkQueues::kStride * queues_.size() - 1;
  const pcie::AddressWindow& window = port.window();
  if (last > window.last - window.first) {
    core::fail_config(std::string(port.name()), "bar",
                      core::to_text(core::Bytes(window.last - window.first + 1)),
                      "room for the doorbells of all queue pairs, 512 B each", "raise pcie.bar");
  }
  sender.queue_added();
  return queue.number;
}

void Nic::connect(model::QueuePairNumber queue, std::uint32_t peer,
                  model::QueuePairNumber peer_queue) {
  queues_[queue].peer = peer;
  queues_[queue].peer_queue = peer_queue;
  queues_[queue].connected = true;
}

model::QueuePairNumber join(Nic& one, Nic& other) {
  const model::QueuePairNumber here = one.add_queue();
  const model::QueuePairNumber there = other.add_queue();
  one.connect(here, other.number(), there);
  other.connect(there, one.number(), here);
  return here;
}

}  // namespace gf::hw::nic
