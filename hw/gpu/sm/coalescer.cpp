// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/coalescer.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace gf::hw::gpu {
namespace {

/// One bit per byte of a line.
struct ByteMask {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// Returns bits from ... from + count - 1 of 64; count is at least 1.
constexpr std::uint64_t ones(unsigned from, unsigned count) {
  return (~0ull >> (64 - count)) << from;
}

void set_bytes(ByteMask& mask, unsigned from, unsigned count) {
  if (from < 64) mask.low |= ones(from, std::min(count, 64 - from));
  if (from + count > 64) {
    const unsigned first = std::max(from, 64u) - 64;
    mask.high |= ones(first, from + count - 64 - first);
  }
}

unsigned lowest(std::uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }

/// Returns whether the set bits are contiguous. Precondition: `bits` is not 0.
bool one_run(std::uint64_t bits) {
  const std::uint64_t run = bits >> lowest(bits);
  return (run & (run + 1)) == 0;
}

/// Returns the number of the first byte if the bytes are contiguous, else kApart. Precondition:
/// `mask` is not empty.
std::uint8_t first_of_run(const ByteMask& mask) {
  if (mask.low == 0)
    return one_run(mask.high) ? static_cast<std::uint8_t>(64 + lowest(mask.high)) : kApart;
  const bool across = mask.high != 0;
  const bool reaches_high = mask.low >> 63 != 0 && (mask.high & 1) != 0;
  if (!one_run(mask.low) || (across && !(reaches_high && one_run(mask.high)))) return kApart;
  return static_cast<std::uint8_t>(lowest(mask.low));
}

LineAccess to_access(std::uint64_t line, const ByteMask& mask) {
  LineAccess access;
  access.address = line;
  access.bytes =
      static_cast<std::uint16_t>(__builtin_popcountll(mask.low) + __builtin_popcountll(mask.high));
  const std::array<std::uint32_t, kLineSectors> sectors = {
      static_cast<std::uint32_t>(mask.low), static_cast<std::uint32_t>(mask.low >> 32),
      static_cast<std::uint32_t>(mask.high), static_cast<std::uint32_t>(mask.high >> 32)};
  access.whole = true;
  for (unsigned n = 0; n < kLineSectors; ++n) {
    if (sectors[n] == 0) continue;
    access.sectors = static_cast<std::uint8_t>(access.sectors | 1u << n);
    access.whole = access.whole && sectors[n] == ~0u;
  }
  if (!access.whole) access.first = first_of_run(mask);
  return access;
}

/// Same as to_access() with all bytes set, the usual case in regular kernels.
LineAccess whole_line(std::uint64_t line) {
  LineAccess access;
  access.address = line;
  access.bytes = kLineBytes;
  access.sectors = (1u << kLineSectors) - 1;
  access.whole = true;
  return access;
}

LineAccess range_of_line(std::uint64_t line, unsigned from, unsigned count) {
  if (count == kLineBytes) return whole_line(line);
  ByteMask mask;
  set_bytes(mask, from, count);
  return to_access(line, mask);
}

/// The lines found so far.
class Lines {
 public:
  void add(std::uint64_t address, unsigned bytes) {
    const auto offset = static_cast<unsigned>(address % kLineBytes);
    const unsigned here = std::min(bytes, kLineBytes - offset);
    set_bytes(masks_[find(address - offset)], offset, here);
    if (here < bytes) add(address + here, bytes - here);
  }
  unsigned copy_to(LineAccesses& lines) const {
    for (unsigned n = 0; n < count_; ++n) lines[n] = to_access(addresses_[n], masks_[n]);
    return count_;
  }

 private:
  /// Returns the entry of `line`. It tries the latest first, because neighbouring lanes mostly
  /// share a line.
  unsigned find(std::uint64_t line) {
    for (unsigned n = count_; n > 0; --n)
      if (addresses_[n - 1] == line) return n - 1;
    addresses_[count_] = line;
    masks_[count_] = {};
    return count_++;
  }

  unsigned count_ = 0;
  std::array<std::uint64_t, kMostLineAccesses> addresses_;
  std::array<ByteMask, kMostLineAccesses> masks_;
};

/// All lanes are contiguous: one range of bytes. Regular kernels mostly access memory like this, so
/// that no lane's address has to be computed.
unsigned coalesce_range(std::uint64_t from, unsigned bytes, LineAccesses& lines) {
  unsigned count = 0;
  while (bytes > 0) {
    const auto offset = static_cast<unsigned>(from % kLineBytes);
    const unsigned here = std::min(bytes, kLineBytes - offset);
    lines[count++] = range_of_line(from - offset, offset, here);
    from += here;
    bytes -= here;
  }
  return count;
}

}  // namespace

unsigned coalesce(const model::WarpProgram& program, const model::WarpInstruction& instruction,
                  LineAccesses& lines) {
  const unsigned bytes = instruction.lane_bytes;
  GF_CHECK(instruction.lanes != 0 && bytes >= 1 && bytes <= 16,
           "lanes " + std::to_string(instruction.lanes) + ", bytes " + std::to_string(bytes));
  const bool gathers = instruction.gather != model::WarpInstruction::kNoGather;
  if (!gathers && instruction.lanes == ~0u && instruction.lane_stride == static_cast<int>(bytes))
    return coalesce_range(instruction.address, bytes * model::kWarpLanes, lines);
  Lines found;
  for (std::uint32_t left = instruction.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    found.add(program.address(instruction, lane), bytes);
  }
  return found.copy_to(lines);
}

}  // namespace gf::hw::gpu
