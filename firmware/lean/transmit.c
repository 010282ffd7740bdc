/* SPDX-License-Identifier: Apache-2.0 */
/* Transmits like ../transmit.c, with a table of translations. At a message's end it notifies the
   block before the host, because only the block holds up the next message. */
#include "card_registers.h"
#include "translation.h"

static void tell_host(uint32_t kind, uint64_t address, uint64_t bytes) {
  card_write(CARD_EVENT_SOURCE, card_read(CARD_TX_NODE));
  card_write64(CARD_EVENT_MESSAGE, card_read64(CARD_TX_MESSAGE));
  card_write64(CARD_EVENT_ADDRESS, address);
  card_write64(CARD_EVENT_BYTES, bytes);
  card_write(CARD_EVENT_KIND, kind);
}

static uint32_t segment_of(uint32_t generation, uint32_t page_left) {
  const uint64_t left = card_read64(CARD_TX_LEFT);
  const uint32_t bytes = left < page_left ? (uint32_t)left : page_left;
  if (generation == 3) return bytes;
  const uint32_t packet_left = card_read(CARD_TX_PACKET_LEFT);
  return packet_left < bytes ? packet_left : bytes;
}

void feed_message(void) {
  const uint64_t address = card_read64(CARD_TX_ADDRESS);
  const uint32_t page_bytes = 1u << GPU_PAGE_BITS;
  const uint32_t within = (uint32_t)address & (page_bytes - 1);
  const uint32_t generation = card_read(CARD_TX_GENERATION), walks_before = walks;
  uint64_t frame;
  if (!translate(card_read(CARD_TX_GPU), address - within, GPU_PAGE_BITS, &frame)) {
    tell_host(CARD_EVENT_PAGE_FAULT, address, card_read64(CARD_TX_LEFT));
    card_write(CARD_TX_FAULT, 1);
    return;
  }
  const uint32_t bytes = segment_of(generation, page_bytes - within);
  const bool walked = walks != walks_before;
  if (generation == 1) return write_requests(frame + within, bytes, walked);
  card_write64(CARD_TX_FRAME, frame + within);
  card_write(CARD_TX_SEGMENT, bytes | (walked ? CARD_TX_WALKED : 0));
}

void retire_message(void) {
  const bool whole = card_read64(CARD_TX_LEFT) == 0;
  card_write(CARD_TX_RETIRE, 1);
  if (whole) tell_host(CARD_EVENT_SENT, card_read64(CARD_TX_SOURCE), card_read64(CARD_TX_BYTES));
}
