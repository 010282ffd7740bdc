// SPDX-License-Identifier: Apache-2.0
// A program with the command line of gpufabric whose registry is made up: `reproduce`, a `run` that
// works, fails or sleeps, and `full`, which is `reproduce` with the program's own rows and made-up
// values.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <systemc>
#include <unistd.h>

#include "core/system/child_process.h"
#include "sc_main/reproduce/reproduce.h"
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
  if (const char* const count = std::getenv("GF_COUNT"))  // who runs, a line each
    std::ofstream(count, std::ios::app) << words.at(0) << " " << getpid() << std::endl;
  if (words.at(0) == "sleeps") sleep(600);
  gf::test::write_file(directory / "run.json", R"({"program": "gpufabric"})");
  if (std::find(words.begin(), words.end(), "--no-page") == words.end())
    gf::test::write_file(directory / "run.html", "the page of " + words.at(0));
  gf::test::write_file(directory / "stats.json",
                       R"({"results": {"answer": {"value": 42, "unit": "ms"}}})");
  return 0;
}

gf::runs::PoolOptions pool() {
  gf::runs::PoolOptions options;
  options.program = gf::core::this_program();
  options.facts = [](const gf::runs::Request& request, const auto&) {
    return request.platform + " " + std::to_string(request.seed) + "\n";
  };
  return options;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (words.at(0) == "run") return run(rest);
    const bool full = words.at(0) == "full";
    return static_cast<int>(gf::app::reproduce(
        rest, full ? gf::test::full_experiments() : gf::test::synthetic_experiments(), pool()));
  } catch (const gf::core::UserError& error) {
    std::cerr << error.what() << "\n";
    return static_cast<int>(error.code());
  }
}

int main(int argc, char* argv[]) {
  gf::core::end_with_parent(argv);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
