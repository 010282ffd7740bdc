// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/vcd_text.h
#include "core/trace/gtkw.h"

#include "core/base/error.h"
#include "core/trace/vcd_text.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::gtkw_test {
namespace {

using sc_core::SC_PS;
using sc_core::sc_time;

class GtkwTest : public testing::Test {
 protected:
  std::string save(const std::vector<SignalGroup>& groups, const std::string& held_by = "",
                   const std::optional<WaveView>& view = std::nullopt) {
    VcdTracer tracer(directory_ / "waves.vcd", "*", {sc_time(1000, SC_PS), sc_time(9000, SC_PS)});
    credits_.set(5'000'000, 3);
    credits_.set(9'000'000, 4);
    tracer.close();
    write_gtkw(directory_ / "waves.gtkw", tracer, groups, held_by, view);
    return test::read_file(directory_ / "waves.gtkw");
  }
  std::string groups_error(const std::string& text) {
    test::write_file(directory_ / "x.signals", text);
    return test::error_of([&] { load_signal_groups(directory_ / "x.signals"); },
                          ExitCode::kBadInput);
  }
  test::ScratchDirectory directory_;
  Probe busy_{"top.tx.busy", 1, "link holds a packet"};
  Probe credits_{"top.tx.credits", 16, "free"};
  Probe heads_{"top.heads", 4, "waiting"};
};

TEST_F(GtkwTest, GroupsComeInOrderAndTheRestIsFolded) {
  const std::string text = save({{"load", "*.credits, *.busy"}, {"none", "*.nothing"}});
  EXPECT_THAT(text, HasSubstr("@800200\n-load\n"
                              "@8024\n+{top/tx/credits} top.tx.credits[15:0]\n@20000\n-\n"
                              "@28\n+{top/tx/busy} top.tx.busy\n@1000200\n-load\n"
                              "@c00200\n-other signals\n@24\n+{top/heads} top.heads[3:0]\n"
                              "@1401200\n-other signals\n"));
  EXPECT_THAT(text, Not(HasSubstr("-none")));
}

TEST_F(GtkwTest, WithoutGroupsEachScopeIsOne) {
  EXPECT_THAT(save({}), HasSubstr("@800200\n-top\n@24\ntop.heads[3:0]\n@1000200\n-top\n"
                                  "@800200\n-top.tx\n@28\ntop.tx.busy\n"
                                  "@8024\ntop.tx.credits[15:0]\n@20000\n-\n@1000200\n-top.tx\n"));
}

TEST_F(GtkwTest, AViewHasItsPartAndItsMarkers) {
  const WaveView view{2'000'000, 6'000'000, {{3'000'000, "cause"}, {4'000'500, "wait begins"}}};
  EXPECT_THAT(save({}, "", view),
              AllOf(HasSubstr("[timestart] 2000\n"), HasSubstr("*-10.643856 2000 3000 4001\n"),
                    HasSubstr("[markername] Acause\n[markername] Bwait begins\n")));
  EXPECT_THAT(save({}), Not(HasSubstr("markername")));
}

TEST_F(GtkwTest, NamesTheFileThatHoldsTheWaveform) {
  EXPECT_THAT(save({}), HasSubstr("[dumpfile] \"/run/waves.vcd\"\n"));
  EXPECT_THAT(save({}, "waves.fst"), HasSubstr("[dumpfile] \"/run/waves.fst\"\n"));
}

TEST_F(GtkwTest, ShowsTheWindow) {
  const std::string text = save({});
  EXPECT_THAT(text, HasSubstr("[timestart] 1000\n"));
  EXPECT_THAT(text, HasSubstr("*-10.965784 1000\n"));  // 8000 ps / 4 frames = 2^10.97
}

TEST_F(GtkwTest, RefusesWhatCannotBeWritten) {
  VcdTracer tracer(directory_ / "waves.vcd", "*");
  tracer.close();
  EXPECT_THROW(write_gtkw("/proc/nowhere/waves.gtkw", tracer, {}), UserError);
}

TEST_F(GtkwTest, ReadsGroupsFromAFile) {
  test::write_file(directory_ / "x.signals",
                   "# what to look at\n\n links : *.busy,*.hol \r\nq:a\n");
  const std::vector<SignalGroup> groups = load_signal_groups(directory_ / "x.signals");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].title, "links");
  EXPECT_EQ(groups[0].globs, "*.busy,*.hol");
  EXPECT_EQ(groups[1].title, "q");
}

TEST_F(GtkwTest, BadGroupsAreNamedWithTheirLine) {
  EXPECT_THAT(groups_error("a: b\nlinks\n"), HasSubstr("x.signals:2: no colon; expected \"title:"));
  EXPECT_THAT(groups_error(": b"), HasSubstr(":1: no title"));
  EXPECT_THAT(groups_error("a: ,"), HasSubstr(":1: no glob"));
  EXPECT_THAT(groups_error("# nothing\n"), HasSubstr("no group"));
  EXPECT_THROW(load_signal_groups(directory_ / "missing"), UserError);
  EXPECT_THROW(load_signal_groups(directory_.path()), UserError);
}

}  // namespace
}  // namespace gf::core::gtkw_test
