// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stats.h"

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"

namespace gf::core {

std::string_view to_text(Unit unit) {
  switch (unit) {
    case Unit::kCount:
      return "count";
    case Unit::kBytes:
      return "B";
    case Unit::kSeconds:
      return "s";
    case Unit::kBytesPerSecond:
      return "B/s";
    case Unit::kRatio:
      return "ratio";
  }
  GF_CHECK(false, "unit");
}

std::string_view to_text(StallCause cause) {
  static constexpr std::array<std::string_view, kStallCauses> kNames = {
      "no_credit", "link_busy", "lane_turning", "buffer_full", "arbitration_lost", "replay"};
  return kNames[static_cast<std::size_t>(cause)];
}

Stat::Stat(StatGroup& group, std::string_view name, Unit unit, std::string_view description)
    : label_(new Label{std::string(name), unit, std::string(description)}) {
  group.stats_.push_back(this);
}

StatGroup::StatGroup(std::string path) : path_(std::move(path)) {
  GF_CHECK(StatRegistry::instance().groups_.emplace(path_, this).second,
           "two groups of statistics at " + path_);
}

StatGroup::~StatGroup() { StatRegistry::instance().groups_.erase(path_); }

void StatGroup::reset() {
  for (Stat* stat : stats_) stat->reset();
}

void Counter::append_rows(const std::string& path, std::vector<StatRow>& rows) const {
  rows.push_back({path, name(), static_cast<double>(value_), unit(), description()});
}

void Duration::append_rows(const std::string& path, std::vector<StatRow>& rows) const {
  rows.push_back({path, name(), value().to_seconds(), unit(), description()});
}

void StallDuration::append_rows(const std::string& path, std::vector<StatRow>& rows) const {
  const auto add = [&](std::string_view what, std::uint64_t ticks) {
    const double seconds = sc_core::sc_time::from_value(ticks).to_seconds();
    rows.push_back({path, name() + "." + std::string(what), seconds, unit(), description()});
  };
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kStallCauses; ++i) {
    add(to_text(static_cast<StallCause>(i)), times_.ticks[i]);
    total += times_.ticks[i];
  }
  add("total", total);
}

void Counter::put(ByteWriter& writer) const { writer.put(value_); }
void Counter::take(ByteReader& reader) { value_ = reader.get<std::uint64_t>(); }

void Duration::put(ByteWriter& writer) const { writer.put(ticks_); }
void Duration::take(ByteReader& reader) { ticks_ = reader.get<std::uint64_t>(); }

void StallDuration::put(ByteWriter& writer) const { writer.put(times_); }
void StallDuration::take(ByteReader& reader) { times_ = reader.get<StallTimes>(); }

StatRegistry& StatRegistry::instance() {
  static StatRegistry registry;
  return registry;
}

std::vector<const StatGroup*> StatRegistry::groups() const {
  std::vector<const StatGroup*> sorted;
  for (const auto& [path, group] : groups_) sorted.push_back(group);
  return sorted;
}

std::vector<StatRow> StatRegistry::rows() const {
  std::vector<StatRow> rows;
  for (const StatGroup* group : groups()) {
    for (const Stat* stat : group->stats()) stat->append_rows(group->path(), rows);
  }
  return rows;
}

void StatRegistry::reset() {
  for (const auto& [path, group] : groups_) group->reset();
}

}  // namespace gf::core
