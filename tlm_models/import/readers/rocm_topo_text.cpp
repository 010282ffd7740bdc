// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/rocm_topo_text.h"

#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

using Words = std::vector<std::string_view>;
using Pair = std::pair<unsigned, unsigned>;

constexpr std::string_view kTypes = "Link Type between two GPUs";
constexpr std::string_view kHops = "Hops between two GPUs";
constexpr std::string_view kNuma = "Numa Node: ";

std::optional<unsigned> gpu_number(std::string_view word) {
  if (!core::begins_with(word, "GPU")) return {};
  word.remove_prefix(3);
  if (!word.empty() && word.front() == '[') word = word.substr(1, word.find(']') - 1);
  return core::parse_number<unsigned>(word);
}

struct Cell {
  std::string text;
  FilePlace place;
};

/// Reads the tables line by line.
class RocmReader {
 public:
  void take(const ImportLine& line) {
    const std::string_view text = line.text;
    if (text.find(kTypes) != text.npos || text.find(kHops) != text.npos) {
      table_ = text.find(kTypes) != text.npos ? &types_ : &hops_;
      head_.clear();
      return;
    }
    if (text.find("====") != text.npos || text.find("between two GPUs") != text.npos) {
      table_ = nullptr;
      return;
    }
    const Words words = core::split_words(text);
    if (words.empty()) return;
    const auto gpu = gpu_number(words[0]);
    if (!gpu) return;
    if (const std::size_t at = text.find(kNuma); at != text.npos) {
      if (const auto node =
              core::parse_number<unsigned>(core::trimmed(text.substr(at + kNuma.size()))))
        numa_[*gpu] = *node;
    } else if (table_ != nullptr) {
      take_row(words, *gpu, line.place);
    }
  }

  FoundMatrix run(ImportGuesses& guesses) {
    FoundMatrix matrix;
    for (const auto& [pair, cell] : types_)
      if (pair.first == pair.second) add_row(matrix, pair.first, cell.place);
    matrix.make_cells();
    std::map<unsigned, std::size_t> index;
    for (std::size_t i = 0; i < numbers_.size(); ++i) index[numbers_[i]] = i;
    for (const auto& [pair, cell] : types_) {
      if (pair.first == pair.second) continue;
      const auto row = index.find(pair.first), column = index.find(pair.second);
      if (row == index.end() || column == index.end())
        cell.place.fail(
            fmt::format("GPU{} to GPU{}: one of them has no row", pair.first, pair.second),
            "a row and a column of each GPU");
      matrix.at(row->second, column->second) = read(pair, cell);
    }
    matrix.mirror();
    if (counted_)
      guesses.add({GuessKind::kLinkRate, "pairs with xGMI", "one link each",
                   "the tables do not count links", "the file of NCCL_TOPO_DUMP_FILE, from RCCL"});
    return matrix;
  }

 private:
  void take_row(const Words& words, unsigned gpu, const FilePlace& place) {
    if (head_.empty()) {
      for (const std::string_view word : words)
        if (const auto number = gpu_number(word)) head_.push_back(*number);
      return;
    }
    if (words.size() - 1 > head_.size())
      place.fail(
          fmt::format("a row of {} cells below a head of {}", words.size() - 1, head_.size()),
          "a cell for each GPU");
    for (std::size_t i = 1; i < words.size(); ++i)
      (*table_)[{gpu, head_[i - 1]}] = {std::string(words[i]), place};
  }

  void add_row(FoundMatrix& matrix, unsigned gpu, const FilePlace& place) {
    if (matrix.rows.size() == kMostMatrixDevices)
      place.fail(fmt::format("more than {} GPUs", kMostMatrixDevices), "the table of one machine");
    FoundMatrix::Row row;
    row.label = fmt::format("GPU{}", gpu);
    row.gpu = true;
    row.place = place;
    if (const auto node = numa_.find(gpu); node != numa_.end()) row.numa = node->second;
    matrix.rows.push_back(std::move(row));
    numbers_.push_back(gpu);
  }

  std::optional<PathCell> read(const Pair& pair, const Cell& cell) {
    if (cell.text == "XGMI") {
      const auto hops = hops_.find(pair);
      if (hops != hops_.end() && hops->second.text != "1") return {};  // over another GPU
      counted_ = true;
      return PathCell{PathClass::kNone, 1, true};
    }
    if (cell.text != "PCIE")
      cell.place.fail(
          fmt::format("GPU{} to GPU{} is '{}'", pair.first, pair.second, core::excerpt(cell.text)),
          "XGMI, PCIE, or 0 for itself");
    const auto one = numa_.find(pair.first), other = numa_.find(pair.second);
    if (one == numa_.end() || other == numa_.end() || one->second == other->second) return {};
    return PathCell{PathClass::kSys, 0, false};
  }

  std::map<Pair, Cell> types_, hops_;
  std::map<Pair, Cell>* table_ = nullptr;
  std::vector<unsigned> head_;
  std::map<unsigned, unsigned> numa_;
  std::vector<unsigned> numbers_;
  bool counted_ = false;
};

}  // namespace

bool is_rocm_topo(const std::vector<ImportLine>& lines) {
  for (const ImportLine& line : lines)
    if (line.text.find(kTypes) != std::string::npos) return true;
  return false;
}

FoundMatrix read_rocm_topo(const std::vector<ImportLine>& lines, ImportGuesses& guesses) {
  RocmReader reader;
  for (const ImportLine& line : lines) reader.take(line);
  FoundMatrix matrix = reader.run(guesses);
  if (matrix.rows.empty())
    lines.front().place.fail("the table of link types has no rows", "rocm-smi --showtopo");
  return matrix;
}

}  // namespace gf::model
