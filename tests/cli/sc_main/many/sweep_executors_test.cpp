// SPDX-License-Identifier: Apache-2.0
// gpufabric sweep --slurm with a Slurm of its own: munged, slurmctld and one slurmd on this
// machine, in a scratch directory. Where they do not run (no root, no such programs, a sandbox that
// refuses slurmd) the case is skipped and says why.
#include <cstdlib>
#include <fmt/format.h>
#include <list>
#include <random>
#include <signal.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::sweep_executors_test {
namespace {

/// Daemons stand in /usr/sbin, where not every user's PATH leads.
std::string program_file(const std::string& name) {
  const auto file = core::find_program(name);
  return file ? file->string() : fs::exists("/usr/sbin/" + name) ? "/usr/sbin/" + name : "";
}

/// {0}: this host, {1}: the scratch directory, {2}: the user, {3} and {4}: ports, {5}: the node.
constexpr const char* kConfig = R"(ClusterName=sweep
SlurmctldHost={0}(127.0.0.1)
SlurmctldPort={3}
SlurmdPort={4}
SlurmUser={2}
SlurmdUser={2}
AuthType=auth/munge
AuthInfo=socket={1}/munge.socket
CredType=cred/munge
StateSaveLocation={1}/state
SlurmdSpoolDir={1}/spool
SlurmctldPidFile={1}/slurmctld.pid
SlurmdPidFile={1}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
{5} NodeAddr=127.0.0.1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
)";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

class Slurm {
 public:
  /// Starts it; why_not() tells what kept it from it.
  Slurm() {
    for (const char* name : {"munged", "slurmctld", "slurmd", "sbatch", "sinfo"})
      if (program_file(name).empty())
        why_not_ = fmt::format("no {} (Debian: slurm-wlm, munge)", name);
    if (!why_not_.empty()) return;
    configure();
    start("munged", {"--foreground", "--force", "--socket=" + place("munge.socket"),
                     "--key-file=" + place("munge.key"), "--pid-file=" + place("munged.pid"),
                     "--log-file=" + place("munged.log"), "--seed-file=" + place("munged.seed")});
    await("the socket of munged", [&] { return fs::exists(scratch_ / "munge.socket"); });
    start("slurmctld", {"-D"});
    start("slurmd", {"-D"});
    await("an idle node", [] {
      return capture({program_file("sinfo"), "-h", "-o", "%T"}).out == "idle\n";
    });
  }
  ~Slurm() {
    for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
      daemon->process.signal(SIGTERM);
      daemon->process.wait();
    }
  }
  Slurm(const Slurm&) = delete;
  Slurm& operator=(const Slurm&) = delete;
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  struct Daemon {
    std::string name;
    core::ChildProcess process;
  };

  [[nodiscard]] std::string place(const std::string& name) const { return scratch_ / name; }

  void configure() {
    for (const char* name : {"state", "spool"}) fs::create_directories(scratch_ / name);
    std::string key(1024, '\0');
    std::random_device random;
    for (char& c : key) c = static_cast<char>(random());
    write_file(scratch_ / "munge.key", key);
    fs::permissions(scratch_ / "munge.key", fs::perms::owner_read | fs::perms::owner_write);
    const unsigned port = 20'000 + 2 * static_cast<unsigned>(::getpid() % 20'000);
    const std::string node = first_line(capture({program_file("slurmd"), "-C"}).out);
    const std::string host = node.substr(9, node.find(' ') - 9);  // NodeName=
    const std::string user = first_line(capture({"/usr/bin/id", "-un"}).out);
    write_file(scratch_ / "slurm.conf",
               fmt::format(kConfig, host, scratch_.path().string(), user, port, port + 1, node));
    ::setenv("SLURM_CONF", place("slurm.conf").c_str(), 1);
  }

  void start(const std::string& name, const Words& words) {
    if (!why_not_.empty()) return;
    core::ChildSpec spec;
    spec.command = {program_file(name)};
    spec.command.insert(spec.command.end(), words.begin(), words.end());
    spec.error_file = scratch_ / (name + ".err");
    daemons_.push_back({name, core::ChildProcess(spec)});
  }

  /// Until it is so or a daemon gave up.
  template <class Ready>
  void await(const char* what, const Ready& ready) {
    for (int i = 0; why_not_.empty() && !ready(); ++i) {
      for (Daemon& daemon : daemons_)
        if (daemon.process.ended())
          why_not_ =
              fmt::format("{} does not run here: {}: {}", daemon.name, daemon.process.ending(),
                          read_file(scratch_ / (daemon.name + ".err")));
      if (i > 3000) why_not_ = fmt::format("no {} after five minutes", what);
      ::usleep(100'000);
    }
  }

  const ScratchDirectory scratch_;
  std::list<Daemon> daemons_;
  std::string why_not_;
};

Words six(const ScratchDirectory& scratch, const std::string& name, const Words& more) {
  return Words{"sweep", "store_goodput"} +
         parameters({"bytes=4 B,32 B,128 B", "fabric=pcie,nvlink"}) +
         Words{"--outdir", scratch / name, "--store", scratch / ("store of " + name)} + more;
}

TEST(Slurm, MakesThePointsAndTheSameTable) {
  const Slurm slurm;
  if (!slurm.why_not().empty()) GTEST_SKIP() << slurm.why_not();
  const ScratchDirectory scratch;
  ASSERT_EQ(program(six(scratch, "pool", {})).code, 0);
  const Captured run = program(six(scratch, "slurm", {"--slurm"}));
  const std::string log = read_file(scratch / "slurm/sweep.log");
  EXPECT_EQ(run.code, 0) << run.err << log;
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << log;
  EXPECT_EQ(read_file(scratch / "slurm/sweep.csv"), read_file(scratch / "pool/sweep.csv"));

  // A point that fails fails the job, not the sweep.
  const Captured failing = exits(1, program({"sweep", "store_goodput", "-p", "bytes=4 B,5 bytes",
                                             "--outdir", scratch / "failing", "--slurm"}));
  EXPECT_THAT(failing.err, HasSubstr("gpufabric: bytes=5 bytes: "));
  EXPECT_THAT(read_file(scratch / "failing/sweep.csv"), HasSubstr("\n4 B,1,"));
}

TEST(Slurm, GivesAPointACoreForEachOfItsRanks) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const Slurm slurm;
  if (!slurm.why_not().empty()) GTEST_SKIP() << slurm.why_not();
  const ScratchDirectory scratch;
  const auto sweep = [&](const std::string& name, const Words& more) {
    return program(Words{"sweep", "dragonfly"} +
                   parameters({"p=2", "a=4", "h=2", "load=0.1,0.2", "measurement.period=100"}) +
                   Words{"--outdir", scratch / name, "--store", scratch / ("store of " + name)} +
                   more);
  };
  ASSERT_EQ(sweep("pool", {}).code, 0);
  const Captured run = sweep("slurm", {"--slurm", "--ranks", "2"});
  const std::string log = read_file(scratch / "slurm/sweep.log");
  EXPECT_EQ(run.code, 0) << run.err << log;
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << log;
  EXPECT_EQ(read_file(scratch / "slurm/sweep.csv"), read_file(scratch / "pool/sweep.csv"));
}

}  // namespace
}  // namespace gf::test::sweep_executors_test
