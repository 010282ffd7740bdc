// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::test {

/// Keeps what a core::HopJournal tells, in its order.
struct HeardHops : core::HopJournal::Sink {
  using Number = core::HopJournal::Number;
  using Ticks = core::Ticks;
  struct Wait {
    Number flow;
    Ticks span;
    std::string cause;
    Number behind;
  };
  struct Lost {
    Number link;
    Ticks span;
    core::StallCause cause;
  };
  struct Task {
    std::string kind;
    Ticks posted, began, ended;
  };

  void leaves(const core::HopJournal::Hop& hop) override { hops.push_back(hop); }
  void packet_ends(std::uint64_t key, Ticks /*at*/) override { ended.push_back(key); }
  void credit_returns(Number /*link*/, std::uint8_t /*credit_class*/, Ticks given,
                      Ticks usable) override {
    EXPECT_LE(given, usable);
    ++credits;
  }
  void link_lost(Number link, Ticks from, Ticks until, core::StallCause cause) override {
    lost.push_back({link, until - from, cause});
  }
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind) override {
    waits.push_back({flow, until - from, cause, behind});
  }
  void flow_ends(Number flow, Ticks at) override { flows_ended.emplace_back(flow, at); }
  void task_ends(Number processor, const char* kind, Ticks posted, Ticks began, Ticks at) override {
    tasks[processor].push_back({kind, posted, began, at});
  }

  std::vector<core::HopJournal::Hop> hops;
  std::vector<std::uint64_t> ended;  ///< Keys of packets.
  unsigned credits = 0;
  std::vector<Lost> lost;
  std::vector<Wait> waits;
  std::vector<std::pair<Number, Ticks>> flows_ended;
  std::map<Number, std::vector<Task>> tasks;  ///< By processor.
};

}  // namespace gf::test
