// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/param/param.h"
#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// A physical address names the GPU whose memory holds it: home << kHomeShift | offset.
inline constexpr unsigned kHomeShift = 40;
inline constexpr std::uint64_t kOffsetMask = (1ull << kHomeShift) - 1;
constexpr unsigned home_of(std::uint64_t physical) {
  return static_cast<unsigned>(physical >> kHomeShift);
}
constexpr std::uint64_t offset_of(std::uint64_t physical) { return physical & kOffsetMask; }
/// Homes from here on are no GPUs but multicast groups of NVSwitches: all memories of the group's
/// members at that offset.
inline constexpr unsigned kFirstGroupHome = 1024;

/// Memories of a node's GPUs, and the page size in which they are handed out.
struct PageTableParams : core::ParamGroup {
  core::Param<core::Bytes> page =
      param("page", core::kibibytes(64), "page size, a power of two", "assumed",
            core::power_of_two(core::kibibytes(4), core::mebibytes(512)));
  core::Param<core::Bytes> memory =
      param("memory", core::Bytes(16ull << 30), "memory of each GPU", "assumed: V100 with 16 GB",
            core::between(core::mebibytes(1), core::Bytes(1ull << 39)));
};

/// Keeps translations, and is notified when one becomes invalid.
class ShootdownClient {
 public:
  virtual ~ShootdownClient() = default;
  virtual void shoot_down(std::uint64_t virtual_page) = 0;  ///< Address / page size.
};

/// Movement of a managed page to a GPU that faulted on it or prefetches it, from begin_move() to
/// end_move().
struct PageMove {
  enum class Kind : std::uint8_t {
    kNothing,    ///< The GPU already has the access it wants.
    kPopulate,   ///< No GPU had the page.
    kMap,        ///< The page stays where it is; the GPU gets a mapping.
    kCollapse,   ///< The GPU has a copy, which becomes the only one.
    kMigrate,    ///< Moved from `from` to `to`; no other GPU keeps it.
    kReplicate,  ///< Copied from `from` to `to`; no GPU may write any more.
  };
  Kind kind = Kind::kNothing;
  unsigned gpu = 0;           ///< The GPU that wants it.
  std::uint64_t address = 0;  ///< Virtual address of the page.
  std::uint32_t index = 0;    ///< Translation::managed.
  std::uint64_t from = 0;     ///< Physical, for kMigrate and kReplicate.
  std::uint64_t to = 0;       ///< Physical, for kMigrate, kReplicate and kPopulate.
  std::uint64_t revoked = 0;  ///< Bit mask of the GPUs whose translations become invalid.
  [[nodiscard]] bool copies() const { return kind == Kind::kMigrate || kind == Kind::kReplicate; }
};

/// A copy of a page in the memory of a GPU that reads it.
struct ReaderCopy {
  std::uint64_t address = 0;  ///< Virtual address of the page.
  unsigned gpu = 0;           ///< The GPU whose memory holds the copy.
  std::uint64_t to = 0;       ///< Physical address of the copy.
  std::uint64_t from = 0;     ///< Physical address of the page; ~0: no GPU has touched it yet.
  [[nodiscard]] bool touched() const { return ~from != 0; }
};

/// The page table of a node: it maps each page of the workload's data structures to a GPU's memory.
/// Purely functional; the time of a look-up is modelled by the caller (hw/gpu/memory).
/// Allocation: a GPU hands out physical pages in order, at add() or, with first touch, at the first
/// translation. If a GPU is full, an error names the structure.
/// Managed pages (kManaged) are mapped for each GPU separately; a translation without a mapping is
/// a fault. A page has either one owner, which all GPUs that map it access, or read-only copies.
/// begin_move() removes the mappings and end_move() gives the new ones; a page has one move at a
/// time. In between the caller waits until no access uses the old mappings, and moves the bytes.
/// Reader copies: pages of a structure with copied_to_readers may have copies on GPUs that read
/// them, from end_copy() to drop_copies(). A GPU without a copy reads the page at its home. A page
/// with copies is read-only; a write is an error that names the structure.
/// Not modelled: the page walk itself, several address spaces, several page sizes at once, managed
/// pages in the host's memory, eviction from a full GPU.
class PageTable {
 public:
  static constexpr unsigned kMostGpus = 72;         ///< Enough for an NVL72.
  static constexpr unsigned kMostManagedGpus = 64;  ///< With managed pages: one mask bit each.

  PageTable(std::string path, const PageTableParams& params, unsigned gpus);

  /// Maps a structure. Throws UserError if the base is not page-aligned, the structure is empty or
  /// overlaps another, homes are missing or beyond the node's GPUs, or memory is full.
  void add(const DataStructure& data);

  struct Translation {
    unsigned home = 0;
    std::uint64_t physical = 0;
    std::uint32_t managed = 0;  ///< Number of the managed page, from 1; 0: not managed.
    bool writable = true;
    bool fault = false;  ///< Managed, but not mapped for this access: only `managed` is valid.
  };
  /// Translates `address` for GPU `gpu`. May allocate (first touch). Throws UserError for an
  /// address in no structure, naming the nearest one.
  Translation translate(std::uint64_t address, unsigned gpu, bool write);

  /// Allocates a copy of the page of `address` for `gpu`; it is not used before end_copy(). The
  /// caller models the bytes and the time. Returns nothing if the page is on `gpu` or has a copy
  /// there.
  [[nodiscard]] std::optional<ReaderCopy> begin_copy(std::uint64_t address, unsigned gpu);
  void end_copy(const ReaderCopy& copy);
  /// Drops all copies of the pages of the structure that begins at `base`, and returns their
  /// number.
  std::uint64_t drop_copies(std::uint64_t base);
  /// Sets the advice for the managed pages of the range, rounded to whole pages; existing mappings
  /// stay. Throws UserError if the range is not in one managed structure, or for GPUs beyond the
  /// node's.
  void advise(std::uint64_t address, std::uint64_t bytes, const Advice& advice);
  /// Begins the move, if any, that a fault of `gpu` on a managed page requires, or a prefetch (then
  /// `write` is false).
  [[nodiscard]] PageMove begin_move(std::uint64_t address, unsigned gpu, bool write,
                                    bool prefetch = false);
  void end_move(const PageMove& move);
  /// Keeps managed pages on their first home (GPU 0 without homes), mapped for every GPU.
  void map_managed_directly() { direct_ = true; }
  /// True if there are managed pages and touching one may be a fault.
  [[nodiscard]] bool faults() const { return managed_pages_ != 0 && !direct_; }
  [[nodiscard]] std::uint32_t managed_pages() const { return managed_pages_; }
  /// Throws UserError unless the whole range is in one managed structure.
  void check_managed(std::uint64_t address, std::uint64_t bytes) const;
  /// Returns the physical address of a managed page in the memory of `gpu`; ~0: it is not there.
  [[nodiscard]] std::uint64_t managed_frame(std::uint64_t address, unsigned gpu) const {
    const Region& region = region_of(address);
    return region.frames[((address - region.data.base) >> shift_) * gpus() + gpu];
  }
  /// Returns the pages (address / page size) of the structure that contains `address`: the first,
  /// and the one after its last.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> pages_of(std::uint64_t address) const;

  /// Adds a client, which is notified of each page that moves. It must outlive the simulation.
  void on_shootdown(ShootdownClient& client) { clients_.push_back(&client); }

  [[nodiscard]] std::uint64_t page_bytes() const { return params_.page.count(); }
  [[nodiscard]] unsigned page_shift() const { return shift_; }
  [[nodiscard]] std::uint64_t memory_bytes() const { return params_.memory.count(); }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(memories_.size()); }
  [[nodiscard]] core::Bytes used(unsigned gpu) const;

 private:
  static constexpr std::uint64_t kNoFrame = ~0ull;  ///< Not allocated yet.
  static constexpr std::uint64_t kFilling = 1;      ///< Flag in Region::copies: being filled.
  struct Managed {
    std::uint64_t mapped = 0;  ///< Bit mask of the GPUs that have a translation.
    std::uint64_t copies = 0;  ///< Bit mask of the GPUs that hold the contents.
    unsigned owner = Advice::kNobody;
    bool shared = false;  ///< Read-only, for every GPU.
    bool moving = false;  ///< Between begin_move() and end_move().
    Advice advice;
  };
  struct Region {
    DataStructure data;
    std::uint64_t pages = 0;
    /// Physical addresses by page; replicated and managed: by page and GPU.
    std::vector<std::uint64_t> frames;
    std::vector<std::uint64_t> copies;  ///< Reader copies, by page and GPU; empty: none.
    std::vector<std::uint8_t> copied;   ///< By page: number of its copies in use.
    std::vector<Managed> managed;       ///< By page.
    std::uint32_t first_managed = 0;    ///< Translation::managed of the first page.
    [[nodiscard]] std::uint64_t end() const { return data.base + data.bytes.count(); }
  };
  struct Memory {
    std::uint64_t next = 0;           ///< Offset of the first page never used.
    std::vector<std::uint64_t> free;  ///< Physical addresses of pages that were given up.
  };

  void check(const DataStructure& data) const;
  void check_overlap(const DataStructure& data) const;
  void check_homes(const DataStructure& data) const;
  void check_advice(const std::string& object, const Advice& advice) const;
  void place(Region& region);
  void place_managed(Region& region);
  Translation translate_copied(Region& region, std::uint64_t address, unsigned gpu, bool write);
  Translation translate_managed(Region& region, std::uint64_t address, unsigned gpu, bool write);
  PageMove plan(Region& region, std::uint64_t page, unsigned gpu, bool write, bool prefetch);
  void give_up_copies(Region& region, std::uint64_t page, std::uint64_t kept);
  const Region& managed_region(std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] unsigned home_at_start(const Region& region, std::uint64_t page) const;
  std::uint64_t allocate(unsigned gpu, const DataStructure& data);
  [[nodiscard]] const Region& region_of(std::uint64_t address) const;
  Region& region_of(std::uint64_t address) {
    return const_cast<Region&>(static_cast<const PageTable&>(*this).region_of(address));
  }
  [[noreturn]] void fail_unmapped(std::uint64_t address) const;

  const std::string path_;
  const PageTableParams params_;
  const unsigned shift_;
  std::vector<Region> regions_;  ///< Sorted by base.
  std::vector<Memory> memories_;
  std::vector<ShootdownClient*> clients_;
  std::uint32_t managed_pages_ = 0;
  bool direct_ = false;
};

}  // namespace gf::model
