// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/parcel_bytes.h"
#include "core/ranks/ranks.h"

namespace gf::core {

/// Data that is spread over several ranks, such as statistics and counts of channels, and must
/// reach rank 0 before it is read there. Each object packs what this rank holds and merges what
/// other ranks have packed. All ranks have the same objects, made in the same order; collect()
/// walks all of them and exchanges their bytes together.
class RankData {
 public:
  enum class When {
    kSample,  ///< Before each look of an observer, and:
    kRead,    ///< before rank 0 reads results or statistics.
    kAsked,   ///< Only in the object's own collect().
  };
  enum class Receiver { kRank0, kAll };
  /// Bytes that another rank has packed.
  struct Packed {
    unsigned rank;
    ByteReader reader;
  };

  explicit RankData(When when = When::kRead, Receiver receiver = Receiver::kRank0);
  virtual ~RankData();
  RankData(const RankData&) = delete;
  RankData& operator=(const RankData&) = delete;

  /// Brings the data of all objects that are due at `when` to their receivers. All ranks
  /// must call it.
  static void collect(When when);
  /// Collects this object alone, whenever it is due. All ranks must call it.
  void collect() { collect(std::vector<RankData*>{this}); }

  /// Packs the data of this rank for the others.
  [[nodiscard]] std::string packed();
  /// Merges what the ranks have packed; the entry of this rank is ignored. A check fails if
  /// merge() reads more or less than another rank has packed.
  void merge_packed(const std::vector<std::string>& by_rank);

  /// Returns the rank that counts for the module at `path`; nothing if this object does not know
  /// it.
  [[nodiscard]] virtual std::optional<unsigned> rank_counting(const std::string& /*path*/) const {
    return std::nullopt;
  }
  /// Asks every object; nothing: the counts of that module are the same in all ranks.
  [[nodiscard]] static std::optional<unsigned> rank_that_counts(const std::string& path);
  /// Tells whether this rank counts for `path`; rank 0 counts what is the same in all ranks.
  [[nodiscard]] static bool is_counted_here(const std::string& path);

 private:
  /// Writes what this rank has for the receivers. Not called where nobody else receives it: in rank
  /// 0 (unless the receivers are all) and in a single process.
  virtual void pack(ByteWriter& writer) = 0;
  /// Adds what the other ranks have packed, in the order of ranks, to what this rank holds. Called
  /// in receivers only. A single process is one that nothing reaches from others.
  virtual void merge(std::vector<Packed>& others) = 0;

  static void collect(const std::vector<RankData*>& parts);
  static void exchange(const std::vector<RankData*>& parts, Receiver receiver);
  static std::vector<RankData*>& all();

  const When when_;
  const Receiver receiver_;
};

}  // namespace gf::core
