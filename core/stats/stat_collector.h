// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/ranks/rank_data.h"

namespace gf::core {

/// Returns the number in `path` that follows `prefix`: 12 for "node_" and "node_12.gpu_0", 4 for
/// "to node " and "to node 4 2". Nothing if the path does not begin with `prefix`.
std::optional<unsigned> number_behind(std::string_view prefix, const std::string& path);

/// Brings statistics to rank 0. All ranks have built the same machine and thus have the same groups
/// of statistics; for each group only the rank that serves its module has the true counts. Does
/// nothing in a single process.
class StatCollector final : public RankData {
 public:
  /// Returns the rank that counts for the group at a path. kNobody: this object ignores the group,
  /// because another object brings it to rank 0 or all ranks count the same.
  using RankOf = std::function<unsigned(const std::string& path)>;
  static constexpr unsigned kNobody = ~0u;
  explicit StatCollector(RankOf rank_of) : rank_of_(std::move(rank_of)) {}

  [[nodiscard]] std::optional<unsigned> rank_counting(const std::string& path) const override;

 private:
  /// Packs all values of each group of this rank, in the order of paths; merge() replaces those of
  /// other ranks.
  void pack(ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  template <class Each>
  void each_of(unsigned rank, const Each& each) const;

  const RankOf rank_of_;
};

}  // namespace gf::core
