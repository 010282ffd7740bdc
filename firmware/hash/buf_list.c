/* SPDX-License-Identifier: Apache-2.0 */
/* BUF_LIST as a hash table by pages of 4 KB. A buffer is in the chain of each page that it touches,
   so a search looks only at the buffers of one page, however many are registered. */
#include "card_registers.h"
#include "firmware.h"

#define PAGE_BITS 12
#define CHAIN_BITS 12

struct entry {
  struct entry *next;
  struct slot *slot;
  uint32_t page; /* number of the page, lower half: rarely equal for others */
};
struct slot {
  struct buffer buffer; /* first member: a search returns its address */
  struct slot *next;    /* next free slot */
};

static struct entry *chains[1u << CHAIN_BITS];
static struct entry *free_entries;
static struct slot *free_slots;
static uint32_t count;

static uint32_t page_of(uint64_t address) { return (uint32_t)(address >> PAGE_BITS); }

/* The multiplier is 2^32 divided by the golden ratio, which spreads neighbouring pages evenly. */
static struct entry **chain_of(uint32_t page) {
  return &chains[page * 2654435761u >> (32 - CHAIN_BITS)];
}

/* Counts the byte after the last one too: an empty range there is in the buffer. */
static uint32_t pages_touched(const struct buffer *buffer) {
  const uint32_t within = (uint32_t)buffer->address & ((1u << PAGE_BITS) - 1);
  return (uint32_t)((within + buffer->bytes) >> PAGE_BITS) + 1;
}

static struct slot *take_slot(void) {
  struct slot *const slot = free_slots;
  if (slot == NULL) return take_memory(sizeof *slot);
  free_slots = slot->next;
  return slot;
}

/* Appends to the chain, so a search finds the first registered one of overlapping buffers. */
static void put_in_chain(struct slot *slot, uint32_t page) {
  struct entry *entry = free_entries;
  if (entry == NULL)
    entry = take_memory(sizeof *entry);
  else
    free_entries = entry->next;
  *entry = (struct entry){NULL, slot, page};
  struct entry **end = chain_of(page);
  while (*end != NULL) end = &(*end)->next;
  *end = entry;
}

static void take_from_chain(const struct slot *slot, uint32_t page) {
  struct entry **at = chain_of(page);
  while ((*at)->slot != slot || (*at)->page != page) at = &(*at)->next;
  struct entry *const gone = *at;
  *at = gone->next;
  gone->next = free_entries;
  free_entries = gone;
}

bool add_buffer(const struct buffer *buffer) {
  if (card_blocks & CARD_BLOCK_SEARCH) return search_block(CARD_SEARCH_ADD, buffer);
  if (count == card_read(CARD_BUFFERS)) return false;
  ++count;
  struct slot *const slot = take_slot();
  slot->buffer = *buffer;
  const uint32_t first = page_of(buffer->address), pages = pages_touched(buffer);
  for (uint32_t i = 0; i < pages; ++i) put_in_chain(slot, first + i);
  return true;
}

static struct slot *slot_at(uint32_t process, uint64_t address) {
  for (const struct entry *e = *chain_of(page_of(address)); e != NULL; e = e->next)
    if (e->slot->buffer.process == process && e->slot->buffer.address == address) return e->slot;
  return NULL;
}

bool remove_buffer(uint32_t process, uint64_t address) {
  if (card_blocks & CARD_BLOCK_SEARCH)
    return search_block(CARD_SEARCH_REMOVE, &(struct buffer){address, 0, process, 0});
  struct slot *const slot = slot_at(process, address);
  if (slot == NULL) return false;
  const uint32_t first = page_of(address), pages = pages_touched(&slot->buffer);
  for (uint32_t i = 0; i < pages; ++i) take_from_chain(slot, first + i);
  slot->next = free_slots;
  free_slots = slot;
  --count;
  return true;
}

const struct buffer *find_buffer(uint32_t process, uint64_t address, uint32_t bytes) {
  if (card_blocks & CARD_BLOCK_SEARCH) return search_block_packet();
  const uint32_t page = page_of(address);
  for (const struct entry *e = *chain_of(page); e != NULL; e = e->next) {
    if (e->page != page || e->slot->buffer.process != process) continue;
    const struct buffer *const b = &e->slot->buffer;
    /* This form needs no sum that could wrap: headers come from the network. */
    const uint64_t within = address - b->address;
    if (within <= b->bytes && b->bytes - within >= bytes) return b;
  }
  return NULL;
}

bool is_in_buffer(uint32_t gpu, uint64_t address, uint64_t bytes) {
  if (card_blocks & CARD_BLOCK_SEARCH)
    return search_block(CARD_SEARCH_TOUCHES, &(struct buffer){address, bytes, 0, gpu});
  const uint32_t first = page_of(address), last = page_of(address + bytes - 1);
  for (uint32_t page = first; page != last + 1; ++page)
    for (const struct entry *e = *chain_of(page); e != NULL; e = e->next) {
      const struct buffer *const b = &e->slot->buffer;
      if (b->gpu == gpu && (address - b->address < b->bytes || b->address - address < bytes))
        return true;
    }
  return false;
}
