// SPDX-License-Identifier: Apache-2.0
// A program with the command line of gpufabric whose registry is made up: `reproduce` and a `run`
// that works, fails or sleeps.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <systemc>
#include <unistd.h>

#include "core/child_process.h"
#include "sc_main/reproduce.h"
#include "tests/support/captured.h"
#include "tests/support/synthetic_experiments.h"

namespace {

int run(const std::vector<std::string>& words) {
  if (words.at(0) == "fails") {
    std::cerr << "graphs.csv:7: unknown GPU 9; expected 0 ... 7\n";
    return 5;
  }
  const auto option = std::find(words.begin(), words.end(), "--outdir");
  const std::filesystem::path directory = *std::next(option);
  gf::test::write_file(directory / "pid", std::to_string(getpid()));
  if (words.at(0) == "sleeps") sleep(600);
  gf::test::write_file(directory / "stats.json",
                       R"({"results": {"answer": {"value": 42, "unit": "ms"}}})");
  return 0;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (words.at(0) == "run") return run(rest);
    return static_cast<int>(gf::app::reproduce(rest, gf::test::synthetic_experiments()));
  } catch (const gf::core::UserError& error) {
    std::cerr << error.what() << "\n";
    return static_cast<int>(error.code());
  }
}

int main(int argc, char* argv[]) {
  gf::core::end_with_parent();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
