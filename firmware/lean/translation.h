/* SPDX-License-Identifier: Apache-2.0 */
/* A table of translations, which always agrees with the page tables. Pages that are not in the
   table need a walk. */
#ifndef TRANSLATION_H
#define TRANSLATION_H

#include "firmware.h"

/* Host pages have 4 KB, so the lower 12 bits of a tag are free for the number of the memory. */
struct translation {
  uint32_t memory_and_page, page_high; /* 0, 0: none */
  uint64_t frame;
};
#define TRANSLATION_BITS 10
extern struct translation translations[1u << TRANSLATION_BITS];

#define HOST_PAGE_BITS 12
#define GPU_PAGE_BITS 16

static inline struct translation *place_of(uint64_t page, unsigned page_bits) {
  return &translations[(uint32_t)(page >> page_bits) & ((1u << TRANSLATION_BITS) - 1)];
}

/* Number of walks so far. */
extern uint32_t walks;
/* Walks like find_page(), for the first byte of a page, and stores the translation in the table.
   `memory` is the page's GPU, or CARD_HOST_BUFFER. */
bool walk_and_keep(uint32_t memory, uint64_t page, uint64_t *frame);

static inline bool translate(uint32_t memory, uint64_t page, unsigned page_bits, uint64_t *frame) {
  const struct translation *const at = place_of(page, page_bits);
  if (at->memory_and_page != ((uint32_t)page | (memory + 1)) ||
      at->page_high != (uint32_t)(page >> 32))
    return walk_and_keep(memory, page, frame);
  *frame = at->frame;
  return true;
}

#endif
