// SPDX-License-Identifier: Apache-2.0
#include "papers/report/svg.h"

#include <filesystem>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/captured.h"

namespace gf::papers::report::svg_test {
namespace {

TEST(Escape, LeavesNoMarkup) {
  EXPECT_EQ(escape("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  EXPECT_EQ(escape("0→1 µs"), "0→1 µs");
}

TEST(DataElement, NoNameEndsIt) {
  const std::string json = "{\"</script>\":\"<!--<script>\"}";
  const std::string element = data_element("data", json);
  EXPECT_EQ(element,
            "<script type=\"application/json\" class=\"data\">"
            "{\"\\u003c/script>\":\"\\u003c!--\\u003cscript>\"}</script>");
  const std::size_t begin = element.find('{');
  EXPECT_EQ(core::parse_json(element.substr(begin, element.rfind('}') + 1 - begin)),
            core::parse_json(json));
}

TEST(DataElement, IsTheOneWayIntoAPage) {
  const std::filesystem::path source = GF_SOURCE_DIR;
  for (const char* folder :
       {"core", "explain", "measurements", "papers", "platforms", "questions", "runs", "sc_main"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source / folder))
      if (entry.path().extension() == ".cpp" && entry.path().filename() != "svg.cpp") {
        EXPECT_THAT(test::read_file(entry.path()), testing::Not(testing::HasSubstr("<script type")))
            << entry.path() << ": use data_element()";
      }
}

TEST(Coordinate, TwoDecimalsAtMost) {
  EXPECT_EQ(coordinate(1), "1");
  EXPECT_EQ(coordinate(1.5), "1.5");
  EXPECT_EQ(coordinate(1.005001), "1.01");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(100), "100");
}

TEST(Svg, TooltipsAndTextAreEscaped) {
  Svg svg(10, 10, "a < b");
  svg.circle({1, 2}, 3, "marker", "x < y");
  svg.text({1, 2}, "<script>", "tick", "end");
  EXPECT_THAT(svg.str(), testing::HasSubstr("<title>x &lt; y</title>"));
  EXPECT_THAT(svg.str(), testing::HasSubstr("aria-label=\"a &lt; b\""));
  EXPECT_THAT(svg.str(), testing::Not(testing::HasSubstr("<script>")));
}

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_DOUBLE_EQ(text_width("→→"), text_width("ab"));
  EXPECT_DOUBLE_EQ(widest({"a", "abc", "ab"}), text_width("abc"));
}

}  // namespace
}  // namespace gf::papers::report::svg_test
