// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/param.h"
#include "core/time_limits.h"

namespace gf::hw::apenet {

/// What the firmware's primitives take, in cycles of the processor's clock.
struct CostTable : core::ParamGroup {
  static constexpr const char* kReceiving =
      "calibrated: 1.2 GB/s with 4 KB packets, half list, half V2P ([APENET13])";

  core::Param<sc_core::sc_time> clock =
      param("clock", sc_core::sc_time(5, sc_core::SC_NS), "period of the processor's clock",
            "[APENET13]: up to 200 MHz",
            core::between(sc_core::sc_time(5, sc_core::SC_NS), core::to_time(core::kLongestClock)));

  core::Param<unsigned> dispatch =
      cycles("dispatch", 10, "cycles: take a task from the queue", "assumed");
  core::Param<unsigned> read_header =
      cycles("read_header", 20, "cycles: packet header from the RX FIFO", "assumed");
  /// It takes the list's lock as well.
  core::Param<unsigned> buf_list_setup =
      cycles("buf_list_setup", 240, "cycles: enter and leave the buffer list", kReceiving);
  /// Entries are not cached.
  core::Param<unsigned> buf_list_entry =
      cycles("buf_list_entry", 20, "cycles: compare one entry", "assumed");
  core::Param<unsigned> v2p_setup =
      cycles("v2p_setup", 40, "cycles: find the page table", "assumed");
  core::Param<unsigned> v2p_level =
      cycles("v2p_level", 60, "cycles: index and load one level", kReceiving);
  core::Param<unsigned> program_rx =
      cycles("program_rx", 32, "cycles: start the RX RDMA block", "assumed");
  core::Param<unsigned> switch_window =
      cycles("switch_window", 56, "cycles: move the GPU's write window",
             "calibrated: 10 % less to GPU memory ([APENET13])");
  /// Begins when the RDMA engine has started.
  core::Param<unsigned> rx_end =
      cycles("rx_end", 60, "cycles: bookkeeping of a packet received", "assumed");
  /// Once a message.
  core::Param<unsigned> rx_event =
      cycles("rx_event", 40, "cycles: write a completion event", "assumed");
  /// Begins behind the message's event.
  core::Param<unsigned> rx_retire =
      cycles("rx_retire", 280, "cycles: bookkeeping of a message received",
             "calibrated: 5 us a short message ([APENET13])");
  /// Of a message from GPU memory.
  core::Param<unsigned> tx_descriptor =
      cycles("tx_descriptor", 120, "cycles: read and check a descriptor",
             "calibrated: 8.2 us latency between GPUs ([APENET13])");
  core::Param<unsigned> tx_page_check =
      cycles("tx_page_check", 10, "cycles: is it the page translated last?", "assumed");
  core::Param<unsigned> tx_program =
      cycles("tx_program", 30, "cycles: program the request generator", "assumed");
  core::Param<unsigned> tx_packet =
      cycles("tx_packet", 90, "cycles: v2: feed the generator with one packet", "assumed");
  core::Param<unsigned> tx_software =
      cycles("tx_software", 120, "cycles: v1: prepare one 4 KB request",
             "calibrated: 600 MB/s ([APENET13])");
  core::Param<unsigned> tx_request =
      cycles("tx_request", 16, "cycles: v1: write one request to the mailbox", "assumed");
  /// The processor frees the message and goes to the next one.
  core::Param<unsigned> tx_retire =
      cycles("tx_retire", 1060, "cycles: bookkeeping of a GPU message sent",
             "calibrated: 8 us a short message ([APENET13])");
  core::Param<unsigned> register_buffer =
      cycles("register_buffer", 200, "cycles: add one entry to the list", "assumed");
  core::Param<unsigned> register_page =
      cycles("register_page", 40, "cycles: write one page descriptor", "assumed");

  core::Param<bool> hw_buf_list =
      param("hw_buf_list", false, "a hardware block searches the buffer list",
            "[APENET13]: ongoing work");
  core::Param<bool> hw_v2p =
      param("hw_v2p", false, "a hardware block walks the page tables", "[APENET13]: ongoing work");
  core::Param<unsigned> hw_lookup =
      cycles("hw_lookup", 12, "cycles: ask a hardware block and read its answer", "assumed");

 private:
  core::Param<unsigned> cycles(const char* name, unsigned standard, const char* meaning,
                               const char* source) {
    return param(name, standard, meaning, source, core::between(0u, 1000000u));
  }
};

}  // namespace gf::hw::apenet
