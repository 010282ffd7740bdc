/* SPDX-License-Identifier: Apache-2.0 */
/* V2P as in ../page_table.c, but walked with compile-time shifts, and with a table of translations
   in front of it that registration fills. */
#include "card_registers.h"
#include "translation.h"

#define LEVELS 4
#define MAPPED 1u
#define HOST_LEVEL_BITS 9
#define GPU_LEVEL_BITS 8

struct page_table host_pages = {HOST_PAGE_BITS, HOST_LEVEL_BITS, NULL};
struct page_table gpu_pages[MOST_GPUS] = {
    {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL}, {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL},
    {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL}, {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL},
    {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL}, {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL},
    {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL}, {GPU_PAGE_BITS, GPU_LEVEL_BITS, NULL}};
struct translation translations[1u << TRANSLATION_BITS];
uint32_t walks;

struct page_table *pages_of(uint32_t gpu) {
  return gpu < MOST_GPUS ? &gpu_pages[gpu] : &host_pages;
}

static uint32_t memory_of(const struct page_table *table) {
  return table == &host_pages ? CARD_HOST_BUFFER : (uint32_t)(table - gpu_pages);
}

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t index_of(uint64_t address, unsigned page_bits, unsigned level_bits,
                         unsigned level) {
  const unsigned shift = page_bits + level_bits * (LEVELS - 1 - level);
  return (uint32_t)(address >> shift) & ((1u << level_bits) - 1);
}

/* Returns the descriptor of a page, or NULL if its table does not exist and `make` is false. */
INLINE uint64_t *walk(void **place, uint64_t address, unsigned page_bits, unsigned level_bits,
                      bool make) {
  if (address >> (page_bits + LEVELS * level_bits) != 0) return NULL;
#pragma GCC unroll 4
  for (unsigned level = 0; level < LEVELS; ++level) {
    const size_t entry = level + 1 < LEVELS ? sizeof(void *) : sizeof(uint64_t);
    if (*place == NULL && !make) return NULL;
    if (*place == NULL) *place = take_memory(entry << level_bits);
    const uint32_t index = index_of(address, page_bits, level_bits, level);
    if (level + 1 == LEVELS) return (uint64_t *)*place + index;
    place = (void **)*place + index;
  }
  return NULL;
}

static uint64_t *descriptor_of(struct page_table *table, uint64_t address, bool make) {
  void **const root = (void **)&table->root;
  return table == &host_pages ? walk(root, address, HOST_PAGE_BITS, HOST_LEVEL_BITS, make)
                              : walk(root, address, GPU_PAGE_BITS, GPU_LEVEL_BITS, make);
}

static void keep(uint32_t memory, uint64_t page, unsigned page_bits, uint64_t frame) {
  *place_of(page, page_bits) =
      (struct translation){(uint32_t)page | (memory + 1), (uint32_t)(page >> 32), frame};
}

void map_page(struct page_table *table, uint64_t address, uint64_t frame) {
  if (card_blocks & CARD_BLOCK_WALK) {
    walk_block_map(memory_of(table), address, frame);
  } else {
    uint64_t *const descriptor = descriptor_of(table, address, true);
    if (descriptor == NULL) return;
    *descriptor = frame | MAPPED;
  }
  keep(memory_of(table), address, table->page_bits, frame);
}

void unmap_page(struct page_table *table, uint64_t address) {
  if (card_blocks & CARD_BLOCK_WALK) {
    walk_block_unmap(memory_of(table), address);
  } else {
    uint64_t *const descriptor = descriptor_of(table, address, false);
    if (descriptor != NULL) *descriptor = 0;
  }
  struct translation *const at = place_of(address, table->page_bits);
  *at = (struct translation){0, 0, 0};
}

bool find_page(const struct page_table *table, uint64_t address, uint64_t *frame) {
  if (card_blocks & CARD_BLOCK_WALK) return walk_block_find(memory_of(table), address, frame);
  const uint64_t *const descriptor = descriptor_of((struct page_table *)table, address, false);
  if (descriptor == NULL || *descriptor == 0) return false;
  *frame = *descriptor & ~(uint64_t)MAPPED;
  return true;
}

bool walk_and_keep(uint32_t memory, uint64_t page, uint64_t *frame) {
  struct page_table *const table = pages_of(memory);
  ++walks;
  if (!find_page(table, page, frame)) return false;
  keep(memory, page, table->page_bits, *frame);
  return true;
}
