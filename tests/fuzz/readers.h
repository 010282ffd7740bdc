// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gf::test {

/// A reader of input that may hold anything. `read` returns, or throws core::UserError, of one
/// line; whatever else happens is an error of ours. `tests/fuzz/corpus/NAME` has its inputs:
/// examples of the form, and what once was an error.
struct FuzzedReader {
  std::string name;
  std::function<void(const std::string& bytes)> read;
};

/// All of them. Adding one: a line here, a folder of the corpus.
const std::vector<FuzzedReader>& fuzzed_readers();

/// Whether `bytes` were read, not refused. Throws std::logic_error for an error of several lines.
bool read_or_refuse(const FuzzedReader& reader, const std::string& bytes);

}  // namespace gf::test
