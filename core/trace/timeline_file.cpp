// SPDX-License-Identifier: Apache-2.0
#include "core/trace/timeline_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "core/base/error.h"
#include "core/text/json.h"
#include "core/text/name_order.h"

namespace gf::core {
namespace {

std::string microseconds(Ticks ticks) {
  constexpr Ticks kPerMicrosecond = 1'000'000'000;  // 1 fs each
  return fmt::format("{}.{:09}", ticks / kPerMicrosecond, ticks % kPerMicrosecond);
}

}  // namespace

TimelineFile::TimelineFile(const std::filesystem::path& file, const OutputLimit& limit)
    : file_(file),
      meter_(file, limit, "a shorter run has fewer events"),
      out_(file, std::ios::binary) {
  if (!out_) fail_write(file_, "the timeline");
  out_ << '[';
}

void TimelineFile::slice(const Timeline::Slice& slice) {
  if (!held_.empty() && held_.front().known != slice.known) write_held();
  if (!meter_.full()) held_.push_back(slice);
}

void TimelineFile::write_held() {
  const auto row = [](const Timeline::Slice& slice) {
    return std::tie(slice.row.process, slice.row.thread);
  };
  std::stable_sort(held_.begin(), held_.end(),
                   [&](const auto& a, const auto& b) { return row(a) < row(b); });
  for (const Timeline::Slice& slice : held_) write(slice);
  held_.clear();
}

void TimelineFile::write(const Timeline::Slice& slice) {
  if (meter_.full()) return;
  const Track track = track_of(slice.row);
  const std::string event =
      fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{},"args":{}}})",
                  track.process, track.thread, json_string(slice.name), microseconds(slice.begin),
                  microseconds(slice.end - slice.begin), slice.args);
  if (!meter_.add(event.size(), slice.end, reached_)) return;
  write_event(event);
  reached_ = std::max(reached_, slice.end);
}

void TimelineFile::counter(const std::string& process, const std::string& name, Ticks at,
                           double value) {
  write_held();
  write_event(
      fmt::format(R"({{"ph":"C","pid":{},"tid":0,"name":{},"ts":{},"args":{{"share":{:.4g}}}}})",
                  process_number(process), json_string(name), microseconds(at), value));
}

TimelineFile::Track TimelineFile::track_of(const Timeline::Row& row) {
  const std::size_t number = process_number(row.process);
  const auto [known, is_new] = threads_.try_emplace({number, row.thread}, threads_.size() + 1);
  const Track track{number, known->second};
  if (is_new) name_row("thread_name", track, row.thread);
  return track;
}

std::size_t TimelineFile::process_number(const std::string& process) {
  const auto [known, is_new] = processes_.try_emplace(process, processes_.size() + 1);
  if (is_new) name_row("process_name", {known->second, 0}, process);
  return known->second;
}

void TimelineFile::name_row(const char* what, Track track, const std::string& name) {
  write_event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":{}}}}})",
                          track.process, track.thread, what, json_string(name)));
}

void TimelineFile::sort_rows() {
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

void TimelineFile::write_event(const std::string& event) {
  out_ << (empty_ ? "\n" : ",\n") << event;
  empty_ = false;
}

void TimelineFile::close() {
  finish();
  if (!out_) fail_write(file_, "the timeline");
}

void TimelineFile::finish() {
  if (closed_) return;
  closed_ = true;
  write_held();
  // Done only now: rows are known once all events have come, and viewers accept the order of rows
  // anywhere in the file.
  sort_rows();
  out_ << "\n]\n";
  out_.close();
}

}  // namespace gf::core
