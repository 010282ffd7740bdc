// SPDX-License-Identifier: Apache-2.0
// p2pmark: sections "=== ... ===", of which the first is a matrix of pairs, and scores.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/device_table.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace p2pmark_sections {
namespace {

constexpr const char* kName = "p2pmark";
constexpr std::string_view kAbsent = "-";  ///< On the diagonal of the matrix.

using namespace quantity;

/// A section's title in the tool's words begins with `begins`. Each of its lines is one of a GPU.
struct Section {
  std::string_view begins;
  const char* title;  ///< As it is written.
  const char* test;
  const char* quantity;
  const char* unit;
};
constexpr std::array<Section, 8> kSections{
    {{"Sequential P2P bandwidth", "Sequential P2P bandwidth (GB/s)", "pairs", kCopy, "GB/s"},
     {"Topology probe: staggered writes",
      "Topology probe: staggered writes by peer distance (GB/s)", "by distance", kWithOthers,
      "GB/s"},
     {"Single GPU writes", "Single GPU writes to all peers concurrent (GB/s)", "one to all", kTotal,
      "GB/s"},
     {"Ring bandwidth", "Ring bandwidth: each GPU writes to next neighbor (GB/s)", "neighbours",
      kWithOthers, "GB/s"},
     {"All-to-all fabric stress", "All-to-all fabric stress test (GB/s)", "all to all", kTotal,
      "GB/s"},
     {"Sequential P2P latency", "Sequential P2P latency (us)", "latency of pairs", kLatency, "us"},
     {"Single reader", "Single reader, all peers concurrent (us)", "latency, one from all",
      kLatency, "us"},
     {"All GPUs read", "All GPUs read all peers simultaneously (us)", "latency, all from all",
      kLatency, "us"}}};

/// A line "BEGINS: NUMBER ..." outside of sections.
struct Score {
  std::string_view begins;
  const char* test;
  const char* quantity;
  const char* unit;
  const char* rest;  ///< What the tool prints behind the number.
};
constexpr std::array<Score, 10> kScores{
    {{"PCIe LINK SCORE:", "PCIe link score", kScore, "", ""},
     {"DENSE INTERCONNECT SCORE:", "dense interconnect score", kScore, "", ""},
     {"Total ring bandwidth:", "neighbours, sum", kTotal, "GB/s", " GB/s"},
     {"Total all-to-all bandwidth:", "all to all, sum", kTotal, "GB/s",
      " GB/s  (stress test, N*(N-1) flows)"},
     {"Average 1:1 latency:", "latency of pairs, mean", kLatency, "us", " us"},
     {"Min latency:", "latency, least", kLatency, "us", " us  (best pair, isolated)"},
     {"Mean latency:", "latency, mean", kLatency, "us", " us  (per GPU under full load)"},
     {"EFFECTIVE LATENCY:", "latency, effective", kLatency, "us",
      " us  (all GPUs done reading all peers)"},
     {"P2P LATENCY:", "latency, least", kLatency, "us", ""},
     {"LOADED LATENCY:", "latency, effective", kLatency, "us", ""}}};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {}

  std::vector<Measured> read() {
    while (lines_.next()) take_line();
    return values_;
  }

 private:
  void take_line() {
    const std::string_view line = core::trimmed(lines_.line());
    if (core::begins_with(line, "=== ")) return begin_section(line.substr(4));
    for (const Score& score : kScores)
      if (core::begins_with(line, score.begins)) return take_score(score, line);
    const auto& words = lines_.words();
    if (section_ == nullptr || words.empty()) return;
    if (is_matrix() && (words[0] == "Dst->" || words[0] == "Src->"))
      return read_matrix(static_cast<unsigned>(words.size() - 1));
    if (core::begins_with(words[0], "+"))
      take_distance();
    else if (words[0] == "GPU" && words.size() > 1)
      take_gpu();
  }

  void begin_section(std::string_view title) {
    section_ = nullptr;
    for (const Section& section : kSections)
      if (core::begins_with(title, section.begins)) section_ = &section;
  }

  [[nodiscard]] bool is_matrix() const { return core::begins_with(section_->begins, "Sequential"); }

  [[nodiscard]] Measured value_of(std::string from, std::string to) const {
    Measured value;
    value.tool = kName;
    value.test = section_->test;
    value.quantity = section_->quantity;
    value.from = std::move(from);
    value.to = std::move(to);
    value.unit = section_->unit;
    return value;
  }

  /// Rows are "GPU 0:     -      56.50". Bytes go from row to column; a latency is of a read, whose
  /// bytes go from column to row.
  void read_matrix(unsigned columns) {
    if (columns > kMostDevices) lines_.fail("a head of too many GPUs", "GPU0, GPU1, ...");
    const bool reads = section_->quantity == kLatency;
    for (unsigned row = 0; row < columns;) {
      if (!lines_.next())
        lines_.fail(fmt::format("the table ends after {} rows", row),
                    fmt::format("{} rows", columns));
      const auto& words = lines_.words();
      if (words.empty() || words[0] != "GPU") {
        if (core::begins_with(core::trimmed(lines_.line()), "==="))
          lines_.fail(fmt::format("the table ends after {} rows", row),
                      fmt::format("{} rows", columns));
        continue;
      }
      if (words.size() < 2 || words[1] != std::to_string(row) + ":")
        lines_.fail("a row of another GPU", fmt::format("GPU {}:", row));
      lines_.must_have(columns + 2);
      for (unsigned column = 0; column < columns; ++column) {
        if (words[column + 2] == kAbsent && column == row) continue;
        Measured value = value_of(gpu_name(reads ? column : row), gpu_name(reads ? row : column));
        lines_.read(words[column + 2], value.from + " to " + value.to, value);
        values_.push_back(value);
      }
      ++row;
    }
  }

  /// "+1  0->1 1->0   56.50 avg   113.00 total"; latencies: "+1  0<-1 1<-0   0.85 us avg".
  void take_distance() {
    const auto& words = lines_.words();
    const auto distance = core::parse_number<unsigned>(words[0].substr(1));
    const auto mean = std::find(words.begin(), words.end(), "avg");
    if (!distance || section_->begins != kSections[1].begins) return;
    if (mean == words.end() || mean == words.begin())
      lines_.fail("a row without \"avg\"", "NUMBER avg");
    Measured value = value_of("all", fmt::format("gpu +{}", *distance));
    lines_.read(mean[-1], "avg", value);
    values_.push_back(value);
  }

  /// "GPU 0 writes to all peers: 56.49 GB/s", "GPU 0 -> GPU 1: 56.50 GB/s", "GPU 0: 55.65 GB/s".
  void take_gpu() {
    const std::string_view line = core::trimmed(lines_.line());
    const std::size_t colon = line.find(':');
    if (colon == line.npos || is_matrix()) return;
    const auto before = core::split_words(line.substr(0, colon));
    const auto behind = core::split_words(line.substr(colon + 1));
    const auto gpu =
        before.size() < 2 ? std::optional<unsigned>() : core::parse_number<unsigned>(before[1]);
    if (!gpu) return;
    if (behind.size() < 2 || behind[1] != section_->unit)
      lines_.fail("a GPU without a value", fmt::format("NUMBER {}", section_->unit));
    const bool reads = section_->quantity == kLatency;
    const std::string peer =
        before.size() == 5 && before[2] == "->"
            ? gpu_name(static_cast<unsigned>(lines_.whole(before[4], "GPU", kMostRanks)))
            : "all";
    Measured value = value_of(reads ? peer : gpu_name(*gpu), reads ? gpu_name(*gpu) : peer);
    lines_.read(behind[0], gpu_name(*gpu), value);
    values_.push_back(value);
  }

  void take_score(const Score& score, std::string_view line) {
    const auto words = core::split_words(line.substr(score.begins.size()));
    if (words.empty())
      lines_.fail("a score without a number", std::string(score.begins) + " NUMBER");
    Measured value;
    value.tool = kName;
    value.test = score.test;
    value.quantity = score.quantity;
    value.unit = score.unit;
    lines_.read(words[0], std::string(score.begins.substr(0, score.begins.size() - 1)), value);
    values_.push_back(value);
    if (core::begins_with(score.begins, "Total") || core::begins_with(score.begins, "Average"))
      return;
    section_ = nullptr;  // scores follow the last section
  }

  OutputLines lines_;
  const Section* section_ = nullptr;
  std::vector<Measured> values_;
};

std::vector<Measured> read(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

std::string matrix_text(const Section& section, const std::vector<Measured>& values) {
  const bool reads = section.quantity == kLatency;
  DeviceCells cells;
  for (const Measured& each : values) {
    const auto row = gpu_number(reads ? each.to : each.from);
    const auto column = gpu_number(reads ? each.from : each.to);
    if (!row || !column)
      core::fail_config(kName, section.test, each.from + " to " + each.to, "gpu N at both ends",
                        "name the GPUs by number");
    cells.cells[{*row, *column}] = each.value;
  }
  const unsigned gpus = std::max(cells.rows(), cells.columns());
  std::string text = fmt::format("{:>6}", reads ? "Src->" : "Dst->");
  for (unsigned gpu = 0; gpu < gpus; ++gpu) text += fmt::format("  GPU{:<4}", gpu);
  text += "\n";
  for (unsigned row = 0; row < gpus; ++row) {
    text += fmt::format("GPU {}:", row);
    for (unsigned column = 0; column < gpus; ++column) {
      const auto value = cells.at(row, column);
      if (!value && row != column)
        core::fail_config(kName, section.test, fmt::format("gpu {} and gpu {}: none", row, column),
                          "a value for each pair", "its format has no N/A");
      text += value ? fmt::format("  {:>6.2f}  ", *value) : "     -   ";
    }
    text += "\n";
  }
  return text;
}

std::string line_text(const Section& section, const Measured& value) {
  if (section.begins == kSections[1].begins)
    return fmt::format("{}   {:>6.2f} avg\n", value.to.substr(value.to.find('+')), value.value);
  const bool reads = section.quantity == kLatency;
  const auto gpu = gpu_number(reads ? value.to : value.from);
  if (!gpu)
    core::fail_config(kName, section.test, value.from + " to " + value.to, "gpu N",
                      "name the GPU by number");
  std::string words;
  if (std::string_view(section.test) == "one to all") words = " writes to all peers";
  if (std::string_view(section.test) == "neighbours")
    words = fmt::format(" -> GPU {}", gpu_number(value.to).value_or(0));
  return fmt::format("GPU {}{}: {:.2f} {}\n", *gpu, words, value.value, section.unit);
}

std::string write(const std::vector<Measured>& values) {
  std::string text;
  std::vector<std::string> known;
  for (const std::string& test : tests_of(values)) {
    const std::vector<Measured> of = of_test(values, test);
    const auto section = std::find_if(kSections.begin(), kSections.end(),
                                      [&](const Section& each) { return each.test == test; });
    const auto score = std::find_if(kScores.begin(), kScores.end(),
                                    [&](const Score& each) { return each.test == test; });
    if (section != kSections.end()) {
      text += fmt::format("\n=== {} ===\n\n", section->title);
      if (core::begins_with(section->begins, "Sequential"))
        text += matrix_text(*section, of);
      else
        for (const Measured& each : of) text += line_text(*section, each);
    } else if (score != kScores.end()) {
      text += fmt::format("\n  {:<26} {:.2f}{}\n", score->begins, of[0].value, score->rest);
    } else {
      for (const Section& each : kSections) known.emplace_back(each.test);
      for (const Score& each : kScores) known.emplace_back(each.test);
      core::fail_config(kName, "test", test, core::legal_names(test, known), "choose one of them");
    }
  }
  return text;
}

}  // namespace
}  // namespace p2pmark_sections

Tool p2pmark() {
  return {
      p2pmark_sections::kName,
      p2pmark_sections::kName,
      {"=== Sequential P2P", "DENSE INTERCONNECT SCORE:", "EFFECTIVE LATENCY:", "LOADED LATENCY:"},
      p2pmark_sections::read,
      p2pmark_sections::write};
}

}  // namespace gf::papers::tools
