// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/card.h"

#include <cstring>

#include "core/base/error.h"

namespace gf::hw::apenet {

CardParams::CardParams() {
  pcie.port.link.rate = core::gigabytes_per_second(4);
  pcie.port.dllp.lane_speed = "5 GT/s";
}

void CardParams::declare(const core::ParamScope& scope) {
  pcie.declare(scope.child("pcie"));
  nios.declare(scope.child("nios"));
  soft_core.declare(scope.child("nios"));
  tx_fifo.declare(scope.child("tx_fifo"));
  tx_dma.declare(scope.child("tx_dma"));
  gpu_p2p_tx.declare(scope.child("gpu_p2p_tx"));
  rx.declare(scope.child("rx"));
  core::ParamGroup::declare(scope);
}

void CardParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const auto refuse = [&](const char* field, const std::string& value, const std::string& legal,
                          const char* why) {
    core::fail_config(path, field, value, legal + " with nios.model = " + soft_core.model.get(),
                      why);
  };
  if (!soft_core.is_iss()) {
    const char* const way_out = "only nios.model = iss executes instructions";
    if (soft_core.gdb != 0) refuse("nios.gdb", std::to_string(soft_core.gdb), "0", way_out);
    if (!soft_core.firmware.empty()) refuse("nios.firmware", soft_core.firmware, "none", way_out);
    if (soft_core.program != "list") refuse("nios.program", soft_core.program, "list", way_out);
    if (soft_core.profile) refuse("nios.profile", "true", "false", way_out);
    return;
  }
  if (rx_firmware != "standard")
    refuse("rx_firmware", rx_firmware, "standard",
           "other receive firmware needs nios.model = cost_table; for iss, set nios.firmware to a "
           "program of your own");
}

std::unique_ptr<SoftCore> Card::make_soft_core(const CardParams& params) {
  params.validate(name());
  if (!params.soft_core.is_iss()) return nullptr;
  const std::string& version = params.gpu_p2p_tx.generation.generation.get();
  const unsigned generation = version == "v1" ? 1 : version == "v2" ? 2 : 3;
  const CardBlocks blocks{nios,           tables,          rx,        gpu_p2p_tx,
                          register_task_, params.buf_list, generation};
  auto made = std::make_unique<SoftCore>("soft_core", params.soft_core, params.nios.clock, blocks);
  if (params.soft_core.gdb != 0 && node_ == 0) made->debug_at(params.soft_core.gdb);
  return made;
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
      register_task_(nios, tables, rx),
      soft_core_(make_soft_core(params)) {
  port.claim(kDoorbells, 4096, *this);
  rx.connect(*rx_task_);
}

void Card::attach_host(std::uint64_t host, EventClient& client) {
  rx.set_event_queue(host, client);
}

void Card::on_tlp(pcie::Tlp& tlp) {
  const std::uint64_t queue = (tlp.address - port.window().first - kDoorbells) / 256;
  std::uint64_t count = 1;
  if (tlp.data != nullptr && tlp.payload_bytes >= sizeof count) {
    std::memcpy(&count, tlp.data, sizeof count);
  }
  port.done(tlp);
  // The driver has already pushed the entries; the write says how many more the card may use now.
  for (; count > 0; --count) {
    if (queue == kDescriptors) tx_dma.send(descriptors_.pop());
    if (queue == kGpuMessages) gpu_p2p_tx.send(gpu_messages_.pop());
    if (queue == kRegistrations) register_task_.start(registrations_.pop());
  }
}

}  // namespace gf::hw::apenet
