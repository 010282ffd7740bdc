// SPDX-License-Identifier: Apache-2.0
// Holds: core/text/ini.h core/param/params.h core/param/param_scope.cpp
// Mutated configs and quantities are read or refused with a UserError; what is read is written and
// read back to the same.
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/param/params.h"
#include "core/text/ini.h"
#include "tests/support/mutations.h"

namespace gf::core::config_fuzz_test {
namespace {

constexpr int kRounds = 4000;

/// Calls `target` with mutations of `start`; a UserError is an answer, anything else a failure.
void fuzz(const char* name, const std::string& start,
          const std::function<void(const std::string&)>& target) {
  static const std::vector<std::string> words{"[", "]", "=", "\"", "\\", "#", ";",    "\n", "\r\n",
                                              " ", "*", ".", "1e", "e9", "-", "GB/s", "ns", "\x01"};
  EXPECT_GT(test::fuzz(name, {start}, words, kRounds, target), 0);
}

TEST(ConfigFuzz, IniReadsBackOrIsRefused) {
  fuzz("ini",
       "# head\n[plx_a]\nlanes = 16 # wide\n[*]\nname = \"a \\\"b\\\" # c\"\nrate = 1 GB/s\n",
       [](const std::string& text) {
         std::istringstream in(text);
         std::string again;
         const std::vector<IniEntry> entries = read_ini(in, "fuzz.ini");
         for (const IniEntry& entry : entries)
           again += entry.key + " = " + ini_text(entry.value) + "\n";
         std::istringstream second(again);
         const std::vector<IniEntry> copies = read_ini(second, "copy.ini");
         ASSERT_EQ(copies.size(), entries.size());
         for (std::size_t i = 0; i < copies.size(); ++i) {
           EXPECT_EQ(copies[i].key, entries[i].key);
           EXPECT_EQ(copies[i].value, entries[i].value);
         }
       });
}

TEST(ConfigFuzz, QuantitiesParseBack) {
  fuzz("bytes", "300 MiB", [](const std::string& text) {
    const Bytes value = parse_bytes(text);
    EXPECT_EQ(parse_bytes(to_text(value)), value);
  });
  fuzz("rate", "15.754 GB/s", [](const std::string& text) {
    const ByteRate value = parse_byte_rate(text);
    EXPECT_EQ(parse_byte_rate(to_text(value)), value);
  });
  fuzz("time", "62.5e1 ns", [](const std::string& text) {
    const sc_core::sc_time value = parse_time(text);
    EXPECT_EQ(parse_time(to_text(value)), value);
  });
}

TEST(ConfigFuzz, ValuesAreHeldWithinLimits) {
  fuzz("list", "1,22,3", [](const std::string& text) {
    ParamRegistry registry;
    registry.add_override("list", text, "fuzz");
    std::vector<unsigned> list{1};
    registry.root().add("list", list, "meaning", "assumed", between(1u, 30u));
    for (const unsigned element : list) EXPECT_LE(element, 30u);
  });
  fuzz("number", "-0.22e-1", [](const std::string& text) {
    ParamRegistry registry;
    registry.add_override("number", text, "fuzz");
    double number = 0;
    registry.root().add("number", number, "meaning", "assumed", between(-1.0, 1.0));
    EXPECT_LE(std::abs(number), 1.0);
  });
}

}  // namespace
}  // namespace gf::core::config_fuzz_test
