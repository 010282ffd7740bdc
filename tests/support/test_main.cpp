// SPDX-License-Identifier: Apache-2.0
// Tests enter through sc_main(), at the models' resolution, each process with a TempDir() and a
// store of runs of its own: ctest runs tests side by side, files of one name would be shared, and
// no test reads or writes what the user keeps: nor do defaults of the user's reach a test. main()
// is SystemC's own but for its banner, which would stand between the test cases that the build asks
// for. What a test puts into the environment ends with it, as many may run in one process.
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <string>
#include <systemc>
#include <unistd.h>
#include <vector>

#include "core/base/units.h"
#include "core/system/scratch_directory.h"

namespace {

/// A PATH to nowhere or a default that one test sets would reach the programs that later ones
/// start.
class KeptEnvironment : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    kept_.clear();
    for (char** entry = environ; *entry != nullptr; ++entry) kept_.emplace_back(*entry);
  }
  void OnTestEnd(const testing::TestInfo&) override {
    clearenv();
    for (const std::string& entry : kept_) {
      const std::size_t equals = entry.find('=');
      if (equals != entry.npos)
        setenv(entry.substr(0, equals).c_str(), entry.c_str() + equals + 1, 1);
    }
  }
  std::vector<std::string> kept_;
};

}  // namespace

int sc_main(int argc, char* argv[]) {
  const gf::core::ScratchDirectory own;
  setenv("TEST_TMPDIR", (own / "").c_str(), 1);
  setenv("GPUFABRIC_STORE", (own / "store").c_str(), 1);
  setenv("GPUFABRIC_DEFAULTS", "none", 1);
  gf::core::set_time_resolution();
  testing::InitGoogleMock(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new KeptEnvironment);  // which owns it
  return RUN_ALL_TESTS();
}

int main(int argc, char* argv[]) {
  // A shell's background job ignores SIGINT, and so would the programs that tests interrupt.
  signal(SIGINT, SIG_DFL);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
