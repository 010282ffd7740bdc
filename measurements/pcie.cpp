// SPDX-License-Identifier: Apache-2.0
// Copies between a GPU and its host's memory.
#include <fmt/format.h>

#include "measurements/predictions.h"

namespace gf::papers::blind {
namespace {

/// A GPU on PCIe gen3 x16 and its host's memory, a device on the same link as the program's hosts.
/// In a schedule all devices that copy are GPUs: the memory is GPU 1.
std::string with_host(const std::string& preset, bool behind_switch) {
  const std::string gpu = "gpu0 pcie gen3 x16";
  return fmt::format(
      "about = one {0} and the memory of its host\nranks = gpu0, host_memory\n"
      "[rc]\nkind = root_complex\nchildren = {1}, host_memory 25.6 GB/s 20 ns\n{2}"
      "[gpu0]\npreset = {0}\n[host_memory]\nkind = gpu\npreset = {0}\n",
      preset, behind_switch ? "plx pcie gen3 x16" : gpu,
      behind_switch ? "[plx]\nchildren = " + gpu + "\n" : "");
}

struct Size {
  const char* name;  ///< Follows "h2d" in the row's name.
  unsigned bytes;
};

Prediction rate(const CopyRun& run, const std::string& row, const std::string& graph,
                double bytes) {
  return {row, [=] { return bytes / run.seconds(graph) / 1e9; }};
}

/// Adds rows "<part>_h2d<size>" and, from `back`, "<part>_d2h<size>".
void add(Predictions& all, Judge& judge, const std::string& part, const std::string& machine,
         const std::vector<Size>& there, const std::vector<Size>& back) {
  std::string graphs;
  for (const Size& size : there) graphs += fmt::format("h2d{0},1,0,{1}\n", size.name, size.bytes);
  for (const Size& size : back) graphs += fmt::format("d2h{0},0,1,{1}\n", size.name, size.bytes);
  const CopyRun run(judge, on_machine(machine), graphs, "copies of a host, " + part);
  for (const Size& size : there)
    all.push_back(rate(run, fmt::format("{}_h2d{}", part, size.name),
                       fmt::format("h2d{}", size.name), size.bytes));
  for (const Size& size : back)
    all.push_back(rate(run, fmt::format("{}_d2h{}", part, size.name),
                       fmt::format("d2h{}", size.name), size.bytes));
}

}  // namespace

Predictions pcie_numbers(Judge& judge) {
  const Size mebibytes32{"", 33'554'432};
  const Size megabytes32{"", 32'000'000};
  const Size megabytes1{"_1m", 1'000'000};
  const Size megabytes10{"_10m", 10'000'000};
  const Size megabytes100{"_100m", 100'000'000};
  Predictions all;
  add(all, judge, "k40m", with_host("k40m", false), {mebibytes32}, {mebibytes32});
  add(all, judge, "v100", with_host("v100", false), {megabytes32}, {megabytes32});
  add(all, judge, "dgx1v", with_host("v100", true), {megabytes32}, {});
  add(all, judge, "p100", with_host("p100", false), {megabytes1, megabytes10, megabytes100},
      {megabytes1, megabytes10});
  return all;
}

}  // namespace gf::papers::blind
