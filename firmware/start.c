/* SPDX-License-Identifier: Apache-2.0 */
/* Sets up the stack and goes to main(). Memory behind the program is 0 when it is loaded. No trap
   handler: a trap ends the simulation, and says where. */
#include "firmware.h"

__attribute__((naked, noreturn, section(".text.start"))) void start(void) {
  __asm__ volatile(
      "la sp, stack_top\n"
      "j main\n");
}
