// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/sampler.h
#include "core/stats/series_writer.h"

#include <sstream>

#include "core/base/error.h"
#include "core/text/log.h"
#include "core/time/watchdog.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::series_writer_test {
namespace {

using sc_core::SC_NS;
using sc_core::SC_PS;
using sc_core::sc_time;

/// Counts 100 bytes and 500 ps of work each ns, `steps` times; the first at 1 ns.
class Worker final : public sc_core::sc_module {
 public:
  struct Stats : StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    Counter bytes{*this, "bytes", Unit::kBytes, "moved"};
    Duration busy{*this, "busy", "working"};
    StallDuration stall{*this, "stall", "waiting"};
    Histogram size{*this, "size", Unit::kBytes, "of each move"};
  };

  SC_HAS_PROCESS(Worker);
  Worker(const sc_core::sc_module_name& name, unsigned steps)
      : sc_module(name), stats(*this), steps_(steps) {
    SC_METHOD(work);
    sensitive << event_;
    dont_initialize();
    event_.notify(1, SC_NS);
  }
  Stats stats;

 private:
  void work() {
    stats.bytes += 100;
    stats.busy.add(sc_time(500, SC_PS));
    stats.stall.add(StallCause::kReplay, sc_time(250, SC_PS).value());
    stats.size.record(100);
    if (--steps_ > 0) event_.notify(1, SC_NS);
  }
  unsigned steps_;
  sc_core::sc_event event_;
};

class SeriesTest : public testing::Test {
 protected:
  std::string text() { return test::read_file(file()); }
  std::filesystem::path file() const { return directory_ / "series.csv"; }
  std::string error_of(const sc_time& period, const std::string& globs) {
    return test::error_of([&] { SeriesWriter(file(), period, globs); }, ExitCode::kUsage);
  }
  test::ScratchDirectory directory_;
};

TEST_F(SeriesTest, CountersAreRatesOfTheirInterval) {
  Worker worker("worker", 5);  // At 1, 2, 3, 4 and 5 ns.
  SeriesWriter series(file(), sc_time(2, SC_NS), "worker.bytes,worker.busy");
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(5, SC_NS));
  series.close();
  // What happens at 2 ns belongs to the interval that begins there.
  EXPECT_EQ(text(),
            "time_s,path,name,value\n"
            "2e-09,worker,bytes,50000000000\n2e-09,worker,busy,0.25\n"
            "4e-09,worker,bytes,100000000000\n4e-09,worker,busy,0.5\n"
            "5e-09,worker,bytes,200000000000\n5e-09,worker,busy,1\n");
}

TEST_F(SeriesTest, StallTimesAreSharesAndTheRestStandsAsItIs) {
  Worker worker("worker", 4);
  SeriesWriter series(file(), sc_time(10, SC_NS), "*.replay,*.size.count,*.size.max");
  run_simulation({});
  series.close();
  EXPECT_EQ(text(),
            "time_s,path,name,value\n4e-09,worker,stall.replay,0.25\n"
            "4e-09,worker,size.count,4\n4e-09,worker,size.max,100\n");
}

TEST_F(SeriesTest, TheEndOfTheRunStaysWhereItIs) {
  const Worker worker("worker", 3);
  SeriesWriter series(file(), sc_time(700, SC_PS), "worker.bytes");
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(3, SC_NS));
  series.close();
  EXPECT_THAT(text(), HasSubstr("\n2.8e-09,worker,bytes,0\n3e-09,"));
}

TEST_F(SeriesTest, NoSampleBeyondAStop) {
  const Worker worker("worker", 9);
  SeriesWriter series(file(), sc_time(2, SC_NS), "worker.bytes");
  RunLimits limits;
  limits.stop_at = sc_time(5, SC_NS);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kStopped);
  series.close();
  EXPECT_EQ(text(),
            "time_s,path,name,value\n2e-09,worker,bytes,50000000000\n"
            "4e-09,worker,bytes,100000000000\n5e-09,worker,bytes,100000000000\n");
}

TEST_F(SeriesTest, OnlyWhatChangesHasARow) {
  Worker worker("worker", 8);
  SeriesWriter series(file(), sc_time(2, SC_NS), "worker.bytes,worker.size.max");
  run_simulation({});
  series.close();
  // The first sample has one move, the others two; the largest one is known from the first on.
  EXPECT_EQ(text(),
            "time_s,path,name,value\n"
            "2e-09,worker,bytes,50000000000\n2e-09,worker,size.max,100\n"
            "4e-09,worker,bytes,100000000000\n"
            "8e-09,worker,bytes,100000000000\n8e-09,worker,size.max,100\n");
}

/// Else a run with a pause of a second and a period of a nanosecond would not end.
TEST_F(SeriesTest, APauseCostsTwoSamples) {
  Worker worker("worker", 2);
  sc_core::sc_event late;
  late.notify(1, sc_core::SC_MS);
  SeriesWriter series(file(), sc_time(1, SC_PS), "worker.bytes");
  run_simulation({});
  series.close();
  const std::string rows = text();
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + 1 + 4 + 1) << rows;
  EXPECT_THAT(rows, HasSubstr("\n0.001,worker,bytes,0\n"));
}

TEST_F(SeriesTest, EndsAtItsLimitWithAWarning) {
  std::ostringstream log;
  install_log(LogLevel::kQuiet, log);
  Worker worker("worker", 1000);
  OutputLimit limit;
  limit.most = Bytes(200);
  SeriesWriter series(file(), sc_time(300, SC_PS), "worker.bytes", limit);
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(1, sc_core::SC_US)) << "the run goes on";
  series.close();
  EXPECT_LE(text().size(), 200u + sizeof "time_s,path,name,value");
  const std::string kept = text();
  EXPECT_GT(std::count(kept.begin(), kept.end(), '\n'), 1 + 3);
  EXPECT_THAT(log.str(), testing::AllOf(HasSubstr("warning: series.csv: ends at "),
                                        HasSubstr("limit of 200 B"), HasSubstr("--max-output")));
}

TEST_F(SeriesTest, WarnsOfWhatItWouldBecome) {
  std::ostringstream log;
  install_log(LogLevel::kQuiet, log);
  Worker worker("worker", 1000);
  OutputLimit limit;
  limit.most = Bytes(2000);
  limit.end = sc_time(1, sc_core::SC_US).value();
  SeriesWriter series(file(), sc_time(300, SC_PS), "worker.bytes", limit);
  RunLimits until;
  until.stop_at = sc_time(3, SC_NS);
  run_simulation(until);
  series.close();
  EXPECT_THAT(log.str(), testing::AllOf(HasSubstr("warning: series.csv: "),
                                        HasSubstr("until 1 us that makes about "),
                                        HasSubstr("2 kB (--max-output)")));
}

TEST_F(SeriesTest, AResetStartsOverFromZero) {
  Worker worker("worker", 1);
  worker.stats.bytes += 1000;
  SeriesWriter series(file(), sc_time(1, SC_PS), "worker.bytes");
  StatRegistry::instance().reset();
  worker.stats.bytes += 2;
  series.take_until(1000);
  series.close();
  EXPECT_EQ(text(), "time_s,path,name,value\n1e-12,worker,bytes,2e+12\n");
}

TEST_F(SeriesTest, RefusesWhatItCannotSample) {
  const Worker worker("worker", 1);
  EXPECT_THAT(error_of(sc_core::SC_ZERO_TIME, "*"), HasSubstr("series.period"));
  EXPECT_THAT(error_of(sc_time(1, SC_NS), "worker.byte"), HasSubstr("there is worker.bytes"));
  EXPECT_THAT(error_of(sc_time(1, SC_NS), ","), HasSubstr("matches none"));
  EXPECT_THROW(SeriesWriter("/proc/nowhere/series.csv", sc_time(1, SC_NS)), UserError);
  EXPECT_EQ(Sampler::next_of_all(), kNever) << "one that was refused is still asked";
}

}  // namespace
}  // namespace gf::core::series_writer_test
