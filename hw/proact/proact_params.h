// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param.h"
#include "core/units.h"

namespace gf::hw::proact {

/// The counters of one GPU; [PROACT21], III-D, leaves all of it open.
struct CounterParams : core::ParamGroup {
  core::Param<unsigned> counters =
      param("counters", 4096u, "counters of the counter memory; more are in the GPU's memory",
            "assumed", core::between(16u, 1u << 24));
  core::Param<unsigned> ways = param("ways", 4u, "associativity of its lines of 16 counters",
                                     "assumed", core::between(1u, 64u));
  /// At most `ways`.
  core::Param<unsigned> misses =
      param("misses", 4u, "lines on their way from memory", "assumed", core::between(1u, 64u));
  core::Param<unsigned> ports =
      param("ports", 1u, "updates that begin in a cycle", "assumed", core::between(1u, 64u));
  /// At zero it is the time to the signal too.
  core::Param<unsigned> update_latency =
      param("update_latency", 4u, "cycles from there to the new value", "assumed",
            core::between(1u, 1000u));
  core::Param<unsigned> cta_chunks =
      param("cta_chunks", 4u, "chunks noted for each resident CTA; more are in memory", "assumed",
            core::between(1u, 64u));
  /// Statistics count the updates beyond it.
  core::Param<unsigned> update_queue = param("update_queue", 64u, "places for updates that wait",
                                             "assumed", core::between(1u, 1u << 20));

  void validate(const std::string& path) const;  ///< Throws UserError.
};

/// The transfer agent of one GPU.
struct AgentParams : core::ParamGroup {
  core::Param<unsigned> descriptors =
      param("descriptors", 4u, "chunks under way", "assumed", core::between(1u, 1024u));
  core::Param<core::Bytes> packet =
      param("packet", core::Bytes(256), "bytes that are read and written as one access",
            "[PROACT21], Fig. 2: high goodput from 128 B on; 256 B assumed",
            core::power_of_two(core::Bytes(128), core::Bytes(256)));
  core::Param<core::Bytes> buffer = param(
      "buffer", core::kibibytes(128), "bytes read, or being read, and not yet at all destinations",
      "assumed", core::between(core::Bytes(128), core::mebibytes(16)));
  core::Param<unsigned> issue =
      param("issue", 2u, "packets a cycle whose read begins", "assumed", core::between(1u, 16u));
  core::Param<unsigned> start_latency = param(
      "start_latency", 10u, "cycles from a descriptor's arrival to the first read of its chunk",
      "assumed", core::between(1u, 10000u));

  void validate(const std::string& path) const;  ///< Throws UserError.
};

/// PROACT's hardware in one GPU. Cycles are those of the GPU's clock.
struct ProactParams {
  CounterParams counters;
  AgentParams agent;

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::proact
