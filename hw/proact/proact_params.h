// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"

namespace gf::hw::proact {

/// The counters of one GPU. Field = meaning, unit [assumed, all: [PROACT21], III-D, leaves them
/// open].
struct CounterParams {
  unsigned counters = 4096;     ///< That the counter memory holds; more are in the GPU's memory.
  unsigned ways = 4;            ///< Of the counter memory, whose lines are of 16 counters.
  unsigned misses = 4;          ///< Lines on their way from memory; at most `ways`.
  unsigned ports = 1;           ///< Updates that begin in a cycle.
  unsigned update_latency = 4;  ///< Cycles from there to the new value, and to the signal at zero.
  unsigned cta_chunks = 4;      ///< Chunks that are noted for each resident CTA; more: in memory.
  unsigned update_queue = 64;   ///< Updates that wait; statistics count those beyond it.

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;  ///< Throws UserError.
};

/// The transfer agent of one GPU.
struct AgentParams {
  unsigned descriptors = 4;                   ///< Chunks under way.
  core::Bytes packet{256};                    ///< Read and written as one access.
  core::Bytes buffer = core::kibibytes(128);  ///< Packets read and not yet at all destinations.
  unsigned issue = 2;                         ///< Packets a cycle whose read begins.
  unsigned start_latency = 10;  ///< Cycles from a descriptor's arrival to its first read.

  void declare(const core::ParamScope& scope);
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
