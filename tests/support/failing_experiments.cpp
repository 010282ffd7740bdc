// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "papers/experiment_registry.h"
#include "papers/judge.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::test {
namespace {

using namespace papers;

void outside(Judge& judge) { judge.set("bad.outside", 106.0); }

void throws(Judge&) { throw std::runtime_error("the model took fright & stopped"); }

void forgets(Judge& judge) { judge.set("bad.forgets.first", 1.0); }

void failing_run(Judge& judge) {
  judge.set("bad.run", judge.ask({"fails", {}, {}, {}, {}}, "first").value("answer"));
}

void good_run(Judge& judge) {
  judge.set("child.works", judge.ask({"works", {}, {}, {}, {}}, "the only run").value("answer"));
}

/// The same run as the one above, and once more: it is made once.
void twice(Judge& judge) {
  const runs::Run a = judge.ask({"works", {}, {}, {}, {}}, "one");
  const runs::Run b = judge.ask({"works", {}, {}, {}, {}}, "the same");
  judge.set("child.twice", a.value("answer") + b.value("answer"));
}

/// Two runs, of which a report may have the page of the first alone.
void two(Judge& judge) {
  const runs::Run a = judge.ask({"works", {}, {}, {}, {}}, "one");
  const runs::Run b = judge.ask({"works_too", {}, {}, {}, {}}, "another");
  judge.set("child.two", a.value("answer") + b.value("answer"));
}

/// Sleeps in a run of its own, which an interruption must reach.
void sleeps(Judge& judge) {
  judge.set("slow.sleeps", judge.ask({"sleeps", {}, {}, {}, {}}, "sleep").value("answer"));
}

constexpr const char* kFailingRows =
    R"(id,quantity,published,reads_as,reference,unit,kind,gate,deviation,why,source
bad.outside,a value that is off,100,,,ms,emergent,rel 5 %,,made up,
bad.throws,what never comes,,,,,derived,-,,made up,
bad.forgets.first,what is set,,,,,derived,-,,made up,
bad.forgets.second,what is not,,,,,derived,-,,made up,
bad.run,what a run that fails reports,,,,,derived,-,,made up,
child.works,what the run reported,42,,,ms,derived,equal,,the run writes this number,
child.twice,what two reported,84,,,ms,derived,equal,,the run writes this number,
child.two,what two reported,84,,,ms,derived,equal,,the run writes this number,
slow.sleeps,what comes late,,,,,derived,-,,made up,
)";

}  // namespace

std::vector<Experiment> failing_experiments() {
  const auto kFull = Experiment::Set::kFull;  // Only when named: "*" stays a run that passes.
  return with_rows({{"bad.outside", "Out of tolerance", "[DEMO]", kFull, outside},
                    {"bad.throws", "Throws", "[DEMO]", kFull, throws},
                    {"bad.forgets", "Forgets a row", "[DEMO]", kFull, forgets},
                    {"bad.run", "Starts a run that fails", "[DEMO]", kFull, failing_run},
                    {"child.works", "Starts a run that works", "[DEMO]", kFull, good_run},
                    {"child.twice", "Starts it twice", "[DEMO]", kFull, twice},
                    {"child.two", "Starts two runs", "[DEMO]", kFull, two},
                    {"slow.sleeps", "Sleeps", "[DEMO]", kFull, sleeps}},
                   kFailingRows);
}

std::vector<Experiment> synthetic_experiments() {
  std::vector<Experiment> all = drawing_experiments();
  for (Experiment& experiment : failing_experiments()) all.push_back(std::move(experiment));
  return all;
}

}  // namespace gf::test
