// SPDX-License-Identifier: Apache-2.0
// An all-reduce of the eight GPUs of a DGX-1V, on one ring and on rings that use all its links.
#include <array>
#include <fmt/format.h>

#include "measurements/predictions.h"

namespace gf::papers::blind {
namespace {

constexpr unsigned kGpus = 8;
constexpr unsigned kBytes = 24u << 20;
using Ring = std::array<unsigned, kGpus>;
/// Neighbours on the first ring share two links, neighbours on the second ring one. The rings are
/// those of docs/examples/dgx1_rings.sched, in the machine's ranks; ranks 4 to 7 are GPUs 7 to 4.
constexpr Ring kRings[] = {{0, 3, 2, 1, 6, 5, 4, 7}, {0, 1, 3, 4, 6, 7, 5, 2}};
/// Each direction of ring r has 1/kShares[r] of the bytes, in proportion to its links.
constexpr unsigned kShares[] = {3, 6};

/// One ring in one direction: blocks are added up along it in seven steps and passed on in seven
/// more.
std::string one_way(const Ring& ring, bool back, unsigned bytes, const std::string& name) {
  const auto gpu = [&](unsigned place) {
    return ring[(back ? kGpus - place % kGpus : place) % kGpus];
  };
  const unsigned adding = kGpus - 1;
  std::string text;
  for (unsigned step = 0; step < 2 * adding; ++step)
    for (unsigned place = 0; place < kGpus; ++place) {
      const unsigned next = (place + 1) % kGpus;
      const char* const waits = step <= adding ? "r" : "c";
      const std::string after =
          step == 0 ? "" : fmt::format("{}{}_{}_{}", waits, name, step - 1, place);
      text += fmt::format("rings,c{0}_{1}_{2},copy,{3},{4},{5},{6}\n", name, step, next, gpu(place),
                          gpu(next), bytes, after);
      if (step < adding)
        text += fmt::format("rings,r{0}_{1}_{2},reduce,{3},,{4},c{0}_{1}_{2}\n", name, step, next,
                            gpu(next), bytes);
    }
  return text;
}

std::string schedule() {
  std::string text = "graph,id,task,src,dst,bytes,after\n";
  for (unsigned ring = 0; ring < 2; ++ring)
    for (const bool back : {false, true})
      text += one_way(kRings[ring], back, kBytes / kShares[ring] / kGpus,
                      fmt::format("{}{}", ring, back ? 1 : 0));
  return text;
}

}  // namespace

Predictions allreduce_numbers(Judge& judge) {
  const runs::Run ring = judge.ask(
      {"cluster", {"machine=dgx1_v100", "workload=allreduce:bytes=16 MiB", "tasks=false"}},
      "all-reduce on one ring");
  runs::Request request = on_preset("dgx1_v100");
  request.settings.emplace_back("tasks=false");
  request.inputs["schedule"] = schedule();
  const runs::Run rings = judge.ask(std::move(request), "all-reduce on four rings");
  constexpr double kBus = 2.0 * (kGpus - 1) / kGpus;  // called busbw in nccl-tests
  return {{"ring", [=] { return ring.value("collective_0.busbw") / 1e9; }},
          {"rings", [=] { return kBus * kBytes / rings.value("end_max") / 1e9; }}};
}

}  // namespace gf::papers::blind
