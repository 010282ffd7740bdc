// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "workloads/schedule/elements/collective.h"

namespace gf::model {

/// Moves the elements of a collective when the simulated machine runs its tasks. A task reads when
/// it is issued and writes when it ends. A task that is issued too early reads stale data, and a
/// lost task writes nothing. Either way a rank ends with a result that differs from the one
/// computed sequentially.
class CollectiveData {
 public:
  /// `collective` must have moves (`check`) and outlive this object.
  explicit CollectiveData(const Collective& collective);

  void began(std::size_t task);
  void ended(std::size_t task);

  struct Verdict {
    std::uint64_t compared = 0;  ///< Elements with an expected value.
    std::uint64_t wrong = 0;     ///< Elements that differ from it.
    std::string first_wrong;     ///< Description; empty if none is wrong.
  };
  /// To be called when all tasks have ended.
  [[nodiscard]] Verdict verdict() const;

 private:
  using Value = std::uint32_t;
  /// Zeros that take memory only where something is written: buffers of channels are mostly unused.
  class Buffer {
   public:
    void allocate(std::uint64_t size);
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] Value* data() const { return values_.get(); }
    Value& operator[](std::uint64_t i) const { return values_.get()[i]; }

   private:
    struct Free {
      void operator()(Value* values) const;
    };
    std::unique_ptr<Value, Free> values_;
    std::uint64_t size_ = 0;
  };
  static Value input(unsigned rank, std::uint64_t element);
  /// An element that an all-to-all moves.
  struct Origin {
    unsigned rank;
    std::uint64_t element;
  };
  /// Returns where an element of a rank's output comes from; nothing: it is not written.
  [[nodiscard]] std::optional<Origin> origin_of(unsigned rank, std::uint64_t element) const;
  [[nodiscard]] bool has_result(unsigned rank, std::uint64_t element) const;
  /// `reduced`: the result of over_all(); empty if nothing is reduced.
  [[nodiscard]] Value expected(unsigned rank, std::uint64_t element,
                               const std::vector<Value>& reduced) const;
  [[nodiscard]] std::vector<Value> over_all() const;
  [[nodiscard]] unsigned block_of(std::uint64_t element) const;
  [[nodiscard]] Value combined(Value a, Value b) const;
  /// With in_place, output is input.
  [[nodiscard]] std::size_t place_of(RankBuffer buffer) const;
  [[nodiscard]] Value* at(const Elements& where);

  const Collective& collective_;
  std::vector<std::array<Buffer, kRankBuffers>> memory_;  ///< By rank and buffer.
  /// The data that each task will write.
  std::unordered_map<std::size_t, std::vector<Value>> under_way_;
};

}  // namespace gf::model
