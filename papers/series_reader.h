// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gf::papers {

/// Content of a series.csv, with a value for each statistic and sample; see Series.
struct SampledSeries {
  std::vector<double> times;                          ///< Ends of the intervals, s, ascending.
  std::map<std::string, std::vector<double>> values;  ///< By "path.name": one for each time.
};

/// Reads a series.csv. The period is the time of the first sample; a statistic keeps its value
/// until its next row. If the file was cut off, the samples end with its last row. Throws UserError
/// like read_text_file(), and if a row is not time_s,path,name,value (kBadInput, file:line).
SampledSeries read_series(const std::filesystem::path& file);

}  // namespace gf::papers
