// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/* platforms/proact/region/* platforms/proact/host_*.*
// Every mechanism brings every byte to every GPU before the next phase reads it.
#include <gmock/gmock.h>
#include <map>

#include "core/base/random.h"
#include "core/time/watchdog.h"
#include "hw/proact/chunk_journal.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/proact/host_program.h"
#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/mechanisms/child_kernels.h"
#include "platforms/proact/region/region_check.h"
#include "platforms/proact/systems.h"
#include "tests/support/proact_app.h"

namespace gf::test::mechanisms_test {
namespace {

using namespace platforms::proact;  // NOLINT: of the subject of this file
namespace gpu = platforms::gpu;

/// What a seed changes.
struct Variation {
  std::uint64_t seed = 1;
  TransferParams transfer;
  unsigned compute = 200;        ///< Cycles of a CTA before its stores.
  double packet_error_rate = 0;  ///< Of every link.
  unsigned gpus = 0;             ///< Of the system; 0: all.
  std::string copies = "default_stream";
  std::string copy_threads = "one";
  sc_core::sc_time copy_call = HostParams().copy_call;
  sc_core::sc_time cdp_completion = HostParams().cdp_completion;

  Variation() {
    transfer.chunk = core::kibibytes(16);
    transfer.threads = 256;
  }
};

/// A small machine that runs a ShiftApp.
struct ProactBench {
  explicit ProactBench(const MechanismEntry& entry, const std::string& system = "4x_volta",
                       unsigned ctas = 64, unsigned phases = 3, const Variation& variation = {})
      : app(ctas, phases, variation.compute),
        params(system_params(system)),
        mechanism(entry.make()) {
    const std::uint64_t seed = variation.seed;
    params.node.gpu.sms = 4;
    params.node.gpu.memory.real_bytes = true;
    params.transfer = variation.transfer;
    if (variation.gpus != 0) params.node.gpus = variation.gpus;
    params.host.copies = variation.copies;
    params.host.copy_threads = variation.copy_threads;
    params.host.copy_call = variation.copy_call;
    params.host.cdp_completion = variation.cdp_completion;
    params.fabric.nvlink.link.wire.packet_error_rate = variation.packet_error_rate;
    params.fabric.pcie.endpoint.port.link.packet_error_rate = variation.packet_error_rate;
    layout = std::make_unique<RegionLayout>(app.region_bytes(), params.node.pages.page.count(),
                                            params.node.gpus);
    data.data = mechanism->region(*layout, params.host);
    for (const auto& more : mechanism->structures(app, *layout, params.transfer))
      data.data.push_back(more);
    fabric = gpu::make_fabric(params.fabric, params.node.gpus, seed);
    node = std::make_unique<gpu::GpuNode>(
        params.node, data, [this](gpu::Gpu& one, unsigned n) { fabric->add_port(one, n); });
    fabric->connect();
    context = std::make_unique<MechanismContext>(
        MechanismContext{*node, app, *layout, timer, params.transfer, params.host, params.proact});
    mechanism->attach(*context);
    host = std::make_unique<HostProgram>(*context, *mechanism);
    check = std::make_unique<RegionCheck>(*context, *mechanism, entry.region);
    host->on_phase([this](unsigned phase) { check->phase_starts(phase); });
  }
  void run() {
    host->run();
    end = core::run_simulation({});
  }

  ShiftApp app;
  SystemParams params;
  std::unique_ptr<Mechanism> mechanism;
  std::unique_ptr<RegionLayout> layout;
  model::Workload data;
  HostTimer timer{"host"};
  std::unique_ptr<gpu::Fabric> fabric;
  std::unique_ptr<gpu::GpuNode> node;
  std::unique_ptr<MechanismContext> context;
  std::unique_ptr<HostProgram> host;
  std::unique_ptr<RegionCheck> check;
  core::RunEndReport end;
};

class EveryMechanism
    : public testing::TestWithParam<std::tuple<const char*, const char*, unsigned>> {};

TEST_P(EveryMechanism, BringsEveryByteToEveryGpu) {
  const auto& [name, system, ctas] = GetParam();
  ProactBench bench(mechanism_entry(name), system, ctas);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_TRUE(bench.host->finished());
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u) << bench.check->first_stale();
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(bench.mechanism->errors(), testing::IsEmpty());
  EXPECT_EQ(bench.node->refused(), "");
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Nvlink, EveryMechanism,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("4x_pascal", "4x_volta", "16x_volta"),
                                          testing::Values(64u, 50u)));
INSTANTIATE_TEST_SUITE_P(Pcie, EveryMechanism,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("4x_kepler"), testing::Values(64u)));

/// Numbers of CTAs, chunks, threads, arithmetic and lost packets as a seed has it; each system has
/// two seeds.
class AnySeed : public testing::TestWithParam<std::tuple<const char*, unsigned>> {};

TEST_P(AnySeed, NoKernelReadsAStaleByte) {
  const auto& [name, seed] = GetParam();
  core::RandomStream random(seed, "mechanisms_test");
  Variation variation;
  variation.seed = seed;
  variation.transfer.chunk = core::kibibytes(4u << random.below(4));
  variation.transfer.threads = 32u << static_cast<unsigned>(random.below(5));
  variation.compute = static_cast<unsigned>(random.below(2000));
  variation.packet_error_rate = random.below(2) == 0 ? 0 : 0.03;
  const auto ctas = static_cast<unsigned>(20 + random.below(100));
  const char* const systems[] = {"4x_pascal", "4x_volta", "16x_volta", "4x_kepler"};
  ProactBench bench(mechanism_entry(name), systems[seed % 4], ctas, 3, variation);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u) << bench.check->first_stale();
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(bench.mechanism->errors(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnySeed,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um"),
                                          testing::Range(1u, 9u)));

/// Chunks of software agents: each adds up, and its stages are those of the mechanism.
struct SoftwareChunks : testing::TestWithParam<const char*> {
  hw::proact::ChunkJournal journal;
  ProactBench bench{mechanism_entry(GetParam())};
  std::vector<hw::proact::ChunkHistory> run() {
    bench.run();
    EXPECT_EQ(bench.check->wrong_bytes(), 0u);
    return {journal.chunks().begin(), journal.chunks().end()};
  }
};

TEST_P(SoftwareChunks, AddUpFromTheirFirstStoreToTheirArrival) {
  const auto chunks = run();
  // 64 CTAs of 4 KiB in chunks of 16 KiB, in each of three phases.
  EXPECT_EQ(chunks.size(), 3u * 16);
  for (const auto& chunk : chunks) {
    ASSERT_NE(chunk.sent, core::kNever) << chunk.name;
    EXPECT_TRUE(chunk.software);
    core::Ticks sum = 0;
    for (std::size_t stage = 0; stage < hw::proact::kChunkStages; ++stage) {
      sum += chunk.spent[stage];
      if (!hw::proact::is_stage_of(true, static_cast<hw::proact::ChunkStage>(stage))) {
        EXPECT_EQ(chunk.spent[stage], 0u);
      }
    }
    EXPECT_EQ(sum, chunk.sent - chunk.first_store) << chunk.name;
    EXPECT_EQ(
        chunk.of(hw::proact::ChunkStage::kWritten) + chunk.of(hw::proact::ChunkStage::kCounter),
        chunk.zero - chunk.first_store);
    EXPECT_GT(chunk.of(hw::proact::ChunkStage::kCopy), 0u);
    EXPECT_GT(chunk.of(hw::proact::ChunkStage::kTransfer), 0u);
    const bool polls = std::string(GetParam()) == "polling";
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kFlag) > 0, polls);
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kLaunch) > 0, !polls);
  }
}

INSTANTIATE_TEST_SUITE_P(Nvlink, SoftwareChunks, testing::Values("polling", "cdp"));

/// A run of child kernels, and what became of the chunks in the order in which they were ready.
struct ChildKernelRun {
  explicit ChildKernelRun(const Variation& variation)
      : bench(mechanism_entry("cdp"), "4x_volta", 64, 3, variation) {
    bench.run();
    EXPECT_EQ(bench.check->wrong_bytes(), 0u);
    chunks.assign(journal.chunks().begin(), journal.chunks().end());
    std::stable_sort(chunks.begin(), chunks.end(),
                     [](const auto& a, const auto& b) { return a.zero < b.zero; });
  }
  hw::proact::ChunkJournal journal;
  ProactBench bench;
  std::vector<hw::proact::ChunkHistory> chunks;
};

/// The driver takes a launch of a GPU each interval, if completions take no time; the latency of
/// each begins when the driver turns to it, so that a launch alone waits for no interval.
TEST(ChildKernelChunks, WaitForTheLaunchesBeforeThem) {
  Variation variation;
  variation.cdp_completion = sc_core::SC_ZERO_TIME;
  const ChildKernelRun run(variation);
  const core::Ticks interval = run.bench.params.host.cdp_interval.get().value();
  const core::Ticks latency = run.bench.params.host.cdp_latency.get().value();
  std::map<unsigned, core::Ticks> free;
  core::Ticks waited = 0;
  for (const auto& chunk : run.chunks) {
    const core::Ticks taken = std::max(chunk.zero, free[chunk.gpu]);
    free[chunk.gpu] = taken + interval;
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kDriver), taken - chunk.zero) << chunk.name;
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kLaunch), latency) << chunk.name;
    waited += taken - chunk.zero;
  }
  EXPECT_GT(waited, 0u);
}

/// A GPU has four or more chunks a phase. Their ends, of 1 ms each, are what the phase lasts, and
/// none of them before its child has ended.
TEST(ChildKernels, APhaseEndsWithItsLastCompletion) {
  Variation variation;
  variation.cdp_completion = sc_core::sc_time(1, sc_core::SC_MS);
  const ChildKernelRun run(variation);
  EXPECT_EQ(run.chunks.size(), 3u * 16);
  for (const PhaseTimes& phase : run.bench.host->times()) {
    const double ms = core::to_time(phase.drained - phase.launched).to_seconds() * 1e3;
    EXPECT_GT(ms, 4);
    EXPECT_LT(ms, 4.2);
  }
}

TEST(LaunchDriver, DoesOneThingAfterTheOther) {
  LaunchDriver driver;
  EXPECT_EQ(driver.take(100, 10), 100u);
  EXPECT_EQ(driver.take(105, 20), 110u);  // behind the first one
  EXPECT_EQ(driver.take(130, 5), 130u);   // in the moment in which it is free
  EXPECT_EQ(driver.take(200, 5), 200u);   // alone
  EXPECT_EQ(driver.free(), 205u);
}

using PollingChunks = SoftwareChunks;

/// A flag that is in memory is found by a load that passes the level 2 cache after it; each warp
/// looks again when its poll has returned and its own arithmetic has ended.
TEST_P(PollingChunks, AreFoundWithinARoundOfPolls) {
  bench.params.host.poll_cost = 2000u;
  const auto chunks = run();
  const double cycle = bench.params.node.clock.get().to_seconds();
  double most = 0;
  for (const auto& chunk : chunks)
    most = std::max(most, double(chunk.of(hw::proact::ChunkStage::kPoll)) * 1e-15 / cycle);
  EXPECT_GT(most, 200) << "some flag is set early in a round";
  EXPECT_LT(most, 2500) << "a round is 2000 cycles and a load";
}

INSTANTIATE_TEST_SUITE_P(Nvlink, PollingChunks, testing::Values("polling"));

/// What copies the region at the wrong time, or never.
template <class Kind>
MechanismEntry wrong() {
  return {"wrong", "", RegionForm::kAlike, {}, [] { return std::make_unique<Kind>(); }};
}

/// Goes on without having transferred anything.
class Forgetful final : public PlainKernels {};

TEST(RegionCheck, SeesThatNothingWasTransferred) {
  ProactBench bench(wrong<Forgetful>());
  bench.run();
  EXPECT_GT(bench.check->wrong_bytes(), 0u);
  EXPECT_GT(bench.check->stale_reads(), 0u);
}

/// Copies while the kernel still writes.
class Hasty final : public PlainKernels {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override {
    const MechanismContext& m = context();
    const std::uint64_t half = m.layout.bytes() / 2;
    for (unsigned from = 0; from < m.layout.gpus(); ++from) {
      for (unsigned to = 0; to < m.layout.gpus(); ++to) {
        const std::uint64_t at = phase % 2 * half + from * half / m.layout.gpus();
        if (from != to) {
          m.node.gpu(from).memory.copy_engine().submit({RegionLayout::physical(from, at),
                                                        RegionLayout::physical(to, at),
                                                        half / m.layout.gpus(), nullptr});
        }
      }
    }
    return PlainKernels::kernels(phase);
  }
};

TEST(RegionCheck, SeesACopyThatWasMadeTooEarly) {
  Variation variation;
  variation.compute = 20'000;  // The copies are done before the stores.
  ProactBench bench(wrong<Hasty>(), "4x_volta", 64, 3, variation);
  bench.run();
  EXPECT_GT(bench.check->wrong_bytes(), 0u);
  EXPECT_GT(bench.check->stale_reads(), 0u);
}

TEST(HostProgram, APhaseIsLaunchKernelsSyncAndCopies) {
  ProactBench bench(mechanism_entry("memcpy"));
  bench.run();
  const std::vector<PhaseTimes>& times = bench.host->times();
  ASSERT_EQ(times.size(), 3u);
  for (std::size_t n = 0; n < times.size(); ++n) {
    EXPECT_EQ(times[n].drained, times[n].produced) << n;
    EXPECT_EQ(times[n].transferred - times[n].drained,
              bench.params.host.sync.value() + times[n].copied)
        << n;
    // Of each of four to each other: calls, the last copy at least, and the wait for it.
    EXPECT_GT(times[n].copied,
              12 * bench.params.host.copy_call.value() + bench.params.host.sync.value());
    if (n > 0) {
      EXPECT_EQ(times[n].launched, times[n - 1].transferred) << n;
    }
  }
}

/// Copies of 64 KiB, each of less than 5 us: with calls that block one is over before the next.
TEST(HostProgram, CallsThatBlockWaitEachForItsCopy) {
  Variation variation;
  variation.copies = "blocking";
  variation.copy_threads = "per_gpu";
  ProactBench bench(mechanism_entry("memcpy"), "4x_volta", 64, 3, variation);
  bench.run();
  const core::Ticks waits =
      3 * (bench.params.host.copy_call.value() + bench.params.host.sync.value());
  const core::Ticks copies = 3 * sc_core::sc_time(5, sc_core::SC_US).value();
  for (const PhaseTimes& times : bench.host->times()) {
    EXPECT_GT(times.copied, waits);
    EXPECT_LT(times.copied, waits + copies);
  }
}

/// One phase on four GPUs, each with a link to each other: twelve copies of a MiB.
struct Copying {
  static Variation variation(const char* copies, const char* threads,
                             const sc_core::sc_time& call) {
    Variation made;
    made.copies = copies;
    made.copy_threads = threads;
    made.copy_call = call;
    return made;
  }
  Copying(const char* copies, const char* threads, const sc_core::sc_time& call)
      : bench(mechanism_entry("memcpy"), "4x_volta", 1024, 1, variation(copies, threads, call)) {
    bench.run();
    for (unsigned gpu = 0; gpu < 4; ++gpu) {
      for (unsigned engine = 0; engine < 3; ++engine)
        one += bench.node->gpu(gpu).memory.copy_engine(engine).stats().busy.ticks() / 12.0;
    }
    all = 1.0 * (bench.host->times().front().copied - bench.params.host.sync.value());
  }
  ProactBench bench;
  double one = 0;  ///< Ticks of a copy, in the mean.
  double all = 0;  ///< From the first call to the end of the last copy.
};

TEST(HostProgram, CopiesOfTheDefaultStreamsTakeTurnsOnBothGpus) {
  const Copying copying("default_stream", "one", sc_core::SC_ZERO_TIME);
  EXPECT_NEAR(copying.all / copying.one, 6, 0.1);  // of each GPU three out and three in
}

TEST(HostProgram, AsynchronousCopiesGoSideBySide) {
  const Copying copying("async", "one", sc_core::SC_ZERO_TIME);
  EXPECT_NEAR(copying.all / copying.one, 1, 0.1);
}

sc_core::sc_time long_call() { return {100, sc_core::SC_US}; }  // longer than a copy

TEST(HostProgram, OneThreadCallsForAllGpus) {
  const Copying copying("default_stream", "one", long_call());
  EXPECT_NEAR(copying.all, 12.0 * long_call().value() + copying.one, 0.1 * copying.one);
}

TEST(HostProgram, AThreadAGpuCallsBesideTheOthers) {
  const Copying copying("default_stream", "per_gpu", long_call());
  EXPECT_NEAR(copying.all, 3.0 * long_call().value() + 2 * copying.one, 0.1 * copying.one);
}

class EveryOrderOfCopies
    : public testing::TestWithParam<std::tuple<std::string, std::string, unsigned>> {};

TEST_P(EveryOrderOfCopies, BringsEveryByteToEveryGpu) {
  const auto& [copies, threads, gpus] = GetParam();
  Variation variation;
  variation.gpus = gpus;
  variation.copies = copies;
  variation.copy_threads = threads;
  ProactBench bench(mechanism_entry("memcpy"), "16x_volta", 60, 3, variation);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_TRUE(bench.host->finished());
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u);
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, EveryOrderOfCopies,
                         testing::Combine(testing::Values("default_stream", "blocking", "async"),
                                          testing::Values("one", "per_gpu"),
                                          testing::Values(2u, 3u, 5u, 16u)));

TEST(HostProgram, TheLimitIsTheBulkVersionWithoutItsCopies) {
  ProactBench bench(mechanism_entry("infinite"));
  bench.run();
  for (const PhaseTimes& times : bench.host->times()) {
    EXPECT_EQ(times.copied, 0u);
    EXPECT_EQ(times.transferred - times.drained, bench.params.host.sync.value());
  }
}

}  // namespace
}  // namespace gf::test::mechanisms_test
