// SPDX-License-Identifier: Apache-2.0
// Holds: runs/job.h runs/pool_admission.cpp
// The pool over a small shell script in the place of the program.
#include "runs/pool.h"

#include <algorithm>
#include <atomic>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "core/base/error.h"
#include "tests/support/captured.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"

namespace gf::runs::pool_test {
namespace {

namespace fs = std::filesystem;
using test::lines_of;
using test::read_file;
using test::write_file;

/// `run PLATFORM ... --outdir DIR`: notes in DIR's test what it does. The platform says what that
/// is: fails, sleeps, "gated" waits for a file; all others work.
constexpr const char* kProgram = R"(#!/bin/sh
here=$(dirname "$0")
platform=$2
page=yes
while [ $# -gt 0 ]; do
  [ "$1" = --outdir ] && out=$2
  [ "$1" = --no-page ] && page=
  shift
done
echo "$platform $$" >> "$here/began"
case $platform in
  fails) echo "first words" >&2; echo "gpufabric: g.csv:7: unknown GPU 9" >&2; exit 5;;
  unstable) code=3;;
  sleeps) sleep 600;;
  gated*) until [ -e "$here/gate" ]; do sleep 0.01; done;;
esac
mkdir -p "$out"
echo '{}' > "$out/run.json"
[ -z "$page" ] || echo a page > "$out/run.html"
echo '{"results": {"answer": {"value": 42, "unit": "ms"}}}' > "$out/stats.json"
exit ${code:-0}
)";

class PoolTest : public testing::Test {
 protected:
  PoolTest() {
    write_file(scratch_ / "program", kProgram);
    fs::permissions(scratch_ / "program", fs::perms::owner_all);
  }
  PoolOptions options(unsigned jobs) const {
    PoolOptions options;
    options.program = scratch_ / "program";
    options.jobs = jobs;
    options.facts = [](const Request& request, const auto& inputs) {
      std::string facts = request.platform + " " + std::to_string(request.seed) + "\n";
      for (const auto& [name, path] : inputs) facts += name + " " + path + "\n";
      return facts;
    };
    return options;
  }
  static Request request(const std::string& platform, std::uint64_t seed = 1) {
    Request request;
    request.platform = platform;
    request.seed = seed;
    return request;
  }
  /// Serves until all of them ended.
  static void serve(Pool& pool, const std::vector<runs::Run>& runs) {
    pool.serve([&] {
      return std::all_of(runs.begin(), runs.end(),
                         [](const runs::Run& run) { return run.ended(); });
    });
  }
  /// Platforms in the order in which their processes began.
  std::vector<std::string> began() const {
    std::vector<std::string> names;
    for (const std::string& line : lines_of(read_file(scratch_ / "began")))
      names.push_back(line.substr(0, line.find(' ')));
    return names;
  }
  pid_t process(std::size_t number) const {
    const std::string line = lines_of(read_file(scratch_ / "began")).at(number);
    return std::stoi(line.substr(line.find(' ')));
  }

  const test::ScratchDirectory scratch_;
  Store store_{scratch_ / "store"};
};

TEST_F(PoolTest, EqualRequestsAreOneRun) {
  Pool pool(options(2), store_);
  const std::vector<runs::Run> runs = {pool.ask(request("works")), pool.ask(request("works")),
                                       pool.ask(request("works", 2))};
  serve(pool, runs);
  for (const runs::Run& run : runs) EXPECT_EQ(run.value("answer"), 42);
  EXPECT_EQ(runs[0].result().directory(), runs[1].result().directory());
  EXPECT_THAT(began(), ElementsAre("works", "works"));
  EXPECT_EQ(pool.status().asked, 2u);
  EXPECT_EQ(pool.status().ended, 2u);
  const runs::Run late = pool.ask(request("works"));
  serve(pool, {late});
  EXPECT_EQ(late.value("answer"), 42);
  EXPECT_EQ(began().size(), 2u);
}

TEST_F(PoolTest, WhatTheStoreHasIsNotMade) {
  {
    Pool first(options(1), store_);
    serve(first, {first.ask(request("works"))});
  }
  Pool second(options(1), store_);
  const runs::Run run = second.ask(request("works"));
  serve(second, {run});
  EXPECT_EQ(run.value("answer"), 42);
  EXPECT_EQ(second.status().stored, 1u);
  EXPECT_EQ(began().size(), 1u);
}

Request with_page(Request request) {
  request.page = true;
  return request;
}

TEST_F(PoolTest, WhatTheStoreHasWithoutAPageIsMadeAgainForOneAndKeepsItsKey) {
  Pool first(options(1), store_);
  const runs::Run without = first.ask(request("works"));
  serve(first, {without});
  EXPECT_FALSE(fs::exists(without.result().directory() / "run.html"));
  Pool second(options(1), store_);
  const runs::Run with = second.ask(with_page(request("works")));
  serve(second, {with});
  EXPECT_EQ(with.result().directory(), without.result().directory());
  EXPECT_TRUE(fs::exists(with.result().directory() / "run.html"));
  EXPECT_EQ(second.status().stored, 0u);
  Pool third(options(1), store_);
  serve(third, {third.ask(with_page(request("works"))), third.ask(request("works"))});
  EXPECT_EQ(began().size(), 2u);
}

TEST_F(PoolTest, WhoWantsNoPageTakesTheRunThatMakesOne) {
  Pool pool(options(2), store_);
  serve(pool, {pool.ask(with_page(request("works"))), pool.ask(request("works"))});
  EXPECT_EQ(began().size(), 1u);
}

TEST_F(PoolTest, APageIsMadeThoughTheRunWithoutItCameFirst) {
  Pool pool(options(2), store_);
  const runs::Run with = pool.ask(with_page(request("works")));
  const runs::Run without = pool.ask(request("works"), 1);
  serve(pool, {with, without});
  EXPECT_TRUE(fs::exists(with.result().directory() / "run.html"));
  EXPECT_EQ(with.result().directory(), without.result().directory());
}

TEST_F(PoolTest, WhatTheStoreHasDamagedIsMadeAgain) {
  Pool first(options(1), store_);
  const runs::Run run = first.ask(request("works"));
  serve(first, {run});
  write_file(run.result().directory() / "stats.json", "{\"results\": ");
  Pool second(options(1), store_);
  const runs::Run again = second.ask(request("works"));
  serve(second, {again});
  EXPECT_EQ(again.value("answer"), 42);
  EXPECT_EQ(second.status().stored, 0u);
  EXPECT_EQ(began().size(), 2u);
}

TEST_F(PoolTest, InputsAreFilesThatTheProgramIsGiven) {
  PoolOptions noting = options(1);
  std::string path;
  noting.facts = [&](const Request&, const std::map<std::string, std::string>& inputs) {
    path = inputs.at("graphs");
    return std::string("facts");
  };
  Pool pool(noting, store_);
  Request with_input = request("works");
  with_input.inputs["graphs"] = "a,b\n";
  serve(pool, {pool.ask(with_input)});
  EXPECT_EQ(read_file(path), "a,b\n");
}

TEST_F(PoolTest, TheHighestPriorityStartsFirst) {
  Pool pool(options(1), store_);
  std::vector<runs::Run> runs;
  for (const auto& [name, priority] :
       {std::pair{"a", 0.0}, {"b", 5.0}, {"c", -1.0}, {"d", 5.0}, {"e", 7.0}})
    runs.push_back(pool.ask(request(name), priority));
  serve(pool, runs);
  EXPECT_THAT(began(), ElementsAre("e", "b", "d", "a", "c"));
}

TEST_F(PoolTest, NoMoreThanJobsAtATime) {
  Pool pool(options(2), store_);
  std::vector<runs::Run> runs;
  for (const char* name : {"gated1", "gated2", "gated3", "gated4", "gated5"})
    runs.push_back(pool.ask(request(name), 0, std::string("label of ") + name));
  std::vector<std::string> first;
  std::size_t most = 0;
  pool.serve([&] {
    const PoolStatus status = pool.status();
    most = std::max(most, status.running.size());
    if (first.empty() && began().size() == 2) {
      first = status.running;
      write_file(scratch_ / "gate", "");
    }
    return status.ended == 5;
  });
  EXPECT_EQ(most, 2u);
  EXPECT_THAT(first, ElementsAre("label of gated1", "label of gated2"));
}

TEST_F(PoolTest, AFailureTellsCommandEndAndLastWords) {
  Pool pool(options(2), store_);
  const std::vector<runs::Run> runs = {pool.ask(request("fails")), pool.ask(request("works")),
                                       pool.ask(request("fails"))};
  serve(pool, runs);
  EXPECT_EQ(runs[1].value("answer"), 42) << "others go on";
  for (const runs::Run& run : {runs[0], runs[2]}) {
    EXPECT_TRUE(run.failed());
    try {
      (void)run.result();
      FAIL();
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("gpufabric run fails --seed 1"),
                                      HasSubstr("exit 5"), HasSubstr("g.csv:7: unknown GPU 9")));
      EXPECT_EQ(error.complaint(), "g.csv:7: unknown GPU 9");
      EXPECT_EQ(error.code(), core::ExitCode::kBadInput);
    }
  }
  EXPECT_THAT(began(), UnorderedElementsAre("fails", "works"));
  EXPECT_EQ(store_.list().size(), 1u) << "a failure is not kept";
}

TEST_F(PoolTest, AnUnstablePointHasResults) {
  Pool pool(options(1), store_);
  const runs::Run run = pool.ask(request("unstable"));
  serve(pool, {run});
  EXPECT_EQ(run.value("answer"), 42);
}

TEST_F(PoolTest, ARequestThatMakesNoRunFailsAlone) {
  PoolOptions checking = options(1);
  checking.facts = [](const Request& request, const auto&) {
    if (request.platform == "none") core::fail_config("box", "x", "9", "0 ... 7", "take less");
    return request.platform;
  };
  Pool pool(checking, store_);
  const std::vector<runs::Run> runs = {pool.ask(request("none")), pool.ask(request("works"))};
  serve(pool, runs);
  EXPECT_EQ(runs[1].value("answer"), 42);
  try {
    (void)runs[0].result();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code(), core::ExitCode::kUsage);
    EXPECT_THAT(error.complaint(), HasSubstr("box.x = 9: expected 0 ... 7"));
  }
  EXPECT_THAT(began(), ElementsAre("works"));
}

/// What is said to a thread that waits for the run.
std::string answer_to_waiter(const runs::Run& run) {
  try {
    return run.result().directory().filename();
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST_F(PoolTest, ARunThatCannotBeStartedFailsForAllWhoWait) {
  PoolOptions missing = options(2);
  missing.program = scratch_ / "missing";
  Pool pool(missing, store_);
  const std::vector<runs::Run> runs = {pool.ask(request("works")), pool.ask(request("works")),
                                       pool.ask(request("works", 2))};
  std::string told;
  std::thread waiter([&] { told = answer_to_waiter(runs[1]); });
  serve(pool, runs);
  waiter.join();
  EXPECT_THAT(told, AllOf(HasSubstr("gpufabric run works"), HasSubstr("missing: No such file")));
  for (const runs::Run& run : runs) EXPECT_TRUE(run.failed());
  EXPECT_THAT(pool.status().running, IsEmpty());
}

TEST_F(PoolTest, ARunWithoutAPlaceToBeMadeFails) {
  const fs::path own = fs::directory_iterator(scratch_ / "store/work")->path();
  fs::remove_all(own);
  write_file(own, "");
  Pool pool(options(1), store_);
  const runs::Run run = pool.ask(request("works"));
  serve(pool, {run});
  EXPECT_TRUE(run.failed());
}

TEST_F(PoolTest, AnExceptionLetsNobodyWait) {
  Pool pool(options(1), store_);
  const std::vector<runs::Run> runs = {pool.ask(request("sleeps")), pool.ask(request("works"))};
  std::string told;
  std::thread waiter([&] { told = answer_to_waiter(runs[1]); });
  const auto failing = [&]() -> bool {
    return fs::exists(scratch_ / "began") ? throw std::runtime_error("done") : false;
  };
  EXPECT_THROW(pool.serve(failing), std::runtime_error);
  waiter.join();
  EXPECT_EQ(told, "interrupted");
  EXPECT_TRUE(pool.stopped());
}

TEST_F(PoolTest, ARunWhoseFilesChangedMeanwhileIsNotKept) {
  write_file(scratch_ / "graph.csv", "before");
  PoolOptions reading = options(1);
  reading.facts = [this](const Request&, const auto&) { return read_file(scratch_ / "graph.csv"); };
  Pool pool(reading, store_);
  const runs::Run run = pool.ask(request("gated"));
  pool.serve([&] {
    if (fs::exists(scratch_ / "began")) {
      write_file(scratch_ / "graph.csv", "after");
      write_file(scratch_ / "gate", "");
    }
    return run.ended();
  });
  EXPECT_THAT(answer_to_waiter(run), HasSubstr("changed during the run"));
  EXPECT_THAT(store_.list(), IsEmpty());
}

TEST_F(PoolTest, RunsStartAndTheInterruptionIsHeardBeforeAllAreAdmitted) {
  PoolOptions slow = options(1);
  unsigned admitted = 0;
  slow.facts = [&admitted](const Request& request, const auto&) {
    ++admitted;
    ::usleep(20'000);
    return std::to_string(request.seed);
  };
  slow.interrupted = [this] { return fs::exists(scratch_ / "began"); };
  Pool pool(slow, store_);
  constexpr unsigned kRuns = 1000;
  for (unsigned seed = 0; seed < kRuns; ++seed) pool.ask(request("sleeps", seed));
  pool.serve([] { return false; });
  EXPECT_TRUE(pool.stopped());
  EXPECT_LT(admitted, kRuns);
}

TEST_F(PoolTest, TheOrderHoldsForRequestsThatAreAdmittedLater) {
  PoolOptions slow = options(1);
  slow.facts = [](const Request& request, const auto&) {
    ::usleep(20'000);
    return request.platform;
  };
  Pool pool(slow, store_);
  std::vector<runs::Run> runs;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) runs.push_back(pool.ask(request(name)));
  runs.push_back(pool.ask(request("first"), 1));
  serve(pool, runs);
  EXPECT_THAT(began(), ElementsAre("first", "a", "b", "c", "d", "e", "f"));
}

TEST_F(PoolTest, AnInterruptionEndsChildrenAndLetsNobodyWait) {
  PoolOptions stopping = options(1);
  std::atomic<bool> interrupted{false};
  stopping.interrupted = [&] { return interrupted.load(); };
  Pool pool(stopping, store_);
  const runs::Run running = pool.ask(request("sleeps"));
  const runs::Run waiting = pool.ask(request("works"));
  std::atomic<unsigned> woken{0};
  std::vector<std::thread> waiters;
  for (const runs::Run& run : {running, waiting})
    waiters.emplace_back([&woken, run] {
      try {
        (void)run.result();
      } catch (const Interrupted&) {
        ++woken;
      }
    });
  waiters.emplace_back([&] {
    try {
      const Pool::Turn turn(pool, -1);
    } catch (const Interrupted&) {
      ++woken;
    }
  });
  pool.serve([&] {
    if (!began().empty()) interrupted = true;
    return false;
  });
  for (std::thread& waiter : waiters) waiter.join();
  EXPECT_EQ(woken, 3u);
  EXPECT_TRUE(pool.stopped());
  EXPECT_EQ(::kill(process(0), 0), -1) << "the child is gone";
  EXPECT_THAT(began(), ElementsAre("sleeps"));
  EXPECT_THAT(store_.list(), IsEmpty());
}

TEST_F(PoolTest, ATurnIsAJob) {
  Pool pool(options(1), store_);
  std::atomic<bool> held{false};
  std::atomic<bool> enough{false};
  std::thread computing([&] {
    const Pool::Turn turn(pool, 1);
    held = true;
    while (!enough) ::usleep(1000);
  });
  std::vector<runs::Run> runs;
  unsigned looks = 0;
  pool.serve([&] {
    if (held && runs.empty()) runs.push_back(pool.ask(request("works"), 9));
    if (!runs.empty() && looks++ < 20) {
      EXPECT_THAT(pool.status().running, IsEmpty());
    }
    if (looks >= 20) enough = true;
    return !runs.empty() && runs[0].ended();
  });
  computing.join();
  EXPECT_EQ(runs[0].value("answer"), 42);
}

}  // namespace
}  // namespace gf::runs::pool_test
