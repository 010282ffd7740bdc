// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measurements/tools/measured.h"

namespace gf::papers::tools {

/// A benchmark tool: one description of its output, to read and to write it. read() of what write()
/// returned gives the same values, in the digits that the tool prints.
struct Tool {
  std::string name;      ///< "nvbandwidth-json"; Measured::tool may be shorter, "nvbandwidth".
  std::string programs;  ///< For listings: "nvbandwidth, text".
  /// Every output of the tool has at least one of these texts, and no other tool's has any.
  std::vector<std::string_view> signs;
  /// Returns the values in `text`. Lines of other programs before, between and behind the tool's
  /// are skipped. Throws UserError(kBadInput), "`file`:LINE: ...", for a line of the tool's that is
  /// wrong: too few cells, or a cell that is no number.
  std::vector<Measured> (*read)(std::string_view text, const std::string& file);
  /// Returns an output of the tool with these values. Throws UserError(kUsage) that names a value
  /// which the tool's format needs and `values` does not have.
  std::string (*write)(const std::vector<Measured>& values);

  [[nodiscard]] bool recognises(std::string_view text) const;
};

/// All tools, in the order of listings.
const std::vector<Tool>& all_tools();
/// Returns null if there is no tool of that name.
const Tool* find_tool(const std::string& name);

/// Reads the outputs of all tools that `text` holds, tool by tool. Throws UserError(kBadInput) if
/// it recognises none (it then lists the tools), if there is no value, or as Tool::read.
std::vector<Measured> read_measured(std::string_view text, const std::string& file);

/// nvbandwidth, text: each matrix is a test. `from` and `to` follow the test's name, not the arrow
/// over the matrix: a device-to-device `write` goes from the GPU of the row to that of the column,
/// a `read` the other way [nvbandwidth, testcases_ce.cpp]. N/A has no value, and
/// tests that are not in nvbandwidth_tests() are left out.
Tool nvbandwidth();
/// The same, as -j prints it. A test with several matrices has them one below the other.
Tool nvbandwidth_json();
/// CUDA sample p2pBandwidthLatencyTest: a test is a title. Writes go from row to column, reads from
/// column to row; the diagonal is a copy within a GPU, whose bytes are counted twice.
Tool p2p_bandwidth_latency_test();
/// CUDA sample bandwidthTest, tables and --csv. Before CUDA 10.1 it printed MB/s of 1,024,000 B/s,
/// which are given as "1024 kB/s". Copies within a GPU count the bytes read and written.
Tool bandwidth_test();
/// perftest: ib_write_bw, ib_read_bw, ib_send_bw, and the same with _lat. Its MB/sec are 2^20 B/s
/// (newer ones print MiB/sec). `from` is the device; `quantity` of latencies: latency (the
/// median, one way, or a round trip for reads), "latency, least", ", most", ", mean", ...
Tool perftest();
/// nccl-tests: all_reduce_perf and the like; `test` is "all_reduce_perf" or "all_reduce_perf
/// in-place". `ranks` is their number as listed; `setting` is count, type, operation and root.
Tool nccl_tests();
/// rccl-tests: as nccl-tests, with its own lines of head and foot.
Tool rccl_tests();
/// OSU micro-benchmarks: osu_bw, osu_bibw, osu_latency, osu_mbw_mr, and collectives: osu_allreduce,
/// osu_alltoall, ... MB are 10^6 B. `setting` is what the title has behind MPI, and buffers.
Tool osu();
/// p2pmark: pairs, neighbourhoods, all to all, and scores, for bandwidth and latency.
Tool p2pmark();

}  // namespace gf::papers::tools
