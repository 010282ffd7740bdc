// SPDX-License-Identifier: Apache-2.0
// Copies between GPUs, over NVLink, NVSwitches and PCIe.
#include <fmt/format.h>

#include "measurements/predictions.h"

namespace gf::papers::blind {
namespace {

/// Ten million integers of 4 B, copied by p2pBandwidthLatencyTest.
constexpr unsigned kCopied = 40'000'000;
/// Instead of 4 GiB, on links whose setup is short compared with it.
constexpr unsigned kLong = 64u << 20;
/// One int4, copied by p2pBandwidthLatencyTest for latencies.
constexpr unsigned kShort = 16;

/// Four P100 of a Dell C4130. Its owner's manual gives their links: two between GPU 0 and 3, one
/// from each of these to each other GPU. The links between 1 and 2, which have two left, are
/// assumed.
const char* const kFourP100 =
    "about = four P100-SXM2 on NVLink 1\n"
    "[rc]\nkind = root_complex\nchildren = gpu[0..3] pcie gen3 x16\n"
    "[gpu[0..3]]\npreset = p100\nnvlinks = nvlink1 x4\n"
    "[gpu0]\nlinks = gpu1 nvlink1 x1, gpu2 nvlink1 x1, gpu3 nvlink1 x2\n"
    "[gpu1]\nlinks = gpu2 nvlink1 x2, gpu3 nvlink1 x1\n"
    "[gpu2]\nlinks = gpu3 nvlink1 x1\n";

Prediction one(const CopyRun& run, const std::string& row, double bytes) {
  return {row, [=] { return bytes / run.seconds(row) / 1e9; }};
}

/// Rate of both directions at once, counting the bytes of both.
Prediction both(const CopyRun& run, const std::string& row) {
  return {row, [=] { return 2.0 * kLong / run.seconds(row, 2) / 1e9; }};
}

}  // namespace

Predictions link_numbers(Judge& judge) {
  const CopyRun dgx1(judge, on_preset("dgx1_v100"),
                     fmt::format("dgx1v_one,0,1,{0}\ndgx1v_pcie,0,5,{0}\n", kCopied),
                     "copies on a DGX-1V");
  const CopyRun p100(judge, on_machine(kFourP100),
                     fmt::format("p100_one,0,1,{0}\np100_two,0,3,{0}\n", kCopied),
                     "copies between four P100");
  const CopyRun dgx2(
      judge, on_preset("hgx_16"),
      fmt::format("dgx2_near,0,1,{0}\ndgx2_far,0,15,{0}\ndgx2_both_near,0,1,{0}\n"
                  "dgx2_both_near,1,0,{0}\ndgx2_both_far,0,15,{0}\ndgx2_both_far,15,0,{0}\n"
                  "dgx2_small,0,1,{1}\n",
                  kLong, kShort),
      "copies on a DGX-2");
  return {one(dgx1, "dgx1v_one", kCopied),
          one(dgx1, "dgx1v_pcie", kCopied),
          one(p100, "p100_one", kCopied),
          one(p100, "p100_two", kCopied),
          one(dgx2, "dgx2_near", kLong),
          one(dgx2, "dgx2_far", kLong),
          both(dgx2, "dgx2_both_near"),
          both(dgx2, "dgx2_both_far"),
          {"dgx2_small", [=] { return dgx2.seconds("dgx2_small") * 1e6; }}};  // us
}

}  // namespace gf::papers::blind
