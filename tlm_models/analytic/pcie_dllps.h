// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::model {

/// Limit of an ACK's latency, ns, that PCIe 3.0 prints for 16 lanes of 8 GT/s (table 3-9; 2.6.1.2
/// prints the same for UpdateFC). `payload`: 128, 256 ... 4096 B; others give 0.
double pcie3_x16_timer_ns(unsigned payload);

/// Writes of one size, in both directions of a link without a pause.
struct OpposedStreams {
  double rate;      ///< Bytes per second that TLPs and DLLPs share.
  double wire;      ///< Bytes on the wire of a TLP.
  double timer;     ///< Seconds from a TLP, or a place freed, until the answer is due.
  double dllp = 8;  ///< Bytes of an ACK or an UpdateFC.
};

/// Share of a direction that its DLLPs take, counted as the specification has it: an ACK and an
/// UpdateFC each time the timer runs out. It begins with the next TLP, which comes half a TLP's
/// time later on average, and waits for the TLP under way, the other half.
double dllp_share(const OpposedStreams& streams);

}  // namespace gf::model
