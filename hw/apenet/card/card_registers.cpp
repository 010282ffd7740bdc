// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/card_registers.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "core/base/error.h"
#include "hw/apenet/firmware/register_buffer.h"
#include "hw/apenet/gpu_p2p_tx/gpu_p2p_tx.h"
#include "hw/apenet/tables/card_tables.h"
#include "hw/riscv/core/core.h"
#include "hw/riscv/hart/stable_value_extension.h"

namespace gf::hw::apenet {

namespace {

const card_register::Row* row_of(std::uint64_t offset) {
  const auto* const row =
      std::find_if(std::begin(card_register::kRows), std::end(card_register::kRows),
                   [&](const card_register::Row& one) { return one.offset == offset; });
  return row == std::end(card_register::kRows) ? nullptr : row;
}

}  // namespace

CardRegisters::CardRegisters(const sc_core::sc_module_name& name, const CardBlocks& blocks,
                             riscv::Core& core, std::uint32_t memory_end)
    : sc_module(name),
      blocks_(blocks),
      core_(core),
      rx_(blocks.tasks, blocks.rx),
      look_up_(blocks.tasks.costs(), blocks.tables, file_) {
  socket.register_b_transport(this, &CardRegisters::access);
  socket.register_transport_dbg(this, &CardRegisters::debug);
  set(Offset::kBuffers, blocks.buffers);
  set(Offset::kMemoryEnd, memory_end);
  set(Offset::kTxGeneration, blocks.generation);
  blocks_.tasks.run_by(*this);
}

bool CardRegisters::is_front(NiosTaskKind kind) const {
  return task() == static_cast<std::uint32_t>(kind) + 1;
}

bool CardRegisters::answers(NiosTaskKind kind) {
  const bool good = is_open(kind);
  answered_ = answered_ || good;
  return good;
}

void CardRegisters::task_begins(NiosTaskKind kind, void* what) {
  set(Offset::kTask, static_cast<std::uint32_t>(kind) + 1);
  answered_ = false;
  if (kind == NiosTaskKind::kRegister) show_registration();
  if (kind == NiosTaskKind::kTx || kind == NiosTaskKind::kTxRetire) show_message();
  if (kind == NiosTaskKind::kRxPacket) {
    packet_ = static_cast<TorusPacket*>(what);
    show_packet(packet_->header);
  }
  core_.set_interrupt(riscv::kExternalInterrupt, true);
  socket->invalidate_direct_mem_ptr(card_register::kBase, card_register::kBase + 3);
}

void CardRegisters::show_packet(const PacketHeader& header) {
  header_ = header;
  set(Offset::kRxProcess, header.process);
  set(Offset::kRxSource, header.source);
  set64(Offset::kRxAddress, header.address);
  set64(Offset::kRxMessage, header.message);
  set(Offset::kRxBytes, header.bytes);
  set(Offset::kRxLast, header.last ? 1 : 0);
}

void CardRegisters::show_message() {
  const GpuMessage& message = blocks_.gpu_p2p_tx.message();
  const std::uint64_t fed = fed_ = blocks_.gpu_p2p_tx.fed();
  set(Offset::kTxGpu, message.gpu);
  set64(Offset::kTxAddress, message.source + fed);
  set64(Offset::kTxLeft, message.bytes - fed);
  set(Offset::kTxPacketLeft, static_cast<std::uint32_t>(blocks_.gpu_p2p_tx.fed_packet_left()));
  set(Offset::kTxNode, message.to.source);
  set64(Offset::kTxMessage, message.to.message);
  set64(Offset::kTxSource, message.source);
  set64(Offset::kTxBytes, message.bytes);
}

void CardRegisters::show_registration() {
  const model::RdmaRegistration& registration = blocks_.registrations.front();
  set(Offset::kRegRemove, registration.remove ? 1 : 0);
  set(Offset::kRegGpu, registration.buffer.gpu);
  set(Offset::kRegProcess, registration.buffer.process);
  set(Offset::kRegPages, static_cast<std::uint32_t>(registration.frames.size()));
  set64(Offset::kRegAddress, registration.buffer.address);
  set64(Offset::kRegBytes, registration.buffer.bytes);
  pages_shown_ = 0;
  show_frame();
}

void CardRegisters::show_frame() {
  const std::vector<std::uint64_t>& frames = blocks_.registrations.front().frames;
  set64(Offset::kRegFrame, pages_shown_ < frames.size() ? frames[pages_shown_] : 0);
  ++pages_shown_;
}

void CardRegisters::show_window(unsigned gpu) {
  const std::vector<std::uint64_t>& windows = blocks_.tables.gpu_window;
  set64(Offset::kGpuWindow, gpu < windows.size() ? windows[gpu] : 0);
}

void CardRegisters::access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  const std::uint64_t offset = payload.get_address() - card_register::kBase;
  const card_register::Row* const row = row_of(offset);
  if (row == nullptr || payload.get_data_length() != 4 || row->is_written != payload.is_write())
    return;
  if (look_up_.lacks(row->offset)) return;
  std::uint32_t bits = value(row->offset);
  if (payload.is_write()) {
    std::memcpy(&bits, payload.get_data_ptr(), sizeof bits);
    set(row->offset, bits);
    if (!command(row->offset, bits)) return;
  } else {
    std::memcpy(payload.get_data_ptr(), &bits, sizeof bits);
    delay += look_up_.wait_for(row->offset);
    // A program that polls TASK may sleep. The other registers change only while a task
    // is in front.
    auto* const standing = payload.get_extension<riscv::StableValueExtension>();
    if (standing != nullptr) standing->stands = offset == Offset::kTask;
    if (offset == Offset::kRegFrameHigh && is_open(NiosTaskKind::kRegister)) show_frame();
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

unsigned CardRegisters::debug(tlm::tlm_generic_payload& payload) {
  // A debug read has no effect here; a debug write would be a command.
  const std::uint64_t offset = payload.get_address() - card_register::kBase;
  if (!payload.is_read() || offset >= card_register::kBytes) return 0;
  const auto bytes = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), card_register::kBytes - offset));
  std::memcpy(payload.get_data_ptr(), file_.bytes() + offset, bytes);
  return bytes;
}

bool CardRegisters::command(Offset offset, std::uint32_t operand) {
  switch (offset) {
    case Offset::kTaskDone:
      return end_task();
    case Offset::kGpu:
      show_window(operand);
      return operand < blocks_.tables.gpu_window.size();
    case Offset::kPanic:
      panic(operand);
    case Offset::kRxCommand:
      return command_rx(operand);
    case Offset::kEventKind:
      return write_event(operand);
    case Offset::kTxSegment:
      return hand_out(operand);
    case Offset::kTxFault:
      return fault();
    case Offset::kTxRetire:
      return retire();
    case Offset::kTxRequest:
      return request(operand);
    case Offset::kTxRequested:
      return end_requests(operand == card_register::kTxWalked);
    case Offset::kSearchCommand:
      return look_up_.search(operand, is_open(NiosTaskKind::kRxPacket) ? &header_ : nullptr);
    case Offset::kWalkCommand:
      return look_up_.walk(operand);
    case Offset::kRegDone:
      return finish_registration(operand != 0);
    default:
      return true;  // an operand
  }
}

bool CardRegisters::command_rx(std::uint32_t verdict) {
  Scatter to;
  to.span[0] = {value64(Offset::kRxBus0), value(Offset::kRxSpan0)};
  to.span[1] = {value64(Offset::kRxBus1), value(Offset::kRxSpan1)};
  to.frame = {value64(Offset::kRxFrame0), value64(Offset::kRxFrame1)};
  to.page_register = value64(Offset::kRxPageRegister);
  file_.clear(Offset::kRxBus0, Offset::kRxCommand);
  const std::uint64_t bytes = std::uint64_t{to.span[0].bytes} + to.span[1].bytes;
  const bool fits =
      verdict != static_cast<std::uint32_t>(RxVerdict::kWrite) || bytes == header_.bytes;
  const auto last = static_cast<std::uint32_t>(RxVerdict::kPageFault);
  if (verdict > last || !fits || !answers(NiosTaskKind::kRxPacket)) return false;
  rx_.carry_out(*packet_, static_cast<RxVerdict>(verdict), to);
  return true;
}

bool CardRegisters::write_event(std::uint32_t kind) {
  if (kind > static_cast<std::uint32_t>(EventKind::kPageFault)) return false;
  if (is_front(NiosTaskKind::kRxPacket)) rx_.report_event(header_);
  blocks_.rx.write_event({static_cast<EventKind>(kind), value(Offset::kEventSource),
                          value64(Offset::kEventMessage), value64(Offset::kEventAddress),
                          value64(Offset::kEventBytes)});
  return true;
}

bool CardRegisters::hand_out(std::uint32_t operand) {
  const std::uint32_t bytes = operand & ~card_register::kTxWalked;
  if (bytes == 0 || bytes > value64(Offset::kTxLeft) || !answers(NiosTaskKind::kTx)) return false;
  blocks_.gpu_p2p_tx.count_translation(bytes != operand);
  blocks_.gpu_p2p_tx.hand_out(value64(Offset::kTxFrame), bytes);
  return true;
}

bool CardRegisters::request(std::uint32_t bytes) {
  GpuP2pTx& block = blocks_.gpu_p2p_tx;
  const std::uint64_t frame = value64(Offset::kTxFrame);
  const std::uint64_t most = is_open(NiosTaskKind::kTx) ? std::min(block.fed_packet_left(),
                                                                   kLineBytes - frame % kLineBytes)
                                                        : 0;
  if (bytes == 0 || bytes > most) return false;
  block.request_by_program(frame, bytes);
  return true;
}

bool CardRegisters::end_requests(bool walked) {
  // A task without a request would be posted forever.
  if (blocks_.gpu_p2p_tx.fed() == fed_ || !answers(NiosTaskKind::kTx)) return false;
  blocks_.gpu_p2p_tx.count_translation(walked);
  blocks_.gpu_p2p_tx.end_requests();
  return true;
}

bool CardRegisters::fault() {
  if (!answers(NiosTaskKind::kTx)) return false;
  blocks_.gpu_p2p_tx.fault();
  return true;
}

bool CardRegisters::retire() {
  if (!answers(NiosTaskKind::kTxRetire)) return false;
  blocks_.gpu_p2p_tx.end_message();
  return true;
}

bool CardRegisters::finish_registration(bool good) {
  if (!answers(NiosTaskKind::kRegister)) return false;
  blocks_.registrations.finish(good);
  return true;
}

bool CardRegisters::end_task() {
  // A task that ended without an answer would never be resumed.
  if (task() == 0 || !answered_) return false;
  set(Offset::kTask, 0);
  core_.set_interrupt(riscv::kExternalInterrupt, false);
  blocks_.tasks.task_ended();
  return true;
}

void CardRegisters::panic(std::uint32_t reason) const {
  const std::string words = reason == card_register::kNoMemory ? "out of memory for its tables"
                            : reason == card_register::kUnknownTask
                                ? "unknown task"
                                : fmt::format("reason {}", reason);
  core::fail_input(
      core_.image()->path(), 0,
      fmt::format("{}: the firmware gives up: {}; {}", core_.name(), words, core_.where()),
      "firmware for this card, and enough memory for it (nios.memory)");
}

}  // namespace gf::hw::apenet
