/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and data shared by the parts of the firmware. */
#ifndef FIRMWARE_H
#define FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* memory.c: returns zeroed memory, which is never freed. Panics when none is left. */
void *take_memory(size_t bytes);
_Noreturn void panic(uint32_t reason);

/* buf_list.c: registered buffers, in the order of their registration. */
struct buffer {
  uint64_t address, bytes;
  uint32_t process, gpu;
};
bool add_buffer(const struct buffer *buffer);
bool remove_buffer(uint32_t process, uint64_t address);
/* Returns the buffer of `process` that holds the whole range, or NULL. */
const struct buffer *find_buffer(uint32_t process, uint64_t address, uint32_t bytes);
/* True if a buffer in that memory has a byte of the range. */
bool is_in_buffer(uint32_t gpu, uint64_t address, uint64_t bytes);

/* page_table.c: maps pages to frames with a tree of four levels, for addresses of 48 bits. */
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
/* Sets *frame; returns false on a page fault. */
bool find_page(const struct page_table *table, uint64_t address, uint64_t *frame);

/* blocks.c: hardware look-ups that replace the list and the tree. */
extern uint32_t card_blocks; /* CARD_BLOCKS, read once */
bool search_block(uint32_t command, const struct buffer *buffer);
const struct buffer *search_block_packet(void); /* for the current packet; sets only `gpu` */
void walk_block_map(uint32_t gpu, uint64_t address, uint64_t frame);
void walk_block_unmap(uint32_t gpu, uint64_t address);
bool walk_block_find(uint32_t gpu, uint64_t address, uint64_t *frame);

/* requests.c: version 1 of GPU_P2P_TX. Requests `bytes` within one packet and one page; `walked`
   tells whether V2P was walked for them. */
void write_requests(uint64_t frame, uint32_t bytes, bool walked);

/* The tasks. */
void receive_packet(void);
void feed_message(void);
void retire_message(void);
void carry_out_registration(void);
/* Pages have changed: invalidates the page or buffer remembered from the last task. */
void forget_page(void);

static inline uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

#endif
