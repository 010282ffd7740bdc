/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of the APEnet+ card, as seen by its processor: 32-bit registers on the bus. The model
   has the same map in hw/apenet/nios/register_map.h, and a test compares the two.
   A 64-bit address or length takes two registers, the lower half first. */
#ifndef CARD_REGISTERS_H
#define CARD_REGISTERS_H

#include <stdint.h>

#define CARD_BASE 0x40000000u

/* The queue of tasks. The interrupt line is high while the queue holds a task. */
#define CARD_TASK 0x000      /* kind of the current task; 0: none */
#define CARD_TASK_DONE 0x004 /* write: the current task has ended */

/* The board. */
#define CARD_BUFFERS 0x010        /* most buffers that may be registered */
#define CARD_MEMORY_END 0x014     /* end of the processor's memory */
#define CARD_GPU 0x018            /* write: the GPU for CARD_GPU_WINDOW */
#define CARD_GPU_WINDOW 0x020     /* bus address of that GPU's window */
#define CARD_GPU_WINDOW_HIGH 0x024
#define CARD_PANIC 0x030          /* write: the firmware panics; a reason below */
#define CARD_BLOCKS 0x034         /* available look-up blocks: bits below */

/* The packet of the current receiving task. */
#define CARD_RX_PROCESS 0x100
#define CARD_RX_SOURCE 0x104 /* node */
#define CARD_RX_ADDRESS 0x108
#define CARD_RX_ADDRESS_HIGH 0x10c
#define CARD_RX_MESSAGE 0x110
#define CARD_RX_MESSAGE_HIGH 0x114
#define CARD_RX_BYTES 0x118
#define CARD_RX_LAST 0x11c /* 1: the last packet of its message */

/* The receiving engine: at most two spans of bus addresses. */
#define CARD_RX_BUS_0 0x140
#define CARD_RX_BUS_0_HIGH 0x144
#define CARD_RX_SPAN_0 0x148 /* bytes */
#define CARD_RX_BUS_1 0x150
#define CARD_RX_BUS_1_HIGH 0x154
#define CARD_RX_SPAN_1 0x158
#define CARD_RX_FRAME_0 0x160 /* in GPU memory, for the write window */
#define CARD_RX_FRAME_0_HIGH 0x164
#define CARD_RX_FRAME_1 0x168
#define CARD_RX_FRAME_1_HIGH 0x16c
#define CARD_RX_PAGE_REGISTER 0x170 /* bus address that moves the window; 0: host memory */
#define CARD_RX_PAGE_REGISTER_HIGH 0x174
#define CARD_RX_COMMAND 0x178 /* write: a verdict below; clears the registers above */

/* An event for the host's queue, after all earlier commands. */
#define CARD_EVENT_SOURCE 0x180
#define CARD_EVENT_MESSAGE 0x184
#define CARD_EVENT_MESSAGE_HIGH 0x188
#define CARD_EVENT_ADDRESS 0x18c
#define CARD_EVENT_ADDRESS_HIGH 0x190
#define CARD_EVENT_BYTES 0x194
#define CARD_EVENT_BYTES_HIGH 0x198
#define CARD_EVENT_KIND 0x19c /* write: sends the event */

/* The message of GPU_P2P_TX that is under way. */
#define CARD_TX_GENERATION 0x200 /* 1, 2 or 3 */
#define CARD_TX_GPU 0x204
#define CARD_TX_ADDRESS 0x208 /* of the next byte not handed out, in GPU memory */
#define CARD_TX_ADDRESS_HIGH 0x20c
#define CARD_TX_LEFT 0x210 /* bytes not handed out */
#define CARD_TX_LEFT_HIGH 0x214
#define CARD_TX_PACKET_LEFT 0x218 /* same, up to the end of the packet */
#define CARD_TX_NODE 0x21c        /* of the sender, for events */
#define CARD_TX_MESSAGE 0x220
#define CARD_TX_MESSAGE_HIGH 0x224
#define CARD_TX_SOURCE 0x228 /* of the message's first byte */
#define CARD_TX_SOURCE_HIGH 0x22c
#define CARD_TX_BYTES 0x230 /* of the message */
#define CARD_TX_BYTES_HIGH 0x234
#define CARD_TX_FRAME 0x240 /* address in GPU memory, translated */
#define CARD_TX_FRAME_HIGH 0x244
#define CARD_TX_SEGMENT 0x248 /* write: hands out this many bytes from CARD_TX_FRAME on */
#define CARD_TX_WALKED 0x80000000u /* flag: V2P was walked for it; the walk is counted */
#define CARD_TX_FAULT 0x24c   /* write: page fault; the message ends here */
#define CARD_TX_RETIRE 0x250  /* write: the message is over, the next one may begin */
/* Version 1 replaces CARD_TX_SEGMENT by single requests to the GPU's mailbox. */
#define CARD_TX_REQUEST 0x254   /* write: one request for this many bytes, within a line of 128 B */
#define CARD_TX_REQUESTED 0x258 /* write: the task's requests are done; CARD_TX_WALKED or 0 */

/* The current registration. */
#define CARD_REG_REMOVE 0x300 /* 1: remove it */
#define CARD_REG_GPU 0x304    /* CARD_HOST_BUFFER: host memory */
#define CARD_REG_PROCESS 0x308
#define CARD_REG_PAGES 0x30c
#define CARD_REG_ADDRESS 0x310
#define CARD_REG_ADDRESS_HIGH 0x314
#define CARD_REG_BYTES 0x318
#define CARD_REG_BYTES_HIGH 0x31c
#define CARD_REG_FRAME 0x320      /* of the next page */
#define CARD_REG_FRAME_HIGH 0x324 /* a read advances to the page after it */
#define CARD_REG_DONE 0x328       /* write: 1 performed, 0 refused */

/* The block that searches BUF_LIST, if CARD_BLOCKS has it. Reading an answer that is not ready
   waits for it. */
#define CARD_SEARCH_GPU 0x380 /* of the buffer, as below */
#define CARD_SEARCH_PROCESS 0x384
#define CARD_SEARCH_ADDRESS 0x388
#define CARD_SEARCH_ADDRESS_HIGH 0x38c
#define CARD_SEARCH_BYTES 0x390
#define CARD_SEARCH_BYTES_HIGH 0x394
#define CARD_SEARCH_COMMAND 0x398 /* write: a command below */
#define CARD_SEARCH_ANSWER 0x39c  /* for a packet: its memory or CARD_NO_BUFFER; else 0 or 1 */

/* The block that walks V2P. */
#define CARD_WALK_GPU 0x3a0 /* owner of the pages: CARD_HOST_BUFFER or a GPU */
#define CARD_WALK_ADDRESS 0x3a8
#define CARD_WALK_ADDRESS_HIGH 0x3ac
#define CARD_WALK_FRAME 0x3b0 /* for CARD_WALK_MAP */
#define CARD_WALK_FRAME_HIGH 0x3b4
#define CARD_WALK_COMMAND 0x3b8
#define CARD_WALK_ANSWER 0x3c0 /* frame, and CARD_WALK_MAPPED; 0: a page fault */
#define CARD_WALK_ANSWER_HIGH 0x3c4

/* Bits of CARD_BLOCKS. */
#define CARD_BLOCK_SEARCH 1
#define CARD_BLOCK_WALK 2

/* Commands of the search block: add the buffer, remove it, tell whether a buffer touches that
   memory and range, and find the buffer of the current packet. */
#define CARD_SEARCH_ADD 1
#define CARD_SEARCH_REMOVE 2
#define CARD_SEARCH_TOUCHES 3
#define CARD_SEARCH_PACKET 4
#define CARD_NO_BUFFER 0x100u

/* Commands of the walk block. */
#define CARD_WALK_MAP 1
#define CARD_WALK_UNMAP 2
#define CARD_WALK_FIND 3
#define CARD_WALK_MAPPED 1

/* Tasks. */
#define CARD_TASK_NONE 0
#define CARD_TASK_REGISTER 1
#define CARD_TASK_TX 2
#define CARD_TASK_TX_RETIRE 3
#define CARD_TASK_RX 4

/* Verdicts on a packet. */
#define CARD_RX_WRITE 0
#define CARD_RX_NO_BUFFER 1
#define CARD_RX_PAGE_FAULT 2

/* Kinds of events. */
#define CARD_EVENT_SENT 0
#define CARD_EVENT_RECEIVED 1
#define CARD_EVENT_REGISTERED 2
#define CARD_EVENT_DROPPED 3
#define CARD_EVENT_PAGE_FAULT 4

/* Reasons for a panic. */
#define CARD_PANIC_MEMORY 1 /* no memory left for tables */
#define CARD_PANIC_TASK 2   /* a task of an unknown kind */

#define CARD_HOST_BUFFER 0xff

/* Offsets in a GPU's window. */
#define GPU_WINDOW_PAGE 64u      /* the register that moves the write window */
#define GPU_WINDOW_WRITES 65536u /* the write window */

static inline uint32_t card_read(uint32_t offset) {
  return *(volatile uint32_t *)(CARD_BASE + offset);
}
static inline void card_write(uint32_t offset, uint32_t value) {
  *(volatile uint32_t *)(CARD_BASE + offset) = value;
}
static inline uint64_t card_read64(uint32_t offset) {
  const uint32_t low = card_read(offset);
  return (uint64_t)card_read(offset + 4) << 32 | low;
}
static inline void card_write64(uint32_t offset, uint64_t value) {
  card_write(offset, (uint32_t)value);
  card_write(offset + 4, (uint32_t)(value >> 32));
}

#endif
