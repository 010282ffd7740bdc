// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "hw/apenet/card/look_up_blocks.h"
#include "hw/apenet/firmware/rx_commands.h"

namespace gf::hw::riscv {
class Core;
}  // namespace gf::hw::riscv

namespace gf::hw::apenet {

class GpuP2pTx;
class RegisterTask;
struct CardTables;

/// The blocks that a program on the card's processor drives, and their sizes.
struct CardBlocks {
  Processor& tasks;
  /// Holds the GPUs' windows. Its lists and pages are used only by look-up blocks; otherwise the
  /// program has its own.
  CardTables& tables;
  RxRdma& rx;
  GpuP2pTx& gpu_p2p_tx;
  RegisterTask& registrations;
  unsigned buffers;     ///< Number that may be registered.
  unsigned generation;  ///< Generation of gpu_p2p_tx.
};

/// The card's blocks on the processor's bus, a TLM-2.0 target. Reads return data of the task in
/// front; writes are commands to the blocks.
/// Timing: only that of the look-up blocks; an access takes the time of the core's bus.
/// Interrupts: the core's external line is high while a task is in front.
/// Errors: an unknown register; a read of a write-only register or the reverse; a command that does
/// not fit the current task, or a second command for it; ending a task that got no command; a
/// length that does not fit. They are answered by an address error, which is a trap of the core.
class CardRegisters final : public sc_core::sc_module, private TaskClient {
 public:
  tlm_utils::simple_target_socket<CardRegisters> socket{"socket"};

  CardRegisters(const sc_core::sc_module_name& name, const CardBlocks& blocks, riscv::Core& core,
                std::uint32_t memory_end);

  /// Returns the kind of the task in front, counted from 1; 0: none.
  [[nodiscard]] std::uint32_t task() const { return value(card_register::kTask); }

 private:
  using Offset = card_register::Offset;
  void task_begins(NiosTaskKind kind, void* what) override;
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& payload);
  bool command(Offset offset, std::uint32_t operand);
  bool command_rx(std::uint32_t verdict);
  bool write_event(std::uint32_t kind);
  bool hand_out(std::uint32_t bytes);
  bool request(std::uint32_t bytes);
  bool end_requests(bool walked);
  bool fault();
  bool retire();
  bool finish_registration(bool good);
  bool end_task();
  [[noreturn]] void panic(std::uint32_t reason) const;
  void show_packet(const PacketHeader& header);
  void show_message();
  void show_registration();
  void show_frame();  ///< Shows the registration's next page.
  void show_window(unsigned gpu);
  [[nodiscard]] bool is_front(NiosTaskKind kind) const;
  /// Returns whether a task of `kind` is in front and has not been answered.
  [[nodiscard]] bool is_open(NiosTaskKind kind) const { return is_front(kind) && !answered_; }
  bool answers(NiosTaskKind kind);  ///< As is_open(); if true, it is now answered.

  [[nodiscard]] std::uint32_t value(Offset offset) const { return file_.value(offset); }
  [[nodiscard]] std::uint64_t value64(Offset offset) const { return file_.value64(offset); }
  void set(Offset offset, std::uint32_t bits) { file_.set(offset, bits); }
  void set64(Offset offset, std::uint64_t bits) { file_.set64(offset, bits); }

  CardBlocks blocks_;
  riscv::Core& core_;
  RxCommands rx_;
  bool answered_ = true;           ///< The task in front has had its command.
  TorusPacket* packet_ = nullptr;  ///< TorusPacket of the task in front, until its command.
  PacketHeader header_;            ///< Header of the last packet.
  std::size_t pages_shown_ = 0;
  std::uint64_t fed_ = 0;  ///< Bytes fed when the task in front began.
  RegisterFile file_;
  LookUpBlocks look_up_;
};

}  // namespace gf::hw::apenet
