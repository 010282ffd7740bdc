// SPDX-License-Identifier: Apache-2.0
// gpufabric measured: shows the values in outputs of benchmark tools.
#include <fmt/format.h>
#include <iostream>
#include <utility>

#include "core/base/printable.h"
#include "core/system/text_file.h"
#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "measurements/tools/tools.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {
namespace {

using core::ExitCode;
using papers::tools::Measured;

/// The values of one file.
struct MeasuredFile {
  std::string name;
  std::vector<Measured> values;
};

MeasuredFile read_measured_file(const std::string& name) {
  const std::string text = core::read_text_file(name, "an output of a benchmark tool");
  return {name, papers::tools::read_measured(text, name)};
}

std::string size_text(const Measured& value) {
  return value.bytes ? std::to_string(*value.bytes) : std::string();
}

/// Returns where the bytes come from; for a collective, how many ranks take part.
std::string source_text(const Measured& value) {
  if (!value.from.empty() || value.ranks == 0) return value.from;
  return fmt::format("{} ranks", value.ranks);
}

void print_table(const std::vector<MeasuredFile>& files) {
  std::vector<std::string> head{"tool", "test",   "quantity", "from",
                                "to",   ">bytes", ">value",   "unit"};
  if (files.size() > 1) head.insert(head.begin(), "file");
  core::TextTable table(head);
  for (const MeasuredFile& file : files)
    for (const Measured& value : file.values) {
      std::vector<std::string> row{value.tool, value.test,       value.quantity, source_text(value),
                                   value.to,   size_text(value), value.digits,   value.unit};
      if (files.size() > 1) row.insert(row.begin(), file.name);
      table.add_row(std::move(row));
    }
  table.print(std::cout, core::output_columns());
}

void print_csv(const std::vector<MeasuredFile>& files) {
  std::cout << "file,tool,test,quantity,from,to,bytes,ranks,iterations,value,unit,setting\n";
  for (const MeasuredFile& file : files)
    for (const Measured& value : file.values)
      std::cout << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", core::csv_cell(file.name),
                               core::csv_cell(value.tool), core::csv_cell(value.test),
                               core::csv_cell(value.quantity), core::csv_cell(value.from),
                               core::csv_cell(value.to), size_text(value), value.ranks,
                               value.iterations, value.digits, core::csv_cell(value.unit),
                               core::csv_cell(value.setting));
}

void print_json(const std::vector<MeasuredFile>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MeasuredFile& file : files)
    for (const Measured& value : file.values) {
      nlohmann::ordered_json bytes;  // null
      if (value.bytes) bytes = *value.bytes;
      list.push_back({{"file", file.name},
                      {"tool", value.tool},
                      {"test", value.test},
                      {"quantity", value.quantity},
                      {"from", value.from},
                      {"to", value.to},
                      {"bytes", bytes},
                      {"ranks", value.ranks},
                      {"iterations", value.iterations},
                      {"value", value.value},
                      {"unit", value.unit},
                      {"setting", value.setting}});
    }
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

ExitCode run_measured(const Arguments& arguments) {
  std::vector<std::string> names;
  bool json = false;
  bool csv = false;
  CommandLine line(
      "measured", "FILE... [--json | --csv]",
      "Reads outputs of benchmark tools and shows their values in one form: nvbandwidth\n"
      "(text or -j), p2pBandwidthLatencyTest, bandwidthTest, perftest (ib_write_bw, ...),\n"
      "nccl-tests, rccl-tests, OSU micro-benchmarks and p2pmark. The tool is recognised\n"
      "by its lines, and a file may hold several outputs among other lines. A line of a\n"
      "tool that is wrong is an error; nothing is printed then.");
  line.operand("FILE", names);
  line.add("json", json,
           "print a JSON list of {file, tool, test, quantity, from, to, bytes, ranks, iterations, "
           "value, unit, setting}");
  line.add("csv", csv, "print these as comma-separated values, in the tool's own digits");
  line.examples =
      "  gpufabric measured nvbandwidth.txt\n"
      "  gpufabric measured --csv all_reduce.log ib_write_bw.log > measured.csv\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (names.empty()) line.fail("no FILE given");
  if (json && csv) line.fail("--json and --csv exclude each other");
  std::vector<MeasuredFile> files;
  for (const std::string& name : names) files.push_back(read_measured_file(name));
  if (json)
    print_json(files);
  else if (csv)
    print_csv(files);
  else
    print_table(files);
  return ExitCode::kDone;
}

}  // namespace gf::app
