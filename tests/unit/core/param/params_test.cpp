// SPDX-License-Identifier: Apache-2.0
// Holds: core/param/param_scope.cpp core/param/wrong_type.h
#include "core/param/params.h"

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::params_test {
namespace {

/// One parameter of each type, as a component would declare them.
struct Sample {
  sc_core::sc_time latency{150, sc_core::SC_NS};
  Bytes payload{256};
  ByteRate rate = gigabytes_per_second(15.754);
  unsigned lanes = 16;
  std::uint64_t count = 3;
  double efficiency = 0.5;
  bool cut_through = true;
  std::string graphs;
  std::vector<unsigned> sizes{1, 2};
  std::string policy = "fixed";

  void declare(const ParamScope& scope) {
    scope.add("latency", latency, "first bit in to first bit out", "assumed");
    scope.add("payload", payload, "payload of a packet", "PCIe 3.0",
              between(Bytes(64), Bytes(4096)));
    scope.add("rate", rate, "raw rate", "PCIe 3.0");
    scope.add("lanes", lanes, "width", "PCIe 3.0", between(1u, 32u));
    scope.add("count", count, "how many", "assumed", at_least(std::uint64_t{1}));
    scope.add("efficiency", efficiency, "share of the rate", "assumed", between(0.0, 1.0));
    scope.add("cut_through", cut_through, "forward before the end", "assumed");
    scope.add("graphs", graphs, "a file", "assumed");
    scope.add("sizes", sizes, "how large", "assumed", between(1u, 9u));
    scope.add("policy", policy, "who goes first", "assumed", core::one_of({"fixed", "oldest"}));
  }
};

/// Declares a Sample at "dev" after the override path=value.
Sample with(const std::string& path, const std::string& value) {
  ParamRegistry registry;
  registry.add_override(path, value, "command line");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  registry.check_all_used();
  return sample;
}

std::string error_of(const std::string& path, const std::string& value) {
  return test::error_of([&] { with(path, value); }, ExitCode::kUsage);
}

TEST(Params, EveryTypeTakesItsText) {
  EXPECT_EQ(with("dev.latency", "80 ns").latency, sc_core::sc_time(80, sc_core::SC_NS));
  EXPECT_EQ(with("dev.payload", "4 KiB").payload, Bytes(4096));
  EXPECT_EQ(with("dev.rate", "64 GB/s").rate, gigabytes_per_second(64));
  EXPECT_EQ(with("dev.lanes", "8").lanes, 8u);
  EXPECT_EQ(with("dev.count", "18446744073709551615").count, ~0ull);
  EXPECT_EQ(with("dev.efficiency", "0.25").efficiency, 0.25);
  EXPECT_FALSE(with("dev.cut_through", "off").cut_through);
  EXPECT_EQ(with("dev.graphs", "a b.csv").graphs, "a b.csv");
  EXPECT_THAT(with("dev.sizes", "4,9").sizes, ElementsAre(4, 9));
  EXPECT_THAT(with("dev.sizes", "").sizes, IsEmpty());
  EXPECT_EQ(with("dev.policy", "oldest").policy, "oldest");
}

TEST(Params, RowsTellDefaultValueAndOrigin) {
  ParamRegistry registry;
  registry.add_override("*.payload", "128 B", "x.ini:3");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  ASSERT_EQ(registry.rows().size(), 10u);
  const ParamRow& payload = registry.rows()[1];
  EXPECT_EQ(payload.path, "dev.payload");
  EXPECT_EQ(payload.type, "bytes");
  EXPECT_EQ(payload.value, "128 B");
  EXPECT_EQ(payload.default_value, "256 B");
  EXPECT_EQ(payload.legal, "64 B ... 4 KiB");
  EXPECT_EQ(payload.origin, "x.ini:3");
  EXPECT_EQ(registry.rows()[0].origin, "default");
  EXPECT_EQ(registry.rows()[8].value, "1,2");
}

TEST(Params, PresetsAreWeakerThanWhatTheUserSays) {
  ParamRegistry registry;
  registry.add_override("*.payload", "128 B", "command line");
  registry.root().child("dev").preset("payload", "512 B", "m.ini:3");
  registry.root().preset("dev.lanes", "4", "m.ini:4");
  registry.add_preset("dev.la*s", "8", "m.ini:5");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  EXPECT_EQ(sample.payload, Bytes(128)) << "said later, and before: the user's holds";
  EXPECT_EQ(sample.lanes, 8u) << "of two presets the later one";
  EXPECT_EQ(registry.rows()[3].origin, "m.ini:5");
  registry.check_all_used();
  registry.add_preset("dev.lames", "8", "m.ini:6");
  EXPECT_THROW(registry.check_all_used(), UserError);
}

TEST(Params, LimitsAreKeptAtBothEnds) {
  EXPECT_EQ(with("dev.lanes", "1").lanes, 1u);
  EXPECT_EQ(with("dev.lanes", "32").lanes, 32u);
  EXPECT_THAT(error_of("dev.lanes", "33"),
              AllOf(HasSubstr("dev.lanes = 33 (command line)"), HasSubstr("1 ... 32")));
  EXPECT_THAT(error_of("dev.lanes", "0"), HasSubstr("1 ... 32"));
  EXPECT_THAT(error_of("dev.count", "0"), HasSubstr("at least 1"));
  EXPECT_THAT(error_of("dev.sizes", "1,10"), HasSubstr("1 ... 9"));
  EXPECT_THAT(error_of("dev.policy", "random"), HasSubstr("one of fixed, oldest"));
}

TEST(Params, TimesAndRatesHaveAnEndThatNobodyNeedsToName) {
  EXPECT_EQ(with("dev.latency", "1 s").latency, sc_core::sc_time(1, sc_core::SC_SEC));
  EXPECT_THAT(error_of("dev.latency", "1.1 s"), HasSubstr("expected at most 1 s"));
  EXPECT_EQ(with("dev.rate", "1 PB/s").rate, ByteRate(1e15));
  EXPECT_THAT(error_of("dev.rate", "2 PB/s"), HasSubstr("expected at most 1 PB/s"));
}

TEST(Params, TextOfAnotherTypeIsRefused) {
  EXPECT_THAT(error_of("dev.latency", "80"), AllOf(HasSubstr("no unit"), HasSubstr("80 ns")));
  EXPECT_THAT(error_of("dev.rate", "64 GB"), HasSubstr("is a size"));
  EXPECT_THAT(error_of("dev.lanes", "-1"), HasSubstr("integer"));
  EXPECT_THAT(error_of("dev.lanes", "1.5"), HasSubstr("integer"));
  EXPECT_THAT(error_of("dev.lanes", "5000000000"), HasSubstr("integer"));
  EXPECT_THAT(error_of("dev.efficiency", "half"), HasSubstr("number"));
  EXPECT_THAT(error_of("dev.efficiency", "nan"), HasSubstr("number"));
  EXPECT_THAT(error_of("dev.efficiency", "1e999"), HasSubstr("number"));
  EXPECT_THAT(error_of("dev.cut_through", "maybe"), HasSubstr("true or false"));
  EXPECT_THAT(error_of("dev.sizes", "1,,2"), HasSubstr("integer"));
}

TEST(Params, UnknownNameNamesTheNearest) {
  EXPECT_THAT(error_of("dev.lanse", "8"), HasSubstr("nearest: dev.lanes"));
  EXPECT_THAT(error_of("cpu.*", "8"), HasSubstr("no parameter of this platform"));
}

TEST(Params, UnknownNameProposesNothingThatIsUnlike) {
  EXPECT_THAT(error_of("tree", "x"),
              AllOf(HasSubstr("gpufabric params"), Not(HasSubstr("nearest"))));
  EXPECT_THAT(error_of("late", "x"), HasSubstr("nearest: dev.latency"));
}

TEST(Params, GlobPassesByWhatTakesNoSuchValue) {
  const Sample fast = with("dev.*", "63 GB/s");
  EXPECT_EQ(fast.rate, gigabytes_per_second(63));
  EXPECT_EQ(fast.efficiency, Sample().efficiency);
  EXPECT_EQ(fast.graphs, "63 GB/s") << "a text is any text";
  EXPECT_EQ(with("*y", "80 ns").latency, sc_core::sc_time(80, sc_core::SC_NS));
  EXPECT_EQ(with("*y", "0.25").efficiency, 0.25);
  EXPECT_EQ(with("*y", "oldest").policy, "oldest");
}

TEST(Params, GlobThatNothingTakesIsRefused) {
  EXPECT_THAT(error_of("*ate", "63 GBs"),
              AllOf(HasSubstr("*ate = 63 GBs (command line)"), HasSubstr("accepts this value"),
                    HasSubstr("dev.rate: \"63 GBs\" has an unknown unit")));
  EXPECT_THAT(error_of("*policy", "random"), HasSubstr("one of fixed, oldest"));
}

TEST(Params, GlobWhoseValueIsOutOfRangeIsRefused) {
  EXPECT_THAT(error_of("*", "99"), HasSubstr("dev.lanes = 99 (command line): out of range"));
  EXPECT_THAT(error_of("*lanes", "5000000000"), HasSubstr("integer from 0 to 4294967295"));
  EXPECT_THAT(error_of("*payload", "1 B"), HasSubstr("64 B ... 4 KiB"));
}

TEST(Params, WhereTheLastGlobDoesNotFitAnEarlierOneHolds) {
  ParamRegistry registry;
  registry.add_override("dev.rate", "64 GB/s", "first");
  registry.add_override("dev.*at*", "80 ns", "second");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  EXPECT_EQ(sample.rate, gigabytes_per_second(64));
  EXPECT_EQ(registry.rows()[2].origin, "first");
  EXPECT_EQ(sample.latency, sc_core::sc_time(80, sc_core::SC_NS));
  EXPECT_NO_THROW(registry.check_all_used());
}

TEST(Params, MessagesCutWhatTheyQuote) {
  const std::string endless(100'000, 'x');
  EXPECT_LT(error_of("dev.lanes", endless).size(), 600);
  EXPECT_LT(error_of("dev.latency", endless).size(), 900);
  EXPECT_LT(error_of(endless, "1").size(), 600);
}

TEST(Params, TheLastOverrideWins) {
  ParamRegistry registry;
  registry.add_override("dev.lanes", "4", "first");
  registry.add_override("*.lanes", "8", "second");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  EXPECT_EQ(sample.lanes, 8u);
  EXPECT_NO_THROW(registry.check_all_used());
}

TEST(Params, DeclaredTwiceIsAModelError) {
  ParamRegistry registry;
  unsigned lanes = 1;
  registry.root().add("lanes", lanes, "width", "assumed");
  EXPECT_THROW(registry.root().add("lanes", lanes, "width", "assumed"), std::logic_error);
}

TEST(Params, AValueOfAPlatformHasItsSource) {
  ParamRegistry registry;
  registry.root().child("dev").cite("lanes", "[PROACT21], Table I");
  registry.root().cite("bar", "of another fabric, which is not declared");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  const auto source_of = [&](const std::string& path) {
    for (const ParamRow& row : registry.rows())
      if (row.path == path) return row.source;
    return std::string("nothing");
  };
  EXPECT_EQ(source_of("dev.lanes"), "[PROACT21], Table I");
  EXPECT_EQ(source_of("dev.rate"), "PCIe 3.0") << "as it was declared";
  EXPECT_NO_THROW(registry.check_all_used());
  EXPECT_THROW(registry.cite("dev.lanes", "too late"), std::logic_error);
}

TEST(Params, ACitationMayHaveARange) {
  ParamRegistry registry;
  const ParamScope dev = registry.root().child("dev");
  dev.cite("lanes", {"assumed: of a preset", {"4", "32", "as such parts are built"}});
  dev.cite({{"rate", "replaced by the last one"}, {"rate", "a data sheet"}});
  Sample sample;
  sample.declare(dev);
  const auto row = [&](const std::string& path) {
    return *std::find_if(registry.rows().begin(), registry.rows().end(),
                         [&](const ParamRow& each) { return each.path == path; });
  };
  const PlausibleRange range = row("dev.lanes").plausible();
  EXPECT_EQ(range.low, "4");
  EXPECT_EQ(range.high, "32");
  EXPECT_EQ(range.why, "as such parts are built");
  EXPECT_TRUE(range.declared);
  EXPECT_EQ(row("dev.lanes").source, "assumed: of a preset");
  EXPECT_EQ(row("dev.rate").source, "a data sheet");
}

TEST(Params, IniFileNamesItsLine) {
  const std::string file = testing::TempDir() + "params_test.ini";
  std::ofstream(file) << "[dev]\nlanes = 99\n";
  ParamRegistry registry;
  registry.add_ini_file(file);
  Sample sample;
  EXPECT_THAT(test::error_of([&] { sample.declare(registry.root().child("dev")); }),
              HasSubstr("dev.lanes = 99 (" + file + ":2)"));
}

/// The PATH of "file:PATH".
std::string_view behind_file(std::string_view value) {
  return value.substr(0, 5) == "file:" ? value.substr(5) : std::string_view();
}

TEST(ParamFiles, OfAnIniFileCountFromItsDirectory) {
  const std::filesystem::path directory = std::filesystem::path(testing::TempDir()) / "case";
  std::filesystem::create_directories(directory);
  const std::string ini = directory / "a.ini";
  std::ofstream(ini) << "near = x.csv\nfar = /data/x.csv\nup = file:../x.csv\nname = x.csv\n"
                        "choice = small\nwon = x.csv\n";
  ParamRegistry registry;
  registry.add_ini_file(ini);
  registry.add_override("won", "y.csv", "command line");
  std::string near, far, up, name, choice, won, unset = "d.csv";
  const ParamScope root = registry.root();
  root.add("near", near, "", "", core::names_file(whole_text));
  root.add("far", far, "", "", core::names_file(whole_text));
  root.add("up", up, "", "", core::names_file(behind_file));
  root.add("name", name, "", "");
  root.add("choice", choice, "", "", core::names_file(behind_file));
  root.add("won", won, "", "", core::names_file(whole_text));
  root.add("unset", unset, "", "", core::names_file(whole_text));
  EXPECT_EQ(near, directory / "x.csv");
  EXPECT_EQ(far, "/data/x.csv");
  EXPECT_EQ(up, "file:" + (directory.parent_path() / "x.csv").string());
  EXPECT_EQ(name, "x.csv");
  EXPECT_EQ(choice, "small");
  EXPECT_EQ(won, "y.csv");
  std::vector<std::string> files;
  for (const ParamRow& row : registry.rows()) files.push_back(row.file());
  EXPECT_THAT(files, ElementsAre(near, far, up.substr(5), "", "", "y.csv", "d.csv"));
}

}  // namespace
}  // namespace gf::core::params_test
