// SPDX-License-Identifier: Apache-2.0
#include "core/trace/timeline.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/text/json.h"
#include "core/trace/task_collector.h"

namespace gf::core {
namespace {

std::string to_json(const Timeline::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* real = std::get_if<double>(&value)) return json_text(nlohmann::json(*real));
  return std::to_string(std::get<std::uint64_t>(value));
}

/// A JSON object: {"bytes":4096,"share":0.3}.
std::string to_json(const Timeline::Args& args) {
  std::string text = "{";
  const char* comma = "";
  for (const auto& [key, value] : args) {
    text += comma + json_string(key) + ':' + to_json(value);
    comma = ",";
  }
  return text + "}";
}

}  // namespace

Timeline::Timeline() {
  if (!ranks().alone())
    collector_ = std::make_unique<TaskCollector>([this](const Slice& slice) { give(slice); });
}

Timeline::~Timeline() = default;

void Timeline::finish() {
  if (collector_) collector_->collect();
}

void Timeline::give(const Slice& slice) {
  for (Sink* const sink : sinks_) sink->slice(slice);
}

Timeline::Row Timeline::row_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return {path.substr(0, dot), dot == std::string::npos ? path : path.substr(dot + 1)};
}

void Timeline::slice(const std::string& process, const std::string& thread, std::string_view name,
                     Ticks begin, Ticks end, const Args& args) {
  GF_CHECK(begin <= end, std::string(name) + " ends before it begins");
  const Slice slice{{process, thread}, std::string(name), begin, end, to_json(args), known()};
  if (collector_)
    collector_->report(slice);
  else
    give(slice);
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
