// SPDX-License-Identifier: Apache-2.0
#include "papers/report/record.h"

#include "core/base/error.h"
#include "papers/report/score.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::record_test {
namespace {

constexpr const char* kRecord =
    "id,simulated,revision\np.a.x,1,0123456789abcdef\np.a.text,0->2,0123456789abcdef\n"
    "p.b.y,2,fedcba9876543210\n";

Experiment experiment(const std::string& id, const std::vector<std::string>& rows) {
  Experiment made{id, "title", "[P20], Fig. 1", Experiment::Set::kQuick, {}};
  for (const std::string& row : rows)
    made.rows.push_back(
        {row, "q of " + row, Kind::kEmergent, 1.0, {}, "", in_range(0.9, 1.1, "w"), "", ""});
  return made;
}

TEST(Record, KeepsNumbersAndTexts) {
  const Record record = read_record(kRecord, "record.csv");
  EXPECT_EQ(std::get<double>(record.at("p.a.x").simulated), 1.0);
  EXPECT_EQ(std::get<std::string>(record.at("p.a.text").simulated), "0->2");
  EXPECT_EQ(record.at("p.b.y").revision, "fedcba9876543210");
}

TEST(Record, ARowThatOccursTwiceIsRefusedWithItsLine) {
  EXPECT_EQ(
      test::error_of([] { read_record("id,simulated,revision\np,1,r\np,2,r\n", "record.csv"); }),
      "record.csv:3: p occurs twice");
}

TEST(Record, ValuesAreJudgedByThePresentGates) {
  const Experiment a = experiment("p.a", {"p.a.x"}), b = experiment("p.b", {"p.b.y"});
  const Report report = recorded_report({&a, &b}, read_record(kRecord, "record.csv"));
  EXPECT_EQ(verdict_of(report.entries[0].result.measurements[0]), Verdict::kPass);
  EXPECT_EQ(verdict_of(report.entries[1].result.measurements[0]), Verdict::kFail);
  EXPECT_EQ(report.entries[0].result.measurements[0].source, "[P20], Fig. 1");
}

TEST(Record, AnExperimentWithARowThatIsNotThereCountsAsNotRun) {
  const Experiment a = experiment("p.a", {"p.a.x", "p.a.new"});
  const Report report = recorded_report({&a}, read_record(kRecord, "record.csv"));
  EXPECT_FALSE(report.entries[0].finished);
  EXPECT_THAT(headline(scores(report)[0]),
              HasSubstr("published numbers: 2; emergent and inside 0"));
  EXPECT_THAT(headline(scores(report)[0]), HasSubstr("fail 0; not run 2"));
}

TEST(Record, NamesTheRevisionsThatMadeIt) {
  const Record record = read_record(kRecord, "record.csv");
  const Experiment a = experiment("p.a", {"p.a.x"}), b = experiment("p.b", {"p.b.y"}),
                   c = experiment("p.a.text", {"p.a.text"});
  EXPECT_EQ(revisions_text(recorded_report({&a, &b, &c}, record), record),
            "made by 01234567 (2 experiments), fedcba98 (1)");
  EXPECT_EQ(revisions_text({}, record), "nothing is recorded");
}

TEST(Record, ARunConfirmsNumbersWithTheSameVerdict) {
  const Experiment a = experiment("p.a", {"p.a.x"}), b = experiment("p.b", {"p.b.y"});
  const Record record = read_record(kRecord, "record.csv");
  const Report recorded = recorded_report({&a, &b}, record);
  EXPECT_EQ(confirmed_text(recorded_report({&a}, record), recorded),
            "confirms 1 of 2 published numbers in the record; the others need --full");
}

}  // namespace
}  // namespace gf::papers::report::record_test
