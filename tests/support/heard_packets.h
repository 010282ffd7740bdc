// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/router_journal.h"
#include "tests/support/network_bench.h"

namespace gf::heard_packets {

using core::HopJournal;
using core::Ticks;

struct Heard : HopJournal::Sink {
  struct Hop : HopJournal::Hop {
    std::vector<HopJournal::Wait> spans;
  };
  std::map<std::uint64_t, std::vector<Hop>> flits;  ///< By key.
  std::map<std::uint64_t, Ticks> ends;
  std::vector<std::uint64_t> order;          ///< Keys, as they begin.
  std::map<HopJournal::Number, Ticks> left;  ///< By queue: when its first left last.
  std::size_t first_left = 0;
  void first_leaves(const HopJournal::Hop& hop) override {
    EXPECT_LE(left[hop.queue], hop.ready) << "only one is the first";
    left[hop.queue] = hop.start;
    ++first_left;
  }
  void leaves(const HopJournal::Hop& hop) override {
    auto& hops = flits[hop.key];
    if (hops.empty()) order.push_back(hop.key);
    EXPECT_EQ(hop.place, hops.size());
    hops.push_back({hop, *hop.waits});
  }
  void packet_ends(std::uint64_t key, Ticks at) override {
    EXPECT_TRUE(ends.emplace(key, at).second) << "a packet ends once";
  }
  [[nodiscard]] const std::vector<Hop>& packet(std::size_t nth) const {
    return flits.at(order[nth]);
  }
};

class RouterJournal : public testing::Test {
 protected:
  RouterJournal() { options.network.router.speedup = 1; }
  void run() { sc_core::sc_start(); }
  test::NetworkBench& bench() {
    if (!bench_) bench_.emplace(options);
    return *bench_;
  }
  [[nodiscard]] Ticks cycles(unsigned n) { return n * bench().network().clock().period(); }
  [[nodiscard]] std::string name(HopJournal::Number flow) { return journal.flow_name(flow); }

  Heard heard;
  HopJournal journal{heard};
  test::NetworkBench::Options options;

 private:
  std::optional<test::NetworkBench> bench_;
};

}  // namespace gf::heard_packets
