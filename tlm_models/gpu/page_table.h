// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// Physical addresses name the GPU whose memory holds them: home << kHomeShift | offset.
inline constexpr unsigned kHomeShift = 40;
inline constexpr std::uint64_t kOffsetMask = (1ull << kHomeShift) - 1;
constexpr unsigned home_of(std::uint64_t physical) {
  return static_cast<unsigned>(physical >> kHomeShift);
}
constexpr std::uint64_t offset_of(std::uint64_t physical) { return physical & kOffsetMask; }

/// Field = meaning, unit, [assumed].
struct PageTableParams {
  core::Bytes page = core::kibibytes(64);         ///< A power of two [assumed]
  core::Bytes memory = core::Bytes(16ull << 30);  ///< Of each GPU [assumed: V100, 16 GB]

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// Someone that keeps translations: told when one is no longer true.
class ShootdownIf {
 public:
  virtual ~ShootdownIf() = default;
  virtual void shoot_down(std::uint64_t virtual_page) = 0;  ///< Address / page size.
};

/// The page table of a node: which GPU's memory holds which page of the workload's data structures.
/// Purely functional; what a look-up costs is the business of who looks (hw/gpu/memory).
/// Pages of a GPU get physical pages in the order of their allocation: at add(), those with first
/// touch at their first translation. A GPU that is full is an error that names the structure.
/// Not modelled: the walk itself, several address spaces, large pages beside small ones.
class PageTable {
 public:
  static constexpr unsigned kMostGpus = 64;

  PageTable(std::string path, const PageTableParams& params, unsigned gpus);

  /// Maps a structure. Throws UserError: base not on a page, no bytes, overlap with another
  /// structure, homes missing or beyond the node's GPUs, memory full.
  void add(const DataStructure& data);

  struct Translation {
    unsigned home = 0;
    std::uint64_t physical = 0;
  };
  /// Where GPU `gpu` finds `address`. May allocate (first touch). Throws UserError for an address
  /// of no structure, naming the nearest.
  Translation translate(std::uint64_t address, unsigned gpu, bool write);

  /// Moves the page of `address` to the memory of `gpu` and tells everybody who may know it. The
  /// contents and the time that it takes are the caller's. Not for replicated pages.
  Translation migrate(std::uint64_t address, unsigned gpu);
  /// `listener` is told of each page that moves. It outlives the simulation.
  void on_shootdown(ShootdownIf& listener) { listeners_.push_back(&listener); }

  [[nodiscard]] std::uint64_t page_bytes() const { return params_.page.count(); }
  [[nodiscard]] unsigned page_shift() const { return shift_; }
  [[nodiscard]] std::uint64_t memory_bytes() const { return params_.memory.count(); }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(memories_.size()); }
  [[nodiscard]] core::Bytes used(unsigned gpu) const;

 private:
  static constexpr std::uint64_t kNoFrame = ~0ull;  ///< Not allocated yet.
  struct Region {
    DataStructure data;
    std::uint64_t pages = 0;
    std::vector<std::uint64_t> frames;  ///< Physical address by page; replicated: by page and GPU.
    [[nodiscard]] std::uint64_t end() const { return data.base + data.bytes.count(); }
  };
  struct Memory {
    std::uint64_t next = 0;           ///< Offset of the first page never used.
    std::vector<std::uint64_t> free;  ///< Physical addresses of pages that moved away.
  };

  void check(const DataStructure& data) const;
  void check_overlap(const DataStructure& data) const;
  void check_homes(const DataStructure& data) const;
  void place(Region& region);
  [[nodiscard]] unsigned home_at_start(const Region& region, std::uint64_t page) const;
  std::uint64_t allocate(unsigned gpu, const DataStructure& data);
  Region& region_of(std::uint64_t address);
  [[noreturn]] void fail_unmapped(std::uint64_t address) const;

  const std::string path_;
  const PageTableParams params_;
  const unsigned shift_;
  std::vector<Region> regions_;  ///< By base.
  std::vector<Memory> memories_;
  std::vector<ShootdownIf*> listeners_;
};

}  // namespace gf::model
