// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::ranks_command {

class WithMpi : public testing::Test {
  void SetUp() override {
    if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  }
};

class AnyRanks : public WithMpi {
 protected:
  Captured run(const Words& network, unsigned ranks, const Words& more = {}) {
    return program(Words{"run"} + network +
                   Words{"-q", "--no-defaults", "--json", "-p", "measurement.period=100", "-p",
                         "measurement.warmup_most=8", "-p", "measurement.drain_most=6", "-p",
                         "flit_error_rate=0.01", "--timeline", "--outdir",
                         scratch_ / std::to_string(ranks)} +
                   Words{"--ranks", std::to_string(ranks)} + more);
  }
  std::string file(unsigned ranks, const std::string& name) {
    return run_file(scratch_.path() / std::to_string(ranks), name);
  }
  void expect_same(unsigned ranks, const Words& names) {
    for (const std::string& name : names) {
      EXPECT_THAT(file(1, name), Not(IsEmpty())) << name;
      EXPECT_EQ(file(1, name), file(ranks, name)) << ranks << " ranks: " << name;
    }
  }
  ScratchDirectory scratch_;
};

inline const Words kBusy =
    Words{"dragonfly"} +
    parameters({"p=2", "a=4", "h=2", "load=0.3", "packet_flits=2", "reply_flits=1", "bursts=true"});
inline const Words kFiles{"stats.json",  "stats.csv", "channels.csv", "latencies.csv",
                          "record.json", "run.html",  "timeline.json"};

inline const Words kWaves{"-p", "watch=0,9,15", "--vcd", "*", "--vcd-to", "2500 ns"};

struct Network {
  std::string name;
  Words words;
  bool by_threads = false;  ///< Which write no waveforms.
};
inline void PrintTo(const Network& network, std::ostream* out) { *out << network.name; }
class AnyNetwork : public AnyRanks, public testing::WithParamInterface<Network> {};

}  // namespace gf::test::ranks_command
