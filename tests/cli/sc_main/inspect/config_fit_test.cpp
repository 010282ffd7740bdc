// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::config_fit_test {
namespace {

using namespace check_command;  // NOLINT: what these tests share

TEST(Check, ParametersAreThoseOfAPlatform) {
  EXPECT_THAT(exits(2, check("a.ini", "[rc]\nhop_latencies = 1 ns\n")).out,
              AllOf(HasSubstr("rc.hop_latencies = 1 ns"), HasSubstr("a.ini:2"),
                    HasSubstr("rc.hop_latency"), HasSubstr("parameters of pcie_t2")));
  EXPECT_THAT(exits(2, check("a.ini", "[rc]\nhop_latency = 3000 s\n")).out,
              HasSubstr("out of range"));
  EXPECT_THAT(check("a.ini", "[rc]\nhop_latency = 130 ns\n").out,
              HasSubstr("1 parameters that pcie_t2 and"));
}

TEST(Check, UnknownKeysNameTheNearest) {
  EXPECT_THAT(check("a.ini", "[s]\nchildren = gpu0\nknd = switch\n", {"--kind", "tree"}).out,
              HasSubstr("unknown key 's.knd'; expected one of kind, preset, children, links, pcie, "
                        "lanes, model, nvlinks, numa, cpu, memory; nearest: kind"));
  EXPECT_THAT(check("a.ini", kTwo + "rellays = none\n", {"--kind", "machine"}).out,
              HasSubstr("unknown key 'rc.rellays'"));
  EXPECT_THAT(check("a.ini", "rellays = none\n" + kTwo).out, HasSubstr("nearest: relays"));
  EXPECT_THAT(
      check("a.ini",
            "[s]\nchildren = gpu0, gpu1, n\n[n]\nkind = nic\n[network]\nkind = torus\nnodess = 3\n")
          .out,
      AllOf(HasSubstr("a.ini:7: unknown key 'network.nodess'"), HasSubstr("nearest: nodes")));
  EXPECT_THAT(
      check("a.workload", "[data.x]\nbites = 4 KiB\n").out,
      AllOf(HasSubstr("a.workload:2: unknown key 'data.x.bites'"), HasSubstr("nearest: bytes")));
}

}  // namespace
}  // namespace gf::test::config_fit_test
