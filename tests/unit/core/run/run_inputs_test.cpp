// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_inputs.h"

#include <gmock/gmock.h>
#include <memory>

#include "core/param/param_description.h"
#include "core/system/file_hash.h"
#include "tests/support/captured.h"

namespace gf::core::run_inputs_test {
namespace {

namespace fs = std::filesystem;

ParamRow row(const std::string& path, const std::string& before, const std::string& file) {
  ParamRow row;
  row.path = path;
  row.value = before + file + ",n=1";
  row.file_at = before.size();
  row.file_size = file.size();
  return row;
}

/// Makes `files` the files that the row's file reads.
void set_further_files(ParamRow& row, const std::vector<std::string>& files) {
  row.description = std::make_shared<TypedDescription<std::string>>(
      row.path, "", "", names_file(whole_text, [files](const std::string&) { return files; }),
      Plausible<std::string>{});
}

class RunInputs : public testing::Test {
 protected:
  std::string with(const std::string& name, const std::string& text) {
    test::write_file(scratch_ / name, text);
    return scratch_ / name;
  }
  ScratchDirectory scratch_;
  RunDirectory directory_{scratch_ / "run", false};
};

TEST_F(RunInputs, AreCopiedAndNamedFromTheRun) {
  std::vector<ParamRow> rows{row("a", "m=", with("x.csv", "one")), row("b", "", "")};
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_);
  EXPECT_EQ(rows[0].value, "m=inputs/x.csv,n=1");
  EXPECT_EQ(rows[0].file(), "inputs/x.csv");
  EXPECT_EQ(rows[1].value, ",n=1");
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(inputs[0].parameter, "a");
  EXPECT_EQ(inputs[0].given, std::string(scratch_ / "x.csv"));
  EXPECT_EQ(inputs[0].file, "inputs/x.csv");
  EXPECT_EQ(inputs[0].sha1, sha1_hex("one"));
  EXPECT_EQ(inputs[0].bytes, 3u);
  EXPECT_EQ(test::read_file(directory_.file("inputs/x.csv")), "one");
}

TEST_F(RunInputs, OneNameIsOneFile) {
  std::vector<ParamRow> rows{row("a", "", with("x.csv", "one")), row("b", "", with("x.csv", "one")),
                             row("c", "", with("d/x.csv", "two")),
                             row("d", "", with("2_x.csv", "three"))};
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_);
  ASSERT_EQ(inputs.size(), 4u);
  EXPECT_EQ(inputs[1].file, "inputs/x.csv");
  EXPECT_EQ(inputs[1].parameter, "b");
  EXPECT_EQ(test::read_file(directory_.file(inputs[2].file)), "two");
  EXPECT_EQ(test::read_file(directory_.file(inputs[3].file)), "three");
}

TEST_F(RunInputs, WhatAFileReadsLiesFromItAsItDid) {
  const std::string base = with("base.ini", "base");
  const std::string net = with("nets/net.txt", "net");
  std::vector<ParamRow> rows{row("a", "", with("base.ini", "base")),
                             row("m", "", with("machines/m.ini", "include = ../base.ini"))};
  set_further_files(rows[1], {base, net});
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_);
  ASSERT_EQ(inputs.size(), 4u);
  // "inputs/base.ini" is taken.
  EXPECT_EQ(rows[1].file(), "inputs/2/machines/m.ini");
  EXPECT_EQ(test::read_file(directory_.file("inputs/2/machines/../base.ini")), "base");
  EXPECT_EQ(test::read_file(directory_.file("inputs/2/nets/net.txt")), "net");
  EXPECT_EQ(inputs[2].given, base);
  EXPECT_EQ(inputs[2].sha1, sha1_hex("base"));
}

TEST_F(RunInputs, AbsoluteNamesInACopyLeadToTheCopies) {
  const std::string base = with("far/base.ini", "base");
  const std::string main = with("near/m.ini", "include = " + base + ", " + base + ".old # " + base +
                                                  "\nfile = \"" + base + "\"\n");
  std::vector<ParamRow> rows{row("m", "", main)};
  set_further_files(rows[0], {base});
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_);
  const std::string copy = test::read_file(directory_.file(inputs.at(0).file));
  EXPECT_EQ(copy, "include = ../far/base.ini, " + base +
                      ".old # ../far/base.ini\nfile = \"../far/base.ini\"\n");
  EXPECT_EQ(inputs[0].sha1, sha1_hex(copy));
  EXPECT_EQ(test::read_file(directory_.file("inputs/far/base.ini")), "base");
}

TEST_F(RunInputs, ASeriesIsKeptTogether) {
  with("t.1.et", "second");
  std::vector<ParamRow> rows{row("a", "", with("t.0.et", "one"))};
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_);
  EXPECT_EQ(rows[0].file(), "inputs/t.0.et");
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[1].parameter, "a");
  EXPECT_EQ(test::read_file(directory_.file("inputs/t.1.et")), "second");
  std::vector<ParamRow> again{row("a", "", with("t.0.et", "one"))};
  EXPECT_EQ(keep_inputs(again, directory_, 5)[0].file, std::string(scratch_ / "t.0.et"))
      << "one of them is too large";
}

TEST_F(RunInputs, LargeOnesStayWhereTheyAre) {
  const std::string file = with("x.csv", "123456789");
  std::vector<ParamRow> rows{row("a", "", file)};
  const std::vector<RunInput> inputs = keep_inputs(rows, directory_, 8);
  EXPECT_EQ(rows[0].file(), file);
  EXPECT_EQ(inputs.at(0).file, file);
  EXPECT_EQ(inputs.at(0).sha1, sha1_hex("123456789"));
  EXPECT_FALSE(fs::exists(directory_.file("run.json").parent_path() / "inputs"));
}

TEST_F(RunInputs, NamesOfNothingBecomeAbsolute) {
  std::vector<ParamRow> rows{row("a", "", "d/../none.csv")};
  EXPECT_TRUE(keep_inputs(rows, directory_).empty());
  EXPECT_EQ(rows[0].file(), std::string(fs::current_path() / "none.csv"));
  EXPECT_EQ(with_absolute_file(row("a", "m=", "none.csv")),
            "m=" + std::string(fs::current_path() / "none.csv") + ",n=1");
  EXPECT_EQ(with_absolute_file(row("a", "m", "")), "m,n=1");
}

}  // namespace
}  // namespace gf::core::run_inputs_test
