// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_generations.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {
namespace {

/// `pairs` differential pairs per direction, each with `gigabits` per second.
NvlinkLanes link_of(unsigned pairs, double gigabits) {
  return {2 * pairs, core::gigabytes_per_second(gigabits / 8)};
}

}  // namespace

const std::vector<NvlinkGeneration>& nvlink_generations() {
  static const std::vector<NvlinkGeneration> all = {
      {"nvlink1", link_of(8, 20), "NVIDIA Tesla P100 whitepaper: 20 GB/s a link and direction"},
      {"nvlink2", link_of(8, 25), "NVIDIA Tesla V100 whitepaper: 25 GB/s a link and direction"},
      {"nvlink3", link_of(4, 50),
       "NVIDIA A100 whitepaper: 50 Gbit/s a pair, 4 pairs and 25 GB/s a link and direction"},
      {"nvlink4", link_of(2, 100),
       "NVIDIA H100 whitepaper: 2 pairs and 25 GB/s a link and direction"},
      {"nvlink5", link_of(2, 200),
       "NVIDIA Blackwell architecture brief: 18 links, 1.8 TB/s in both directions"},
  };
  return all;
}

const std::vector<NvlinkGeneration>& gpu_link_kinds() {
  static const std::vector<NvlinkGeneration> all = [] {
    std::vector<NvlinkGeneration> kinds = nvlink_generations();
    kinds.push_back({"xgmi1", link_of(16, 23),
                     "AMD CDNA whitepaper: 16 lanes of 23 Gbit/s, 46 GB/s a link and direction"});
    kinds.push_back(
        {"xgmi2", link_of(16, 25), "AMD CDNA 2 whitepaper: 100 GB/s a link in both directions"});
    kinds.push_back(
        {"xgmi3", link_of(16, 32), "AMD CDNA 3 whitepaper: 128 GB/s a link in both directions"});
    return kinds;
  }();
  return all;
}

std::vector<std::string> nvlink_generation_names() {
  std::vector<std::string> names;
  for (const NvlinkGeneration& one : nvlink_generations()) names.push_back(one.name);
  return names;
}

const NvlinkGeneration& nvlink_generation(const std::string& name) {
  const auto& all = nvlink_generations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  GF_CHECK(found != all.end(), name);
  return *found;
}

}  // namespace gf::model
