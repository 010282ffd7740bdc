// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/vcd_text.h core/base/ticks.h
#include "core/trace/vcd.h"

#include <functional>
#include <map>
#include <sstream>

#include "core/base/error.h"
#include "core/base/ticks.h"
#include "core/text/log.h"
#include "core/trace/vcd_text.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::vcd_test {
namespace {

using sc_core::SC_FS;
using sc_core::SC_NS;
using sc_core::SC_PS;
using sc_core::sc_time;

/// What a VCD file says after its declarations: "#time" lines and values by the signals' paths.
std::vector<std::string> changes_of(const std::string& text) {
  std::istringstream in(text);
  std::map<std::string, std::string> names;
  std::vector<std::string> changes;
  std::string line;
  while (std::getline(in, line) && line != "$enddefinitions $end") {
    std::istringstream words(line);
    std::string word, type, bits, code, name;
    if (words >> word >> type >> bits >> code >> name && word == "$var") names[code] = name;
  }
  while (std::getline(in, line)) {
    const std::size_t blank = line.find(' ');
    if (line[0] == '#' || line[0] == '$') {
      changes.push_back(line);
    } else if (line[0] == 'b') {
      changes.push_back(names[line.substr(blank + 1)] + "=" + line.substr(0, blank));
    } else {
      changes.push_back(names[line.substr(1)] + "=" + line[0]);
    }
  }
  return changes;
}

/// Runs `act` at its time in the simulation.
class At final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(At);
  At(const sc_core::sc_module_name& name, const sc_time& when, std::function<void()> act)
      : sc_module(name), act_(std::move(act)) {
    event_.notify(when);
    SC_METHOD(run);
    sensitive << event_;
    dont_initialize();
  }

 private:
  void run() { act_(); }
  sc_core::sc_event event_;
  std::function<void()> act_;
};

class VcdTest : public testing::Test {
 protected:
  std::string text() { return test::read_file(file()); }
  std::filesystem::path file() const { return directory_ / "waves.vcd"; }
  test::ScratchDirectory directory_;
  Probe busy_{"top.link.busy", 1, "link holds a packet"};
  Probe depth_{"top.queue.depth", 4, "entries"};
};

TEST_F(VcdTest, DeclaresScopesRangesAndDescriptions) {
  VcdTracer tracer(file(), "*");
  tracer.close();
  EXPECT_EQ(text(),
            "$version GPUFabric $end\n$timescale 1 ps $end\n"
            "$scope module top $end\n$scope module link $end\n"
            "$comment busy: link holds a packet $end\n$var wire 1 ! busy $end\n"
            "$upscope $end\n$scope module queue $end\n"
            "$comment depth: entries $end\n$var wire 4 \" depth [3:0] $end\n"
            "$upscope $end\n$upscope $end\n$enddefinitions $end\n"
            "#0\n$dumpvars\n0!\nb0 \"\n$end\n");
}

TEST_F(VcdTest, FutureDatesAreWrittenInOrder) {
  VcdTracer tracer(file(), "*");
  tracer.add(1, sc_time(30, SC_PS), 1);
  tracer.set(0, sc_time(20, SC_PS), 0);
  tracer.set(0, sc_time(10, SC_PS), 1);
  tracer.add(1, sc_time(15, SC_PS), 2);
  tracer.close();
  EXPECT_THAT(changes_of(text()),
              ElementsAre("#0", "$dumpvars", "busy=0", "depth=b0", "$end", "#10", "busy=1", "#15",
                          "depth=b10", "#20", "busy=0", "#30", "depth=b11"));
}

TEST_F(VcdTest, LastValueOfATimeWins) {
  VcdTracer tracer(file(), "*");
  tracer.set(0, sc_time(10, SC_PS), 1);
  tracer.set(0, sc_time(20, SC_PS), 0);  // Back to back with the next.
  tracer.set(0, sc_time(20, SC_PS), 1);
  tracer.set(0, sc_time(30, SC_PS), 0);
  tracer.close();
  EXPECT_THAT(changes_of(text()), ElementsAre("#0", "$dumpvars", "busy=0", "depth=b0", "$end",
                                              "#10", "busy=1", "#30", "busy=0"));
}

TEST_F(VcdTest, DatesRoundToPicoseconds) {
  VcdTracer tracer(file(), "*depth");
  tracer.add(0, sc_time(1499, SC_FS), 1);
  tracer.add(0, sc_time(1500, SC_FS), 1);
  tracer.add(0, sc_time(2499, SC_FS), 1);
  tracer.close();
  EXPECT_THAT(changes_of(text()), ElementsAre("#0", "$dumpvars", "depth=b0", "$end", "#1",
                                              "depth=b1", "#2", "depth=b11"));
}

TEST_F(VcdTest, WhatTheWidthCannotShowIsUnknown) {
  VcdTracer tracer(file(), "*");
  tracer.set(1, sc_time(1, SC_PS), 15);
  tracer.set(1, sc_time(2, SC_PS), 16);
  tracer.add(1, sc_time(3, SC_PS), -17);
  tracer.set(0, sc_time(3, SC_PS), 2);
  tracer.close();
  EXPECT_THAT(changes_of(text()),
              ElementsAre("#0", "$dumpvars", "busy=0", "depth=b0", "$end", "#1", "depth=b1111",
                          "#2", "depth=bx", "#3", "busy=x", "depth=bx"))
      << "those of one time by their paths";
}

TEST_F(VcdTest, WindowIncludesBothEdges) {
  VcdTracer tracer(file(), "*", {sc_time(10, SC_PS), sc_time(20, SC_PS)});
  tracer.set(1, sc_time(9, SC_PS), 1);
  tracer.set(1, sc_time(10, SC_PS), 2);
  tracer.set(1, sc_time(11, SC_PS), 3);
  tracer.set(1, sc_time(20, SC_PS), 4);
  tracer.set(1, sc_time(21, SC_PS), 5);
  tracer.close();
  EXPECT_THAT(changes_of(text()), ElementsAre("#10", "$dumpvars", "busy=0", "depth=b10", "$end",
                                              "#11", "depth=b11", "#20", "depth=b100"));
  EXPECT_EQ(tracer.first_ps(), 10u);
  EXPECT_EQ(tracer.last_ps(), 20u);
}

TEST_F(VcdTest, GlobsChooseAndTheOthersStayOff) {
  VcdTracer tracer(file(), " *.busy , top.l*");
  ASSERT_EQ(tracer.signals().size(), 1u);
  EXPECT_EQ(tracer.signals()[0].path, "top.link.busy");
  EXPECT_TRUE(busy_.on());
  EXPECT_FALSE(depth_.on());
  tracer.close();
  EXPECT_FALSE(busy_.on());
}

TEST_F(VcdTest, AGlobWithoutMatchNamesExamples) {
  EXPECT_THAT(
      test::error_of([&] { VcdTracer tracer(file(), "*.busy,top.queue.dept"); }, ExitCode::kUsage),
      HasSubstr("\"top.queue.dept\" matches none of the 2 signals; there "
                "are top.queue.depth"));
  EXPECT_FALSE(busy_.on());
}

TEST_F(VcdTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(VcdTracer("/proc/nowhere/waves.vcd", "*"), UserError);
  EXPECT_THROW(VcdTracer(file(), " , "), UserError);
  EXPECT_THROW(VcdTracer(file(), "*", {sc_time(2, SC_PS), sc_time(1, SC_PS)}), UserError);
  EXPECT_FALSE(busy_.on());
}

/// A probe that is off calls nobody: a sink that is called at all fails.
TEST_F(VcdTest, OffCallsNobody) {
  struct Sink : ProbeSink {
    void set(std::uint32_t, const sc_time&, std::uint64_t) override { ++calls; }
    void add(std::uint32_t, const sc_time&, std::int64_t) override { ++calls; }
    int calls = 0;
  } sink;
  busy_.attach(sink, 0);
  busy_.set(0, 1);
  EXPECT_EQ(sink.calls, 1);
  busy_.detach(sink);
  busy_.set(0, 0);
  busy_.add(0, 1);
  EXPECT_EQ(sink.calls, 1);
}

TEST_F(VcdTest, FlushesAsTimePassesAndEndsWithTheRun) {
  VcdTracer tracer(file(), "*");
  const At early("early", sc_time(1, SC_NS), [&] {
    busy_.set(now_ticks(), 1);
    busy_.set(now_ticks() + 3'000'000, 0);  // At 4 ns, ahead of the next call.
  });
  const At late("late", sc_time(2, SC_NS), [&] { depth_.add(now_ticks(), 3); });
  const At last("last", sc_time(9, SC_NS), [] {});
  sc_core::sc_start();
  tracer.close();
  EXPECT_THAT(changes_of(text()),
              ElementsAre("#0", "$dumpvars", "busy=0", "depth=b0", "$end", "#1000", "busy=1",
                          "#2000", "depth=b11", "#4000", "busy=0", "#9000"));
}

TEST_F(VcdTest, LetsGoOfTheProbesOnceTheWindowHasPassed) {
  VcdTracer tracer(file(), "*", {sc_core::SC_ZERO_TIME, sc_time(5, SC_NS)});
  const At inside("inside", sc_time(5, SC_NS), [&] { busy_.set(now_ticks(), 1); });
  const At outside("outside", sc_time(6, SC_NS), [&] { busy_.set(now_ticks(), 0); });
  const At after("after", sc_time(7, SC_NS), [&] { EXPECT_FALSE(busy_.on()); });
  sc_core::sc_start();
  tracer.close();
  EXPECT_THAT(changes_of(text()),
              ElementsAre("#0", "$dumpvars", "busy=0", "depth=b0", "$end", "#5000", "busy=1"));
}

TEST_F(VcdTest, OutlivesItsProbes) {
  auto gone = std::make_unique<Probe>("top.gone", 1, "leaves first");
  VcdTracer tracer(file(), "*");
  gone.reset();
  tracer.close();
  EXPECT_THAT(text(), HasSubstr(" gone $end"));
  EXPECT_THAT(text(), Not(HasSubstr("$date")));
}

TEST_F(VcdTest, OtherToolsReadIt) {
  {
    VcdTracer tracer(file(), "*");
    for (int i = 1; i < 200; ++i) tracer.set(1, sc_time(i, SC_PS), static_cast<unsigned>(i) % 16);
  }
  const std::filesystem::path fst = directory_ / "waves.fst";
  exits(0, test::capture({"/usr/bin/vcd2fst", file(), fst}));
  EXPECT_GT(std::filesystem::file_size(fst), 0u);
}

TEST(VcdText, CodesDiffer) {
  EXPECT_EQ(vcd_code(0), "!");
  EXPECT_EQ(vcd_code(93), "~");
  EXPECT_EQ(vcd_code(94), "!!");
  std::map<std::string, std::size_t> seen;
  for (std::size_t id = 0; id < 20000; ++id) seen[vcd_code(id)] = id;
  EXPECT_EQ(seen.size(), 20000u);
}

TEST_F(VcdTest, EndsAtItsLimitBeforeATimeThatDoesNotFit) {
  std::ostringstream log;
  install_log(LogLevel::kQuiet, log);
  OutputLimit limit;
  limit.most = Bytes(500);
  VcdTracer tracer(file(), "*", {}, limit);
  unsigned steps = 0;
  const At act("act", sc_time(1, SC_PS), [&] {
    for (; steps < 100; ++steps) {
      busy_.set((1 + steps) * 1000, (steps + 1) % 2);
      depth_.set((1 + steps) * 1000, steps % 8);
    }
  });
  bool attached = true;
  const At later("later", sc_time(200, SC_PS), [&] { busy_.set(200'000, 1); });
  const At after("after", sc_time(201, SC_PS), [&] { attached = busy_.on(); });
  sc_core::sc_start();
  tracer.close();
  EXPECT_FALSE(attached) << "a full file costs the run nothing more";
  EXPECT_LE(text().size(), 500u);
  const std::vector<std::string> changes = changes_of(text());
  EXPECT_EQ(changes.back().substr(0, 6), "depth=") << "a time is there with all its changes";
  EXPECT_THAT(text(), Not(HasSubstr("#100\n")));
  const std::string last = "#" + std::to_string(tracer.last_ps()) + "\n";
  EXPECT_THAT(text(), HasSubstr(last));
  EXPECT_THAT(log.str(), HasSubstr("warning: waves.vcd: ends at " +
                                   std::to_string(tracer.last_ps()) + " ps of simulated time"));
}

}  // namespace
}  // namespace gf::core::vcd_test
