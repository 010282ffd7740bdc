/* SPDX-License-Identifier: Apache-2.0 */
#include "card_registers.h"
#include "firmware.h"

extern char heap_begin[];

_Noreturn void panic(uint32_t reason) {
  card_write(CARD_PANIC, reason);
  for (;;) {
  }
}

void *take_memory(size_t bytes) {
  static uintptr_t next;
  if (next == 0) next = (uintptr_t)heap_begin;
  const uintptr_t made = next;
  if (card_read(CARD_MEMORY_END) - made < bytes) panic(CARD_PANIC_MEMORY);
  next = made + ((bytes + 7) & ~(size_t)7);
  return (void *)made;
}
