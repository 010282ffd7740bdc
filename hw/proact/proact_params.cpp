// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/proact_params.h"

#include "core/error.h"
#include "hw/proact/counter_lines.h"

namespace gf::hw::proact {

using core::between;

void CounterParams::declare(const core::ParamScope& scope) {
  scope.add("counters", counters, "counters of the counter memory; more are in the GPU's memory",
            "assumed", between(16u, 1u << 24));
  scope.add("ways", ways, "associativity of its lines of 16 counters", "assumed", between(1u, 64u));
  scope.add("misses", misses, "lines on their way from memory", "assumed", between(1u, 64u));
  scope.add("ports", ports, "updates that begin in a cycle", "assumed", between(1u, 64u));
  scope.add("update_latency", update_latency, "cycles from there to the new value", "assumed",
            between(1u, 1000u));
  scope.add("cta_chunks", cta_chunks, "chunks noted for each resident CTA; more are in memory",
            "assumed", between(1u, 64u));
  scope.add("update_queue", update_queue, "places for updates that wait", "assumed",
            between(1u, 1u << 20));
}

void CounterParams::validate(const std::string& path) const {
  const unsigned set = ways * kLineCounters;
  if (ways == 0 || counters == 0 || counters % set != 0) {
    core::fail_config(path, "counters", std::to_string(counters),
                      "a multiple of 16 x ways = " + std::to_string(set),
                      "lines of 16 counters, sets of `ways` lines");
  }
  if (misses == 0 || misses > ways) {
    core::fail_config(path, "misses", std::to_string(misses),
                      "1 ... ways = " + std::to_string(ways), "each holds a line of its set");
  }
  const auto some = [&](const char* field, unsigned value) {
    if (value == 0) core::fail_config(path, field, "0", "at least 1", "see hw/proact/README.md");
  };
  some("ports", ports);
  some("update_latency", update_latency);
  some("cta_chunks", cta_chunks);
}

void AgentParams::declare(const core::ParamScope& scope) {
  scope.add("descriptors", descriptors, "chunks under way", "assumed", between(1u, 1024u));
  scope.add("packet", packet, "bytes that are read and written as one access",
            "[PROACT21], Fig. 2: high goodput from 128 B on; 256 B assumed",
            between(core::Bytes(128), core::Bytes(256)));
  scope.add("buffer", buffer, "bytes read, or being read, and not yet at all destinations",
            "assumed", between(core::Bytes(128), core::mebibytes(16)));
  scope.add("issue", issue, "packets a cycle whose read begins", "assumed", between(1u, 16u));
  scope.add("start_latency", start_latency,
            "cycles from a descriptor's arrival to the first read of its chunk", "assumed",
            between(1u, 10000u));
}

void AgentParams::validate(const std::string& path) const {
  if (packet.count() != 128 && packet.count() != 256) {
    core::fail_config(path, "packet", core::to_text(packet), "128 B or 256 B",
                      "what the links carry well, [PROACT21], Fig. 2");
  }
  if (buffer < packet || buffer.count() % packet.count() != 0) {
    core::fail_config(path, "buffer", core::to_text(buffer),
                      "a multiple of packet = " + core::to_text(packet), "it holds whole packets");
  }
  const auto some = [&](const char* field, unsigned value) {
    if (value == 0) core::fail_config(path, field, "0", "at least 1", "see hw/proact/README.md");
  };
  some("descriptors", descriptors);
  some("issue", issue);
  some("start_latency", start_latency);
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
