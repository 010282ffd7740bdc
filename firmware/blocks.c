/* SPDX-License-Identifier: Apache-2.0 */
/* Hardware blocks for look-ups, if the card has them. */
#include "card_registers.h"
#include "firmware.h"

uint32_t card_blocks;

bool search_block(uint32_t command, const struct buffer *buffer) {
  card_write(CARD_SEARCH_GPU, buffer->gpu);
  card_write(CARD_SEARCH_PROCESS, buffer->process);
  card_write64(CARD_SEARCH_ADDRESS, buffer->address);
  card_write64(CARD_SEARCH_BYTES, buffer->bytes);
  card_write(CARD_SEARCH_COMMAND, command);
  return card_read(CARD_SEARCH_ANSWER) != 0;
}

const struct buffer *search_block_packet(void) {
  /* The block returns only the memory. No process has the number ~0, so this entry is never
     mistaken for the buffer of another packet. */
  static struct buffer found = {0, 0, ~0u, 0};
  card_write(CARD_SEARCH_COMMAND, CARD_SEARCH_PACKET);
  found.gpu = card_read(CARD_SEARCH_ANSWER);
  return found.gpu == CARD_NO_BUFFER ? NULL : &found;
}

static uint64_t walk_block(uint32_t command, uint32_t gpu, uint64_t address) {
  card_write(CARD_WALK_GPU, gpu);
  card_write64(CARD_WALK_ADDRESS, address);
  card_write(CARD_WALK_COMMAND, command);
  return card_read64(CARD_WALK_ANSWER);
}

void walk_block_map(uint32_t gpu, uint64_t address, uint64_t frame) {
  card_write64(CARD_WALK_FRAME, frame);
  walk_block(CARD_WALK_MAP, gpu, address);
}

void walk_block_unmap(uint32_t gpu, uint64_t address) {
  walk_block(CARD_WALK_UNMAP, gpu, address);
}

bool walk_block_find(uint32_t gpu, uint64_t address, uint64_t *frame) {
  const uint64_t answer = walk_block(CARD_WALK_FIND, gpu, address);
  *frame = answer & ~(uint64_t)CARD_WALK_MAPPED;
  return answer != 0;
}
