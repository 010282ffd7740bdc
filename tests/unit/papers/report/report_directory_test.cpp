// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report_directory.h"

#include <set>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/killed_moves.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::report_directory_test {
namespace {

namespace fs = std::filesystem;

/// A report whose three parts tell which it is.
Report report_of(const std::string& version, bool interrupted = false) {
  Report report;
  report.version = "edition-" + version;
  report.interrupted = interrupted;
  return report;
}

class ReportDirectoryTest : public testing::Test {
 protected:
  void write_report(const std::string& version, bool force = false,
                    core::Moves& moves = core::Moves::real(), bool interrupted = false) {
    ReportDirectory directory(at(), force, moves);
    test::write_file(directory.work() / "runs" / version, "text");
    directory.install(report_of(version, interrupted));
    page_ = directory.page();
  }
  [[nodiscard]] fs::path at() const { return root_ / "report"; }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(root_.path()))
      found.insert(entry.path().filename());
    return found;
  }
  /// The version of the report that is in `directory` whole; "broken" for parts of two or none.
  static std::string which(const fs::path& directory) {
    const std::string page = test::read_file(directory / "report.html");
    const std::string results = test::read_file(directory / "results.json");
    for (const std::string version : {"old", "new"})
      if (page.find("edition-" + version) != page.npos &&
          results.find("edition-" + version) != results.npos &&
          fs::exists(directory / "runs" / version))
        return version;
    return "broken";
  }
  /// Kills the second report at each step; `before` makes what is there, `after` looks at it then.
  template <class Before, class After>
  void kill_everywhere(bool can_exchange, bool force, Before before, After after) {
    std::set<std::string> seen;
    bool killed = true;
    for (unsigned steps = 0; killed; ++steps) {
      fs::remove_all(at());
      before();
      killed = test::killed_at(steps, can_exchange, [&](test::KilledMoves& moves) {
        moves.step();
        write_report("new", force, moves);
      });
      after(steps);
      { const ReportDirectory next(at(), force); }
      EXPECT_THAT(which(at()), AnyOf("old", "new")) << steps;
      EXPECT_THAT(names(), ElementsAre("report")) << steps;
      seen.insert(which(at()));
    }
    EXPECT_THAT(seen, ElementsAre("new", "old"));
  }

  test::ScratchDirectory root_;
  fs::path page_;
};

TEST_F(ReportDirectoryTest, IsReplacedAsAWhole) {
  write_report("old");
  EXPECT_EQ(which(at()), "old");
  write_report("new");
  EXPECT_EQ(which(at()), "new");
  EXPECT_FALSE(fs::exists(at() / "runs/old"));
  EXPECT_EQ(page_, at() / "report.html");
  EXPECT_THAT(names(), ElementsAre("report"));
}

TEST_F(ReportDirectoryTest, KillAtAnyStepLeavesTheOldReportOrTheNew) {
  kill_everywhere(
      true, false, [&] { write_report("old"); },
      [&](unsigned steps) { EXPECT_THAT(which(at()), AnyOf("old", "new")) << steps; });
}

TEST_F(ReportDirectoryTest, WhereNamesCannotBeExchangedTheNextCallBringsItBack) {
  kill_everywhere(
      false, false, [&] { write_report("old"); }, [](unsigned /*steps*/) {});
}

TEST_F(ReportDirectoryTest, AmongOtherFilesTheNextCallEndsWhatWasBegun) {
  const auto before = [&] {
    write_report("old");
    test::write_file(at() / "thesis.tex", "precious");
  };
  kill_everywhere(true, true, before, [&](unsigned steps) {
    EXPECT_EQ(test::read_file(at() / "thesis.tex"), "precious") << steps;
  });
}

TEST_F(ReportDirectoryTest, ForceTakesNobodysRuns) {
  for (const std::string name : {"runs/mine", "results.json", "report.html"}) {
    fs::remove_all(at());
    test::write_file(at() / name, "precious");
    for (const bool force : {false, true}) {
      const std::string what = name.substr(0, name.find('/'));
      EXPECT_THAT(test::error_of([&] { write_report("new", force); }), HasSubstr(what));
      EXPECT_EQ(test::read_file(at() / name), "precious");
    }
  }
}

TEST_F(ReportDirectoryTest, ForeignAndDamagedResultsAreRefusedByName) {
  for (const std::string text :
       {R"({"generator": 7})", R"({"generator": "another"})", "[]", "{", ""}) {
    test::write_file(at() / "results.json", text);
    EXPECT_THAT(test::error_of([&] { write_report("new", true); }), HasSubstr("results.json"));
  }
}

TEST_F(ReportDirectoryTest, PartialReportLeavesAFinishedOne) {
  write_report("old");
  for (int i = 0; i < 2; ++i) {
    write_report("new", false, core::Moves::real(), true);
    EXPECT_EQ(which(at()), "old");
    EXPECT_EQ(which(root_ / "report.partial"), "new");
    EXPECT_EQ(page_, root_ / "report.partial/report.html");
    EXPECT_THAT(names(), UnorderedElementsAre("report", "report.partial"));
  }
}

TEST_F(ReportDirectoryTest, PartialReportGivesWay) {
  write_report("old", false, core::Moves::real(), true);
  write_report("new", false, core::Moves::real(), true);
  EXPECT_EQ(which(at()), "new");
  write_report("old");
  EXPECT_EQ(which(at()), "old");
}

TEST_F(ReportDirectoryTest, DirectoryThatIsWorkedInStaysTheSame) {
  write_report("old");
  const fs::path before = fs::current_path();
  fs::current_path(at());
  write_report("new");
  EXPECT_TRUE(fs::equivalent(".", at()));  // else a shell in there would stand in nothing
  fs::current_path(before);
  EXPECT_EQ(which(at()), "new");
}

}  // namespace
}  // namespace gf::papers::report::report_directory_test
