// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/param/param.h"

namespace gf::hw::gpu {

/// Parameters of the driver of unified memory.
struct UmParams : core::ParamGroup {
  core::Param<bool> faults = param(
      "faults", true, "whether page faults move managed pages; otherwise they stay where they are",
      "CUDA: from Pascal on");
  core::Param<unsigned> batch =
      param("batch", 256u, "maximum faults of a GPU that the driver serves together",
            "NVIDIA's open driver: 256", core::between(1u, 65536u));
  core::Param<sc_core::sc_time> interrupt =
      param("interrupt", sc_core::sc_time(2, sc_core::SC_US),
            "latency from the first fault in the buffer to the driver", "assumed");
  core::Param<sc_core::sc_time> batch_time = param(
      "batch_time", sc_core::sc_time(16, sc_core::SC_US), "driver time for each batch",
      "assumed: 20 ... 50 us per fault in all", {},
      core::plausible(sc_core::sc_time(10, sc_core::SC_US), sc_core::sc_time(40, sc_core::SC_US),
                      "20 to 50 us per fault in all; the other parts take about 7"));
  core::Param<sc_core::sc_time> page_time =
      param("page_time", sc_core::sc_time(1, sc_core::SC_US),
            "driver time for each page before it moves", "assumed");
  core::Param<sc_core::sc_time> shootdown = param(
      "shootdown", sc_core::sc_time(2, sc_core::SC_US),
      "time to shoot down the translations of a block's pages in all GPUs at once", "assumed");
  core::Param<sc_core::sc_time> replay =
      param("replay", sc_core::sc_time(2, sc_core::SC_US),
            "latency from mapping the last page of a batch to its replay", "assumed");
  core::Param<sc_core::sc_time> prefetch_call =
      param("prefetch_call", sc_core::sc_time(5, sc_core::SC_US),
            "latency from a prefetch call to the driver", "assumed");
  core::Param<core::Bytes> block = param(
      "block", core::mebibytes(2), "size of the range whose pages the driver handles together",
      "NVIDIA's open driver: 2 MiB", core::power_of_two(core::kibibytes(4), core::mebibytes(1024)));
  core::Param<core::Bytes> granularity =
      param("granularity", core::kibibytes(64),
            "size of the aligned range that a fault moves, at least one page", "assumed",
            core::power_of_two(core::kibibytes(4), core::mebibytes(512)));
};

}  // namespace gf::hw::gpu
