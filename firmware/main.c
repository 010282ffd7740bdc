/* SPDX-License-Identifier: Apache-2.0 */
/* Performs one task at a time, in the order of arrival, and sleeps while there is none. */
#include "card_registers.h"
#include "firmware.h"

#define EXTERNAL_INTERRUPT (1u << 11)

int main(void) {
  /* Enabled in mie, so it ends a wfi, but not in mstatus: it interrupts nothing. */
  __asm__ volatile("csrw mie, %0" : : "r"(EXTERNAL_INTERRUPT));
  card_blocks = card_read(CARD_BLOCKS);
  for (;;) {
    switch (card_read(CARD_TASK)) {
      case CARD_TASK_NONE:
        __asm__ volatile("wfi");
        continue;
      case CARD_TASK_REGISTER: carry_out_registration(); break;
      case CARD_TASK_TX: feed_message(); break;
      case CARD_TASK_TX_RETIRE: retire_message(); break;
      case CARD_TASK_RX: receive_packet(); break;
      default: panic(CARD_PANIC_TASK);
    }
    card_write(CARD_TASK_DONE, 1);
  }
}
