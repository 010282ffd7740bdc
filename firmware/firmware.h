/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the firmware offer each other. */
#ifndef FIRMWARE_H
#define FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* memory.c: memory that is never given back, all zeros. Gives up when none is left. */
void *take_memory(size_t bytes);
_Noreturn void panic(uint32_t reason);

/* buf_list.c: registered buffers, in the order of their registration. */
struct buffer {
  uint64_t address, bytes;
  uint32_t process, gpu;
};
bool add_buffer(const struct buffer *buffer);
bool remove_buffer(uint32_t process, uint64_t address);
/* The buffer of `process` that holds the whole range, or NULL. */
const struct buffer *find_buffer(uint32_t process, uint64_t address, uint32_t bytes);
/* Whether a buffer of that memory has a byte of the range. */
bool is_in_buffer(uint32_t gpu, uint64_t address, uint64_t bytes);

/* page_table.c: pages to frames, a tree of four levels for addresses of 48 bits. */
struct page_table {
  unsigned page_bits, level_bits;
  void **root;
};
extern struct page_table host_pages; /* 4 KB, to bus addresses */
#define MOST_GPUS 8
extern struct page_table gpu_pages[MOST_GPUS]; /* 64 KB, to addresses in GPU memory */
struct page_table *pages_of(uint32_t gpu);
void map_page(struct page_table *table, uint64_t address, uint64_t frame);
void unmap_page(struct page_table *table, uint64_t address);
/* Sets *frame; false: a page fault. */
bool find_page(const struct page_table *table, uint64_t address, uint64_t *frame);

/* blocks.c: hardware that looks up in place of the list and the tree. */
extern uint32_t card_blocks; /* CARD_BLOCKS, read once */
bool search_block(uint32_t command, const struct buffer *buffer);
const struct buffer *search_block_packet(void); /* of the packet in front; of it `gpu` alone */
void walk_block_map(uint32_t gpu, uint64_t address, uint64_t frame);
void walk_block_unmap(uint32_t gpu, uint64_t address);
bool walk_block_find(uint32_t gpu, uint64_t address, uint64_t *frame);

/* requests.c: version 1 of GPU_P2P_TX, `bytes` of one packet and one page, for which V2P was
   walked or not. */
void write_requests(uint64_t frame, uint32_t bytes, bool walked);

/* The tasks. */
void receive_packet(void);
void feed_message(void);
void retire_message(void);
void carry_out_registration(void);
/* Pages have changed: what feed_message() remembers is worthless. */
void forget_page(void);

static inline uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

#endif
