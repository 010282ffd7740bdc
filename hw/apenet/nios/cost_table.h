// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/base/time_limits.h"
#include "core/param/param.h"

namespace gf::hw::apenet {

/// Costs of the firmware's primitives, in cycles of the processor's clock.
struct CostTable : core::ParamGroup {
  static constexpr const char* kReceiving =
      "calibrated: 1.2 GB/s with 4 KB packets, half list, half V2P ([APENET13])";

  /// The range goes beyond the board's clock, to try faster processors.
  core::Param<sc_core::sc_time> clock = param(
      "clock", sc_core::sc_time(5, sc_core::SC_NS), "period of the processor's clock",
      "[APENET13]: up to 200 MHz",
      core::between(sc_core::sc_time(2.5, sc_core::SC_NS), core::to_time(core::kLongestClock)));

  core::Param<unsigned> dispatch =
      cycles("dispatch", 10, "cycles to take a task from the queue", "assumed");
  core::Param<unsigned> read_header =
      cycles("read_header", 20, "cycles to read a packet header from the RX FIFO", "assumed");
  /// Includes taking the list's lock.
  core::Param<unsigned> buf_list_setup =
      cycles("buf_list_setup", 240, "cycles to enter and leave the buffer list", kReceiving);
  /// Entries are not cached.
  core::Param<unsigned> buf_list_entry =
      cycles("buf_list_entry", 20, "cycles to compare one entry of the buffer list", "assumed");
  core::Param<unsigned> v2p_setup =
      cycles("v2p_setup", 40, "cycles to find the page table", "assumed");
  core::Param<unsigned> v2p_level =
      cycles("v2p_level", 60, "cycles to index and load one level of the page table", kReceiving);
  core::Param<unsigned> program_rx =
      cycles("program_rx", 32, "cycles to start the RX RDMA block", "assumed");
  core::Param<unsigned> switch_window =
      cycles("switch_window", 56, "cycles to move the GPU's write window",
             "calibrated: 10 % less to GPU memory ([APENET13])");
  /// The bookkeeping begins when the RDMA engine has started.
  core::Param<unsigned> rx_end =
      cycles("rx_end", 60, "cycles of bookkeeping for a received packet", "assumed");
  /// Paid once per message.
  core::Param<unsigned> rx_event =
      cycles("rx_event", 40, "cycles to write a completion event", "assumed");
  /// The bookkeeping begins after the message's event.
  core::Param<unsigned> rx_retire =
      cycles("rx_retire", 280, "cycles of bookkeeping for a received message",
             "calibrated: 5 us per short message ([APENET13])");
  /// Applies to a message from GPU memory.
  core::Param<unsigned> tx_descriptor =
      cycles("tx_descriptor", 120, "cycles to read and check a descriptor",
             "calibrated: 8.2 us latency between GPUs ([APENET13])");
  core::Param<unsigned> tx_page_check =
      cycles("tx_page_check", 10, "cycles to check whether the page is the one translated last",
             "assumed");
  core::Param<unsigned> tx_program =
      cycles("tx_program", 30, "cycles to program the request generator", "assumed");
  core::Param<unsigned> tx_packet =
      cycles("tx_packet", 90, "v2: cycles to feed the generator with one packet", "assumed");
  core::Param<unsigned> tx_software =
      cycles("tx_software", 120, "v1: cycles to prepare one 4 KB request",
             "calibrated: 600 MB/s ([APENET13])");
  core::Param<unsigned> tx_request =
      cycles("tx_request", 16, "v1: cycles to write one request to the mailbox", "assumed");
  /// The processor frees the message and goes to the next one.
  core::Param<unsigned> tx_retire =
      cycles("tx_retire", 1060, "cycles of bookkeeping for a sent GPU message",
             "calibrated: 8 us per short message ([APENET13])");
  core::Param<unsigned> register_buffer =
      cycles("register_buffer", 200, "cycles to add one entry to the buffer list", "assumed");
  core::Param<unsigned> register_page =
      cycles("register_page", 40, "cycles to write one page descriptor", "assumed");

  core::Param<bool> hw_buf_list =
      param("hw_buf_list", false, "whether a hardware block searches the buffer list",
            "[APENET13]: ongoing work");
  core::Param<bool> hw_v2p =
      param("hw_v2p", false, "whether a hardware block walks the page tables",
            "[APENET13]: ongoing work");
  core::Param<unsigned> hw_lookup =
      cycles("hw_lookup", 12, "cycles to query a hardware block and read its answer", "assumed");

 private:
  core::Param<unsigned> cycles(const char* name, unsigned default_value, const char* meaning,
                               const char* source) {
    return param(name, default_value, meaning, source, core::between(0u, 1000000u),
                 core::plausible(default_value / 2, 2 * default_value,
                                 "the firmware is not published: half to twice its instructions"));
  }
};

}  // namespace gf::hw::apenet
