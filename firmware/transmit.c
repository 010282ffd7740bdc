/* SPDX-License-Identifier: Apache-2.0 */
/* Transmits from GPU memory. It translates addresses for the request generator of GPU_P2P_TX, page
   by page (version 3) or packet by packet (version 2), or writes the requests (version 1). It also
   ends messages. */
#include "card_registers.h"
#include "firmware.h"

static struct {
  uint64_t page, frame;
  uint32_t gpu;
  bool known;
} last_page;

void forget_page(void) { last_page.known = false; }

static bool is_last(uint32_t gpu, uint64_t page) {
  return last_page.known && last_page.page == page && last_page.gpu == gpu;
}

static bool translate(uint32_t gpu, uint64_t page) {
  last_page.known = find_page(pages_of(gpu), page, &last_page.frame);
  last_page.page = page;
  last_page.gpu = gpu;
  return last_page.known;
}

static void tell_host(uint32_t kind, uint64_t address, uint64_t bytes) {
  card_write(CARD_EVENT_SOURCE, card_read(CARD_TX_NODE));
  card_write64(CARD_EVENT_MESSAGE, card_read64(CARD_TX_MESSAGE));
  card_write64(CARD_EVENT_ADDRESS, address);
  card_write64(CARD_EVENT_BYTES, bytes);
  card_write(CARD_EVENT_KIND, kind);
}

void feed_message(void) {
  const uint32_t gpu = card_read(CARD_TX_GPU);
  const uint64_t address = card_read64(CARD_TX_ADDRESS);
  const uint64_t left = card_read64(CARD_TX_LEFT);
  const uint32_t page_bytes = 1u << pages_of(gpu)->page_bits;
  const uint32_t within = (uint32_t)address & (page_bytes - 1);
  const uint32_t generation = card_read(CARD_TX_GENERATION);
  const bool known = generation != 1 && is_last(gpu, address - within);
  if (!known && !translate(gpu, address - within)) {
    tell_host(CARD_EVENT_PAGE_FAULT, address, left);
    card_write(CARD_TX_FAULT, 1);
    return;
  }
  uint64_t bytes = least(page_bytes - within, left);
  if (generation != 3) bytes = least(bytes, card_read(CARD_TX_PACKET_LEFT));
  if (generation == 1) return write_requests(last_page.frame + within, (uint32_t)bytes, true);
  card_write64(CARD_TX_FRAME, last_page.frame + within);
  card_write(CARD_TX_SEGMENT, (uint32_t)bytes | (known ? 0 : CARD_TX_WALKED));
}

void retire_message(void) {
  /* If a page fault has ended the message, the host knows already. */
  if (card_read64(CARD_TX_LEFT) == 0)
    tell_host(CARD_EVENT_SENT, card_read64(CARD_TX_SOURCE), card_read64(CARD_TX_BYTES));
  card_write(CARD_TX_RETIRE, 1);
}
