// SPDX-License-Identifier: Apache-2.0
#include "core/timeline.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"

namespace gf::core {

Timeline::Row Timeline::row_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return {path.substr(0, dot), dot == std::string::npos ? path : path.substr(dot + 1)};
}

void Timeline::slice(const std::string& process, const std::string& thread, std::string_view name,
                     Ticks begin, Ticks end, const Args& args) {
  GF_CHECK(begin <= end, std::string(name) + " ends before it begins");
  const Row row{process, thread};
  for (Sink* const sink : sinks_) sink->slice(row, name, begin, end, args);
}

void Timeline::slice_apart(const std::string& process, const std::string& thread,
                           std::string_view name, Ticks begin, Ticks end, const Args& args) {
  std::vector<Ticks>& ends = apart_[{process, thread}];
  const auto row =
      std::find_if(ends.begin(), ends.end(), [&](Ticks last) { return last <= begin; });
  const std::size_t number = static_cast<std::size_t>(row - ends.begin()) + 1;
  if (row == ends.end()) ends.emplace_back();
  ends[number - 1] = end;
  slice(process, number == 1 ? thread : fmt::format("{} {}", thread, number), name, begin, end,
        args);
}

}  // namespace gf::core
