// SPDX-License-Identifier: Apache-2.0
#include "papers/series_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

#include "core/base/error.h"
#include "core/system/text_file.h"

namespace gf::papers {
namespace {

constexpr double kNoRow = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostSamples = 1e6;

constexpr const char* kForm = "time_s,path,name,value";

struct Row {
  double time = 0;
  std::string name;
  double value = 0;
};

Row parse(const std::filesystem::path& file, unsigned number, const std::string& line) {
  const std::size_t path = line.find(',');
  const std::size_t name = path == std::string::npos ? path : line.find(',', path + 1);
  const std::size_t value = name == std::string::npos ? name : line.find(',', name + 1);
  if (value == std::string::npos) core::fail_input(file.string(), number, "too few fields", kForm);
  const auto read = [&](std::size_t from) {
    char* end = nullptr;
    const double result = std::strtod(line.c_str() + from, &end);
    if (end == line.c_str() + from || (*end != ',' && *end != '\0'))
      core::fail_input(file.string(), number, "no number", kForm);
    return result;
  };
  const double time = read(0);
  if (!(time > 0) || std::isinf(time))
    core::fail_input(file.string(), number, "a time that is not above 0", kForm);
  return {time,
          line.substr(path + 1, name - path - 1) + "." + line.substr(name + 1, value - name - 1),
          read(value + 1)};
}

std::vector<Row> read_rows(const std::filesystem::path& file) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // the limit is the user's --max-output
  core::TextFile in(file, kForm, kMost);
  std::vector<Row> rows;
  std::string line;
  std::getline(in, line);  // header
  for (unsigned number = 2; std::getline(in, line); ++number)
    rows.push_back(parse(file, number, line));
  return rows;
}

/// Ends of the intervals: multiples of the first one, as Series writes them, and the run's end.
std::vector<double> sample_times(double period, double end) {
  std::vector<double> times;
  for (std::uint64_t k = 1; static_cast<double>(k) * period < end * (1 - 1e-9); ++k)
    times.push_back(
        // Converted to text and back like the writer's output, so that a time here equals the same
        // time in the file to the bit.
        std::strtod(fmt::format("{:.12g}", static_cast<double>(k) * period).c_str(), nullptr));
  times.push_back(end);
  return times;
}

void hold(std::vector<double>& values) {
  for (std::size_t i = 1; i < values.size(); ++i)
    if (std::isnan(values[i])) values[i] = values[i - 1];
}

}  // namespace

SampledSeries read_series(const std::filesystem::path& file) {
  const std::vector<Row> rows = read_rows(file);
  SampledSeries series;
  if (rows.empty()) return series;
  const double period = rows.front().time;
  if (rows.back().time / period > kMostSamples)
    core::fail_input(file.string(), 0,
                     fmt::format("{} s in steps of {} s", rows.back().time, period),
                     fmt::format("up to {:.0f} steps", kMostSamples));
  series.times = sample_times(period, rows.back().time);
  for (const Row& row : rows) {
    std::vector<double>& values = series.values[row.name];
    values.resize(series.times.size(), kNoRow);
    // The last interval may be shorter, so its time is rounded up to a sample. The factor keeps k
    // periods, rounded to 12 digits, from becoming sample k + 1.
    const double sample = std::ceil(row.time / period * (1 - 1e-9));
    const double last = static_cast<double>(values.size());
    values[static_cast<std::size_t>(std::clamp(sample, 1.0, last)) - 1] = row.value;
  }
  for (auto& [name, values] : series.values) hold(values);
  return series;
}

}  // namespace gf::papers
