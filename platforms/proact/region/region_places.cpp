// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/region_places.h"

namespace gf::platforms::proact {
namespace {

class Copies final : public RegionPlaces {
 public:
  explicit Copies(std::uint64_t bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t in_memory(unsigned, std::uint64_t offset) const override {
    return offset;
  }
  [[nodiscard]] std::uint64_t in_region(unsigned, std::uint64_t place) override {
    return place < bytes_ ? place : kNone;
  }

 private:
  const std::uint64_t bytes_;
};

class ManagedPages final : public RegionPlaces {
 public:
  ManagedPages(const RegionLayout& layout, const model::PageTable& pages)
      : bytes_(layout.bytes()), base_(layout.copy(0)), pages_(pages), found_(layout.gpus()) {}

  [[nodiscard]] std::uint64_t in_memory(unsigned gpu, std::uint64_t offset) const override {
    const std::uint64_t page = pages_.page_bytes();
    const std::uint64_t frame = pages_.managed_frame(base_ + offset / page * page, gpu);
    return frame == kNone ? kNone : model::offset_of(frame) + offset % page;
  }

  [[nodiscard]] std::uint64_t in_region(unsigned gpu, std::uint64_t place) override {
    const std::uint64_t page = pages_.page_bytes();
    std::vector<std::uint64_t>& found = found_[gpu];
    if (place / page >= found.size()) found.resize(place / page + 1, kUnknown);
    std::uint64_t& first = found[place / page];
    const bool moved = first < bytes_ && in_memory(gpu, first) != place / page * page;
    if (first == kUnknown || moved) first = look_for(gpu, place / page * page);
    return first == kNone || first + place % page >= bytes_ ? kNone : first + place % page;
  }

 private:
  static constexpr std::uint64_t kUnknown = kNone - 1;

  /// A page that is not part of the region never becomes one, because other data do not move.
  [[nodiscard]] std::uint64_t look_for(unsigned gpu, std::uint64_t place) const {
    for (std::uint64_t offset = 0; offset < bytes_; offset += pages_.page_bytes())
      if (in_memory(gpu, offset) == place) return offset;
    return kNone;
  }

  const std::uint64_t bytes_;
  const std::uint64_t base_;
  const model::PageTable& pages_;
  std::vector<std::vector<std::uint64_t>> found_;  ///< By GPU and page of its memory.
};

}  // namespace

std::unique_ptr<RegionPlaces> copies(const RegionLayout& layout) {
  return std::make_unique<Copies>(layout.bytes());
}

std::unique_ptr<RegionPlaces> managed_pages(const RegionLayout& layout,
                                            const model::PageTable& pages) {
  return std::make_unique<ManagedPages>(layout, pages);
}

}  // namespace gf::platforms::proact
