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

/// Physical addresses name the GPU whose memory holds them: home << kHomeShift | offset.
inline constexpr unsigned kHomeShift = 40;
inline constexpr std::uint64_t kOffsetMask = (1ull << kHomeShift) - 1;
constexpr unsigned home_of(std::uint64_t physical) {
  return static_cast<unsigned>(physical >> kHomeShift);
}
constexpr std::uint64_t offset_of(std::uint64_t physical) { return physical & kOffsetMask; }

/// The memories of a node, and the pages that they are handed out in.
struct PageTableParams : core::ParamGroup {
  core::Param<core::Bytes> page =
      param("page", core::kibibytes(64), "page size, a power of two", "assumed",
            core::power_of_two(core::kibibytes(4), core::mebibytes(512)));
  core::Param<core::Bytes> memory =
      param("memory", core::Bytes(16ull << 30), "memory of each GPU", "assumed: V100 with 16 GB",
            core::between(core::mebibytes(1), core::Bytes(1ull << 38)));
};

/// Someone that keeps translations: told when one is no longer true.
class ShootdownClient {
 public:
  virtual ~ShootdownClient() = default;
  virtual void shoot_down(std::uint64_t virtual_page) = 0;  ///< Address / page size.
};

/// A managed page on its way to where a fault or a prefetch wants it: from begin_move() to
/// end_move().
struct PageMove {
  enum class Kind : std::uint8_t {
    kNothing,    ///< The GPU may do already what it wants.
    kPopulate,   ///< Nobody had it.
    kMap,        ///< It stays where it is; the GPU is given a mapping.
    kCollapse,   ///< The GPU has a copy, which becomes the only one.
    kMigrate,    ///< `from` to `to`; nobody else keeps it.
    kReplicate,  ///< `from` to `to`; nobody may write any more.
  };
  Kind kind = Kind::kNothing;
  unsigned gpu = 0;           ///< Who wants it.
  std::uint64_t address = 0;  ///< Virtual, of the page.
  std::uint32_t index = 0;    ///< Translation::managed.
  std::uint64_t from = 0;     ///< Physical; kMigrate, kReplicate.
  std::uint64_t to = 0;       ///< Physical; kMigrate, kReplicate, kPopulate.
  std::uint64_t revoked = 0;  ///< Bit a GPU: its translation is no longer true.
  [[nodiscard]] bool copies() const { return kind == Kind::kMigrate || kind == Kind::kReplicate; }
};

/// A copy of a page in the memory of a GPU that reads it.
struct ReaderCopy {
  std::uint64_t address = 0;  ///< Virtual, of the page.
  unsigned gpu = 0;           ///< Whose memory it is in.
  std::uint64_t to = 0;       ///< Physical.
  std::uint64_t from = 0;     ///< Physical, of the page; ~0: no GPU has touched it so far.
  [[nodiscard]] bool touched() const { return ~from != 0; }
};

/// The page table of a node: which GPU's memory holds which page of the workload's data structures.
/// Purely functional; what a look-up costs is the business of who looks (hw/gpu/memory).
/// Pages of a GPU get physical pages in the order of their allocation: at add(), those with first
/// touch at their first translation. A GPU that is full is an error that names the structure.
/// Managed pages (kManaged) are mapped GPU by GPU; a translation without a mapping is a fault. A
/// page has one owner, whom all that map it reach, or read-only copies. begin_move() takes the
/// mappings away, end_move() gives the new ones; one move a page at a time, and it is the caller
/// who waits until nobody uses the old ones, and who moves the bytes.
/// Pages of a structure with copied_to_readers may have copies on GPUs that read them, from
/// end_copy() to drop_copies(): who has none reads the page at its home. A page that has copies is
/// for reading alone; a write is an error that names the structure. Not modelled: the walk
/// itself, several address spaces, large pages beside small ones, managed pages in the host's
/// memory, eviction from a GPU that is full.
class PageTable {
 public:
  static constexpr unsigned kMostGpus = 72;         ///< An NVL72.
  static constexpr unsigned kMostManagedGpus = 64;  ///< Of a node with managed pages: a bit each.

  PageTable(std::string path, const PageTableParams& params, unsigned gpus);

  /// Maps a structure. Throws UserError: base not on a page, no bytes, overlap with another
  /// structure, homes missing or beyond the node's GPUs, memory full.
  void add(const DataStructure& data);

  struct Translation {
    unsigned home = 0;
    std::uint64_t physical = 0;
    std::uint32_t managed = 0;  ///< Number of the managed page, from 1 on; 0: it is not managed.
    bool writable = true;
    bool fault = false;  ///< Managed: not mapped for this; the rest but `managed` means nothing.
  };
  /// Where GPU `gpu` finds `address`. May allocate (first touch). Throws UserError for an address
  /// of no structure, naming the nearest.
  Translation translate(std::uint64_t address, unsigned gpu, bool write);

  /// Moves the page of `address` to the memory of `gpu` and tells everybody who may know it. The
  /// contents and the time that it takes are the caller's. Not for replicated and managed pages.
  Translation migrate(std::uint64_t address, unsigned gpu);
  /// A copy of the page of `address` for `gpu`, which is not used before end_copy(): the bytes and
  /// the time are the caller's. Nothing where the page is on `gpu` or has a copy there.
  [[nodiscard]] std::optional<ReaderCopy> begin_copy(std::uint64_t address, unsigned gpu);
  void end_copy(const ReaderCopy& copy);
  /// No page of the structure that begins at `base` has copies any more. Returns how many it had.
  std::uint64_t drop_copies(std::uint64_t base);
  /// Managed pages of the range, rounded to whole pages, are used like this from now on; mappings
  /// that exist stay. Throws UserError: not in one managed structure, GPUs beyond the node's.
  void advise(std::uint64_t address, std::uint64_t bytes, const Advice& advice);
  /// Whom a managed page goes to when `gpu` faults on it, or prefetches it (then `write` is false).
  [[nodiscard]] PageMove begin_move(std::uint64_t address, unsigned gpu, bool write,
                                    bool prefetch = false);
  void end_move(const PageMove& move);
  /// Managed pages stay on their first home (GPU 0 without homes) and are mapped everywhere.
  void map_managed_directly() { direct_ = true; }
  /// There are managed pages, and touching one may be a fault.
  [[nodiscard]] bool faults() const { return managed_pages_ != 0 && !direct_; }
  [[nodiscard]] std::uint32_t managed_pages() const { return managed_pages_; }
  /// Throws UserError unless all of the range is in one managed structure.
  void check_managed(std::uint64_t address, std::uint64_t bytes) const;
  /// Physical address of a managed page in the memory of `gpu`; ~0: the page is not there.
  [[nodiscard]] std::uint64_t managed_frame(std::uint64_t address, unsigned gpu) const {
    const Region& region = region_of(address);
    return region.frames[((address - region.data.base) >> shift_) * gpus() + gpu];
  }
  /// First page (address / page size) of the structure that `address` is in, and the one behind it.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> pages_of(std::uint64_t address) const;

  /// `client` is told of each page that moves. It outlives the simulation.
  void on_shootdown(ShootdownClient& client) { clients_.push_back(&client); }

  [[nodiscard]] std::uint64_t page_bytes() const { return params_.page.count(); }
  [[nodiscard]] unsigned page_shift() const { return shift_; }
  [[nodiscard]] std::uint64_t memory_bytes() const { return params_.memory.count(); }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(memories_.size()); }
  [[nodiscard]] core::Bytes used(unsigned gpu) const;

 private:
  static constexpr std::uint64_t kNoFrame = ~0ull;  ///< Not allocated yet.
  static constexpr std::uint64_t kFilling = 1;      ///< Flag of a frame in Region::copies.
  struct Managed {
    std::uint64_t mapped = 0;  ///< Bit a GPU that has a translation.
    std::uint64_t copies = 0;  ///< Bit a GPU that has the contents.
    unsigned owner = Advice::kNobody;
    bool shared = false;  ///< Read-only, for all.
    bool moving = false;  ///< Between begin_move() and end_move().
    Advice advice;
  };
  struct Region {
    DataStructure data;
    std::uint64_t pages = 0;
    /// Physical address by page; replicated and managed: by page and GPU.
    std::vector<std::uint64_t> frames;
    std::vector<std::uint64_t> copies;  ///< For readers, by page and GPU; empty: there are none.
    std::vector<std::uint8_t> copied;   ///< By page: number of its copies that are in use.
    std::vector<Managed> managed;       ///< By page.
    std::uint32_t first_managed = 0;    ///< Translation::managed of the first page.
    [[nodiscard]] std::uint64_t end() const { return data.base + data.bytes.count(); }
  };
  struct Memory {
    std::uint64_t next = 0;           ///< Offset of the first page never used.
    std::vector<std::uint64_t> free;  ///< Physical addresses of pages that moved away.
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
  std::vector<Region> regions_;  ///< By base.
  std::vector<Memory> memories_;
  std::vector<ShootdownClient*> clients_;
  std::uint32_t managed_pages_ = 0;
  bool direct_ = false;
};

}  // namespace gf::model
