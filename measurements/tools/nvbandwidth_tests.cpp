// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/nvbandwidth_tests.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text_match.h"

namespace gf::papers::tools {
namespace {

using End = TestEnd;
using Parts = std::vector<std::string>;

std::string end_name(End end, unsigned row, unsigned column) {
  if (end == End::kHost) return "host";
  if (end == End::kAll) return "all";
  return gpu_name(end == End::kRow ? row : column);
}

/// Tests that copy engines and kernels of the SMs both have: `engine` is "CE" or "SM".
std::vector<NvbandwidthTest> tests_of_engine(const std::string& engine) {
  const std::string end = engine == "CE" ? "_ce" : "_sm";
  const auto title = [&engine](const std::string& arrow) {
    return "memcpy " + engine + " " + arrow + " bandwidth (GB/s)";
  };
  const std::string to_gpu = title("CPU(row) -> GPU(column)");
  const std::string to_host = title("CPU(row) <- GPU(column)");
  const std::string both = title("CPU(row) <-> GPU(column)");
  const std::string right = title("GPU(row) -> GPU(column)");
  const std::string left = title("GPU(row) <- GPU(column)");
  const std::string pair = title("GPU(row) <-> GPU(column)");
  const std::string d2d = "device_to_device_";
  using namespace quantity;
  return {
      {"host_to_device_memcpy" + end, to_gpu, End::kHost, End::kColumn, kCopy, {}},
      {"device_to_host_memcpy" + end, to_host, End::kColumn, End::kHost, kCopy, {}},
      {"host_to_device_bidirectional_memcpy" + end,
       both,
       End::kHost,
       End::kColumn,
       kWithReverse,
       {}},
      {"device_to_host_bidirectional_memcpy" + end,
       both,
       End::kColumn,
       End::kHost,
       kWithReverse,
       {}},
      {d2d + "memcpy_read" + end, right, End::kColumn, End::kRow, kCopy, {}},
      {d2d + "memcpy_write" + end, left, End::kRow, End::kColumn, kCopy, {}},
      {d2d + "bidirectional_memcpy_read" + end, pair, End::kColumn, End::kRow, kWithReverse,
       Parts{"Read1", "Read2", "Total"}},
      {d2d + "bidirectional_memcpy_write" + end, pair, End::kRow, End::kColumn, kWithReverse,
       Parts{"Write1", "Write2", "Total"}},
      {"all_to_host_memcpy" + end, to_host, End::kColumn, End::kHost, kWithOthers, {}},
      {"all_to_host_bidirectional_memcpy" + end, both, End::kColumn, End::kHost, kWithOthers, {}},
      {"host_to_all_memcpy" + end, to_gpu, End::kHost, End::kColumn, kWithOthers, {}},
      {"host_to_all_bidirectional_memcpy" + end, both, End::kHost, End::kColumn, kWithOthers, {}},
      {"all_to_one_write" + end, left, End::kAll, End::kColumn, kTotal, {}},
      {"all_to_one_read" + end, right, End::kAll, End::kColumn, kTotal, {}},
      {"one_to_all_write" + end, right, End::kColumn, End::kAll, kTotal, {}},
      {"one_to_all_read" + end, left, End::kColumn, End::kAll, kTotal, {}}};
}

std::vector<NvbandwidthTest> make_tests() {
  std::vector<NvbandwidthTest> all = tests_of_engine("CE");
  all.push_back({"device_local_copy",
                 "memcpy local GPU(column) bandwidth (GB/s)",
                 End::kColumn,
                 End::kColumn,
                 quantity::kLocal,
                 {}});
  all.push_back({"host_device_latency_sm",
                 "memory latency SM CPU(row) <-> GPU(column) (ns)",
                 End::kHost,
                 End::kColumn,
                 quantity::kLatency,
                 {}});
  for (NvbandwidthTest& test : tests_of_engine("SM")) all.push_back(std::move(test));
  all.push_back({"device_to_device_latency_sm",
                 "Device to Device Latency SM GPU(row) <-> GPU(column) (ns)",
                 End::kColumn,
                 End::kRow,
                 quantity::kLatency,
                 {}});
  // Between nodes, by MPI: the same copies.
  const std::vector<NvbandwidthTest> single = all;
  for (NvbandwidthTest test : single) {
    if (!core::begins_with(test.name, "device_to_device_") || test.unit() != "GB/s") continue;
    test.name = "multinode_" + test.name;
    all.push_back(std::move(test));
  }
  return all;
}

}  // namespace

bool NvbandwidthTest::is_square() const { return from == End::kRow || to == End::kRow; }

std::string NvbandwidthTest::unit() const {
  const std::size_t open = title.rfind('(');
  return title.substr(open + 1, title.size() - open - 2);
}

std::string NvbandwidthTest::title_of(const std::string& part) const {
  std::string text = title;
  if (!part.empty()) text.insert(text.rfind("bandwidth"), part + " ");
  return text;
}

std::string NvbandwidthTest::test_of(const std::string& part) const {
  return part.empty() ? name : name + " " + part;
}

Measured NvbandwidthTest::cell(const std::string& part, unsigned row, unsigned column) const {
  Measured measured;
  measured.tool = "nvbandwidth";
  measured.test = test_of(part);
  measured.quantity = part == "Total" ? quantity::kBothWays : quantity;
  measured.from = end_name(from, row, column);
  measured.to = end_name(to, row, column);
  // The second stream of a test in both directions runs the other way.
  if (!part.empty() && part.back() == '2') std::swap(measured.from, measured.to);
  measured.unit = unit();
  return measured;
}

DeviceCells NvbandwidthTest::cells(const std::string& part,
                                   const std::vector<Measured>& values) const {
  DeviceCells table;
  const bool reverse = !part.empty() && part.back() == '2';
  for (const Measured& each : of_test(values, test_of(part))) {
    const std::string& source = reverse ? each.to : each.from;
    const std::string& target = reverse ? each.from : each.to;
    const auto column = gpu_number(from == End::kColumn ? source : target);
    const auto row = gpu_number(from == End::kRow ? source : target);
    if (!column || (is_square() && !row))
      core::fail_config("nvbandwidth", test_of(part), each.from + " to " + each.to,
                        "gpu N at each end that is no host", "name the GPUs by number");
    table.cells[{is_square() ? *row : 0, *column}] = each.value;
  }
  return table;
}

const std::vector<NvbandwidthTest>& nvbandwidth_tests() {
  static const std::vector<NvbandwidthTest> all = make_tests();
  return all;
}

const NvbandwidthTest* find_nvbandwidth_test(std::string_view name) {
  const auto found =
      std::find_if(nvbandwidth_tests().begin(), nvbandwidth_tests().end(),
                   [name](const NvbandwidthTest& test) { return test.name == name; });
  return found == nvbandwidth_tests().end() ? nullptr : &*found;
}

std::vector<NvbandwidthTest> measured_tests(const std::vector<Measured>& values) {
  std::vector<NvbandwidthTest> measured;
  std::vector<std::string> names;
  const std::vector<std::string> wanted = tests_of(values);
  std::size_t found = 0;
  for (NvbandwidthTest test : nvbandwidth_tests()) {
    Parts known{""};  // versions before 0.6 have one matrix for each test
    known.insert(known.end(), test.parts.begin(), test.parts.end());
    test.parts.clear();
    for (const std::string& part : known)
      if (std::count(wanted.begin(), wanted.end(), test.test_of(part)) > 0)
        test.parts.push_back(part);
    found += test.parts.size();
    names.push_back(test.name);
    if (!test.parts.empty()) measured.push_back(test);
  }
  if (found == wanted.size()) return measured;
  for (const std::string& name : wanted)
    if (find_nvbandwidth_test(name.substr(0, name.find(' '))) == nullptr)
      core::fail_config("nvbandwidth", "test", name, core::legal_names(name, names),
                        "choose one of them");
  core::fail_config("nvbandwidth", "test", wanted[0], "parts that the test has", "omit the part");
}

}  // namespace gf::papers::tools
