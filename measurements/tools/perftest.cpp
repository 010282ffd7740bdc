// SPDX-License-Identifier: Apache-2.0
// perftest: a title, a list of settings, and rows of message sizes under "#bytes #iterations".
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/named_columns.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace perftest_tables {
namespace {

constexpr const char* kName = "perftest";
constexpr const char* kLine =
    "---------------------------------------------------------------------------------------\n";

using namespace quantity;

const std::vector<NamedColumn>& known_columns() {
  static const std::vector<NamedColumn> all{{"#bytes", "", ""},
                                            {"#iterations", "", ""},
                                            {"#sl", "", ""},
                                            {"BW peak[MB/sec]", kPeakRate, "MiB/s"},
                                            {"BW peak[MiB/sec]", kPeakRate, "MiB/s"},
                                            {"BW peak[Gb/sec]", kPeakRate, "Gb/s"},
                                            {"BW average[MB/sec]", kRate, "MiB/s"},
                                            {"BW average[MiB/sec]", kRate, "MiB/s"},
                                            {"BW average[Gb/sec]", kRate, "Gb/s"},
                                            {"MsgRate[Mpps]", kMessageRate, "M/s"},
                                            {"BW Port1[MB/sec]", "rate, port 1", "MiB/s"},
                                            {"BW Port1[MiB/sec]", "rate, port 1", "MiB/s"},
                                            {"BW Port1[Gb/sec]", "rate, port 1", "Gb/s"},
                                            {"MsgRate Port1[Mpps]", "message rate, port 1", "M/s"},
                                            {"BW Port2[MB/sec]", "rate, port 2", "MiB/s"},
                                            {"BW Port2[MiB/sec]", "rate, port 2", "MiB/s"},
                                            {"BW Port2[Gb/sec]", "rate, port 2", "Gb/s"},
                                            {"MsgRate Port2[Mpps]", "message rate, port 2", "M/s"},
                                            {"t_min[usec]", "latency, least", "us"},
                                            {"t_max[usec]", "latency, most", "us"},
                                            {"t_typical[usec]", kLatency, "us"},
                                            {"t_avg[usec]", "latency, mean", "us"},
                                            {"t_stdev[usec]", "latency, deviation", "us"},
                                            {"99% percentile[usec]", "latency, 99 %", "us"},
                                            {"99.9% percentile[usec]", "latency, 99.9 %", "us"},
                                            {"tps average", "transactions", "1/s"},
                                            {"CPU_Util[%]", "load of the CPU", "%"}};
  return all;
}

/// "RDMA_Write BW Test", "Send Bidirectional BW Test".
struct Verb {
  std::string_view title;
  std::string_view program;
};
constexpr std::array<Verb, 4> kVerbs{{{"RDMA_Write", "ib_write"},
                                      {"RDMA_Read", "ib_read"},
                                      {"Send", "ib_send"},
                                      {"Atomic", "ib_atomic"}}};

/// Returns "ib_write_bw" or "ib_write_bw, both ways", or nothing if `line` is no title.
std::string test_in(std::string_view line) {
  line = core::trimmed(line);
  const bool latency = line.find("Latency Test") != line.npos;
  if (!latency && line.find("BW Test") == line.npos) return {};
  for (const Verb& verb : kVerbs)
    if (core::begins_with(line, verb.title))
      return fmt::format("{}_{}{}", verb.program, latency ? "lat" : "bw",
                         line.find("Bidirectional") != line.npos ? ", both ways" : "");
  return {};
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {}

  std::vector<Measured> read() {
    while (lines_.next()) {
      const auto& words = lines_.words();
      if (const std::string test = test_in(lines_.line()); !test.empty()) {
        test_ = test;
        device_.clear();
        columns_.clear();
      } else if (const auto at = lines_.line().find("Device         :"); at != std::string::npos) {
        const auto behind =
            core::split_words(lines_.line().substr(lines_.line().find(':', at) + 1));
        if (!behind.empty()) device_ = behind[0];
      } else if (!words.empty() && words[0] == "#bytes") {
        columns_ = columns_in(lines_.line(), known_columns(), lines_);
      } else if (core::begins_with(core::trimmed(lines_.line()), "-----")) {
        columns_.clear();
      } else if (!columns_.empty() && lines_.is_row(columns_.size())) {
        take_row();
      }
    }
    return values_;
  }

 private:
  void take_row() {
    Measured row;
    row.tool = kName;
    row.test = test_;
    row.from = device_;
    add_row(columns_, lines_, row, "#bytes", "#iterations", values_);
  }

  OutputLines lines_;
  std::string test_;
  std::string device_;
  std::vector<const NamedColumn*> columns_;  ///< Empty: not in a table.
  std::vector<Measured> values_;
};

std::vector<Measured> read(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

/// Values of one message size, which follow each other.
struct Row {
  const Measured& first;
  std::vector<const Measured*> values;

  [[nodiscard]] double at(const char* quantity) const {
    for (const Measured* value : values)
      if (value->quantity == quantity) return value->value;
    core::fail_config(kName, first.test, "no " + std::string(quantity),
                      "a value for each column of the tool", "add one for this message size");
  }
};

bool same_row(const Measured& a, const Measured& b) {
  return a.test == b.test && a.from == b.from && a.bytes == b.bytes && a.iterations == b.iterations;
}

std::vector<Row> rows_of(const std::vector<Measured>& values) {
  std::vector<Row> rows;
  for (const Measured& value : values) {
    if (!value.bytes)
      core::fail_config(kName, value.test, "no size", "a size in bytes", "set Measured::bytes");
    const bool seen =
        !rows.empty() &&
        std::any_of(rows.back().values.begin(), rows.back().values.end(),
                    [&value](const Measured* other) { return other->quantity == value.quantity; });
    if (rows.empty() || seen || !same_row(rows.back().first, value)) rows.push_back({value, {}});
    rows.back().values.push_back(&value);
  }
  return rows;
}

bool is_latency(const Measured& value) { return value.test.find("_lat") != value.test.npos; }

std::string title_of(const Measured& value) {
  for (const Verb& verb : kVerbs)
    if (core::begins_with(value.test, verb.program))
      return fmt::format("{} {}{} Test", verb.title,
                         value.test.find("both ways") != value.test.npos ? "Bidirectional " : "",
                         is_latency(value) ? "Latency" : "BW");
  core::fail_config(kName, "test", value.test, "ib_write_bw, ib_read_lat and the like",
                    "choose one of them");
}

std::string head_of(const Measured& value) {
  if (is_latency(value))
    return " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    "
           "t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n";
  const std::string unit = value.unit == "Gb/s" ? "Gb/sec" : "MiB/sec";
  return fmt::format(" #bytes     #iterations    BW peak[{0}]    BW average[{0}]   MsgRate[Mpps]\n",
                     unit);
}

std::string text_of(const Row& row) {
  if (is_latency(row.first))
    return fmt::format(
        " {:<7} {}          {:<7.2f}        {:<7.2f}      {:<7.2f}  \t       {:<7.2f}     \t"
        "{:<7.2f}\t\t{:<7.2f} \t\t{:<7.2f}\n",
        *row.first.bytes, row.first.iterations, row.at("latency, least"), row.at("latency, most"),
        row.at(kLatency), row.at("latency, mean"), row.at("latency, deviation"),
        row.at("latency, 99 %"), row.at("latency, 99.9 %"));
  // Below 0.1 Gb/s the tool prints more digits.
  constexpr double kLow = 0.1;
  const bool low = row.first.unit == "Gb/s" && row.at(kRate) < kLow;
  if (low)
    return fmt::format(" {:<7}    {}           {:<7.6f}            {:<7.6f}            {:<7.6f}\n",
                       *row.first.bytes, row.first.iterations, row.at(kPeakRate), row.at(kRate),
                       row.at(kMessageRate));
  return fmt::format(" {:<7}    {:<10}       {:<7.2f}            {:<7.2f}\t\t     {:<7.6f}\n",
                     *row.first.bytes, row.first.iterations, row.at(kPeakRate), row.at(kRate),
                     row.at(kMessageRate));
}

std::string write(const std::vector<Measured>& values) {
  std::string text;
  const Measured* previous = nullptr;
  for (const Row& row : rows_of(values)) {
    const bool more = previous != nullptr && previous->test == row.first.test &&
                      previous->from == row.first.from && previous->unit == row.first.unit;
    if (!more) {
      if (previous != nullptr) text += kLine;
      text += kLine;
      text += fmt::format("                    {}\n Dual-port       : OFF\t\tDevice         : {}\n",
                          title_of(row.first), row.first.from);
      text += kLine + head_of(row.first);
    }
    text += text_of(row);
    previous = &row.first;
  }
  return previous == nullptr ? text : text + kLine;
}

}  // namespace
}  // namespace perftest_tables

Tool perftest() {
  return {perftest_tables::kName,
          "perftest (ib_write_bw, ...)",
          {"#iterations"},
          perftest_tables::read,
          perftest_tables::write};
}

}  // namespace gf::papers::tools
