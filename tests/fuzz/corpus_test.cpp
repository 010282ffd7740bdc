// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/pcie/pcie_tree_check.h
// Holds: tlm_models/topology/pcie/pcie_tree_dot.cpp
// Holds: tlm_models/topology/pcie/pcie_tree_draft.h
// Every input of tests/fuzz/corpus is read or refused by its reader, whatever is compiled; under
// libFuzzer (docs in CONTRIBUTING.md) more inputs are made of them.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "tests/fuzz/readers.h"
#include "tests/support/captured.h"

namespace gf::test::corpus_test {
namespace {

const fs::path kCorpus = fs::path(GF_SOURCE_DIR) / "tests/fuzz/corpus";

class Corpus : public testing::TestWithParam<FuzzedReader> {};

TEST_P(Corpus, IsReadOrRefused) {
  std::size_t read = 0;
  for (const auto& entry : fs::directory_iterator(kCorpus / GetParam().name)) {
    const std::string bytes = read_file(entry.path());
    EXPECT_LE(bytes.size(), 16u << 10) << entry.path() << ": the tree holds small ones";
    bool taken = false;
    EXPECT_NO_THROW(taken = read_or_refuse(GetParam(), bytes)) << entry.path();
    read += taken ? 1 : 0;
  }
  EXPECT_GT(read, 0u) << "mutations of what is refused get nowhere";
}

std::string name_of(const testing::TestParamInfo<FuzzedReader>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Of, Corpus, testing::ValuesIn(fuzzed_readers()), name_of);

TEST(CorpusFolders, AreOfReaders) {
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    const std::string name = entry.path().filename().string();
    const auto same = [&](const FuzzedReader& reader) { return reader.name == name; };
    EXPECT_TRUE(std::any_of(fuzzed_readers().begin(), fuzzed_readers().end(), same)) << name;
  }
}

}  // namespace
}  // namespace gf::test::corpus_test
