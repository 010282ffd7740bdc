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
/// Number of sectors in a set of a line's sectors: a digit of a table, where processors without an
/// instruction for it count by a call.
inline unsigned sector_count(unsigned sectors) {
  return static_cast<unsigned>(0x4332322132212110u >> 4 * sectors & 0xFu);
}
/// In place of a first byte: the bytes of a line do not lie side by side.
inline constexpr std::uint8_t kApart = 255;

enum class LineOp : std::uint8_t { kRead, kWrite, kAtomic };

/// Where an answer came from: for who asks why (hw/gpu/sm/kernel_journal.h).
enum class LineSource : std::uint8_t { kNone, kL1, kL2, kDram, kPeer };

/// What an SM asks of the memory below its L1: sectors of one line. It belongs to the SM that made
/// it, and to the memory from take() to line_done().
struct LineRequest {
  LineRequest* next = nullptr;  ///< Link of the one queue that holds it.
  core::Cycle at = 0;           ///< When the holder may act on it.
  std::uint64_t address = 0;    ///< Of the line, virtual, a multiple of kLineBytes.
  std::uint16_t bytes = 0;      ///< Written or modified; reads: of the sectors.
  std::uint8_t sectors = 0;     ///< Bit a sector.
  LineOp op = LineOp::kRead;
  bool whole = true;   ///< kWrite: every byte of its sectors is written.
  bool wanted = true;  ///< The SM waits for the answer (loads, returning atomics, fenced stores).
  bool fresh = false;  ///< kRead: of the memory that holds the line, past what is kept of it.
  std::uint16_t sm = 0;
  LineSource source = LineSource::kNone;  ///< Set with the answer.
  std::uint8_t home = 0;                  ///< Set with the answer: the GPU that holds the line.
  std::uint8_t first = kApart;            ///< kWrite: its first byte in the line, or kApart.
  std::uint16_t cta = 0;  ///< kWrite, kAtomic: the SM's number of the CTA, see CtaSlotClient.
  std::uint32_t tag = 0;  ///< The SM's own.
};

/// A slice of memory that a warp goes through. It belongs to the SM that made it, and to the memory
/// from stream() to stream_done().
struct StreamRequest {
  StreamRequest* next = nullptr;  ///< Link of the one queue that holds it.
  core::Cycle at = 0;             ///< When the holder may act on it.
  std::uint64_t read = 0;         ///< Virtual, of what is still to be read.
  std::uint64_t write = 0;
  std::uint32_t read_bytes = 0;
  std::uint32_t write_bytes = 0;
  core::Cycle visible = 0;   ///< The memory's: when what is written so far is.
  std::uint16_t window = 0;  ///< Lines under way at most.
  std::uint16_t sm = 0;
  std::uint32_t tag = 0;  ///< The SM's own.
};

/// An SM's side. Called in a cycle of the GPU's clock, before any member of that cycle sees it.
class LineClient {
 public:
  virtual ~LineClient() = default;
  /// The request is done in cycle `now`: read, or visible to the whole GPU (system scope: node).
  virtual void line_done(LineRequest& request, core::Cycle now) = 0;
  /// After a take() that failed: worth trying again in cycle `now`.
  virtual void line_room(core::Cycle now) = 0;
  /// All of the slice is read, and visible where it is written, in cycle `now`.
  virtual void stream_done(StreamRequest&, core::Cycle) {}
};

/// What is below the L1s of a GPU.
class MemoryPortIf {
 public:
  virtual ~MemoryPortIf() = default;
  /// The request leaves the SM in cycle `now`; false: no room in the SM's queue, nothing happened.
  virtual bool take(LineRequest& request, core::Cycle now) = 0;
  /// The L1s are invalidated now, and so is what is kept here of other GPUs' memories: lines on
  /// their way are answered, and not kept.
  virtual void invalidate_remote() {}
  /// A stream begins in cycle `now`. For memories that have them.
  virtual void stream(StreamRequest& request, core::Cycle) {
    GF_CHECK(false, "SM " + std::to_string(request.sm) + " streams from a memory without streams");
  }
};

}  // namespace gf::hw::gpu
