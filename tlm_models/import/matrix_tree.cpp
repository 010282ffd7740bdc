// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/matrix_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <utility>

#include "tlm_models/import/link_count.h"

namespace gf::model {
namespace {

constexpr const char* kSettles = "lspci -tv, or the file of NCCL_TOPO_DUMP_FILE";

/// Sets of rows (union-find); the smallest row of a set stands for it.
class RowSets {
 public:
  explicit RowSets(std::size_t rows) : above_(rows) {
    std::iota(above_.begin(), above_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t row) const {
    while (above_[row] != row) row = above_[row];
    return row;
  }
  void join(std::size_t a, std::size_t b) {
    a = of(a);
    b = of(b);
    above_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> above_;
};

class MatrixTree {
 public:
  MatrixTree(const FoundMatrix& matrix, FoundMachine& machine, ImportGuesses& guesses)
      : matrix_(matrix),
        machine_(machine),
        guesses_(guesses),
        pix_(matrix.rows.size()),
        pxb_(matrix.rows.size()),
        phb_(matrix.rows.size()),
        node_(matrix.rows.size()) {}

  void run() {
    join_known();
    join_hidden();
    check();
    for (std::size_t row = 0; row < size(); ++row) add(row);
  }

 private:
  [[nodiscard]] std::size_t size() const { return matrix_.rows.size(); }
  [[nodiscard]] bool is_hidden(std::size_t a, std::size_t b) const {
    return !matrix_.at(a, b) || matrix_.at(a, b)->links != 0;
  }
  /// The path of a cell that gives one.
  [[nodiscard]] PathClass path(std::size_t a, std::size_t b) const {
    return is_hidden(a, b) ? PathClass::kNone : matrix_.at(a, b)->path;
  }
  [[nodiscard]] bool same_affinity(std::size_t a, std::size_t b) const {
    const auto& one = matrix_.rows[a].numa;
    return one && one == matrix_.rows[b].numa;
  }

  void join_up_to(std::size_t a, std::size_t b, PathClass path) {
    if (path <= PathClass::kPix) pix_.join(a, b);
    if (path <= PathClass::kPxb) pxb_.join(a, b);
    if (path <= PathClass::kPhb) phb_.join(a, b);
    if (path <= PathClass::kNode) node_.join(a, b);
  }

  void join_known() {
    for (std::size_t a = 0; a < size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (path(a, b) <= PathClass::kNode) join_up_to(a, b, path(a, b));
        if (is_hidden(a, b) && same_affinity(a, b)) join_up_to(a, b, PathClass::kNode);
      }
  }

  /// Whether a cell between the sets of `a` and `b` says that they are farther apart than `least`.
  [[nodiscard]] bool are_apart(const RowSets& sets, std::size_t a, std::size_t b,
                               PathClass least) const {
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size(); ++j)
        if (sets.of(i) == sets.of(a) && sets.of(j) == sets.of(b) && !is_hidden(i, j) &&
            path(i, j) > least)
          return true;
    return false;
  }
  /// Whether their NUMA affinities differ.
  [[nodiscard]] bool other_affinity(std::size_t a, std::size_t b) const {
    return matrix_.rows[a].numa && matrix_.rows[b].numa && !same_affinity(a, b);
  }

  void join_hidden() {
    bool guessed = false;
    for (std::size_t a = 0; a < size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (!is_hidden(a, b) || phb_.of(a) == phb_.of(b) || other_affinity(a, b)) continue;
        if (are_apart(phb_, a, b, PathClass::kPhb) || are_apart(node_, a, b, PathClass::kNode))
          continue;
        join_up_to(a, b, PathClass::kPhb);
        guessed = true;
      }
    if (guessed)
      guesses_.add({GuessKind::kTree, "", "GPUs share the root complex of their NUMA node",
                    "the table does not show the PCIe path of these pairs", kSettles});
  }

  void check() const {
    const std::pair<const RowSets*, PathClass> levels[] = {{&pix_, PathClass::kPix},
                                                           {&pxb_, PathClass::kPxb},
                                                           {&phb_, PathClass::kPhb},
                                                           {&node_, PathClass::kNode}};
    for (const auto& [sets, least] : levels)
      for (std::size_t a = 0; a < size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          if (sets->of(a) == sets->of(b) && !is_hidden(a, b) && path(a, b) > least)
            matrix_.rows[a].place.fail(
                fmt::format("{} to {} is {}, but by other cells or the NUMA affinity they are {} "
                            "or nearer",
                            matrix_.rows[a].label, matrix_.rows[b].label, to_text(path(a, b)),
                            to_text(least)),
                "a table that a tree can have");
  }

  [[nodiscard]] std::size_t count(const RowSets& sets, std::size_t of) const {
    std::size_t rows = 0;
    for (std::size_t row = 0; row < size(); ++row) rows += sets.of(row) == of ? 1 : 0;
    return rows;
  }

  unsigned root_of(std::size_t row) {
    const auto [at, fresh] = roots_.emplace(phb_.of(row), kNoFound);
    if (fresh) {
      FoundDevice root;
      root.kind = DeviceKind::kRootComplex;
      root.place = matrix_.rows[row].place;
      root.numa = numa_of(node_.of(row));
      at->second = machine_.add(std::move(root));
    }
    return at->second;
  }
  /// Number of a NUMA node: the affinity of its rows, if they have one that no other has taken.
  unsigned numa_of(std::size_t set) {
    const auto known = numa_.find(set);
    if (known != numa_.end()) return known->second;
    unsigned number = static_cast<unsigned>(numa_.size());
    for (std::size_t row = size(); row-- > 0;)
      if (node_.of(row) == set && matrix_.rows[row].numa) number = *matrix_.rows[row].numa;
    const auto taken = [&] {
      return std::any_of(numa_.begin(), numa_.end(),
                         [&](const auto& one) { return one.second == number; });
    };
    while (taken()) ++number;
    numa_[set] = number;
    return number;
  }

  unsigned bridge(std::map<std::size_t, unsigned>& known, std::size_t set, unsigned parent,
                  const FilePlace& place) {
    const auto [at, fresh] = known.emplace(set, kNoFound);
    if (fresh) {
      FoundDevice made;
      made.kind = DeviceKind::kSwitch;
      made.parent = parent;
      made.place = place;
      at->second = machine_.add(std::move(made));
    }
    return at->second;
  }

  void add(std::size_t row) {
    const FoundMatrix::Row& said = matrix_.rows[row];
    const std::size_t pix = pix_.of(row), pxb = pxb_.of(row);
    unsigned parent = root_of(row);
    const bool several = count(pxb_, pxb) > count(pix_, pix);  // switches below a switch
    if (several) parent = bridge(uppers_, pxb, parent, said.place);
    if (several || count(pix_, pix) > 1) parent = bridge(lowers_, pix, parent, said.place);
    FoundDevice device;
    device.kind = said.gpu ? DeviceKind::kGpu : DeviceKind::kNic;
    device.parent = parent;
    device.label = said.name.empty() ? said.label : said.name;
    device.place = said.place;
    if (said.gpu) device.number = static_cast<unsigned>(row);
    machine_.add(std::move(device));
  }

  const FoundMatrix& matrix_;
  FoundMachine& machine_;
  ImportGuesses& guesses_;
  RowSets pix_, pxb_, phb_, node_;
  std::map<std::size_t, unsigned> roots_, uppers_, lowers_;
  std::map<std::size_t, unsigned> numa_;
};

}  // namespace

void add_tree_of(const FoundMatrix& matrix, FoundMachine& machine, ImportGuesses& guesses) {
  MatrixTree(matrix, machine, guesses).run();
  add_links_of(matrix, machine);
}

void add_links_of(const FoundMatrix& matrix, FoundMachine& machine) {
  std::map<std::size_t, unsigned> gpus;  // by row
  for (unsigned i = 0; i < machine.devices.size(); ++i)
    if (machine.devices[i].kind == DeviceKind::kGpu && machine.devices[i].number)
      gpus[*machine.devices[i].number] = i;
  const auto switched = links_over_switches(matrix);
  for (std::size_t a = 0; a < matrix.rows.size(); ++a) {
    if (!matrix.rows[a].gpu || gpus.count(a) == 0) continue;
    if (switched[a] != 0)
      machine.links.push_back({gpus[a], kNoFound, switched[a], false, {}, matrix.rows[a].place});
    for (std::size_t b = a + 1; b < matrix.rows.size(); ++b) {
      const auto& cell = matrix.at(a, b);
      if (!cell || cell->links == 0 || switched[a] != 0 || gpus.count(b) == 0) continue;
      machine.links.push_back(
          {gpus[a], gpus[b], cell->links, cell->xgmi, {}, matrix.rows[a].place});
    }
  }
}

}  // namespace gf::model
