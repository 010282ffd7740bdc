/* SPDX-License-Identifier: Apache-2.0 */
/* GPU_P2P_TX version 1 has no request generator: the processor writes each request to the GPU's
   mailbox. The block adds the FIFO line for the answer. */
#include "card_registers.h"
#include "firmware.h"

#define LINE 128u

void write_requests(uint64_t frame, uint32_t bytes, bool walked) {
  uint32_t at = (uint32_t)frame;
  /* All requests are in one GPU page, so the upper half of the address stays the same. */
  card_write(CARD_TX_FRAME_HIGH, (uint32_t)(frame >> 32));
  while (bytes != 0) {
    const uint32_t line_left = LINE - at % LINE;
    const uint32_t part = line_left < bytes ? line_left : bytes;
    card_write(CARD_TX_FRAME, at);
    card_write(CARD_TX_REQUEST, part);
    at += part;
    bytes -= part;
  }
  card_write(CARD_TX_REQUESTED, walked ? CARD_TX_WALKED : 0);
}
