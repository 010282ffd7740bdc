// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/pcie/device/copy_engine.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::pcie {

/// Memories with real bytes behind every GPU, and the comparison of each copy's destination with
/// its source. The lower half of a GPU's memory holds sources, the upper half destinations; copies
/// of one graph lie one behind the other.
class ByteCheck {
 public:
  /// The bytes of a GPU that has a memory of its own.
  struct Store {
    std::string name;
    std::uint64_t bytes;  ///< That there is room for.
    model::BytePages* pages;
    std::uint64_t first = 0;  ///< Below it others have something.
  };

  ByteCheck(EndpointTree& machine, const model::SparseMemoryParams& params, std::uint64_t seed);
  /// `gpus` by the numbers that flows have.
  ByteCheck(std::vector<hw::pcie::Endpoint*> gpus, const model::SparseMemoryParams& params,
            std::uint64_t seed);
  /// `stores` by the numbers that flows have; nothing is made.
  ByteCheck(std::vector<Store> stores, std::uint64_t seed);

  /// Chooses the places of a copy, fills its source with a pattern of its own and completes
  /// `request`. Throws UserError when the copies of a graph do not fit into half a memory.
  void place(hw::pcie::CopyRequest& request);
  // Copies whose places others choose, and whose source is written bit by bit.
  /// A pattern of so many bytes, for expect(); returns its key.
  std::uint64_t new_pattern(std::uint64_t bytes);
  /// `flow` brings that pattern to `destination` of its destination's memory.
  void expect(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination);
  /// The memory of `gpu` gets the pattern's bytes [at, at + bytes), at `address`.
  void store(std::uint64_t key, unsigned gpu, std::uint64_t address, std::uint64_t at,
             std::uint64_t bytes);
  /// Compares those bytes now, at the destination.
  void compare(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination,
               std::uint64_t at, std::uint64_t bytes);

  /// Compares every copy placed since the last call, then forgets them.
  void verify();

  [[nodiscard]] std::uint64_t bytes_compared() const { return compared_; }
  /// Empty while all bytes arrived; else the first difference: copy, position, bytes.
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  struct Placement {
    const hw::pcie::Flow* flow;
    std::uint64_t source_address;
    std::uint64_t destination_address;
    std::uint64_t key;  ///< Names the pattern of its bytes.
  };
  std::uint64_t reserve(std::vector<std::uint64_t>& used, unsigned gpu, std::uint64_t bytes);
  void compare(const Placement& placement);
  void differs(const hw::pcie::Flow& flow, std::uint64_t offset);

  const std::uint64_t seed_;
  std::vector<std::unique_ptr<model::SparseMemory>> memories_;  ///< Those that were made here.
  std::vector<Store> stores_;                                   ///< By GPU number.
  std::vector<std::uint64_t> sources_used_;                     ///< Bytes, by GPU number.
  std::vector<std::uint64_t> destinations_used_;
  std::vector<Placement> placements_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> patterns_;  ///< By key, of new_pattern().
  std::uint64_t next_key_ = 0;
  std::uint64_t compared_ = 0;
  std::string difference_;
};

}  // namespace gf::platforms::pcie
