// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/params.h"

namespace gf::hw::apenet {

/// What the firmware's primitives take. Field = cycles of the processor's clock, unless a unit is
/// given, [source key in README.md] or [assumed].
struct CostTable {
  sc_core::sc_time clock{5, sc_core::SC_NS};  ///< Period of the processor: 200 MHz [A1]

  unsigned dispatch = 10;          ///< Take a task from the queue [assumed]
  unsigned read_header = 20;       ///< Packet header from the RX FIFO [assumed]
  unsigned buf_list_setup = 240;   ///< Enter the list, lock, leave [C1, calibrated]
  unsigned buf_list_entry = 20;    ///< Compare one entry, uncached [assumed]
  unsigned v2p_setup = 40;         ///< Find the table [assumed]
  unsigned v2p_level = 60;         ///< Index and load one level [C1, calibrated]
  unsigned program_rx = 32;        ///< Start the RX RDMA block [assumed]
  unsigned switch_window = 56;     ///< Move the GPU's write window [C2, calibrated]
  unsigned rx_end = 60;            ///< Packet bookkeeping after the engine has started [assumed]
  unsigned rx_event = 40;          ///< Write a completion event, once a message [assumed]
  unsigned rx_retire = 280;        ///< Message bookkeeping after its event [C3, calibrated]
  unsigned tx_descriptor = 120;    ///< Read and check a GPU message's descriptor [C4, calibrated]
  unsigned tx_page_check = 10;     ///< Is it the page translated last? [assumed]
  unsigned tx_program = 30;        ///< Program the request generator [assumed]
  unsigned tx_packet = 90;         ///< v2: feed the generator with one packet [assumed]
  unsigned tx_software = 120;      ///< v1: prepare one 4 KB request [C5, calibrated]
  unsigned tx_request = 16;        ///< v1: write one request to the mailbox [assumed]
  unsigned tx_retire = 1060;       ///< GPU message sent: free it, go to the next [C3, calibrated]
  unsigned register_buffer = 200;  ///< Add one entry to the list [assumed]
  unsigned register_page = 40;     ///< Write one page descriptor [assumed]

  bool hw_buf_list = false;  ///< A hardware block searches the list instead [seed: ongoing work]
  bool hw_v2p = false;       ///< A hardware block walks the page tables [seed: ongoing work]
  unsigned hw_lookup = 12;   ///< Ask such a block and read its answer [assumed]

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::apenet
