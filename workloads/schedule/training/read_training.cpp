// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "workloads/schedule/training/training_step.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMostTrainingBytes = std::uint64_t{1} << 40;
const char* const kNoSecondsLegal = "a time of up to 1 h, such as 250 us";

/// Parses for example "1.5 TFLOP" and returns the number of operations; `unit` is FLOP or FLOP/s.
double operations(const OptionValues& values, const std::string& name,
                  const std::string& default_value, std::string_view unit) {
  const std::string text = values.text(name, default_value);
  const std::string legal = "a number and M" + std::string(unit) + ", G" + std::string(unit) +
                            ", T" + std::string(unit) + " or P" + std::string(unit);
  std::string_view rest = core::trimmed(text);
  if (rest.size() < unit.size() + 1 || rest.substr(rest.size() - unit.size()) != unit)
    values.fail(name, text, legal);
  rest.remove_suffix(unit.size());
  const std::size_t prefix = std::string_view("MGTP").find(rest.back());
  rest.remove_suffix(1);
  const auto number = core::parse_number<double>(core::trimmed(rest));
  if (prefix == std::string_view::npos || !number || !(*number > 0) || *number > 1e6)
    values.fail(name, text, legal);
  return *number * std::pow(1e3, static_cast<double>(prefix) + 2);
}

sc_core::sc_time time_of(const OptionValues& values, const std::string& name,
                         const sc_core::sc_time& default_value) {
  return values.time(name, default_value, sc_core::sc_time(3600, sc_core::SC_SEC), kNoSecondsLegal);
}

core::Bytes size_of(const OptionValues& values, const std::string& name,
                    const std::string& default_value, core::Bytes least) {
  const auto [first, last] =
      values.bytes(name, default_value, least, core::Bytes(kMostTrainingBytes));
  if (first != last) values.fail(name, values.text(name, ""), "one size");
  return first;
}

std::string choice(const OptionValues& values, const std::string& name,
                   const std::vector<std::string>& legal) {
  std::string text = values.text(name, legal.front());
  std::string names;
  for (const std::string& each : legal) {
    if (text == each) return text;
    names += (names.empty() ? "one of " : ", ") + each;
  }
  values.fail(name, text, names);
}

void read_degrees(const OptionValues& values, unsigned ranks, TrainingStep& step) {
  step.tensor = values.count("tensor", 1, 1, ranks);
  step.expert = values.count("expert", 1, 1, ranks);
  step.pipeline = values.count("pipeline", 1, 1, ranks);
  const std::uint64_t others = std::uint64_t{step.tensor} * step.expert * step.pipeline;
  const auto left = static_cast<unsigned>(std::max<std::uint64_t>(ranks / others, 1));
  step.data = values.count("data", left, 1, ranks);
  if (others * step.data != ranks)
    values.fail("data", std::to_string(step.data),
                "data x tensor x pipeline x expert = the " + std::to_string(ranks) +
                    " GPUs of the machine; the product of the others is " + std::to_string(others));
  step.layers = values.count("layers", 8 * step.pipeline, 1, 65'536);
  if (step.layers % step.pipeline != 0)
    values.fail("layers", std::to_string(step.layers),
                "a multiple of the " + std::to_string(step.pipeline) + " stages of the pipeline");
  step.microbatches = values.count("microbatches", 1, 1, 65'536);
}

void read_times(const OptionValues& values, TrainingStep& step) {
  const double operations_of_layer = operations(values, "flops", "1 TFLOP", "FLOP");
  const double rate = operations(values, "rate", "100 TFLOP/s", "FLOP/s");
  const double seconds = operations_of_layer / step.tensor / rate;
  if (seconds > 3600) values.fail("flops", values.text("flops", ""), kNoSecondsLegal);
  step.forward = time_of(values, "forward", sc_core::sc_time(seconds, sc_core::SC_SEC));
  // Backward computes gradients of activations and of parameters: two products per forward product.
  step.backward = time_of(values, "backward", 2 * step.forward);
}

}  // namespace

const std::vector<std::string>& training_keys() {
  static const std::vector<std::string> keys{
      "layers",      "data",         "tensor",     "pipeline",
      "expert",      "microbatches", "parameters", "expert_parameters",
      "activations", "forward",      "backward",   "flops",
      "rate",        "bucket",       "gradients",  "overlap",
      "algorithm"};
  return keys;
}

TrainingStep read_training(const OptionValues& values, unsigned ranks) {
  TrainingStep step;
  read_degrees(values, ranks, step);
  read_times(values, step);
  step.parameters = size_of(values, "parameters", "32 MiB", core::Bytes(4));
  step.expert_parameters = size_of(values, "expert_parameters", "0", core::Bytes(0));
  if (step.expert_parameters.count() == 0 && step.expert > 1)
    step.expert_parameters = step.parameters;
  step.activations = size_of(values, "activations", "8 MiB", core::Bytes(4));
  step.bucket = size_of(values, "bucket", "25 MiB", core::Bytes(1));
  step.sharded = choice(values, "gradients", {"allreduce", "sharded"}) == "sharded";
  step.overlap = choice(values, "overlap", {"true", "false"}) == "true";
  step.algorithm = choice(values, "algorithm", {"ring", "tree", "halving_doubling"});
  return step;
}

}  // namespace gf::model
