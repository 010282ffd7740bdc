// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/ranks/ranks.h"

namespace gf::core {

/// Of "node_12.gpu_0" behind "node_": 12; of "to node 4 2" behind "to node ": 4. None: the path
/// begins otherwise.
std::optional<unsigned> number_behind(std::string_view prefix, const std::string& path);

/// Brings the statistics of modules home that several ranks have built, and one of them serves: it
/// has counted what theirs are. All ranks have the same groups, as they have built the same
/// machine. Of a process alone nothing is done.
class StatHomes final : public Spread {
 public:
  /// Which rank counts for the group at a path; kNobody: its values are no matter of this object,
  /// but brought home by somebody else, or the same in all ranks.
  using RankOf = std::function<unsigned(const std::string& path)>;
  static constexpr unsigned kNobody = ~0u;
  explicit StatHomes(RankOf rank_of) : rank_of_(std::move(rank_of)) {}

  void bring_home() override;
  [[nodiscard]] std::optional<unsigned> rank_counting(const std::string& path) const override;
  /// What a rank says: of each group of `rank`, in order of paths, all values.
  [[nodiscard]] std::string said_by(unsigned rank) const;
  /// Puts that in place of the values here. A check fails for what said_by() did not write.
  void take(unsigned rank, const std::string& said) const;

 private:
  const RankOf rank_of_;
};

}  // namespace gf::core
