// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/stats/result_value.h"
#include "hw/pcie/device/copy_engine.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::pcie {

inline constexpr core::OutputNote kBytesCompared{
    "bytes_compared", "B", "bytes compared with those that were sent", "real_bytes"};

/// Checks copies with real bytes: gives every GPU a memory with contents and compares the
/// destination of each copy with its source. The lower half of a GPU's memory holds sources, the
/// upper half destinations. Copies of one graph lie one behind the other.
class ByteCheck {
 public:
  /// The bytes of a GPU that has its own memory.
  struct Store {
    std::string name;
    std::uint64_t bytes;      ///< Size of the memory.
    model::BytePages* pages;  ///< Null: a model from outside, behind `port`.
    std::uint64_t first = 0;  ///< Sources start here; the space below is in use.
    model::AtMaster* port = nullptr;

    /// Accesses to the bytes that take no time. Throw UserError if the model refuses transport_dbg.
    void write(std::uint64_t address, const std::uint8_t* data, std::uint64_t count) const;
    void read(std::uint64_t address, std::uint8_t* data, std::uint64_t count) const;

   private:
    void debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
               std::uint64_t count) const;
  };

  ByteCheck(EndpointTree& machine, const model::SparseMemoryParams& params, std::uint64_t seed);
  /// `gpus`: by the device numbers that flows use. Makes a memory for each that is not null; for
  /// the others call set_store().
  ByteCheck(std::vector<hw::pcie::Endpoint*> gpus, const model::SparseMemoryParams& params,
            std::uint64_t seed);
  /// `stores`: by the device numbers that flows use. Makes no memories.
  ByteCheck(std::vector<Store> stores, std::uint64_t seed);

  void set_store(unsigned gpu, const Store& store) { stores_[gpu] = store; }
  /// Adds the memory of the next host, host0 first. Makes no memory.
  void add_host(const Store& host);

  /// Chooses the addresses of a copy, fills its source with a pattern of its own and completes
  /// `request`. Throws UserError when the copies of a graph do not fit into half a memory.
  void place(hw::pcie::CopyRequest& request);
  // The next four functions serve copies whose addresses the caller chooses, and whose source is
  // written piece by piece.
  /// Makes a pattern of `bytes` bytes, for expect(); returns its key.
  std::uint64_t new_pattern(std::uint64_t bytes);
  /// Declares that `flow` copies that pattern to the address `destination` of its destination's
  /// memory.
  void expect(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination);
  /// Writes the pattern's bytes [at, at + bytes) to `address` in the memory of `gpu`.
  void store(std::uint64_t key, unsigned gpu, std::uint64_t address, std::uint64_t at,
             std::uint64_t bytes);
  /// Compares those bytes of the pattern with the destination's memory, now.
  void compare(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination,
               std::uint64_t at, std::uint64_t bytes);

  /// Compares every copy placed since the last call, then forgets them.
  void verify();

  [[nodiscard]] std::uint64_t bytes_compared() const { return compared_; }
  /// Returns "" if no difference was found; else the first difference: copy, length, position.
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  struct Placement {
    const hw::pcie::Flow* flow;
    std::uint64_t source_address;
    std::uint64_t destination_address;
    std::uint64_t key;  ///< Selects the pattern of its bytes.
  };
  /// Returns the index of a device in `stores_`: GPUs come first, then hosts.
  [[nodiscard]] std::size_t index_of(unsigned device) const {
    return model::is_host(device) ? gpus_ + device - model::kFirstHost : device;
  }
  std::uint64_t reserve(std::vector<std::uint64_t>& used, std::size_t at, std::uint64_t bytes);
  void compare(const Placement& placement);
  void differs(const hw::pcie::Flow& flow, std::uint64_t offset);

  const std::uint64_t seed_;
  std::vector<std::unique_ptr<model::SparseMemory>> memories_;  ///< Memories made by this class.
  std::size_t gpus_;                                            ///< Stores that are no hosts.
  std::vector<Store> stores_;                                   ///< By index_of().
  std::vector<std::uint64_t> sources_used_;                     ///< Bytes, by index_of().
  std::vector<std::uint64_t> destinations_used_;
  std::vector<Placement> placements_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> patterns_;  ///< By key (new_pattern()).
  std::uint64_t next_key_ = 0;
  std::uint64_t compared_ = 0;
  std::string difference_;
};

}  // namespace gf::platforms::pcie
