// SPDX-License-Identifier: Apache-2.0
#include "papers/report/page_file.h"

#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

#include "tests/support/byte_curve.h"

namespace gf::papers::report::page_file_test {
namespace {

TEST(PageFile, IsTheFileAsItIsOnDisk) {
  for (const char* name : {"page.css", "page.js", "chart.js", "figure.js"}) {
    const std::string path = std::string("papers/report/web/") + name;
    std::ifstream file(std::string(GF_SOURCE_DIR) + "/" + path);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << path;
    EXPECT_EQ(page_file(path), text.str()) << path;
  }
  EXPECT_TRUE(page_file("papers/report/web/other.css").empty());
}

}  // namespace
}  // namespace gf::papers::report::page_file_test
