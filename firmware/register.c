/* SPDX-License-Identifier: Apache-2.0 */
/* Adds a buffer to the list and its pages to the page table, or removes both. */
#include "card_registers.h"
#include "firmware.h"

static void change_pages(const struct buffer *buffer, bool remove) {
  struct page_table *const table = pages_of(buffer->gpu);
  const uint32_t page_bytes = 1u << table->page_bits;
  uint64_t page = buffer->address & ~(uint64_t)(page_bytes - 1);
  for (uint32_t pages = card_read(CARD_REG_PAGES); pages != 0; --pages, page += page_bytes) {
    const uint64_t frame = card_read64(CARD_REG_FRAME);
    /* Buffers need not begin at pages, so a page with part of another buffer stays mapped. */
    if (!remove)
      map_page(table, page, frame);
    else if (!is_in_buffer(buffer->gpu, page, page_bytes))
      unmap_page(table, page);
  }
  forget_page();
}

void carry_out_registration(void) {
  const struct buffer buffer = {card_read64(CARD_REG_ADDRESS), card_read64(CARD_REG_BYTES),
                                card_read(CARD_REG_PROCESS), card_read(CARD_REG_GPU)};
  const bool remove = card_read(CARD_REG_REMOVE) != 0;
  const bool good =
      remove ? remove_buffer(buffer.process, buffer.address) : add_buffer(&buffer);
  /* A refused registration leaves the pages unchanged: they may belong to another buffer. */
  if (good) change_pages(&buffer, remove);
  card_write(CARD_REG_DONE, good);
}
