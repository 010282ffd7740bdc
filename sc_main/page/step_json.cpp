// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/step_json.h"

#include <algorithm>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/text/json.h"
#include "sc_main/page/step_lines.h"

namespace gf::app {
namespace {

using core::StatRecorder;

/// Returns the unit of a curve's values: "count/s", "share", "s".
std::string unit_of(const StatRecorder::Curve& curve) {
  const std::string unit(core::to_text(curve.unit));
  if (curve.kind == StatRecorder::Curve::Kind::kShare) return "share";
  return curve.kind == StatRecorder::Curve::Kind::kMean ? unit : unit + "/s";
}

}  // namespace

StepJson::StepJson(const core::StepRecorder& steps, std::size_t stride, std::size_t most_bytes)
    : steps_(steps), stride_(stride), most_bytes_(most_bytes) {
  for (std::size_t i = 0; i < steps.steps(); ++i) {
    if (i % stride == 0) seconds_.push_back(0);
    seconds_.back() += seconds_of(steps.length(i));
  }
}

double StepJson::grown(std::size_t number, std::size_t step) const {
  const std::vector<std::uint64_t>& grown = steps_.grown(number);
  std::uint64_t sum = 0;
  for (std::size_t i = step * stride_; i < std::min((step + 1) * stride_, grown.size()); ++i)
    sum += grown[i];
  return static_cast<double>(sum);
}

template <class Value>
void StepJson::series(std::string& text, const Value& value) {
  values_.resize(steps());
  for (std::size_t step = 0; step < values_.size(); ++step) values_[step] = value(step);
  const double max = values_.empty() ? 0 : *std::max_element(values_.begin(), values_.end());
  text += R"({"max":)";
  fmt::format_to(std::back_inserter(text), FMT_COMPILE("{:.6g}"), max);
  text += R"(,"v":")";
  const std::size_t before = text.size();
  append_step_text(text, values_, max);
  bytes_ += text.size() - before;
  text += "\"}";
}

void StepJson::rate_of(std::string& text, std::size_t number, double unit) {
  series(text, [&](std::size_t step) { return grown(number, step) * unit / seconds(step); });
}

void StepJson::track(std::string& text, const StatRecorder::Track& track) {
  const double tick = seconds_of(1);
  std::string total = fmt::format(R"("busy":{:.9g})", seconds_of(steps_.total(track.busy)));
  text.append(R"({"path":)").append(core::json_string(track.path));
  text.append(R"(,"stats":)").append(core::json_string(track.stats)).append(R"(,"busy":)");
  rate_of(text, track.busy, tick);
  if (track.bytes) {
    text += R"(,"bytes":)";
    rate_of(text, *track.bytes, 1);
    fmt::format_to(std::back_inserter(total), R"(,"bytes":{})", steps_.total(*track.bytes));
  }
  text += R"(,"wait":{)";
  bool first = true;
  for (std::size_t cause = 0; track.wait && cause < core::kStallCauses; ++cause) {
    const std::size_t number = (*track.wait)[cause];
    if (steps_.total(number) == 0) continue;
    const std::string_view name = core::to_text(static_cast<core::StallCause>(cause));
    text.append(first ? "\"" : ",\"").append(name).append("\":");
    first = false;
    rate_of(text, number, tick);
    fmt::format_to(std::back_inserter(total), R"(,"{}":{:.9g})", name,
                   seconds_of(steps_.total(number)));
  }
  text.append(R"(},"total":{)").append(total).append("}}");
}

void StepJson::curve(std::string& text, const StatRecorder::Curve& curve) {
  using Kind = StatRecorder::Curve::Kind;
  const std::size_t description =
      descriptions_.try_emplace(curve.description, descriptions_.size()).first->second;
  fmt::format_to(
      std::back_inserter(text), R"({{"path":{},"name":{},"unit":"{}","description":{},"values":)",
      core::json_string(curve.path), core::json_string(curve.name), unit_of(curve), description);
  if (curve.kind == Kind::kMean) {
    series(text, [&](std::size_t step) {
      const double count = grown(curve.count, step);
      return count == 0 ? 0 : grown(curve.number, step) * curve.scale / count;
    });
  } else {
    rate_of(text, curve.number, curve.kind == Kind::kRate ? 1 : seconds_of(1));
  }
  text += '}';
}

std::size_t StepJson::estimate(const std::vector<StatRecorder::Track>& tracks) {
  constexpr std::size_t kMany = 256, kEach = 17;  // kEach: not a usual number of ports
  if (tracks.size() < kMany) return 0;
  std::string text;
  for (std::size_t i = 0; i < tracks.size(); i += kEach) track(text, tracks[i]);
  return std::exchange(bytes_, 0) * kEach;
}

std::string StepJson::tracks(const std::vector<StatRecorder::Track>& tracks) {
  std::string text = "[";
  for (const StatRecorder::Track& one : tracks) {
    if (!fits()) break;
    if (text.size() > 1) text += ",\n";
    track(text, one);
  }
  return text + "]";
}

std::string StepJson::curves(const std::vector<StatRecorder::Curve>& curves) {
  std::string text = "[";
  for (const StatRecorder::Curve& one : curves) {
    if (!fits()) break;
    if (steps_.total(one.number) == 0) continue;  // nothing happened, so there is nothing to draw
    if (text.size() > 1) text += ",\n";
    curve(text, one);
  }
  return text + "]";
}

std::string StepJson::descriptions() const {
  std::vector<const std::string*> texts(descriptions_.size());
  for (const auto& [description, number] : descriptions_) texts[number] = &description;
  std::string text = "[";
  for (const std::string* const one : texts)
    text += (text.size() > 1 ? ",\n" : "") + core::json_string(*one);
  return text + "]";
}

}  // namespace gf::app
