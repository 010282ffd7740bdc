// SPDX-License-Identifier: Apache-2.0
// bandwidthTest: a table of sizes and rates for each direction, or with --csv a line for each rate.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/output_lines.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace bandwidth_tables {
namespace {

constexpr const char* kName = "bandwidthTest";
/// A megabyte of versions that count 1000 times 1024 bytes.
constexpr const char* kOldUnit = "1024 kB/s";

struct Direction {
  const char* test;  ///< In the table's title.
  const char* in_csv;
  const char* from;
  const char* to;
};
constexpr std::array<Direction, 3> kDirections{{{"Host to Device", "H2D", "host", "gpu"},
                                                {"Device to Host", "D2H", "gpu", "host"},
                                                {"Device to Device", "D2D", "gpu", "gpu"}}};

/// What precedes the rows of a table.
struct Table {
  const Direction* direction = nullptr;
  unsigned devices = 1;
  std::string memory;  ///< "PINNED", "PAGEABLE", with ", write-combined".
  std::string unit;    ///< Empty: the head has not been read.
};

/// Several devices are used one after the other, and their rates are added.
std::string device_name(const std::string& end, unsigned devices, unsigned first) {
  if (end == "host") return end;
  return devices == 1 ? gpu_name(first) : "all";
}

Measured value_of(const Table& table, unsigned first) {
  Measured value;
  value.tool = kName;
  value.test = table.direction->test;
  const bool local = std::string_view(table.direction->in_csv) == "D2D";
  value.quantity = local ? quantity::kLocal : quantity::kCopy;
  value.from = device_name(table.direction->from, table.devices, first);
  value.to = device_name(table.direction->to, table.devices, first);
  value.unit = table.unit;
  value.ranks = table.devices;
  value.setting = table.memory;
  return value;
}

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
    if (core::begins_with(line, "bandwidthTest-")) return take_csv(line);
    if (take_title(line) || take_head(line) || table_.direction == nullptr) return;
    if (core::begins_with(line, "PINNED") || core::begins_with(line, "PAGEABLE"))
      table_.memory = line.substr(0, line.find(' '));
    else if (!table_.unit.empty() && lines_.words().empty())
      table_ = {};  // an empty line ends the table
    else if (!table_.unit.empty() && lines_.is_row(2))
      take_row();
  }

  /// "Device 0: Tesla P100-PCIE-16GB", "Host to Device Bandwidth, 1 Device(s)".
  bool take_title(std::string_view line) {
    const auto& words = lines_.words();
    if (words.size() > 2 && words[0] == "Device" && words[1].back() == ':') {
      const auto number = core::parse_number<unsigned>(words[1].substr(0, words[1].size() - 1));
      first_ = number.value_or(first_);
      return number.has_value();
    }
    const std::size_t at = line.find(" Bandwidth, ");
    if (at == line.npos) return false;
    for (const Direction& direction : kDirections) {
      if (line.substr(0, at) != direction.test) continue;
      table_ = {&direction, static_cast<unsigned>(lines_.whole(words[4], "devices", kMostRanks)),
                "", ""};
    }
    return true;
  }

  /// The words on write combining stand in the same line.
  bool take_head(std::string_view line) {
    const std::size_t at = line.find("Transfer Size (Bytes)");
    if (at == line.npos || table_.direction == nullptr) return false;
    if (line.find("Write-Combined") < at) table_.memory += ", write-combined";
    if (line.find("Bandwidth(GB/s)", at) != line.npos)
      table_.unit = "GB/s";
    else if (line.find("Bandwidth(MB/s)", at) != line.npos)
      table_.unit = kOldUnit;
    else
      lines_.fail("a head without a unit that is known", "Bandwidth(GB/s) or Bandwidth(MB/s)");
    return true;
  }

  void take_row() {
    lines_.must_have(2);
    Measured value = value_of(table_, first_);
    value.bytes = lines_.whole(lines_.words()[0], "Transfer Size");
    lines_.read(lines_.words()[1], "Bandwidth", value);
    values_.push_back(value);
  }

  /// "bandwidthTest-H2D-Pinned, Bandwidth = 12.3 GB/s, Time = 0.00260 s, Size = 32000000 bytes,
  /// NumDevsUsed = 1".
  void take_csv(std::string_view line) {
    const auto fields = core::split_fields(line, ',');
    const auto parts = core::split_fields(fields[0], '-');
    Table table;
    for (const Direction& direction : kDirections)
      if (parts.size() > 1 && parts[1] == direction.in_csv) table.direction = &direction;
    if (table.direction == nullptr) lines_.fail("a line of no direction", "H2D, D2H or D2D");
    if (parts.size() > 2) table.memory = parts[2] == "Paged" ? "PAGEABLE" : "PINNED";
    if (parts.size() > 3) table.memory += ", write-combined";
    const auto rate = number_of(fields, "Bandwidth");
    const auto unit = rate.size() == 2 ? rate[1] : std::string_view();
    table.unit = unit == "MB/s" ? kOldUnit : std::string(unit);
    table.devices = static_cast<unsigned>(
        lines_.whole(number_of(fields, "NumDevsUsed")[0], "NumDevsUsed", kMostRanks));
    Measured value = value_of(table, first_);
    value.bytes = lines_.whole(number_of(fields, "Size")[0], "Size");
    if (table.unit != "GB/s" && table.unit != kOldUnit)
      lines_.fail("a rate without a unit that is known", "GB/s or MB/s");
    lines_.read(rate[0], "Bandwidth", value);
    values_.push_back(value);
  }

  /// The words behind "NAME = ".
  [[nodiscard]] std::vector<std::string_view> number_of(const std::vector<std::string_view>& fields,
                                                        std::string_view name) const {
    for (const std::string_view field : fields) {
      auto words = core::split_words(field);
      if (words.size() < 3 || words[0] != name || words[1] != "=") continue;
      words.erase(words.begin(), words.begin() + 2);
      return words;
    }
    lines_.fail(fmt::format("a line without \"{} = \"", name), "a line of bandwidthTest --csv");
  }

  OutputLines lines_;
  Table table_;
  unsigned first_ = 0;  ///< Number of the last device that the output lists.
  std::vector<Measured> values_;
};

std::vector<Measured> read(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

/// Whether two values stand in the same table.
bool same_table(const Measured& a, const Measured& b) {
  return a.test == b.test && a.ranks == b.ranks && a.setting == b.setting && a.unit == b.unit &&
         a.from == b.from && a.to == b.to;
}

std::string head_of(const Measured& first) {
  const std::string memory = first.setting.substr(0, first.setting.find(','));
  const bool combined = memory.size() < first.setting.size();
  return fmt::format(
      " {} Bandwidth, {} Device(s)\n {} Memory Transfers\n{}"
      "   Transfer Size (Bytes)\tBandwidth({})\n",
      first.test, std::max(1U, first.ranks), memory.empty() ? "PINNED" : memory,
      combined ? " Write-Combined Memory Writes are Enabled" : "",
      first.unit == kOldUnit ? "MB/s" : first.unit);
}

/// The number of the GPU in `value`, if it names one.
std::optional<unsigned> gpu_of(const Measured& value) {
  const auto from = gpu_number(value.from);
  return from ? from : gpu_number(value.to);
}

std::string write(const std::vector<Measured>& values) {
  std::string text = "[CUDA Bandwidth Test] - Starting...\nRunning on...\n\n";
  const Measured* previous = nullptr;
  std::optional<unsigned> device;
  for (const Measured& value : values) {
    if (!value.bytes)
      core::fail_config(kName, value.test, "no size", "a size in bytes", "set Measured::bytes");
    if (previous == nullptr || !same_table(*previous, value)) {
      if (previous != nullptr) text += "\n";
      if (const auto gpu = gpu_of(value); gpu && gpu != device) {
        text += fmt::format(" Device {}: modelled GPU\n Quick Mode\n\n", *gpu);
        device = gpu;
      }
      text += head_of(value);
    }
    text += fmt::format("   {}\t\t\t{}{:.1f}\n", *value.bytes, *value.bytes < 10000 ? "\t" : "",
                        value.value);
    previous = &value;
  }
  return text + "\nResult = PASS\n";
}

}  // namespace
}  // namespace bandwidth_tables

Tool bandwidth_test() {
  return {bandwidth_tables::kName,
          bandwidth_tables::kName,
          {"Device(s)\n", "Device(s)\r\n", "bandwidthTest-"},
          bandwidth_tables::read,
          bandwidth_tables::write};
}

}  // namespace gf::papers::tools
