// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/app_platform.h
// Holds: platforms/pcie/pcie_platform.h
// Holds: platforms/proact/proact_platform.h
// Every parameter of every platform at the ends of its range, beyond them, at zero, huge, and as
// bad text: the run ends by itself, with results or with an error that a user understands. The
// suite takes a sample that follows from a seed; GF_FUZZ_CASES=1000 GF_FUZZ_SEED=7 takes another.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <iostream>
#include <map>
#include <set>

#include "core/base/random.h"
#include "core/text/json.h"
#include "platforms/platform.h"
#include "tests/support/program.h"

namespace gf::test::values_fuzz_test {
namespace {

using core::RandomStream;
using Texts = std::vector<std::string>;

struct Case {
  std::string name;
  std::string value;
};

std::uint64_t number_of(const char* variable, std::uint64_t standard) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? standard : std::strtoull(text, nullptr, 10);
}

/// Texts that are tried of a type, legal or not.
const Texts& values_of(const std::string& type) {
  static const std::map<std::string, Texts> all{
      {"time",
       {"0 s", "1 fs", "1 ps", "1 ns", "1 us", "1 ms", "1 s", "1000 s", "18446 s", "20000 s", "",
        "-1 ns", "5", "1e30 s", "x"}},
      {"bytes",
       {"0 B", "1 B", "3 B", "100 B", "4 KiB", "1 MiB", "1 GiB", "1 TiB", "1 PiB",
        "18446744073709551615 B", "18446744073709551616 B", "", "-1 B", "7", "1.5 B"}},
      {"rate",
       {"0 B/s", "1e-299 B/s", "1 B/s", "1 kB/s", "1 MB/s", "1 GB/s", "1 PB/s", "1e290 GB/s", "",
        "-1 GB/s", "3 GB"}},
      {"integer",
       {"0", "1", "2", "3", "7", "64", "256", "1000", "65536", "1048576", "4294967295",
        "4294967296", "18446744073709551615", "18446744073709551616", "-1", "1.5", "", "abc"}},
      {"number",
       {"0", "-1", "1e-300", "0.001", "0.5", "1", "2", "1000", "1e300", "1e309", "nan", "inf", ""}},
      {"flag", {"true", "false", "maybe", ""}},
      {"choice", {"x", ""}},
      {"text",
       {"", "x", "a:b=c", "/proc/nonexistent", "/dev/null", "99999999x9x9", "0x0x0",
        std::string(3000, 'x'), "\x1b[31m"}},
      {"list", {"", "0", "1", "1,2,3", "4294967295", "1,,2", "x", "-1", "1000000"}},
  };
  return all.at(type);
}

/// `end` of a range and what lies beside it, on both sides: "64" 63 65, "1 GB/s" 0.5 GB/s 2 GB/s.
void append_end(const std::string& end, Texts& values) {
  values.push_back(end);
  char* unit = nullptr;
  const double number = std::strtod(end.c_str(), &unit);
  if (*unit != '\0') {
    for (const double factor : {0.5, 2.0})
      values.push_back(fmt::format("{:g}{}", number * factor, unit));
  } else if (end.find_first_not_of("0123456789") == std::string::npos) {
    for (const double step : {-1.0, 1.0}) values.push_back(fmt::format("{:.0f}", number + step));
  }
}

/// Of "1 ... 64", "at least 1 ps", "at most 1 s", "one of min, val".
Texts ends_of(const std::string& legal) {
  Texts values;
  const std::string ends = legal.substr(0, legal.find(", a "));  // ", a power of two"
  const auto after = [&ends](std::size_t length) { return ends.substr(length); };
  const std::size_t dots = ends.find(" ... ");
  if (legal.rfind("one of ", 0) == 0) {
    for (std::size_t at = 7; at < legal.size();) {
      const std::size_t comma = std::min(legal.find(", ", at), legal.size());
      values.push_back(legal.substr(at, comma - at));
      at = comma + 2;
    }
  } else if (legal.rfind("at least ", 0) == 0) {
    append_end(after(9), values);
  } else if (legal.rfind("at most ", 0) == 0) {
    append_end(after(8), values);
  } else if (dots != std::string::npos) {
    append_end(ends.substr(0, dots), values);
    append_end(after(dots + 5), values);
  }
  return values;
}

/// All values of all parameters, of parameters that differ in a number ("port_3") one.
std::vector<Case> all_cases(const std::string& platform) {
  const auto rows = core::parse_json(program({"params", platform, "--json"}).out);
  std::set<std::string> known;
  std::vector<Case> cases;
  for (const auto& row : rows) {
    const std::string path = row["path"];
    std::string kind = path;
    std::replace_if(
        kind.begin(), kind.end(), [](char c) { return c >= '0' && c <= '9'; }, '#');
    const bool stuck = path.size() > 6 && path.substr(path.size() - 6) == ".stuck";  // a test aid
    if (stuck || !known.insert(kind).second) continue;
    for (const Texts& values : {ends_of(row["legal"]), values_of(row["type"])})
      for (const std::string& value : values) cases.push_back({path, value});
  }
  return cases;
}

/// The platform's own run made short, so that a case is cheap.
Texts base_of(const std::string& platform) {
  if (platform == "apenet_node") return {"-p", "max=16 KiB", "-p", "volume=256 KiB"};
  if (platform == "apenet_cluster") return {"-p", "max=1 KiB"};
  if (platform == "nvlink_node") return {"-p", "workload=stencil3d"};
  if (platform == "proact") return {"-p", "workload=microbenchmark"};
  return {};
}

/// What is wrong with how a run ended; "" if nothing is.
std::string fault_of(const Captured& run) {
  static const std::set<int> kGood{0, 1, 2, 3, 4, 5, 130};  // 130: cut by --max-wall
  if (kGood.count(run.code) == 0) return fmt::format("exit {}", run.code);
  for (const char* word : {"internal error", "bad_alloc", "out of memory", "uncaught", "(E"})
    if (run.err.find(word) != std::string::npos) return word;
  if (run.code != 0 && run.err.empty()) return "not a word";
  const auto names = [&run](const char* word) { return run.err.find(word) != std::string::npos; };
  const bool named = names("error_rate = ") || names("(fails_at)");
  return run.code == 4 && !named ? "a deadlock that names no parameter" : "";
}

class ValuesFuzz : public testing::TestWithParam<std::string> {};

TEST_P(ValuesFuzz, RunsOrIsRefused) {
  const std::string platform = GetParam();
  const std::vector<Case> cases = all_cases(platform);
  RandomStream random(number_of("GF_FUZZ_SEED", 19), platform);
  for (std::uint64_t left = number_of("GF_FUZZ_CASES", 8); left > 0; --left) {
    const Case& chosen = cases[random.below(cases.size())];
    const std::string setting = chosen.name + "=" + chosen.value;
    std::cout << platform << " -p '" << setting.substr(0, 100) << "'" << std::endl;
    Texts words{"run", platform};
    for (const Texts& more : {base_of(platform), Texts{"-p", setting, "--max-wall", "300 ms"}})
      words.insert(words.end(), more.begin(), more.end());
    const Captured run = program(words);
    EXPECT_EQ(fault_of(run), "") << run.err;
  }
}

Texts platform_names() {
  Texts names;
  for (const auto& entry : platforms::all_platforms()) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Platforms, ValuesFuzz, testing::ValuesIn(platform_names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace gf::test::values_fuzz_test
