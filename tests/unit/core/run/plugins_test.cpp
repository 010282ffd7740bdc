// SPDX-License-Identifier: Apache-2.0
// Holds: core/run/plugin.h core/run/plugin_stamp.*
// What is refused; that what fits is loaded and works is shown by ctest -L install.
#include "core/run/plugins.h"

#include "core/run/plugin_stamp.h"
#include "core/system/child_process.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::plugins_test {
namespace {

const std::string kStamp = "gpufabric: 1\nheaders: ab\ncompiler: gcc 12\n";

TEST(PluginStamp, ThatIsTheSameFits) {
  EXPECT_EQ(plugin_misfit(kStamp, kStamp), "");
  EXPECT_THAT(plugin_stamp(), AllOf(HasSubstr("headers: "), HasSubstr("systemc: 2.3.4\n"),
                                    HasSubstr("language: 201703L\n")));
}

TEST(PluginStamp, EachLineThatDiffersIsTold) {
  EXPECT_EQ(plugin_misfit(kStamp, "gpufabric: 1\nheaders: cd\ncompiler: gcc 12\n"),
            "headers is ab here and cd there");
  EXPECT_EQ(plugin_misfit(kStamp, "gpufabric: 2\nheaders: ab\ncompiler: clang 14\n"),
            "gpufabric is 1 here and 2 there, compiler is gcc 12 here and clang 14 there");
}

TEST(PluginStamp, OfAnotherFormDiffers) {
  EXPECT_EQ(plugin_misfit(kStamp, "gpufabric: 1\n"),
            "headers is ab here and nothing there, compiler is gcc 12 here and nothing there");
  EXPECT_THAT(plugin_misfit(kStamp, "gpufabric: 1\nabi: 7\ncompiler: gcc 12\n"),
              HasSubstr("headers is ab here and abi: 7 there"));
}

struct Plugins : testing::Test {
  /// The error of loading a file of these bytes.
  std::string error_of(const std::string& bytes) const {
    test::write_file(file, bytes);
    return test::error_of([this] { load_plugin(file); });
  }
  ~Plugins() override {
    EXPECT_THAT(loaded_plugins(), IsEmpty());
    EXPECT_THAT(plugin_words(), IsEmpty());
  }
  test::ScratchDirectory own;
  const std::string file = (own / "mine.so").string();
};

TEST_F(Plugins, AFileThatIsNotThereIsRefused) {
  EXPECT_THAT(test::error_of([this] { load_plugin(file); }), HasSubstr("mine.so"));
}

TEST_F(Plugins, AFileOfAnotherKindIsRefused) {
  EXPECT_THAT(error_of("#!/bin/sh\n"), HasSubstr("mine.so: not a shared object"));
  EXPECT_THAT(test::error_of([] { load_plugin(this_program().string()); }),
              HasSubstr("a shared object, but not a gpufabric plug-in"));
}

TEST_F(Plugins, OneOfAnotherProgramIsRefusedBeforeItIsLoaded) {
  // Were it loaded, the linker's own complaint about this file would come.
  std::string stamp = plugin_stamp();
  const std::size_t headers = stamp.find("headers: ") + 9;
  stamp.replace(headers, 12, "000000000000");
  EXPECT_THAT(error_of("\177ELF" GF_PLUGIN_MARK + stamp),
              AllOf(HasSubstr("compiled for another program: headers is "),
                    HasSubstr(" and 000000000000 there; compile it with the headers")));
}

TEST_F(Plugins, OneThatTheLinkerRefusesIsRefused) {
  EXPECT_THAT(error_of("\177ELF" GF_PLUGIN_MARK + std::string(plugin_stamp())),
              HasSubstr("cannot be loaded: "));
}

}  // namespace
}  // namespace gf::core::plugins_test
