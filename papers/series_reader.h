// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gf::papers {

/// A series.csv with a value for each statistic and sample; see Series.
struct SampledSeries {
  std::vector<double> times;                          ///< Ends of the intervals, s, ascending.
  std::map<std::string, std::vector<double>> values;  ///< By "path.name": one for each time.
};

/// The period is the time of the first sample; a statistic holds its value until its next row. Of a
/// file that was cut the samples end with its last row. Throws UserError as
/// read_text_file(), and when a row is not time_s,path,name,value (kBadInput, file:line).
SampledSeries read_series(const std::filesystem::path& file);

}  // namespace gf::papers
