// SPDX-License-Identifier: Apache-2.0
// Copies between GPUs and the memory of hosts: tests of nvbandwidth, and bandwidthTest.
#include "sc_main/predict/host_tools.h"

#include "core/base/error.h"
#include "measurements/tools/nvbandwidth_tests.h"

namespace gf::app {
namespace {

using papers::tools::gpu_name;
using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

/// Adds the rates of the copies of `tests`: of copy `index` of each, or of all copies of the only
/// one.
void add_rates(const std::vector<CopyTest>& tests, std::size_t index, const char* name,
               std::vector<Measured>& values) {
  const auto* const format = papers::tools::find_nvbandwidth_test(name);
  const bool to_gpu = format->from == papers::tools::TestEnd::kHost;
  const auto add = [&](const CopyTest& test, std::size_t copy) {
    const CopyTest::Ends& ends = test.copies[copy];
    Measured value = format->cell("", 0, to_gpu ? ends.to : ends.from);
    value.value = test.rate(copy) * 1e-9;
    values.push_back(value);
  };
  if (index != kAllCopies)
    for (const CopyTest& test : tests) add(test, index);
  else
    for (std::size_t copy = 0; copy < tests[0].copies.size(); ++copy) add(tests[0], copy);
}

Measured bandwidth_value(const char* test, const std::string& from, const std::string& to,
                         core::Bytes bytes, double rate) {
  Measured value;
  value.tool = "bandwidthTest";
  value.test = test;
  value.quantity = from == to ? quantity::kLocal : quantity::kCopy;
  value.from = from;
  value.to = to;
  value.bytes = bytes.count();
  value.value = rate * 1e-9;
  value.unit = "GB/s";
  value.ranks = 1;
  value.setting = "PINNED";
  return value;
}

}  // namespace

HostTests::HostTests(const PredictedMachine& machine, core::Bytes bytes) : machine_(machine) {
  CopyTest all_in{{}, bytes}, all_out{{}, bytes};
  for (unsigned gpu = 0; gpu < machine.gpus(); ++gpu) {
    const auto host = machine.near_host(gpu);
    if (!host) continue;
    const CopyTest::Ends in{*host, gpu}, out{gpu, *host};
    in_.push_back({{in}, bytes});
    out_.push_back({{out}, bytes});
    both_.push_back({{in, out}, bytes});
    all_in.copies.push_back(in);
    all_out.copies.push_back(out);
  }
  all_in_ = {all_in};
  all_out_ = {all_out};
}

void HostTests::add_to(PredictionRuns& runs) {
  if (in_.empty()) return;
  runs.add(machine_, in_, "host to device");
  runs.add(machine_, out_, "device to host");
  runs.add(machine_, both_, "host and device, both ways");
  runs.add(machine_, all_in_, "host to all");
  runs.add(machine_, all_out_, "all to host");
}

void HostTests::add_values(std::vector<Measured>& values) const {
  if (in_.empty()) return;
  add_rates(in_, 0, "host_to_device_memcpy_ce", values);
  add_rates(out_, 0, "device_to_host_memcpy_ce", values);
  add_rates(both_, 0, "host_to_device_bidirectional_memcpy_ce", values);
  add_rates(both_, 1, "device_to_host_bidirectional_memcpy_ce", values);
  add_rates(all_out_, kAllCopies, "all_to_host_memcpy_ce", values);
  add_rates(all_in_, kAllCopies, "host_to_all_memcpy_ce", values);
}

std::vector<Measured> bandwidth_test_values(const PredictedMachine& machine,
                                            const ToolSettings& settings, PredictionRuns& runs,
                                            std::vector<std::string>& left_out) {
  const auto host = machine.near_host(0);
  if (!host)
    core::fail_config("predict", "--as", "bandwidthTest",
                      "a host memory on the PCIe tree of " + machine.name_of(0),
                      "give its root complex the key memory (docs/machines.md)");
  std::vector<CopyTest> tests{
      {{{*host, 0}}, settings.copy}, {{{0, *host}}, settings.copy}, {{{0, 0}}, settings.copy}};
  runs.add(machine, tests, "bandwidthTest");
  runs.make();
  left_out = {"pageable memory, as there is no driver that copies it first"};
  const std::string gpu = gpu_name(0);
  // The tool counts the bytes of a copy within a GPU twice.
  return {bandwidth_value("Host to Device", "host", gpu, settings.copy, tests[0].rate()),
          bandwidth_value("Device to Host", gpu, "host", settings.copy, tests[1].rate()),
          bandwidth_value("Device to Device", gpu, gpu, settings.copy, 2 * tests[2].rate())};
}

}  // namespace gf::app
