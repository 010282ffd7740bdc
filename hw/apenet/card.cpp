// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card.h"

#include <cstring>

namespace gf::hw::apenet {

CardParams::CardParams() { pcie.port.link.rate = core::gigabytes_per_second(4); }

void CardParams::declare(const core::ParamScope& scope) {
  pcie.declare(scope.child("pcie"));
  nios.declare(scope.child("nios"));
  tx_fifo.declare(scope.child("tx_fifo"));
  tx_dma.declare(scope.child("tx_dma"));
  gpu_p2p_tx.declare(scope.child("gpu_p2p_tx"));
  rx.declare(scope.child("rx"));
  core::ParamGroup::declare(scope);
}

Card::Card(const sc_core::sc_module_name& name, const CardParams& params, unsigned node,
           unsigned gpus, std::uint64_t seed, pcie::TlpPool& tlps, PacketPool& packets)
    : sc_module(name),
      port("port", params.pcie, seed, tlps),
      nios("nios", params.nios),
      tables(params.buf_list, gpus),
      tx_fifo("tx_fifo", params.tx_fifo, packets),
      rx("rx", params.rx, params.pcie.max_payload, port, packets),
      tx_dma("tx_dma", params.tx_dma, tx_fifo, rx, port),
      gpu_p2p_tx("gpu_p2p_tx", params.gpu_p2p_tx, nios, tables, tx_fifo, rx, port),
      unclaimed_(port),
      node_(node),
      rx_task_(rx_firmware_registry()
                   .get(params.rx_firmware, this->name(), "rx_firmware")
                   .make({nios, tables, rx})),
      register_task_(nios, tables, rx) {
  params.validate(this->name());
  port.claim(kDoorbells, 4096, *this);
  rx.connect(*rx_task_);
}

void Card::attach_host(std::uint64_t host, EventClient& client) {
  rx.set_event_queue(host, client);
}

void Card::tlp_comes(pcie::Tlp& tlp) {
  const std::uint64_t queue = (tlp.address - port.window().first - kDoorbells) / 256;
  std::uint64_t count = 1;
  if (tlp.data != nullptr && tlp.payload_bytes >= sizeof count) {
    std::memcpy(&count, tlp.data, sizeof count);
  }
  port.done(tlp);
  // The driver has pushed the entries already; the write says how many the card sees from now on.
  for (; count > 0; --count) {
    if (queue == kDescriptors) tx_dma.send(descriptors_.pop());
    if (queue == kGpuMessages) gpu_p2p_tx.send(gpu_messages_.pop());
    if (queue == kRegistrations) register_task_.start(registrations_.pop());
  }
}

}  // namespace gf::hw::apenet
