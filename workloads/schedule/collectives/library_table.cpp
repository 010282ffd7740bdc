// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_table.h"

#include "workloads/schedule/collectives/library_choice.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;

constexpr std::uint64_t kLargest = UINT32_MAX;  // as the example's files end
constexpr std::uint64_t kStepsOfADoubling = 16;

/// The choices for one kind of collective.
class Choices {
 public:
  Choices(Kind kind, const LibraryRanks& of, const LibrarySettings& settings)
      : kind_(kind), of_(of), settings_(settings) {}

  [[nodiscard]] TunerLine at(std::uint64_t bytes) const {
    const LibraryChoice choice = choose(kind_, core::Bytes(bytes), of_, settings_);
    TunerLine line;
    line.collective = tuner_name(kind_);
    line.algorithm = to_text(choice.algorithm);
    line.protocol = choice.protocol.name;
    line.nodes = of_.nodes;
    line.ranks = of_.ranks;
    return line;
  }
  [[nodiscard]] bool same(std::uint64_t a, std::uint64_t b) const {
    const TunerLine one = at(a), other = at(b);
    return one.algorithm == other.algorithm && one.protocol == other.protocol;
  }
  /// Returns the last size after `first`, and before `other` with another choice, that has the
  /// choice of `first`.
  [[nodiscard]] std::uint64_t last_like(std::uint64_t first, std::uint64_t other) const {
    std::uint64_t low = first;
    while (other - low > 1) {
      const std::uint64_t middle = low + (other - low) / 2;
      (same(first, middle) ? low : other) = middle;
    }
    return low;
  }

 private:
  const Kind kind_;
  const LibraryRanks& of_;
  const LibrarySettings& settings_;
};

}  // namespace

TunerFile library_table(const LibraryRanks& of, const LibrarySettings& settings) {
  std::vector<TunerLine> lines;
  for (const Kind kind : {Kind::kAllReduce, Kind::kAllGather, Kind::kReduceScatter,
                          Kind::kBroadcast, Kind::kReduce}) {
    const Choices choices(kind, of, settings);
    std::uint64_t first = 0, size = 1;
    const auto add = [&](std::uint64_t last) {
      TunerLine line = choices.at(last);
      line.least_bytes = first;
      line.most_bytes = last;
      lines.push_back(std::move(line));
      first = last + 1;
    };
    while (size < kLargest) {
      const std::uint64_t next =
          std::min(kLargest, size + std::max<std::uint64_t>(1, size / kStepsOfADoubling));
      if (!choices.same(size, next)) add(choices.last_like(size, next));
      size = next;
    }
    add(kLargest);
  }
  return TunerFile(std::move(lines));
}

}  // namespace gf::model
