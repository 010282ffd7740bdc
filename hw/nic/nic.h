// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/param/param.h"
#include "hw/nic/payload_reader.h"
#include "hw/nic/queue_pair.h"
#include "hw/nic/segment_receiver.h"
#include "hw/nic/segment_sender.h"
#include "hw/nic/work_queues.h"
#include "hw/nic/writer.h"
#include "hw/pcie/device/device_port.h"
#include "tlm_models/host/verbs.h"

namespace gf::hw::nic {

/// Parameters of a card's blocks.
struct NicParams {
  pcie::DevicePortParams pcie;
  WorkQueuesParams work;
  ReaderParams reader;
  WriterParams writer;
  SenderParams sender;
  ReceiverParams receiver;

  NicParams();  ///< With a window for doorbells only.
  void declare(const core::ParamScope& scope);
};

/// An RDMA card: a device of a PCIe tree that executes the work of queue pairs, each one end of a
/// reliable connection. Segments leave to the sink given to connect() and come in through
/// `receiver`.
/// Timing and order: those of its blocks. The card adds no time of its own.
/// Only the bus address determines whether memory is a GPU's or the host's.
class Nic final : public sc_core::sc_module, public model::VerbsCardIf {
 public:
  pcie::DevicePort port;
  Reader reader;
  Writer writer;

 private:
  QueuePairs queues_;

 public:
  WorkQueues work;
  Sender sender;
  SegmentReceiver receiver;

  /// `number` is the card's number in its network.
  Nic(const sc_core::sc_module_name& name, const NicParams& params, std::uint32_t number,
      std::uint64_t seed, pcie::TlpPool& tlps, SegmentPool& segments);

  /// Sets up what a driver does: the ring of completions is at `host`, a bus address, and the send
  /// queues begin at the first page behind it. `client` reads the ring.
  void attach_host(std::uint64_t host, model::CompletionClient& client);
  void connect(SegmentSink& network) { sender.connect(network); }
  /// Adds a queue pair, not connected yet.
  [[nodiscard]] model::QueuePairNumber add_queue();
  void connect(model::QueuePairNumber queue, std::uint32_t peer, model::QueuePairNumber peer_queue);
  /// Assigns this queue pair to a device of the tree other than the host. Its completions go to a
  /// ring at `bus`, a bus address, where `client` reads them. A client has one ring per card.
  void own(model::QueuePairNumber queue, std::uint64_t bus, model::CompletionClient& client) {
    writer.set_completions(queue, bus, client);
  }
  [[nodiscard]] const QueuePair& queue(model::QueuePairNumber number) const {
    return queues_[number];
  }
  [[nodiscard]] std::uint32_t number() const { return number_; }

  void post(model::QueuePairNumber queue, const model::WorkRequest& request) override {
    queues_[queue].posted.push(request);
  }
  void post(model::QueuePairNumber queue, const model::ReceiveRequest& request) override {
    queues_[queue].posted_receives.push(request);
  }
  [[nodiscard]] std::uint64_t doorbell(model::QueuePairNumber queue) const override {
    return port.window().first + WorkQueues::kStride * queue;
  }
  [[nodiscard]] std::uint64_t receive_doorbell(model::QueuePairNumber queue) const override {
    return doorbell(queue) + WorkQueues::kReceives;
  }
  [[nodiscard]] std::uint32_t doorbell_bytes(unsigned entries) const override {
    return work.doorbell_bytes(entries);
  }

 private:
  const std::uint32_t number_;
};

/// Connects two cards by a new queue pair on each. Returns the queue pair's number at `one`.
model::QueuePairNumber join(Nic& one, Nic& other);

}  // namespace gf::hw::nic
