// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/param/param.h"

namespace gf::hw::proact {

/// The counters of one GPU; [PROACT21], III-D, specifies none of these.
struct CounterParams : core::ParamGroup {
  core::Param<unsigned> counters =
      param("counters", 4096u,
            "capacity of the counter memory in counters; further counters are in the GPU's memory",
            "assumed", core::between(16u, 1u << 24));
  core::Param<unsigned> ways =
      param("ways", 4u, "associativity of the counter memory, whose lines hold 16 counters",
            "assumed", core::between(1u, 64u));
  /// At most `ways`, because each miss occupies a line of its set.
  core::Param<unsigned> misses =
      param("misses", 4u, "maximum counter lines on their way from memory", "assumed",
            core::between(1u, 64u));
  core::Param<unsigned> ports =
      param("ports", 1u, "updates that may begin per cycle", "assumed", core::between(1u, 64u));
  /// Also the time until the signal of a counter that becomes zero.
  core::Param<unsigned> update_latency =
      param("update_latency", 4u, "cycles from the beginning of an update to the new value",
            "assumed", core::between(1u, 1000u));
  core::Param<unsigned> cta_chunks = param(
      "cta_chunks", 4u, "chunks noted for each resident CTA; further chunks are noted in memory",
      "assumed", core::between(1u, 64u));
  /// Statistics count the updates that exceed it.
  core::Param<unsigned> update_queue =
      param("update_queue", 64u, "capacity of the queue of waiting updates", "assumed",
            core::between(1u, 1u << 20));

  CounterParams();
  void validate(const std::string& path) const;  ///< Throws UserError.
};

/// The transfer agent of one GPU.
struct AgentParams : core::ParamGroup {
  /// Rate times latency of the fastest link, in chunks of the smallest size, to match `buffer`.
  core::Param<unsigned> descriptors = param(
      "descriptors", 32u, "maximum chunks under way",
      "assumed: 150 GB/s ([PROACT21], Table I: Volta) for 0.87 us, in chunks of 4 KiB, as `buffer`",
      core::between(1u, 1024u),
      core::plausible(16u, 64u, "half and twice that product of rate and latency"));
  core::Param<core::Bytes> packet =
      param("packet", core::Bytes(256), "bytes read and written in one access",
            "[PROACT21], Fig. 2: high goodput from 128 B on; 256 B assumed",
            core::power_of_two(core::Bytes(128), core::Bytes(256)));
  core::Param<core::Bytes> buffer =
      param("buffer", core::kibibytes(128),
            "capacity of the agent's buffer, for bytes read or being read but not yet at all "
            "destinations",
            "assumed", core::between(core::Bytes(128), core::mebibytes(16)));
  core::Param<unsigned> issue = param("issue", 2u, "packets per cycle whose read may begin",
                                      "assumed", core::between(1u, 16u));
  core::Param<unsigned> start_latency = param(
      "start_latency", 10u, "cycles from a descriptor's arrival to the first read of its chunk",
      "assumed", core::between(1u, 10000u));

  AgentParams();
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
