// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/time/clock_domain.h"

namespace gf::hw::gpu {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kLineBytes = 128;
inline constexpr unsigned kLineSectors = kLineBytes / kSectorBytes;
/// Returns the number of sectors in a set. It looks the digit up in a table, because processors
/// without a bit-count instruction would make a call.
inline unsigned sector_count(unsigned sectors) {
  return static_cast<unsigned>(0x4332322132212110u >> 4 * sectors & 0xFu);
}
/// Value of a first byte if the bytes of a line are not contiguous.
inline constexpr std::uint8_t kApart = 255;

enum class LineOp : std::uint8_t { kRead, kWrite, kAtomic };

/// Where an answer came from, for the kernel journal (hw/gpu/sm/kernel_journal.h).
enum class LineSource : std::uint8_t { kNone, kL1, kL2, kDram, kPeer };

/// A request of an SM to the memory below its L1, for sectors of one line. It belongs to the SM
/// that made it, and to the memory from take() to line_done().
struct LineRequest {
  LineRequest* next = nullptr;  ///< Link of the one queue that holds it.
  core::Cycle at = 0;           ///< The holder may act on it from this cycle on.
  std::uint64_t address = 0;    ///< Virtual line address, a multiple of kLineBytes.
  std::uint16_t bytes = 0;      ///< Bytes written or modified; reads: bytes of the sectors.
  std::uint8_t sectors = 0;     ///< One bit per sector.
  LineOp op = LineOp::kRead;
  bool whole = true;   ///< kWrite: every byte of its sectors is written.
  bool wanted = true;  ///< The SM waits for the answer (loads, returning atomics, fenced stores).
  bool fresh = false;  ///< kRead: bypasses copies and reads the memory that holds the line.
  std::uint16_t sm = 0;
  LineSource source = LineSource::kNone;  ///< Set with the answer.
  std::uint8_t home = 0;                  ///< Set with the answer: the GPU that holds the line.
  std::uint8_t first = kApart;            ///< kWrite: its first byte in the line, or kApart.
  std::uint16_t cta = 0;  ///< kWrite, kAtomic: the SM's number of the CTA; see CtaSlotClient.
  std::uint32_t tag = 0;  ///< For the SM's own use.
};

/// A slice of memory that a warp streams through. It belongs to the SM that made it, and to the
/// memory from stream() to stream_done().
struct StreamRequest {
  StreamRequest* next = nullptr;  ///< Link of the one queue that holds it.
  core::Cycle at = 0;             ///< The holder may act on it from this cycle on.
  std::uint64_t read = 0;         ///< Virtual address of the bytes still to be read.
  std::uint64_t write = 0;
  std::uint32_t read_bytes = 0;
  std::uint32_t write_bytes = 0;
  core::Cycle visible = 0;   ///< Set by the memory: when the bytes written so far are visible.
  std::uint16_t window = 0;  ///< Maximum number of lines in flight.
  std::uint16_t sm = 0;
  std::uint32_t tag = 0;  ///< For the SM's own use.
};

/// An SM's side of the memory port. Called in a cycle of the GPU's clock, before any member of
/// that cycle runs.
class LineClient {
 public:
  virtual ~LineClient() = default;
  /// The request is done in cycle `now`: read, or visible to the whole GPU (system scope:
  /// to the node).
  virtual void line_done(LineRequest& request, core::Cycle now) = 0;
  /// A take() that failed may be tried again in cycle `now`.
  virtual void line_room(core::Cycle now) = 0;
  /// In cycle `now` all of the slice has been read, and all its writes are visible.
  virtual void stream_done(StreamRequest&, core::Cycle) {}
};

/// The memory below the L1s of a GPU.
class MemoryPortIf {
 public:
  virtual ~MemoryPortIf() = default;
  /// Takes a request that leaves the SM in cycle `now`. Returns false, without any effect, if the
  /// SM's queue has no room.
  virtual bool take(LineRequest& request, core::Cycle now) = 0;
  /// Invalidates the lines of other GPUs' memories that are kept here; called when the L1s are
  /// invalidated. Lines on their way are still answered, but not kept.
  virtual void invalidate_remote() {}
  /// Begins a stream in cycle `now`. Only for memories that support streams.
  virtual void stream(StreamRequest& request, core::Cycle) {
    GF_CHECK(false, "SM " + std::to_string(request.sm) + " streams from a memory without streams");
  }
};

}  // namespace gf::hw::gpu
