// SPDX-License-Identifier: Apache-2.0
#include "core/timeline.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"
#include "core/json.h"
#include "core/name_order.h"

namespace gf::core {
namespace {

using nlohmann::json;

std::string microseconds(Ticks ticks) {
  constexpr Ticks kPerMicrosecond = 1'000'000'000;  // 1 fs each
  return fmt::format("{}.{:09}", ticks / kPerMicrosecond, ticks % kPerMicrosecond);
}

std::string to_json(const Timeline::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* real = std::get_if<double>(&value)) return json_text(json(*real));
  return std::to_string(std::get<std::uint64_t>(value));
}

}  // namespace

Timeline::Timeline(const std::filesystem::path& file, const OutputLimit& limit)
    : file_(file),
      meter_(file, limit, "a shorter run has fewer events"),
      out_(file, std::ios::binary) {
  GF_CHECK(active_ == nullptr, "two timelines at a time");
  if (!out_) fail_write(file_, "the timeline");
  active_ = this;
  out_ << '[';
}

Timeline::Row Timeline::row_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return {path.substr(0, dot), dot == std::string::npos ? path : path.substr(dot + 1)};
}

void Timeline::slice(const std::string& process, const std::string& thread, std::string_view name,
                     Ticks begin, Ticks end, Args args) {
  GF_CHECK(begin <= end, std::string(name) + " ends before it begins");
  if (meter_.full()) return;
  const Track row = track(process, thread);
  std::string event = fmt::format(
      R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{},"args":{{)", row.process,
      row.thread, json_string(name), microseconds(begin), microseconds(end - begin));
  const char* comma = "";
  for (const auto& [key, value] : args) {
    event += comma + json_string(key) + ':' + to_json(value);
    comma = ",";
  }
  event += "}}";
  if (!meter_.add(event.size(), end, reached_)) return;
  write_event(event);
  reached_ = std::max(reached_, end);
}

void Timeline::counter(const std::string& process, const std::string& name, Ticks at,
                       double value) {
  write_event(
      fmt::format(R"({{"ph":"C","pid":{},"tid":0,"name":{},"ts":{},"args":{{"share":{:.4g}}}}})",
                  process_number(process), json_string(name), microseconds(at), value));
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
  const std::size_t number = process_number(process);
  const auto [row, new_thread] = threads_.try_emplace({number, thread}, threads_.size() + 1);
  const Track track{number, row->second};
  if (new_thread) name_row("thread_name", track, thread);
  return track;
}

std::size_t Timeline::process_number(const std::string& process) {
  const auto [known, is_new] = processes_.try_emplace(process, processes_.size() + 1);
  if (is_new) name_row("process_name", {known->second, 0}, process);
  return known->second;
}

void Timeline::name_row(const char* what, Track track, const std::string& name) {
  write_event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}})",
                          track.process, track.thread, what, json_string(name)));
}

void Timeline::sort_rows() {
  const auto sorted = [this](const char* what, Track track, std::size_t index) {
    write_event(
        fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"sort_index":{}}}}})",
                    track.process, track.thread, what, index));
  };
  std::vector<std::string> processes;
  for (const auto& [process, number] : processes_) processes.push_back(process);
  std::size_t index = 0;
  for (const std::string& process : in_topology_order(std::move(processes)))
    sorted("process_sort_index", {processes_.at(process), 0}, index++);
  std::vector<std::pair<std::string, Track>> threads;
  for (const auto& [row, number] : threads_) threads.push_back({row.second, {row.first, number}});
  std::stable_sort(threads.begin(), threads.end(),
                   [](const auto& a, const auto& b) { return natural_less(a.first, b.first); });
  for (std::size_t i = 0; i < threads.size(); ++i)
    sorted("thread_sort_index", threads[i].second, i);
}

void Timeline::write_event(const std::string& event) {
  out_ << (empty_ ? "\n" : ",\n") << event;
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
  // Only now: rows are known once all events have come, and viewers take the order of rows wherever
  // in the file it stands.
  sort_rows();
  out_ << "\n]\n";
  out_.close();
}

}  // namespace gf::core
