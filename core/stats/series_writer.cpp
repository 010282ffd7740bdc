// SPDX-License-Identifier: Apache-2.0
#include "core/stats/series_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/base/units.h"

namespace gf::core {
namespace {

constexpr double kSame = 1e-9;  // relative: the rounding of a rate

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

bool differ(double a, double b) {
  return std::abs(a - b) > kSame * std::max(std::abs(a), std::abs(b));
}

}  // namespace

SeriesWriter::SeriesWriter(const std::filesystem::path& file, const sc_core::sc_time& period,
                           const std::string& globs, const OutputLimit& limit)
    : file_(file),
      period_(period.value()),
      meter_(file, limit, "a longer --series or fewer statistics in --series-of reduce it"),
      last_(now_ticks()),
      next_(now_ticks() + period.value()) {
  if (period_ == 0) {
    fail_config("series", "period", to_text(period), "more than 0", "1 us, for example");
  }
  select(split_globs(globs));
  out_.open(file_, std::ios::binary);
  if (!out_) fail_write(file_, "the series");
  out_ << "time_s,path,name,value\n";
}

void SeriesWriter::select(const std::vector<std::string>& globs) {
  std::vector<bool> matched(globs.size());
  const auto chosen = [&](const std::string& name) {
    bool any = false;
    for (std::size_t i = 0; i < globs.size(); ++i) {
      if (!glob_match(globs[i], name)) continue;
      any = matched[i] = true;
    }
    return any;
  };
  const auto kind_of = [](const Stat* stat) {
    if (dynamic_cast<const Counter*>(stat) != nullptr) return Kind::kCounter;
    if (dynamic_cast<const Duration*>(stat) != nullptr) return Kind::kDuration;
    if (dynamic_cast<const StallDuration*>(stat) != nullptr) return Kind::kStall;
    return dynamic_cast<const Histogram*>(stat) != nullptr ? Kind::kHistogram : Kind::kOther;
  };
  for (const StatGroup* group : StatRegistry::instance().groups()) {
    for (const Stat* stat : group->stats()) {
      Source source{stat, kind_of(stat), {}, {}};
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

/// Nothing happens between the samples of one call. The second sample shows that, and later ones
/// would be equal to it.
void SeriesWriter::take_until(Ticks until) {
  for (unsigned taken = 0; taken < 2 && next_ <= until; ++taken) take(next_);
  if (next_ > until) return;
  write_sample(which_);
  if (meter_.full()) return;
  last_ += (until - last_) / period_ * period_;
  next_ = last_ > kNever - period_ ? kNever : last_ + period_;
}

void SeriesWriter::take(Ticks at) {
  if (sampled_) write_sample(which_);
  if (next_ == kNever) return;  // The file is full.
  which_ = sampled_ ? Rows::kChanged : Rows::kAll;
  sampled_ = true;
  const double seconds = to_time(at - last_).to_seconds();
  for (Source& source : sources_) read(source, seconds);
  last_ = at;
  next_ = at > kNever - period_ ? kNever : at + period_;
}

void SeriesWriter::read(Source& source, double seconds) {
  if (source.kind == Kind::kHistogram) {
    const auto& histogram = static_cast<const Histogram&>(*source.stat);
    const std::pair seen{histogram.count(), histogram.mean()};
    // Percentiles walk all buckets of a histogram. Most histograms have not changed; their rows
    // keep their values.
    if (seen == source.seen) return;
    source.seen = seen;
  }
  read_values(source);
  const bool sum = source.kind != Kind::kHistogram && source.kind != Kind::kOther;
  for (std::size_t i = 0; i < source.rows.size(); ++i) {
    Column& column = source.columns[i];
    const double value = values_[source.rows[i]];
    const double before = value < column.last ? 0 : column.last;  // A reset starts over from 0.
    column.value = sum ? (value - before) / seconds : value;
    column.last = value;
  }
}

void SeriesWriter::read_values(const Source& source) {
  values_.clear();
  if (source.kind == Kind::kCounter) {
    values_.push_back(static_cast<double>(static_cast<const Counter&>(*source.stat).value()));
  } else if (source.kind == Kind::kDuration) {
    values_.push_back(static_cast<const Duration&>(*source.stat).value().to_seconds());
  } else if (source.kind == Kind::kStall) {
    Ticks total = 0;
    for (const Ticks ticks : static_cast<const StallDuration&>(*source.stat).times().ticks) {
      values_.push_back(to_time(ticks).to_seconds());
      total += ticks;
    }
    values_.push_back(to_time(total).to_seconds());
  } else {
    scratch_.clear();
    source.stat->append_rows("", scratch_);
    for (const StatRow& row : scratch_) values_.push_back(row.value);
  }
}

void SeriesWriter::write_sample(Rows which) {
  const std::string time = fmt::format("{:.12g}", to_time(last_).to_seconds());
  text_.clear();
  for (Source& source : sources_) {
    for (Column& column : source.columns) {
      if (which == Rows::kChanged && !differ(column.value, column.written)) continue;
      column.written = column.value;
      text_.append(time).append(column.label).append(fmt::format("{:.12g}\n", column.value));
    }
  }
  if (meter_.add(text_.size(), last_, written_until_)) {
    out_ << text_;
    written_until_ = last_;
  } else {
    end();
  }
}

void SeriesWriter::end() {
  next_ = kNever;
  out_.close();
}

void SeriesWriter::close() {
  if (closed_) return;
  closed_ = true;
  if (!meter_.full() && now_ticks() > last_) take(now_ticks());
  if (!meter_.full() && sampled_) write_sample(Rows::kAll);
  if (!meter_.full()) end();
  if (!out_) fail_write(file_, "the series");
}

}  // namespace gf::core
