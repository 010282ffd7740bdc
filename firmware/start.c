/* SPDX-License-Identifier: Apache-2.0 */
/* Sets up the stack and jumps to main(). Memory after the program is 0 when the program is loaded.
   There is no trap handler: a trap ends the simulation, which reports its place. */
#include "firmware.h"

__attribute__((naked, noreturn, section(".text.start"))) void start(void) {
  __asm__ volatile(
      "la sp, stack_top\n"
      "j main\n");
}
