// SPDX-License-Identifier: Apache-2.0
// Fig. 3: the bandwidth of a copy next to another one, by message size. Both are issued together.
#include <array>
#include <stdexcept>
#include <utility>

#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers::sc16 {
namespace {

constexpr std::uint64_t kSmallest = 4 * kKiB;
constexpr std::uint64_t kHalo = 40 * kKiB;  // the smallest message of COSMO's halos, III-B
constexpr std::uint64_t kLargestHalo = 254 * kKiB;
constexpr std::uint64_t kLargest = 300 * kMiB;
constexpr std::array<std::uint64_t, 11> kSizes = {kSmallest,    16 * kKiB,  kHalo,   64 * kKiB,
                                                  kLargestHalo, 256 * kKiB, kMiB,    4 * kMiB,
                                                  16 * kMiB,    64 * kMiB,  kLargest};

/// One of Fig. 3's conflicts: the measured copy, and the one that disturbs it.
struct Conflict {
  const char* id;
  const char* title;
  unsigned src, dst;
  unsigned other_src, other_dst;
};
constexpr std::array<Conflict, 3> kConflicts = {{
    {"conflict1", "0->3 with 1->2", 0, 3, 1, 2},
    {"conflict2", "0->1 with 2->1", 0, 1, 2, 1},
    {"conflict3", "0->1 with 4->1", 0, 1, 4, 1},
}};

/// The copies that also run alone.
constexpr std::array<std::pair<unsigned, unsigned>, 5> kAlone = {
    {{0, 3}, {0, 1}, {4, 1}, {1, 2}, {2, 1}}};

std::string lone_name(unsigned src, unsigned dst) {
  return "lone_" + std::to_string(src) + "_" + std::to_string(dst);
}

std::string sized(const std::string& what, std::uint64_t bytes) {
  return what + "_" + std::to_string(bytes);
}

Graphs all_graphs() {
  Graphs graphs;
  for (const std::uint64_t bytes : kSizes) {
    for (const auto& [src, dst] : kAlone)
      graphs.add(sized(lone_name(src, dst), bytes), {{src, dst, bytes}});
    for (const Conflict& c : kConflicts)
      graphs.add(sized(c.id, bytes), {{c.src, c.dst, bytes}, {c.other_src, c.other_dst, bytes}});
  }
  return graphs;
}

/// Results of the run: of the first copy of each graph, and slow-downs of both.
class Curves {
 public:
  explicit Curves(std::vector<Record> records) : records_(std::move(records)) {}

  [[nodiscard]] double rate(const std::string& what, std::uint64_t bytes) const {
    return first_of(records_, sized(what, bytes)).rate() / 1e9;
  }
  [[nodiscard]] double slowdown(const Conflict& c, std::uint64_t bytes) const {
    return rate(lone_name(c.src, c.dst), bytes) / rate(c.id, bytes);
  }
  /// Of the disturbing copy, over its rate alone.
  [[nodiscard]] double slowdown_of_other(const Conflict& c, std::uint64_t bytes) const {
    const std::string graph = sized(c.id, bytes);
    for (const Record& record : records_)
      if (record.graph == graph && record.src == c.other_src)
        return rate(lone_name(c.other_src, c.other_dst), bytes) * 1e9 / record.rate();
    throw std::logic_error("communications.csv has no second copy of " + graph);
  }
  [[nodiscard]] Series series(const std::string& what, const std::string& title) const {
    Series series{title, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
    for (const std::uint64_t bytes : kSizes) {
      series.x.push_back(static_cast<double>(bytes));
      series.y.push_back(rate(what, bytes));
    }
    return series;
  }

 private:
  std::vector<Record> records_;
};

/// Levels at which the curves end according to the text.
std::vector<Guide> asymptotes() {
  constexpr double kAlone = kBandwidth / 1e9;
  const auto printed = [](double rate, const char* sentence) {
    return Guide{Guide::Along::kY, rate, sentence, {}, Role::kPublished};
  };
  return {printed(kAlone, "11.6 GiB/s: 0->1 alone (II-A)"),
          printed(kAlone / 1.21, "1.21 times slower: 4->1 alone (VII)"),
          printed(kAlone / 1.44, "1.44 times slower: 0->1 with 4->1 (III-B)"),
          printed(kAlone / 2, "a half: the other conflicts (III-B)")};
}

Figure figure_of(const Curves& curves) {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"bandwidth", "GB/s", Scale::kLinear, 0.0, {}, {}};
  chart.series = {curves.series("lone_0_1", "0->1 alone"), curves.series("lone_0_3", "0->3 alone"),
                  curves.series("lone_4_1", "4->1 alone")};
  for (const Conflict& conflict : kConflicts)
    chart.series.push_back(curves.series(conflict.id, conflict.title));
  chart.guides = asymptotes();
  return {"fig3", "Bandwidth of conflicts against message size",
          "Bandwidth of the copy named first; both are issued together. The paper's points are "
          "lost; the lines are its statements.",
          chart};
}

}  // namespace

void fig3(Judge& judge) {
  const runs::Run run = judge.ask(on_t2(all_graphs()), "every size and conflict");
  const Curves curves(records_of(run));
  for (const Conflict& conflict : kConflicts) {
    const std::string id = std::string("pcie.fig3.") + conflict.id;
    judge.set(id, curves.slowdown(conflict, kLargest));
    judge.set(id + ".small", curves.slowdown(conflict, kSmallest));
  }
  for (const Conflict& conflict : {kConflicts[0], kConflicts[1]})
    judge.set(std::string("pcie.fig3.") + conflict.id + ".second",
              curves.slowdown_of_other(conflict, kLargest));
  judge.set("pcie.fig3.halo", curves.slowdown(kConflicts[0], kHalo));
  judge.set("pcie.fig3.halo.largest", curves.slowdown(kConflicts[0], kLargestHalo));
  judge.set("pcie.fig3.convergence",
            curves.slowdown(kConflicts[1], kHalo) / curves.slowdown(kConflicts[0], kHalo));
  const double root_complex = curves.rate("lone_0_1", kLargest) / curves.rate("lone_4_1", kLargest);
  judge.set("pcie.fig3.root_complex", root_complex);
  judge.set("pcie.fig3.root_complex.about", root_complex);
  judge.draw(figure_of(curves));
}

}  // namespace gf::papers::sc16
