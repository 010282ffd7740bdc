// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <deque>

namespace gf::core {

/// Many lists that grow at their end and are emptied as a whole. Each list is a chain of blocks of
/// `kLines` cache lines; all blocks come from one pool. Memory grows with the total length of the
/// lists, not with the longest that each has been. The block read last is reused first, because it
/// is still in the caches. An odd `kLines` spreads the beginnings of blocks over the sets of a
/// cache.
template <class Item, std::size_t kLines>
class Chains {
  struct Block;

 public:
  class Chain {
   public:
    [[nodiscard]] bool empty() const { return first_ == nullptr; }
    /// Tells whether the chain has more than `items` items. Precondition: `items` is less than a
    /// block holds.
    [[nodiscard]] bool longer_than(std::size_t items) const {
      return first_ != nullptr && (first_->size > items || first_->next != nullptr);
    }

   private:
    friend class Chains;
    Block* first_ = nullptr;
    Block* last_ = nullptr;
  };
  /// Reads a chain once from its beginning, for example to prefetch what a later drain() needs.
  class Cursor {
   public:
    explicit Cursor(const Chain& chain) : block_(chain.first_) {}
    [[nodiscard]] bool more() const { return block_ != nullptr; }
    /// Returns the next item. Precondition: more().
    Item& take() {
      Item& item = block_->items[index_];
      step();
      return item;
    }
    void skip(unsigned items) {
      for (; items > 0 && more(); --items) step();
    }

   private:
    void step() {
      if (++index_ < block_->size) return;
      block_ = block_->next;
      index_ = 0;
    }
    Block* block_;
    std::size_t index_ = 0;
  };

  Chains() = default;
  Chains(const Chains&) = delete;
  Chains& operator=(const Chains&) = delete;

  void add(Chain& chain, const Item& item) {
    if (chain.empty() || chain.last_->size == kPerBlock) {
      if (free_ == nullptr) return add_growing(chain, item);
      extend(chain);
    }
    chain.last_->items[chain.last_->size++] = item;
  }
  /// Calls act(item) for each item in order and leaves the chain empty. `act` may add to other
  /// chains, not to this one.
  template <class Act>
  void drain(Chain& chain, const Act& act) {
    for (Block* block = chain.first_; block != nullptr; block = give_back(block))
      for (std::size_t i = 0, size = block->size; i < size; ++i) act(block->items[i]);
    chain = {};
  }

 private:
  static constexpr std::size_t kPerBlock = (kLines * 64 - 16) / sizeof(Item);
  struct alignas(64) Block {
    Block* next = nullptr;
    std::size_t size = 0;
    std::array<Item, kPerBlock> items;
  };

  /// Appends a free block to `chain`. Precondition: there is a free block.
  void extend(Chain& chain) {
    Block* const block = free_;
    free_ = block->next;
    block->next = nullptr;
    (chain.empty() ? chain.first_ : chain.last_->next) = block;
    chain.last_ = block;
  }
  // The whole slow path is a separate function; otherwise every caller of add() would save
  // registers for it.
  [[gnu::noinline, gnu::cold]] void add_growing(Chain& chain, const Item& item) {
    free_ = &blocks_.emplace_back();
    add(chain, item);
  }
  /// Returns `block` to the pool; returns the next block of its chain.
  Block* give_back(Block* block) {
    Block* const next = block->next;
    block->size = 0;
    block->next = free_;
    free_ = block;
    return next;
  }

  std::deque<Block> blocks_;  ///< Every block, used or free.
  Block* free_ = nullptr;
};

}  // namespace gf::core
