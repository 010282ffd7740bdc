// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/nios/cost_table.h"

#include "core/error.h"
#include "core/time_limits.h"

namespace gf::hw::apenet {

void CostTable::declare(const core::ParamScope& scope) {
  scope.add("clock", clock, "period of the processor's clock", "[APENET13]: up to 200 MHz",
            core::between(sc_core::sc_time(5, sc_core::SC_NS), core::to_time(core::kLongestClock)));
  const auto cycles = [&](const char* name, unsigned& value, const char* meaning,
                          const char* source) {
    scope.add(name, value, std::string("cycles: ") + meaning, source, core::between(0u, 1000000u));
  };
  const char* const kRx =
      "calibrated: 1.2 GB/s with 4 KB packets, half list, half V2P ([APENET13])";
  cycles("dispatch", dispatch, "take a task from the queue", "assumed");
  cycles("read_header", read_header, "packet header from the RX FIFO", "assumed");
  cycles("buf_list_setup", buf_list_setup, "enter and leave the buffer list", kRx);
  cycles("buf_list_entry", buf_list_entry, "compare one entry", "assumed");
  cycles("v2p_setup", v2p_setup, "find the page table", "assumed");
  cycles("v2p_level", v2p_level, "index and load one level", kRx);
  cycles("program_rx", program_rx, "start the RX RDMA block", "assumed");
  cycles("switch_window", switch_window, "move the GPU's write window",
         "calibrated: 10 % less to GPU memory ([APENET13])");
  cycles("rx_end", rx_end, "bookkeeping of a packet received", "assumed");
  cycles("rx_event", rx_event, "write a completion event", "assumed");
  cycles("rx_retire", rx_retire, "bookkeeping of a message received",
         "calibrated: 5 us a short message ([APENET13])");
  cycles("tx_descriptor", tx_descriptor, "read and check a descriptor",
         "calibrated: 8.2 us latency between GPUs ([APENET13])");
  cycles("tx_page_check", tx_page_check, "is it the page translated last?", "assumed");
  cycles("tx_program", tx_program, "program the request generator", "assumed");
  cycles("tx_packet", tx_packet, "v2: feed the generator with one packet", "assumed");
  cycles("tx_software", tx_software, "v1: prepare one 4 KB request",
         "calibrated: 600 MB/s ([APENET13])");
  cycles("tx_request", tx_request, "v1: write one request to the mailbox", "assumed");
  cycles("tx_retire", tx_retire, "bookkeeping of a GPU message sent",
         "calibrated: 8 us a short message ([APENET13])");
  cycles("register_buffer", register_buffer, "add one entry to the list", "assumed");
  cycles("register_page", register_page, "write one page descriptor", "assumed");
  scope.add("hw_buf_list", hw_buf_list, "a hardware block searches the buffer list",
            "[APENET13]: ongoing work");
  scope.add("hw_v2p", hw_v2p, "a hardware block walks the page tables", "[APENET13]: ongoing work");
  cycles("hw_lookup", hw_lookup, "ask a hardware block and read its answer", "assumed");
}

void CostTable::validate(const std::string& path) const {
  if (clock < sc_core::sc_time(5, sc_core::SC_NS)) {
    core::fail_config(path, "clock", core::to_text(clock), "at least 5 ns",
                      "the processor runs at 200 MHz at most");
  }
}

}  // namespace gf::hw::apenet
