// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/text/json.h"
#include "sc_main/cli/command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::command_line_test {
namespace {

/// Returns the options of a command by name, as its help prints them in JSON.
std::map<std::string, nlohmann::json> options_of(const std::string& command) {
  const auto json = core::parse_json(program({"help", command, "--json"}).out);
  std::map<std::string, nlohmann::json> options;
  for (const auto& option : json.at("options")) options[option.at("name")] = option;
  return options;
}

TEST(Help, JsonOfACommandHasItsOptions) {
  const auto runs = options_of("doubt").at("runs");
  EXPECT_EQ(runs.at("value"), "N");
  EXPECT_EQ(runs.at("type"), "integer");
  EXPECT_EQ(runs.at("default"), "64");
  EXPECT_EQ(runs.at("legal"), "16 ... 100000");
  EXPECT_EQ(options_of("doubt").at("color").at("choices"),
            nlohmann::json({"auto", "always", "never"}));
  for (const app::Command& command : app::all_commands())
    for (const auto& [name, option] : options_of(command.name))
      EXPECT_FALSE(option.at("meaning").empty()) << command.name << " --" << name;
}

}  // namespace
}  // namespace gf::test::command_line_test
