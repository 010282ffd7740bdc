// SPDX-License-Identifier: Apache-2.0
// Holds: papers/papers.h papers/experiment.h
#include "papers/experiment_registry.h"

#include "core/base/error.h"
#include "papers/judge.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::papers::registry_test {
namespace {

std::vector<std::string> ids(const std::vector<std::string>& patterns, bool full = false) {
  static const std::vector<Experiment> all = test::synthetic_experiments();
  std::vector<std::string> found;
  for (const Experiment* experiment : select(all, patterns, full)) found.push_back(experiment->id);
  return found;
}

std::string complaint(const std::string& pattern) {
  return test::error_of([&] { ids({pattern}); }, core::ExitCode::kUsage);
}

TEST(Registry, PublishedExperimentsHaveNoDefects) {
  EXPECT_THAT(defects_of(all_experiments()), IsEmpty());
}

TEST(Registry, ExperimentsOfAPaperAreThoseOfAll) {
  std::vector<std::string> all, some;
  for (const Experiment& experiment : all_experiments())
    if (experiment.paper == "SC16") all.push_back(experiment.id);
  for (const Experiment& experiment : experiments_of("SC16")) {
    some.push_back(experiment.id);
    EXPECT_EQ(experiment.paper, "SC16");
  }
  EXPECT_FALSE(some.empty());
  EXPECT_EQ(some, all);
  EXPECT_THAT(experiments_of("no paper"), IsEmpty());
}

TEST(Registry, DefectsAreNamed) {
  const auto nothing = [](Judge&) {};
  const auto kQuick = Experiment::Set::kQuick;
  EXPECT_THAT(defects_of({{"p.a", "t", "s", kQuick, nothing},
                          {"p.a", "t", "s", kQuick, nothing},
                          {"Paper.A", "t", "s", kQuick, nothing},
                          {"alone", "t", "s", kQuick, nothing},
                          {"p.b", "", "s", kQuick, nothing},
                          {"p.c", "t", "", kQuick, nothing},
                          {"p.d", "t", "s", kQuick, {}},
                          {"p.e",
                           "t",
                           "s",
                           kQuick,
                           nothing,
                           0,
                           {failed("p.e.a", "time of a", ""), failed("p.e.b", "time of b", "")}},
                          {"p.f",
                           "t",
                           "s",
                           kQuick,
                           nothing,
                           0,
                           {failed("p.f.a", "time", ""), failed("p.f.b", "time", "")}}}),
              ElementsAre(HasSubstr("p.a: is registered twice"), HasSubstr("Paper.A: has an id"),
                          HasSubstr("alone: has an id"), HasSubstr("p.b: has no title"),
                          HasSubstr("p.c: has no source"), HasSubstr("p.d: has no function"),
                          HasSubstr("p.f: has two rows for the quantity \"time\"")));
}

TEST(Select, EverythingMeansTheQuickSet) {
  const std::vector<std::string> quick = {"demo.curves", "demo.errors", "demo.orders", "demo.steps",
                                          "demo.bars"};
  EXPECT_EQ(ids({}), quick);
  EXPECT_EQ(ids({"*"}), quick);
  EXPECT_THAT(ids({}, true), testing::Contains("demo.matrix"));
}

TEST(Select, WholeIdSelectsWhateverTheSet) {
  EXPECT_THAT(ids({"demo.matrix"}), ElementsAre("demo.matrix"));
}

TEST(Select, SeveralPatternsKeepTheRegistrysOrder) {
  EXPECT_THAT(ids({"demo.steps", "*curves", "demo.st*"}), ElementsAre("demo.curves", "demo.steps"));
}

TEST(Select, IdsOfRowsSelectTheirExperiment) {
  EXPECT_THAT(ids({"demo.steps.*"}), ElementsAre("demo.steps"));
  EXPECT_THAT(ids({"demo.curves.peak.16"}), ElementsAre("demo.curves"));
  EXPECT_THAT(ids({"demo.st*.first"}), ElementsAre("demo.steps"));
  EXPECT_THAT(ids({"demo.matrix.row"}), ElementsAre("demo.matrix"));
}

TEST(Select, RowsOfNoExperimentAreRefused) {
  EXPECT_THAT(complaint("demo.cruves.*"), HasSubstr("nearest: demo.curves"));
  EXPECT_THAT(complaint("*.first"), HasSubstr("no experiment matches \"*.first\""));
  EXPECT_THAT(complaint("demo.mat*.row"), HasSubstr("no experiment matches"));
}

TEST(Select, UnknownIdNamesTheNearest) {
  EXPECT_THAT(complaint("demo.cruves"), HasSubstr("nearest: demo.curves"));
  EXPECT_THAT(complaint("demo.cruves"), HasSubstr("--list"));
}

TEST(Select, GlobOnlyInTheFullSetSaysSo) {
  EXPECT_THAT(complaint("demo.mat*"), HasSubstr("add --full"));
}

}  // namespace
}  // namespace gf::papers::registry_test
