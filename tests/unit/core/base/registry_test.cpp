// SPDX-License-Identifier: Apache-2.0
#include "core/base/registry.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::registry_test {
namespace {

struct Colour {
  std::string name;
  int value = 0;
};

struct Registries : testing::Test {
  Registry<Colour> colours{"colour", {{"red", 1}, {"blue", 2}}};
};

TEST_F(Registries, ShowWhatIsThereFirstThenWhatWasAddedInOrder) {
  colours.add({"green", 3});
  colours.add({"amber", 4});
  EXPECT_THAT(colours.names(), ElementsAre("red", "blue", "green", "amber"));
  EXPECT_EQ(colours.entries().size(), 4u);
}

TEST_F(Registries, FindByWholeNames) {
  EXPECT_EQ(colours.find("blue")->value, 2);
  EXPECT_EQ(colours.find("blu"), nullptr);
  EXPECT_EQ(colours.get("red", "x", "colour").value, 1);
}

TEST_F(Registries, AnUnknownNameIsToldWithTheKnownOnes) {
  colours.add({"green", 3});
  EXPECT_EQ(test::error_of([&] { (void)colours.get("gren", "wall", "paint"); }),
            "wall.paint = gren: expected red, blue, green; nearest: green; choose one of them");
}

TEST_F(Registries, ATakenNameIsRefusedAndChangesNothing) {
  EXPECT_EQ(test::error_of([&] {
              colours.add({"red", 9});
            }),
            "there is already colour \"red\"; register yours under another name");
  EXPECT_EQ(colours.find("red")->value, 1);
  EXPECT_EQ(colours.entries().size(), 2u);
}

TEST_F(Registries, ANameThatNoListCouldHoldIsRefused) {
  for (const char* name : {"", "dark red", "a,b", "a=b", "caf\xc3\xa9"})
    EXPECT_THAT(test::error_of([&] {
                  colours.add({name, 0});
                }),
                HasSubstr("cannot be registered: a name has only letters, digits, _, - and ."));
  colours.add({"Red-2.x_y", 0});
}

}  // namespace
}  // namespace gf::core::registry_test
