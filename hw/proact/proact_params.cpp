// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/proact_params.h"

#include "core/base/error.h"
#include "hw/proact/counter_lines.h"

namespace gf::hw::proact {

CounterParams::CounterParams() {
  using Relation = core::ParamRelation::Kind;
  relate("counters", Relation::kMultipleOf, {"ways"}, kLineCounters);
  relate("misses", Relation::kAtMost, {"ways"});
}

AgentParams::AgentParams() { relate("buffer", core::ParamRelation::Kind::kMultipleOf, {"packet"}); }

void CounterParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const unsigned set = ways * kLineCounters;
  if (counters % set != 0) {
    core::fail_config(path, "counters", std::to_string(counters),
                      "a multiple of 16 x ways = " + std::to_string(set),
                      "lines hold 16 counters, and sets hold `ways` lines");
  }
  if (misses > ways) {
    core::fail_config(path, "misses", std::to_string(misses),
                      "1 ... ways = " + std::to_string(ways), "each holds a line of its set");
  }
}

void AgentParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (buffer.count() % packet.count() != 0) {
    core::fail_config(path, "buffer", core::to_text(buffer),
                      "a multiple of packet = " + core::to_text(packet),
                      "it holds only whole packets");
  }
}

void ProactParams::declare(const core::ParamScope& scope) {
  counters.declare(scope.child("counters"));
  agent.declare(scope.child("agent"));
}

void ProactParams::validate(const std::string& path) const {
  counters.validate(path + ".counters");
  agent.validate(path + ".agent");
}

}  // namespace gf::hw::proact
