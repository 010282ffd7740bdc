// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/topo_matrix_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

using Words = std::vector<std::string_view>;

constexpr const char* kCells = "X, PIX, PXB, PHB, NODE, SYS, SOC or NV1 ... NV128";
constexpr unsigned kMostLinks = 128;
constexpr std::size_t kShownPairs = 8;

std::optional<unsigned> number_of(std::string_view label, std::string_view stem) {
  if (!core::begins_with(label, stem)) return {};
  return core::parse_number<unsigned>(label.substr(stem.size()));
}

std::optional<PathCell> cell_of(std::string_view word) {
  if (word == "SOC") return PathCell{PathClass::kSys, 0, false};
  if (const auto links = number_of(word, "NV"); links && *links >= 1 && *links <= kMostLinks)
    return PathCell{PathClass::kNone, *links, false};
  const auto path = path_class(word);
  if (!path || *path == PathClass::kNone) return {};
  return PathCell{*path, 0, false};
}

/// Whether the words are the table's head: names of devices from GPU<n> on, then other columns.
bool is_head(const Words& words) {
  if (words.empty() || !number_of(words[0], "GPU")) return false;
  if (words.size() == 1) return true;
  return !cell_of(words[1]) && (number_of(words[1], "GPU") || number_of(words[1], "NIC") ||
                                core::begins_with(words[1], "mlx") || words[1] == "CPU");
}

/// A cell of `nvidia-smi topo -p2p`, but X: supported, or why not.
bool is_peer_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"OK", "CNS", "GNS", "TNS", "NS", "DR", "U"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}
bool is_peer_row(const Words& words) {
  return std::any_of(words.begin() + 1, words.end(), is_peer_word);
}

bool is_row(const Words& words) {
  return words.size() > 1 && (cell_of(words[1]) || is_peer_word(words[1])) &&
         std::find(words.begin(), words.end(), "X") != words.end();
}

/// A row's words, before all devices are known.
struct RawRow {
  std::vector<PathCell> cells;
  std::optional<unsigned> numa;
  FilePlace place;
};

class TopoReader {
 public:
  FoundMatrix run(const std::vector<ImportLine>& lines) {
    for (const ImportLine& line : lines) take(line);
    order();
    matrix_.make_cells();
    std::map<std::string, std::size_t> index;
    for (std::size_t i = 0; i < matrix_.rows.size(); ++i) index[matrix_.rows[i].label] = i;
    for (const auto& [label, raw] : raw_)
      for (std::size_t column = 0; column < raw.cells.size(); ++column)
        set(index.at(label), index.at(columns_[column]), raw.cells[column], raw.place);
    matrix_.mirror();
    return std::move(matrix_);
  }

 private:
  enum class At { kBefore, kTable, kLegend, kNics };

  void take(const ImportLine& line) {
    const Words words = core::split_words(line.text);
    if (words.empty()) return;
    if (at_ == At::kBefore) {
      if (is_head(words)) take_head(words, line.place);
    } else if (words[0] == "Legend:") {
      at_ = At::kLegend;
    } else if (words[0] == "NIC" && words.size() == 2 && words[1] == "Legend:") {
      at_ = At::kNics;
    } else if (at_ == At::kTable) {
      take_row(words, line.place);
    } else if (at_ == At::kNics) {
      take_name(words);
    }
  }

  void take_head(const Words& words, const FilePlace& place) {
    for (const std::string_view word : words) {
      if (word == "CPU" || word == "NUMA") break;
      add(std::string(word), place);
      columns_.emplace_back(word);
    }
    has_numa_ = std::find(words.begin(), words.end(), "NUMA") != words.end();
    at_ = At::kTable;
  }

  void take_row(const Words& words, const FilePlace& place) {
    const std::string label(words[0]);
    const bool known = std::count(columns_.begin(), columns_.end(), label) != 0;
    if (!known && !is_row(words) && !(number_of(label, "GPU") && words.size() > 1)) return;
    if (!known) add(label, place);  // its column is cut off
    const auto [at, fresh] = raw_.emplace(label, RawRow());
    if (!fresh)
      place.fail(fmt::format("a second row of {}, first on line {}", core::excerpt(label),
                             at->second.place.line),
                 "each device once; give each machine's table to its own import");
    RawRow& row = at->second;
    row.place = place;
    for (FoundMatrix::Row& each : matrix_.rows)
      if (each.label == label) each.place = place;
    std::size_t next = 1;
    for (; next < words.size() && row.cells.size() < columns_.size(); ++next) {
      const auto cell = cell_of(words[next]);
      if (!cell)
        place.fail(
            fmt::format("{} to {} is '{}'", core::excerpt(label),
                        core::excerpt(columns_[row.cells.size()]), core::excerpt(words[next])),
            kCells);
      row.cells.push_back(*cell);
    }
    if (has_numa_ && next + 1 < words.size())
      row.numa = core::parse_number<unsigned>(words[next + 1]);
  }

  /// "NIC0: mlx5_0".
  void take_name(const Words& words) {
    if (words.size() != 2 || words[0].back() != ':') return;
    const std::string_view label = words[0].substr(0, words[0].size() - 1);
    for (FoundMatrix::Row& row : matrix_.rows)
      if (row.label == label) row.name = words[1];
  }

  void add(const std::string& label, const FilePlace& place) {
    for (const FoundMatrix::Row& row : matrix_.rows)
      if (row.label == label)
        place.fail("a second column of " + core::excerpt(label), "each device once");
    if (matrix_.rows.size() == kMostMatrixDevices)
      place.fail(fmt::format("more than {} devices", kMostMatrixDevices),
                 "the table of one machine");
    FoundMatrix::Row row;
    row.label = label;
    row.gpu = number_of(label, "GPU").has_value();
    row.place = place;
    matrix_.rows.push_back(std::move(row));
  }

  /// GPUs first, by number. Also takes over what the rows say of devices.
  void order() {
    for (FoundMatrix::Row& row : matrix_.rows)
      if (const auto raw = raw_.find(row.label); raw != raw_.end()) row.numa = raw->second.numa;
    std::stable_sort(matrix_.rows.begin(), matrix_.rows.end(),
                     [](const FoundMatrix::Row& a, const FoundMatrix::Row& b) {
                       if (a.gpu != b.gpu) return a.gpu;
                       return a.gpu && *number_of(a.label, "GPU") < *number_of(b.label, "GPU");
                     });
  }

  void set(std::size_t row, std::size_t column, const PathCell& cell, const FilePlace& place) {
    const FoundMatrix::Row& a = matrix_.rows[row];
    const FoundMatrix::Row& b = matrix_.rows[column];
    const bool self = cell.links == 0 && cell.path == PathClass::kSelf;
    if (self != (row == column))
      place.fail(fmt::format("{} to {} is {}", a.label, b.label, to_text(cell)),
                 "X only where a row meets its own column");
    if (cell.links != 0 && !(a.gpu && b.gpu))
      place.fail(fmt::format("{} to {} is {}", a.label, b.label, to_text(cell)),
                 "NVLink only between GPUs");
    matrix_.at(row, column) = cell;
  }

  At at_ = At::kBefore;
  bool has_numa_ = false;
  std::vector<std::string> columns_;
  std::map<std::string, RawRow> raw_;
  FoundMatrix matrix_;
};

/// The lines of the first table of that kind: from its head to the next head.
std::vector<ImportLine> table_of(const std::vector<ImportLine>& lines, bool peers) {
  std::vector<ImportLine> table;
  bool in_table = false, decided = false;
  for (const ImportLine& line : lines) {
    const Words words = core::split_words(line.text);
    if (is_head(words)) {
      if (in_table && decided) return table;
      table.clear();
      in_table = true;
      decided = false;
    }
    if (!in_table) continue;
    table.push_back(line);
    if (decided || !is_row(words)) continue;
    decided = is_peer_row(words) == peers;
    in_table = decided;
  }
  return in_table && decided ? table : std::vector<ImportLine>();
}

}  // namespace

bool is_topo_matrix(const std::vector<ImportLine>& lines) {
  return !table_of(lines, false).empty();
}

FoundMatrix read_topo_matrix(const std::vector<ImportLine>& lines) {
  return TopoReader().run(table_of(lines, false));
}

bool is_peer_table(const std::vector<ImportLine>& lines) { return !table_of(lines, true).empty(); }

FoundMachine read_peer_table(const std::vector<ImportLine>& lines, ImportGuesses& guesses) {
  FoundMachine machine;
  std::vector<std::string> head;
  std::size_t apart = 0;
  for (const ImportLine& line : table_of(lines, true)) {
    const Words words = core::split_words(line.text);
    if (words.empty() || !number_of(words[0], "GPU")) continue;
    if (head.empty()) {
      head.assign(words.begin(), words.end());
      continue;
    }
    for (std::size_t column = 1; column < words.size() && column <= head.size(); ++column) {
      if (words[column] == "X" || words[column] == "OK") continue;
      if (!is_peer_word(words[column]))
        line.place.fail(fmt::format("{} to {} is '{}'", core::excerpt(words[0]),
                                    core::excerpt(head[column - 1]), core::excerpt(words[column])),
                        "X, OK, or a reason: CNS, GNS, TNS, NS, DR, U");
      if (++apart <= kShownPairs)
        machine.remarks.push_back(fmt::format("{}:{}: no peer-to-peer from {} to {}: {}",
                                              line.place.file, line.place.line, words[0],
                                              head[column - 1], words[column]));
    }
  }
  if (apart > 0)
    guesses.add({GuessKind::kLeftOut, fmt::format("{} pairs without peer-to-peer", apart),
                 "taken to have it", "the model lets all GPUs reach each other", ""});
  return machine;
}

}  // namespace gf::model
