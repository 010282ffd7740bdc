// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "papers/judge.h"
#include "workloads/copies/copy_generators.h"

namespace gf::papers::sc16 {

/// B, the bandwidth between the two GPUs of a K80 ([SC16], VII), in bytes per second. It is printed
/// as 11.6 GB/s; T_ref = 25.2829 ms for 300 MB shows that these are GiB and MiB.
constexpr double kBandwidth = 11.6 * 1073741824.0;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

/// A copy between two GPUs, issued when its graph begins.
struct GraphCopy {
  unsigned src;
  unsigned dst;
  std::uint64_t bytes;
};

/// Congestion graphs in the format of the file that the parameter `graphs` of pcie_t2 names.
class Graphs {
 public:
  /// Begins a graph; its copies are served in this order.
  void add(const std::string& name, const std::vector<GraphCopy>& copies);
  /// A halo exchange: each GPU sends `bytes` to its neighbours in their order.
  void add_order(const std::string& name, const model::workload::Neighbours& order,
                 std::uint64_t bytes);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_ = "graph,src,dst,bytes,start_ns\n";
};

/// Returns a run of a PCIe platform defined by parameters only.
runs::Request pcie_run(const std::string& platform, runs::Words settings);
/// Returns the run of T2 that sends them, graph after graph.
runs::Request on_t2(const Graphs& graphs, runs::Words settings = {});

/// Record of a copy; times in seconds from the beginning of its graph.
struct Record {
  std::string graph;
  unsigned src = 0;
  unsigned dst = 0;
  double bytes = 0;
  double start = 0;
  double end = 0;
  double analytic_end = 0;  ///< According to the analytic model.

  [[nodiscard]] double time() const { return end - start; }
  [[nodiscard]] double rate() const { return bytes / time(); }  ///< Bytes per second.
};

/// Returns a run's communications.csv, in the order of the graphs. Waits for the run.
std::vector<Record> records_of(const runs::Run& run);
/// Returns the first copy of the graph `name`. Throws std::logic_error if there is no such graph.
const Record& first_of(const std::vector<Record>& records, const std::string& name);

/// Returns when the last copy of each graph ends, in seconds, by the graph's name.
std::map<std::string, double> last_ends(const std::vector<Record>& records);

/// Returns the congestion graph of section VI: 0->2, 1->4, 3->2, 6->4.
Graphs section_vi(std::uint64_t bytes);

}  // namespace gf::papers::sc16
