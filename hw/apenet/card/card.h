// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "hw/apenet/card/soft_core.h"
#include "hw/apenet/firmware/register_buffer.h"
#include "hw/apenet/firmware/rx_firmware.h"
#include "hw/apenet/gpu_p2p_tx/gpu_p2p_tx.h"
#include "hw/apenet/nios/processor.h"
#include "hw/apenet/rx_rdma.h"
#include "hw/apenet/tables/card_tables.h"
#include "hw/apenet/tx_dma.h"
#include "hw/apenet/tx_fifo.h"
#include "hw/pcie/device/device_port.h"
#include "tlm_models/host/rdma.h"

namespace gf::hw::apenet {

/// Parameters of a card's blocks and of its buffer list.
struct CardParams : core::ParamGroup {
  pcie::DevicePortParams pcie;
  CostTable nios;
  SoftCoreParams soft_core;  ///< Declared with `nios`.
  TxFifoParams tx_fifo;
  TxDmaParams tx_dma;
  GpuP2pTxParams gpu_p2p_tx;
  RxRdmaParams rx;
  core::Param<unsigned> buf_list =
      param("buf_list", 1024u, "maximum registered buffers", "assumed", core::between(1u, 65536u));
  core::Param<std::string> rx_firmware =
      param("rx_firmware", "standard", "firmware that receives packets", "[APENET13]",
            core::one_of(rx_firmware_registry().names()));

  CardParams();  ///< Sets the rate of a gen2 x8 port.
  void declare(const core::ParamScope& scope);
  /// Throws UserError naming `path`, also for settings that the firmware of a soft core
  /// does not support.
  void validate(const std::string& path) const;
};

/// The APEnet+ card: PCIe port, TX and RX blocks, GPU_P2P_TX and the processor that drives them.
/// Packets leave to the sink of connect() and come in through receiver(). A switch lies between
/// them, or loop_back() if there is none.
/// Timing and order: those of its blocks. The card adds no time.
class Card final : public sc_core::sc_module, public model::RdmaCardIf, private pcie::TlpClient {
 public:
  static constexpr std::uint64_t kDoorbells = 0;  ///< Offset in the window; 256 B per queue.

  pcie::DevicePort port;
  Processor nios;
  CardTables tables;
  TxFifo tx_fifo;
  RxRdma rx;
  TxDma tx_dma;
  GpuP2pTx gpu_p2p_tx;

  /// `node` is the card's number in the network, `gpus` the number of GPUs that it can reach.
  Card(const sc_core::sc_module_name& name, const CardParams& params, unsigned node, unsigned gpus,
       std::uint64_t seed, pcie::TlpPool& tlps, PacketPool& packets);

  /// Sets the bus address of the host's event queue and its reader. The driver calls this before
  /// anything is sent.
  void attach_host(std::uint64_t host, EventClient& client);
  void attach_gpu(unsigned gpu, std::uint64_t window) { tables.gpu_window[gpu] = window; }
  /// Makes packets leave to `sink`; packets for this node must come to receiver().
  void connect(PacketSink& sink) { tx_fifo.connect(sink); }
  void loop_back() { tx_fifo.connect(rx); }
  [[nodiscard]] PacketSink& receiver() { return rx; }
  [[nodiscard]] unsigned node() const { return node_; }
  [[nodiscard]] SoftCore* soft_core() { return soft_core_.get(); }  ///< Null without one.

  void push(const model::RdmaDescriptor& descriptor) override { descriptors_.push(descriptor); }
  void push(const model::RdmaGpuMessage& message) override { gpu_messages_.push(message); }
  void push(model::RdmaRegistration registration) override {
    registrations_.push(std::move(registration));
  }
  [[nodiscard]] std::uint64_t doorbell(Queue queue) const override {
    return port.window().first + kDoorbells + 256 * queue;
  }

 private:
  void on_tlp(pcie::Tlp& tlp) override;
  std::unique_ptr<SoftCore> make_soft_core(const CardParams& params);

  pcie::UnclaimedWrites unclaimed_;
  const unsigned node_;
  const std::unique_ptr<RxFirmware> rx_task_;
  RegisterTask register_task_;
  const std::unique_ptr<SoftCore> soft_core_;  ///< Null: the cost table is used.
  core::Ring<model::RdmaDescriptor> descriptors_;
  core::Ring<model::RdmaGpuMessage> gpu_messages_;
  core::Ring<model::RdmaRegistration> registrations_;
};

}  // namespace gf::hw::apenet
