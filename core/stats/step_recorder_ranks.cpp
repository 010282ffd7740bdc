// SPDX-License-Identifier: Apache-2.0
// Brings the growth that several ranks have recorded together; each rank records what it counts.
#include <algorithm>

#include "core/base/error.h"
#include "core/stats/step_recorder.h"

namespace gf::core {

void StepRecorder::pack(ByteWriter& writer) {
  writer.put(last_);
  writer.put(step_);
  for (std::size_t number = 0; number < values_.size(); ++number) {
    const Value& value = values_[number];
    if (value.steps.empty()) continue;
    writer.put(number);
    writer.put(value.total);
    writer.put_all(value.steps);
  }
}

void StepRecorder::merge(std::vector<Packed>& others) {
  std::vector<std::uint64_t> steps;
  for (auto& [rank, reader] : others) {
    const auto last = reader.get<Ticks>(), step = reader.get<Ticks>();
    GF_CHECK(last == last_ && step == step_, "ranks have taken other steps");
    while (!reader.at_end()) {
      Value& value = values_.at(reader.get<std::size_t>());
      value.total += reader.get<std::uint64_t>();
      reader.get_all(steps);
      value.steps.resize(std::max(value.steps.size(), steps.size()));
      std::transform(steps.begin(), steps.end(), value.steps.begin(), value.steps.begin(),
                     std::plus<>());
    }
  }
}

}  // namespace gf::core
