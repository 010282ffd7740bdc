// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"

#include "core/system/scratch_directory.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::json_test {
namespace {

std::string damage(const std::string& text) {
  return test::error_of([&] {
    take_json(text, "run/run.json", kJsonOfRun, [](const nlohmann::json& json) {
      json.at("revision").get<std::string>();
      json.at("inputs").at(0);
    });
  });
}

TEST(Json, WhatIsDamagedIsNamedWithAWayOut) {
  const std::string way_out = "; expected output of `gpufabric run --outdir`; make the run again";
  const std::pair<std::string, std::string> damaged[] = {
      {"", "run/run.json: is damaged: its JSON is cut off after 0 B"},
      {"{\"revision\": \"1", "run/run.json: is damaged: its JSON is cut off after 15 B"},
      {"{\n\"revision\": x}", "run/run.json:2: is damaged: no JSON from byte 15 on"},
      {"[1e999]", "run/run.json: is damaged: a number in it is too large"},
      {"{}", "run/run.json: is damaged: it has no \"revision\""},
      {"[]", "run/run.json: is damaged: a value is of another type than expected"},
      {R"({"revision": 1})", "run/run.json: is damaged: a value is of another type than expected"},
      {R"({"revision": "1", "inputs": []})",
       "run/run.json: is damaged: a value is of another type than expected"}};
  for (const auto& [text, error] : damaged) EXPECT_EQ(damage(text), error + way_out) << text;
}

TEST(Json, OfNoFileIsDiscarded) {
  const ScratchDirectory scratch;
  EXPECT_TRUE(read_json_or_discard(scratch.path()).is_discarded()) << "a directory";
  EXPECT_TRUE(read_json_or_discard("/dev/zero").is_discarded());
  EXPECT_TRUE(read_json_or_discard(scratch / "none").is_discarded());
  test::write_file(scratch / "a.json", "\xEF\xBB\xBF{\"a\": 1}");
  EXPECT_EQ(read_json_or_discard(scratch / "a.json")["a"], 1);
  EXPECT_THAT(test::error_of([&] { read_json(scratch.path(), "a run", [](const auto&) {}); }),
              AllOf(HasSubstr("is a directory"), Not(HasSubstr("json.exception"))));
}

}  // namespace
}  // namespace gf::core::json_test
