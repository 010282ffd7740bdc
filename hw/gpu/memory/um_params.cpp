// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/um_params.h"

#include "core/error.h"

namespace gf::hw::gpu {

void UmParams::declare(const core::ParamScope& scope) {
  const auto add_time = [&](const char* name, sc_core::sc_time& time, const char* meaning,
                            const char* source) {
    scope.add(name, time, meaning, source,
              core::between(sc_core::SC_ZERO_TIME, sc_core::sc_time(1, sc_core::SC_SEC)));
  };
  scope.add("faults", faults, "managed pages move by page faults, else they stay where they are",
            "CUDA: from Pascal on");
  scope.add("batch", batch, "faults of a GPU that the driver serves together, at most",
            "NVIDIA's open driver: 256", core::between(1u, 65536u));
  add_time("interrupt", interrupt, "first fault in the buffer to the driver", "assumed");
  add_time("batch_time", batch_time, "of the driver for each batch",
           "assumed: 20 ... 50 us a fault in all");
  add_time("page_time", page_time, "of the driver for each page, before it moves", "assumed");
  add_time("shootdown", shootdown, "of the translations of pages of a block, all GPUs at once",
           "assumed");
  add_time("replay", replay, "last page of a batch mapped to its replay", "assumed");
  add_time("prefetch_call", prefetch_call, "call of a prefetch to the driver", "assumed");
  scope.add("block", block, "pages that the driver handles together lie in one such range",
            "NVIDIA's open driver: 2 MiB",
            core::between(core::kibibytes(4), core::mebibytes(1024)));
  scope.add("granularity", granularity, "aligned range that a fault moves, at least a page",
            "assumed", core::between(core::kibibytes(4), core::mebibytes(512)));
}

void UmParams::validate(const std::string& path) const {
  const auto check = [&](const char* field, const core::Bytes& value) {
    if ((value.count() & (value.count() - 1)) == 0 && value.count() != 0) return;
    core::fail_config(path, field, core::to_text(value), "a power of two", "64 KiB or 2 MiB");
  };
  check("block", block);
  check("granularity", granularity);
  if (batch == 0) core::fail_config(path, "batch", "0", "at least 1", "256 is usual");
}

}  // namespace gf::hw::gpu
