/* SPDX-License-Identifier: Apache-2.0 */
/* V2P: three levels of pointers, then page descriptors. A descriptor is the frame, with bit 0 set
   if the page is mapped; frames are aligned to pages, so this bit is free. */
#include "card_registers.h"
#include "firmware.h"

#define LEVELS 4
#define MAPPED 1u

struct page_table host_pages = {12, 9, NULL};
struct page_table gpu_pages[MOST_GPUS] = {{16, 8, NULL}, {16, 8, NULL}, {16, 8, NULL},
                                          {16, 8, NULL}, {16, 8, NULL}, {16, 8, NULL},
                                          {16, 8, NULL}, {16, 8, NULL}};

struct page_table *pages_of(uint32_t gpu) {
  return gpu < MOST_GPUS ? &gpu_pages[gpu] : &host_pages;
}

static uint32_t memory_of(const struct page_table *table) {
  return table == &host_pages ? CARD_HOST_BUFFER : (uint32_t)(table - gpu_pages);
}

static uint32_t index_of(const struct page_table *table, uint64_t address, unsigned level) {
  const unsigned shift = table->page_bits + table->level_bits * (LEVELS - 1 - level);
  return (uint32_t)(address >> shift) & ((1u << table->level_bits) - 1);
}

static bool covers(const struct page_table *table, uint64_t address) {
  return address >> (table->page_bits + LEVELS * table->level_bits) == 0;
}

/* Returns the descriptor of a page, or NULL if its table does not exist. */
static uint64_t *descriptor_of(const struct page_table *table, uint64_t address) {
  if (!covers(table, address)) return NULL;
  void *at = table->root;
  for (unsigned level = 0; level + 1 < LEVELS && at != NULL; ++level)
    at = ((void **)at)[index_of(table, address, level)];
  return at == NULL ? NULL : (uint64_t *)at + index_of(table, address, LEVELS - 1);
}

static void make_tables(struct page_table *table, uint64_t address) {
  void **place = (void **)&table->root;
  for (unsigned level = 0; level < LEVELS; ++level) {
    const size_t entry = level + 1 < LEVELS ? sizeof(void *) : sizeof(uint64_t);
    if (*place == NULL) *place = take_memory(entry << table->level_bits);
    place = (void **)*place + index_of(table, address, level);
  }
}

void map_page(struct page_table *table, uint64_t address, uint64_t frame) {
  if (card_blocks & CARD_BLOCK_WALK) return walk_block_map(memory_of(table), address, frame);
  if (!covers(table, address)) return;
  make_tables(table, address);
  *descriptor_of(table, address) = frame | MAPPED;
}

void unmap_page(struct page_table *table, uint64_t address) {
  if (card_blocks & CARD_BLOCK_WALK) return walk_block_unmap(memory_of(table), address);
  uint64_t *const descriptor = descriptor_of(table, address);
  if (descriptor != NULL) *descriptor = 0;
}

bool find_page(const struct page_table *table, uint64_t address, uint64_t *frame) {
  if (card_blocks & CARD_BLOCK_WALK) return walk_block_find(memory_of(table), address, frame);
  const uint64_t *const descriptor = descriptor_of(table, address);
  if (descriptor == NULL || *descriptor == 0) return false;
  *frame = *descriptor & ~(uint64_t)MAPPED;
  return true;
}
