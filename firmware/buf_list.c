/* SPDX-License-Identifier: Apache-2.0 */
/* BUF_LIST: a search compares one entry after the other, so its time is linear in the list. */
#include "card_registers.h"
#include "firmware.h"

static struct buffer *list;
static uint32_t count;

bool add_buffer(const struct buffer *buffer) {
  if (card_blocks & CARD_BLOCK_SEARCH) return search_block(CARD_SEARCH_ADD, buffer);
  const uint32_t most = card_read(CARD_BUFFERS);
  if (list == NULL) list = take_memory(most * sizeof *list);
  if (count == most) return false;
  list[count++] = *buffer;
  return true;
}

bool remove_buffer(uint32_t process, uint64_t address) {
  if (card_blocks & CARD_BLOCK_SEARCH)
    return search_block(CARD_SEARCH_REMOVE, &(struct buffer){address, 0, process, 0});
  for (uint32_t i = 0; i < count; ++i) {
    if (list[i].process != process || list[i].address != address) continue;
    for (--count; i < count; ++i) list[i] = list[i + 1];
    return true;
  }
  return false;
}

const struct buffer *find_buffer(uint32_t process, uint64_t address, uint32_t bytes) {
  if (card_blocks & CARD_BLOCK_SEARCH) return search_block_packet();
  for (const struct buffer *b = list; b < list + count; ++b) {
    if (b->process != process) continue;
    /* This form needs no sum that could wrap: headers come from the network. */
    const uint64_t within = address - b->address;
    if (within <= b->bytes && b->bytes - within >= bytes) return b;
  }
  return NULL;
}

bool is_in_buffer(uint32_t gpu, uint64_t address, uint64_t bytes) {
  if (card_blocks & CARD_BLOCK_SEARCH)
    return search_block(CARD_SEARCH_TOUCHES, &(struct buffer){address, bytes, 0, gpu});
  for (const struct buffer *b = list; b < list + count; ++b)
    if (b->gpu == gpu && (address - b->address < b->bytes || b->address - address < bytes))
      return true;
  return false;
}
