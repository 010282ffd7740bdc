/* SPDX-License-Identifier: Apache-2.0 */
/* Receives a packet: finds its buffer, translates its pages and starts the engine. After the last
   packet of a message, and after a dropped packet, it sends an event to the host. */
#include "card_registers.h"
#include "firmware.h"

struct packet {
  uint64_t address;
  uint32_t bytes;
};

/* A packet touches at most two pages. The registers of the second span stay 0 unless written. */
static bool program_host(const struct packet *packet) {
  const uint32_t page = 1u << host_pages.page_bits;
  uint32_t done = 0;
  for (unsigned i = 0; i < 2 && (i == 0 || done < packet->bytes); ++i) {
    const uint64_t address = packet->address + done;
    const uint32_t within = (uint32_t)address & (page - 1);
    uint64_t frame;
    if (!find_page(&host_pages, address, &frame)) return false;
    const uint32_t bytes = (uint32_t)least(page - within, packet->bytes - done);
    card_write64(i == 0 ? CARD_RX_BUS_0 : CARD_RX_BUS_1, frame + within);
    card_write(i == 0 ? CARD_RX_SPAN_0 : CARD_RX_SPAN_1, bytes);
    done += bytes;
  }
  return true;
}

static bool program_gpu(const struct packet *packet, uint32_t gpu) {
  const struct page_table *const pages = pages_of(gpu);
  const uint32_t page = 1u << pages->page_bits;
  card_write(CARD_GPU, gpu);
  const uint64_t window = card_read64(CARD_GPU_WINDOW);
  uint32_t done = 0;
  for (unsigned i = 0; i < 2 && (i == 0 || done < packet->bytes); ++i) {
    const uint64_t address = packet->address + done;
    const uint32_t within = (uint32_t)address & (page - 1);
    uint64_t frame;
    if (!find_page(pages, address, &frame)) return false;
    const uint32_t bytes = (uint32_t)least(page - within, packet->bytes - done);
    card_write64(i == 0 ? CARD_RX_FRAME_0 : CARD_RX_FRAME_1, frame);
    card_write64(i == 0 ? CARD_RX_BUS_0 : CARD_RX_BUS_1, window + GPU_WINDOW_WRITES + within);
    card_write(i == 0 ? CARD_RX_SPAN_0 : CARD_RX_SPAN_1, bytes);
    done += bytes;
  }
  card_write64(CARD_RX_PAGE_REGISTER, window + GPU_WINDOW_PAGE);
  return true;
}

static uint32_t program_engine(uint32_t process, const struct packet *packet) {
  const struct buffer *const buffer = find_buffer(process, packet->address, packet->bytes);
  if (buffer == NULL) return CARD_RX_NO_BUFFER;
  const bool good = buffer->gpu == CARD_HOST_BUFFER ? program_host(packet)
                                                    : program_gpu(packet, buffer->gpu);
  return good ? CARD_RX_WRITE : CARD_RX_PAGE_FAULT;
}

void receive_packet(void) {
  static const uint8_t event_of[] = {CARD_EVENT_RECEIVED, CARD_EVENT_DROPPED,
                                     CARD_EVENT_PAGE_FAULT};
  const struct packet packet = {card_read64(CARD_RX_ADDRESS), card_read(CARD_RX_BYTES)};
  const uint32_t verdict = program_engine(card_read(CARD_RX_PROCESS), &packet);
  const bool tells = card_read(CARD_RX_LAST) != 0 || verdict != CARD_RX_WRITE;
  /* Read before the command, which hands the packet to the engine. */
  const uint32_t source = tells ? card_read(CARD_RX_SOURCE) : 0;
  const uint64_t message = tells ? card_read64(CARD_RX_MESSAGE) : 0;
  card_write(CARD_RX_COMMAND, verdict);
  if (!tells) return;
  card_write(CARD_EVENT_SOURCE, source);
  card_write64(CARD_EVENT_MESSAGE, message);
  card_write64(CARD_EVENT_ADDRESS, packet.address);
  card_write64(CARD_EVENT_BYTES, packet.bytes);
  card_write(CARD_EVENT_KIND, event_of[verdict]);
}
