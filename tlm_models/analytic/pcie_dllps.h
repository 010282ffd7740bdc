// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::model {

/// ACK latency limit in ns that PCIe 3.0 prints for 16 lanes of 8 GT/s (table 3-9; 2.6.1.2 prints
/// the same for UpdateFC). `payload`: 128, 256 ... 4096 B; other values give 0.
double pcie3_x16_timer_ns(unsigned payload);

/// Writes of one size, sent without pause in both directions of a link.
struct OpposedStreams {
  double rate;      ///< Bytes per second that TLPs and DLLPs share.
  double wire;      ///< Bytes of a TLP on the wire.
  double timer;     ///< Seconds from a TLP, or a freed slot, until the answer is due.
  double dllp = 8;  ///< Bytes of an ACK or an UpdateFC.
};

/// Share of a direction taken by DLLPs, counted as in the specification: an ACK and an UpdateFC
/// each time the timer expires. The timer starts with the next TLP, on average half a TLP time
/// later. At its end the answer waits for the TLP under way, on average another half.
double dllp_share(const OpposedStreams& streams);

/// Share of a direction that its TLPs get if ports lose nothing: what DLLPs take, and skip ordered
/// sets at their shortest legal interval, 4 symbols each 1180 in the first two generations of PCIe
/// (PCIe 3.0, 4.2.7.3), a block each 370 from the third on (4.2.7.4).
double ideal_efficiency(const OpposedStreams& streams, unsigned generation);

}  // namespace gf::model
