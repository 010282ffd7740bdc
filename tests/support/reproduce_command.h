// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/csv.h"

namespace gf::reproduce_command {

using nlohmann::json;
using test::Captured;
using test::read_file;
using test::ScratchDirectory;

class Reproduce : public testing::Test {
 protected:
  Reproduce() { ::setenv("GF_COUNT", started().c_str(), 1); }
  ~Reproduce() override { ::unsetenv("GF_COUNT"); }
  std::vector<std::string> command(std::vector<std::string> words) {
    words.insert(words.begin(), {GF_FIXTURE, "reproduce"});
    words.insert(words.end(), {"--outdir", report().string(), "--store", store().string()});
    return words;
  }
  std::filesystem::path store() const { return scratch_ / "store"; }
  /// A line a run that was started: its name and its process.
  std::filesystem::path started() const { return scratch_ / "started"; }
  pid_t wait_for_run(core::ChildProcess& program) const {
    std::string name;
    pid_t process = 0;
    while (!(std::istringstream(read_file(started())) >> name >> process)) {
      EXPECT_FALSE(program.ended()) << read_file(scratch_ / "err");
      usleep(10000);
    }
    return process;
  }
  /// Until the program, whose standard error is the file "err", says that `id` is finished.
  void wait_for_end_of(const std::string& id) const {
    const auto said = [&] { return read_file(scratch_ / "err").find(id) != std::string::npos; };
    for (int i = 0; i < 10'000 && !said(); ++i) usleep(10'000);
    EXPECT_TRUE(said()) << id;
  }
  Captured run(const std::vector<std::string>& words) { return test::capture(command(words)); }
  std::filesystem::path report() const { return scratch_ / "report"; }
  json results() const { return core::parse_json(read_file(report() / "results.json")); }

  ScratchDirectory scratch_;
};

/// Gone, or only waiting to be collected by whoever inherited it.
inline bool ended(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  char state = 'Z';
  in >> word >> word >> state;
  return state == 'Z';
}

}  // namespace gf::reproduce_command
