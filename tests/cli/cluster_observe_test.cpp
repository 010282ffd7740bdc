// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cluster_platform.h platforms/cluster/plan/system_if.h
// Everything that looks at a run works on `cluster` as on every platform, for each kind of machine.
#include <filesystem>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::cluster_observe_test {
namespace {

using nlohmann::json;

struct Machine {
  std::string name;
  Words settings;
  std::string parameter;  ///< One that matters on it.
  std::string value;
  std::string usual;  ///< Its default.
  std::string what;   ///< A copy of the collective.
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

const char* const kNetworked =
    "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16, nic0 pcie gen3 x16\n"
    "[nic0]\nkind = nic\n[network]\nkind = torus\nx = 2\ny = 2\nz = 1\nnodes = 2\n";

class ClusterIsSeen : public testing::TestWithParam<Machine> {
 protected:
  Captured run(const std::string& directory, Words more = {}) {
    Words words{"run", "cluster", "-q", "--workload", "allreduce:bytes=32 KiB"};
    add(words);
    if (!directory.empty()) words.insert(words.end(), {"--outdir", scratch_ / directory});
    words.insert(words.end(), more.begin(), more.end());
    return program(words);
  }
  void add(Words& words) {
    write_file(scratch_ / "networked.ini", kNetworked);
    for (std::string word : GetParam().settings) {
      if (word == "machine=networked.ini")
        word = "machine=" + (scratch_ / "networked.ini").string();
      words.push_back(word);
    }
  }
  ScratchDirectory scratch_;
};

TEST_P(ClusterIsSeen, ByEverythingThatARunWrites) {
  const Captured plain = run("");
  const Captured seen = exits(0, run("seen", {"--vcd", "*", "--timeline", "--series", "1 us"}));
  EXPECT_EQ(seen.out, plain.out) << "looking on has changed what came out";
  EXPECT_THAT(seen.out + seen.err + plain.err, Not(HasSubstr("gpufabric: ")));
  for (const char* file : {"waves.vcd", "timeline.json", "series.csv", "run.html"})
    EXPECT_GT(fs::file_size(scratch_ / "seen" / file), 1000u) << file;
  EXPECT_THAT(read_file(scratch_ / "seen/timeline.json"), HasSubstr("copy"));
  const std::string page = read_file(scratch_ / "seen/run.html");
  EXPECT_THAT(page, AllOf(HasSubstr("allreduce"), HasSubstr("copy")));
}

TEST_P(ClusterIsSeen, ByQuestionsAboutARun) {
  ASSERT_EQ(run("one").code, 0);
  ASSERT_EQ(run("two", {"-p", GetParam().parameter + "=" + GetParam().value}).code, 0);
  EXPECT_THAT(exits(0, program({"why", scratch_ / "one"})).out,
              AllOf(HasSubstr("bottleneck: "), HasSubstr(GetParam().what)));
  const Captured copy = exits(0, program({"why", scratch_ / "one", GetParam().what, "--json"}));
  const json answer = core::parse_json(copy.out);
  EXPECT_GT(answer.at("alone_seconds").get<double>(), 0);
  const Captured diff = program({"diff", scratch_ / "one", scratch_ / "two"});
  EXPECT_THAT(diff.out, HasSubstr(GetParam().parameter.substr(GetParam().parameter.find('.') + 1)))
      << diff.err;
}

TEST_P(ClusterIsSeen, BySweepsAndDoubt) {
  Words words{"sweep",    "cluster",         "--workload", "allreduce:bytes=32 KiB",
              "--outdir", scratch_ / "sweep"};
  add(words);
  words.insert(words.end(),
               {"-p", GetParam().parameter + "=" + GetParam().value + "," + GetParam().usual});
  exits(0, program(words));
  words = {"doubt", "cluster", "--workload", "allreduce:bytes=32 KiB", "--runs", "16"};
  add(words);
  const Captured doubt = exits(0, program(words));
  EXPECT_THAT(doubt.out, HasSubstr(" ... "));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ClusterIsSeen,
    testing::Values(
        Machine{"numbers",
                {"-p", "nodes=2", "-p", "node.gpus=2"},
                "node.nic.sender.mtu",
                "1 KiB",
                "4 KiB",
                "copy 1->2"},
        Machine{"networked", {"-p", "machine=networked.ini"}, "net.x", "4", "2", "copy 1->2"},
        Machine{"tree", {"-p", "machine=t1"}, "*.hop_latency", "1 us", "150 ns", "copy 1->2"},
        Machine{"sockets",
                {"-p", "machine=two_socket"},
                "*.hop_latency",
                "1 us",
                "150 ns",
                "copy 3->4"},
        Machine{"nvlink",
                {"-p", "machine=dgx1_v100"},
                "nvlink.header_credits",
                "64",
                "512",
                "copy 0->1"}),
    [](const auto& machine) { return machine.param.name; });

}  // namespace
}  // namespace gf::test::cluster_observe_test
