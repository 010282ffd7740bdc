// SPDX-License-Identifier: Apache-2.0
#include "core/text/log.h"

#include <gmock/gmock.h>
#include <sstream>

#include "core/text/progress.h"

namespace gf::core::log_test {
namespace {

/// Reports once, at 12.5 us.
struct Reporter : sc_core::sc_module {
  SC_HAS_PROCESS(Reporter);
  Reporter(const sc_core::sc_module_name& name, sc_core::sc_severity severity)
      : sc_module(name), severity_(severity) {
    SC_THREAD(run);
  }
  void run() {
    wait(12.5, sc_core::SC_US);
    sc_core::sc_report_handler::report(severity_, name(), "no credit left", __FILE__, __LINE__);
  }
  sc_core::sc_severity severity_;
};

TEST(Log, AWarningIsOneLineWithItsTimeAndPath) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  Reporter reporter("gpu_0", sc_core::SC_WARNING);
  sc_core::sc_start();
  EXPECT_EQ(out.str(), "[12.5 us] warning: gpu_0: no credit left\n");
}

TEST(Log, ANoteIsOneLine) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  Reporter reporter("gpu_0", sc_core::SC_INFO);
  sc_core::sc_start();
  EXPECT_EQ(out.str(), "[12.5 us] gpu_0: no credit left\n");
}

TEST(Log, AnErrorIsThrownAndNotShown) {
  std::ostringstream out;
  install_log(LogLevel::kVerbose, out);
  Reporter reporter("gpu_0", sc_core::SC_ERROR);
  try {
    sc_core::sc_start();
    FAIL() << "nothing thrown";
  } catch (const sc_core::sc_report& report) {
    EXPECT_EQ(one_line(report), "gpu_0: no credit left");
    EXPECT_EQ(report.get_severity(), sc_core::SC_ERROR);
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Log, NoTimeBeforeTheSimulation) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  SC_REPORT_WARNING("dgx", "half of the links are down");
  EXPECT_EQ(out.str(), "warning: dgx: half of the links are down\n");
}

TEST(Log, QuietKeepsWarningsOnly) {
  std::ostringstream out;
  install_log(LogLevel::kQuiet, out);
  SC_REPORT_INFO("dgx", "built");
  EXPECT_EQ(out.str(), "");
  SC_REPORT_WARNING("dgx", "odd");
  EXPECT_EQ(out.str(), "warning: dgx: odd\n");
}

TEST(Log, NormalLeavesOutDetailsAndTheKernelsNotes) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  SC_REPORT_INFO_VERB("dgx", "detail", sc_core::SC_HIGH);
  SC_REPORT_INFO("/OSCI/SystemC", "Simulation stopped by user.");
  EXPECT_EQ(out.str(), "");
}

TEST(Log, VerboseShowsDetailsAndTheKernelsNotes) {
  std::ostringstream out;
  install_log(LogLevel::kVerbose, out);
  SC_REPORT_INFO_VERB("dgx", "detail", sc_core::SC_HIGH);
  SC_REPORT_INFO("/OSCI/SystemC", "Simulation stopped by user.");
  EXPECT_EQ(out.str(), "dgx: detail\n/OSCI/SystemC: Simulation stopped by user.\n");
}

TEST(Log, ATextOfSeveralLinesBecomesOne) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  SC_REPORT_INFO("dgx", "one\ntwo");
  EXPECT_EQ(out.str(), "dgx: one two\n");
}

TEST(Log, TakesTheProgressLineAwayFirst) {
  std::ostringstream out;
  install_log(LogLevel::kNormal, out);
  Progress progress("t2", out, [] { return std::chrono::duration<double>(0); });
  progress.update(1, 2);
  out.str("");
  SC_REPORT_INFO("dgx", "note");
  EXPECT_EQ(out.str(), "\r\033[Kdgx: note\n");
  out.str("");
  SC_REPORT_INFO("dgx", "again");
  EXPECT_EQ(out.str(), "dgx: again\n");
}

TEST(Log, LeavesAProgressLineOnAnotherStreamAlone) {
  std::ostringstream out;
  std::ostringstream terminal;
  install_log(LogLevel::kNormal, out);
  Progress progress("t2", terminal, [] { return std::chrono::duration<double>(0); });
  progress.update(1, 2);
  terminal.str("");
  SC_REPORT_INFO("dgx", "note");
  EXPECT_EQ(out.str(), "dgx: note\n");
  EXPECT_EQ(terminal.str(), "");
}

}  // namespace
}  // namespace gf::core::log_test
