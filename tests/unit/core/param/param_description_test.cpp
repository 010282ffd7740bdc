// SPDX-License-Identifier: Apache-2.0
#include "core/param/param_description.h"

#include "core/param/wrong_type.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::param_description_test {
namespace {

TEST(ParamDescription, ReadsPrintsAndChecksAVariableOfItsType) {
  const TypedDescription<unsigned> lanes("lanes", "width", "PCIe 3.0", between(1u, 32u),
                                         Plausible<unsigned>{});
  EXPECT_EQ(lanes.type(), "integer");
  EXPECT_EQ(lanes.legal_text(), "1 ... 32");
  unsigned value = 16;
  lanes.assign("8", &value);
  EXPECT_EQ(value, 8u);
  EXPECT_EQ(lanes.text(&value), "8");
  EXPECT_THAT(test::error_of([&] { lanes.assign("33", &value); }), HasSubstr("1 ... 32"));
  EXPECT_THROW(lanes.assign("wide", &value), WrongType);
  EXPECT_EQ(value, 8u) << "a refused text leaves the variable";
  value = 0;
  EXPECT_FALSE(lanes.is_legal(&value));
  EXPECT_THAT(test::error_of([&] { lanes.require(&value); }), HasSubstr("1 ... 32"));
}

TEST(ParamDescription, PlausibleValuesAreThoseOfTheDefaultInForce) {
  const TypedDescription<unsigned> tags("tags", "reads", "assumed", {},
                                        Plausible<unsigned>{8, 64, "as others", 32});
  EXPECT_EQ(tags.plausible("32").low, "8");
  EXPECT_EQ(tags.plausible("16").why, "no range is declared: half to twice the default");
}

TEST(ParamDescription, OnlyTextsNameFiles) {
  const TypedDescription<std::string> tree(
      "tree", "file", "none",
      names_file(whole_text, [](const std::string& file) { return std::vector{file + ".more"}; }),
      Plausible<std::string>{});
  EXPECT_EQ(tree.file_in("a.tree"), "a.tree");
  EXPECT_THAT(tree.further_files("a.tree"), ElementsAre("a.tree.more"));
  const TypedDescription<bool> flag("flag", "on", "none", {}, Plausible<bool>{});
  EXPECT_EQ(flag.file_in("true"), "");
  EXPECT_THAT(flag.further_files("true"), IsEmpty());
}

}  // namespace
}  // namespace gf::core::param_description_test
