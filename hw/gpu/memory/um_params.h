// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"

namespace gf::hw::gpu {

/// The driver of unified memory. Field = meaning, unit, [source key in README.md] or [assumed].
struct UmParams {
  bool faults = true;    ///< false: as before Pascal, managed pages do not move [U1]
  unsigned batch = 256;  ///< Faults served together, at most [U2]
  sc_core::sc_time interrupt{2, sc_core::SC_US};      ///< Fault to driver [assumed, U3]
  sc_core::sc_time batch_time{16, sc_core::SC_US};    ///< Driver, each batch [assumed, U3]
  sc_core::sc_time page_time{1, sc_core::SC_US};      ///< Driver, each page [assumed]
  sc_core::sc_time shootdown{2, sc_core::SC_US};      ///< Of the pages of a block [assumed]
  sc_core::sc_time replay{2, sc_core::SC_US};         ///< Last page mapped to replay [assumed, U3]
  sc_core::sc_time prefetch_call{5, sc_core::SC_US};  ///< Call to driver [assumed]
  core::Bytes block = core::mebibytes(2);             ///< Pages moved together lie in one [U2]
  core::Bytes granularity = core::kibibytes(64);      ///< What a fault moves, at least [assumed]

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::gpu
