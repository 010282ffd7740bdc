// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <deque>

#include "core/clock_part.h"

namespace gf::core {

/// What a clock's leader delivers, by the cycle in which it does: a box a cycle, in the order of
/// the posts. A box is a chain of blocks of a few cache lines, all from one pool, so that memory
/// grows with what is on its way, not with the fullest cycle of each box; a block that has been
/// delivered is used again first: it is still in the caches. Use: add(at, mail); the leader, called
/// in cycle n, calls deliver(n, ...). What comes later than there are boxes lies in an earlier one:
/// the leader looks at the date of what it is given and adds it again.
template <class Mail>
class CycleBoxes {
 public:
  explicit CycleBoxes(ClockPart& clock) : clock_(clock) {}
  CycleBoxes(const CycleBoxes&) = delete;
  CycleBoxes& operator=(const CycleBoxes&) = delete;

  /// For cycle `at`, which lies ahead; the leader will be called. Only while the clock serves a
  /// cycle, before its first one, or when a window of it has ended.
  void add(Cycle at, const Mail& mail) {
    at = std::min(at, clock_.open_from() + ClockPart::kHorizon - 1);
    Box& box = box_of(at);
    if (box.first == nullptr) {
      box.first = box.last = take();
      clock_.wake_leader(at);
    } else if (box.last->size == kPerBlock) {
      box.last = box.last->next = take();
    }
    box.last->mails[box.last->size++] = mail;
  }
  /// Empties the box of cycle `now`: calls act(mail) of each. Before that, twice kAhead and kAhead
  /// mails earlier, later(mail) and soon(mail) may ask memory for what the next step reads.
  template <class Act, class Soon, class Later>
  void deliver(Cycle now, const Act& act, const Soon& soon, const Later& later) {
    Box& box = box_of(now);
    Place far = {box.first};
    for (unsigned i = 0; i < 2 * kAhead && far.block != nullptr; ++i) far.pass(later);
    Place near = {box.first};
    for (unsigned i = 0; i < kAhead && near.block != nullptr; ++i) near.pass(soon);
    for (Block* block = box.first; block != nullptr; block = give_back(block))
      for (unsigned i = 0; i < block->size; ++i) {
        if (far.block != nullptr) far.pass(later);
        if (near.block != nullptr) near.pass(soon);
        act(block->mails[i]);
      }
    box = {};
  }

 private:
  static constexpr unsigned kAhead = 8;  ///< Measured.
  /// An odd number, so that beginnings of blocks spread over the sets of a cache.
  static constexpr std::size_t kLines = 11;
  static constexpr std::size_t kPerBlock = (kLines * 64 - 16) / sizeof(Mail);
  struct alignas(64) Block {
    Block* next = nullptr;
    std::size_t size = 0;
    std::array<Mail, kPerBlock> mails;
  };
  struct Box {
    Block* first = nullptr;
    Block* last = nullptr;
  };
  struct Place {
    Block* block;
    unsigned index = 0;
    template <class Act>
    void pass(const Act& act) {
      act(block->mails[index]);
      if (++index == block->size) *this = {block->next};
    }
  };

  Box& box_of(Cycle at) { return boxes_[at % boxes_.size()]; }
  Block* take() {
    if (free_ == nullptr) return &blocks_.emplace_back();
    Block* const block = free_;
    free_ = block->next;
    block->next = nullptr;
    return block;
  }
  /// The one behind it.
  Block* give_back(Block* block) {
    Block* const next = block->next;
    block->size = 0;
    block->next = free_;
    free_ = block;
    return next;
  }

  ClockPart& clock_;
  std::array<Box, ClockPart::kHorizon + 1> boxes_;
  std::deque<Block> blocks_;  ///< All of them.
  Block* free_ = nullptr;
};

}  // namespace gf::core
