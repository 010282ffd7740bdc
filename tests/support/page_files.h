// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <gmock/gmock.h>
#include <string>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::page_files {

using nlohmann::json;

class PageTest : public testing::Test {
 protected:
  std::string run(const std::string& name, Words words) const {
    for (const std::string& word : {std::string("--quiet"), std::string("--outdir")})
      words.push_back(word);
    words.push_back(scratch_ / name);
    words.insert(words.begin(), "run");
    exits(0, program(words));
    return scratch_ / name;
  }
  const ScratchDirectory scratch_;
};

inline json record_in(const std::string& run) {
  return core::parse_json(read_file(fs::path(run) / "record.json"));
}

}  // namespace gf::test::page_files
