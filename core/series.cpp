// SPDX-License-Identifier: Apache-2.0
#include "core/series.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"
#include "core/text_match.h"
#include "core/units.h"

namespace gf::core {
namespace {

[[noreturn]] void fail_no_match(const std::string& glob) {
  std::vector<std::string> names;
  for (const StatRow& row : StatRegistry::instance().rows()) {
    names.push_back(row.path + "." + row.name);
  }
  std::string text =
      fmt::format("series: \"{}\" matches none of the {} statistics", glob, names.size());
  for (const std::string& name : nearest_names(glob, names, 3)) text += "; there is " + name;
  throw UserError(ExitCode::kUsage, text);
}

bool is_sum(const Stat& stat) {
  return dynamic_cast<const Counter*>(&stat) != nullptr ||
         dynamic_cast<const Duration*>(&stat) != nullptr ||
         dynamic_cast<const StallDuration*>(&stat) != nullptr;
}

}  // namespace

Series::Series(const std::filesystem::path& file, const sc_core::sc_time& period,
               const std::string& globs)
    : file_(file), period_(period.value()), next_(now_ticks() + period.value()) {
  GF_CHECK(active_ == nullptr, "two series at a time");
  if (period_ == 0) {
    fail_config("series", "period", to_text(period), "more than 0", "1 us, for example");
  }
  last_ = now_ticks();
  select(split_globs(globs));
  out_.open(file_, std::ios::binary);
  if (!out_) fail_write(file_, "the series");
  out_ << "time_s,path,name,value\n";
  active_ = this;
}

void Series::select(const std::vector<std::string>& globs) {
  std::vector<bool> matched(globs.size());
  const auto chosen = [&](const std::string& name) {
    bool any = false;
    for (std::size_t i = 0; i < globs.size(); ++i) {
      if (!glob_match(globs[i], name)) continue;
      any = matched[i] = true;
    }
    return any;
  };
  for (const StatGroup* group : StatRegistry::instance().groups()) {
    for (const Stat* stat : group->stats()) {
      Source source{stat, is_sum(*stat), {}, {}};
      scratch_.clear();
      stat->append_rows(group->path(), scratch_);
      for (std::size_t row = 0; row < scratch_.size(); ++row) {
        const StatRow& value = scratch_[row];
        if (!chosen(value.path + "." + value.name)) continue;
        source.rows.push_back(row);
        source.columns.push_back({fmt::format(",{},{},", value.path, value.name), value.value});
      }
      if (!source.rows.empty()) sources_.push_back(std::move(source));
    }
  }
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (!matched[i]) fail_no_match(globs[i]);
  }
  if (globs.empty()) fail_no_match("");
}

void Series::take(Ticks at) {
  const std::string time = fmt::format("{:.12g}", to_time(at).to_seconds());
  const double seconds = to_time(at - last_).to_seconds();
  for (Source& source : sources_) {
    scratch_.clear();
    source.stat->append_rows("", scratch_);
    for (std::size_t i = 0; i < source.rows.size(); ++i) {
      write(source.columns[i], scratch_[source.rows[i]].value, source.sum, seconds, time);
    }
  }
  last_ = at;
  next_ = at > kNever - period_ ? kNever : at + period_;
}

void Series::write(Column& column, double value, bool sum, double seconds,
                   const std::string& time) {
  const double before = value < column.last ? 0 : column.last;  // A reset starts over from 0.
  const double written = sum ? (value - before) / seconds : value;
  out_ << time << column.label << fmt::format("{:.12g}\n", written);
  column.last = value;
}

void Series::close() {
  if (!closed_ && now_ticks() > last_) take(now_ticks());
  finish();
  if (!out_) fail_write(file_, "the series");
}

void Series::finish() {
  if (closed_) return;
  closed_ = true;
  active_ = nullptr;
  out_.close();
}

}  // namespace gf::core
