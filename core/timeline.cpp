// SPDX-License-Identifier: Apache-2.0
#include "core/timeline.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace gf::core {
namespace {

using nlohmann::json;

std::string json_text(std::string_view text) {
  return json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string microseconds(Ticks ticks) {
  constexpr Ticks kPerMicrosecond = 1'000'000'000;  // 1 fs each
  return fmt::format("{}.{:09}", ticks / kPerMicrosecond, ticks % kPerMicrosecond);
}

std::string to_json(const Timeline::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_text(*text);
  if (const auto* real = std::get_if<double>(&value)) return json(*real).dump();
  return std::to_string(std::get<std::uint64_t>(value));
}

}  // namespace

Timeline::Timeline(const std::filesystem::path& file) : file_(file), out_(file, std::ios::binary) {
  GF_CHECK(active_ == nullptr, "two timelines at a time");
  if (!out_) fail_write(file_, "the timeline");
  active_ = this;
  out_ << '[';
}

void Timeline::slice(const std::string& process, const std::string& thread, std::string_view name,
                     Ticks begin, Ticks end, Args args) {
  GF_CHECK(begin <= end, std::string(name) + " ends before it begins");
  const Track row = track(process, thread);
  begin_event();
  out_ << fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{},"args":{{)",
                      row.process, row.thread, json_text(name), microseconds(begin),
                      microseconds(end - begin));
  const char* comma = "";
  for (const auto& [key, value] : args) {
    out_ << comma << json_text(key) << ':' << to_json(value);
    comma = ",";
  }
  out_ << "}}";
}

void Timeline::slice_apart(const std::string& process, const std::string& thread,
                           std::string_view name, Ticks begin, Ticks end, Args args) {
  std::vector<Ticks>& ends = apart_[{process, thread}];
  const auto row =
      std::find_if(ends.begin(), ends.end(), [&](Ticks last) { return last <= begin; });
  const std::size_t number = static_cast<std::size_t>(row - ends.begin()) + 1;
  if (row == ends.end()) ends.emplace_back();
  ends[number - 1] = end;
  slice(process, number == 1 ? thread : fmt::format("{} {}", thread, number), name, begin, end,
        args);
}

Timeline::Track Timeline::track(const std::string& process, const std::string& thread) {
  const auto [known, new_process] = processes_.try_emplace(process, processes_.size() + 1);
  const std::size_t number = known->second;
  const auto [row, new_thread] = threads_.try_emplace({number, thread}, threads_.size() + 1);
  const Track track{number, row->second};
  if (new_process) name_row("process_name", track, process);
  if (new_thread) name_row("thread_name", track, thread);
  return track;
}

void Timeline::name_row(const char* what, Track track, const std::string& name) {
  begin_event();
  out_ << fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}})",
                      track.process, track.thread, what, json_text(name));
}

void Timeline::begin_event() {
  out_ << (empty_ ? "\n" : ",\n");
  empty_ = false;
}

void Timeline::close() {
  finish();
  if (!out_) fail_write(file_, "the timeline");
}

void Timeline::finish() {
  if (closed_) return;
  closed_ = true;
  active_ = nullptr;
  out_ << "\n]\n";
  out_.close();
}

}  // namespace gf::core
