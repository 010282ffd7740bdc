// SPDX-License-Identifier: Apache-2.0
// What holds for every application that shares a region, whatever it computes. Compiled as the
// models are: these loops over every byte take a minute at -O0 under sanitizers.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/warp_accesses.h"
#include "workloads/shared/app_base.h"

namespace gf::test {

using model::proact::AppBase;
using model::proact::AppContext;
using model::proact::kRegionBase;
using model::proact::make_shared_app;
using model::proact::SharedApp;
using model::proact::Span;

inline AppContext app_context(unsigned gpus = 4) {
  AppContext context;
  context.gpus = gpus;
  return context;
}

/// Instructions of a kernel CTA by CTA: visit(cta, program, instruction).
template <class Visit>
void for_each_instruction(const model::Kernel& kernel, Visit visit) {
  model::WarpProgram program;
  for (unsigned cta = 0; cta < kernel.ctas; ++cta)
    for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
      program.clear();
      kernel.program->warp(cta, warp, program);
      for (const model::WarpInstruction& i : program.code) visit(cta, program, i);
    }
}

std::vector<std::uint8_t> image_after(const SharedApp& app, int phase);

/// Each byte of writes() is stored once by its CTA and nothing else is; no CTA loads what another
/// one stores.
void expect_stores_are_writes(const SharedApp& app);

/// Accesses are within the data, and private ones on the GPU that runs the CTA.
void expect_private_data_are_local(const SharedApp& app, unsigned gpus);

/// Bytes that no CTA of a phase writes are after it what they were before; all that are written
/// somewhere change in some phase.
void expect_only_writes_change(const SharedApp& app);

/// All of these.
inline void expect_sound(const SharedApp& app, unsigned gpus) {
  expect_stores_are_writes(app);
  expect_only_writes_change(app);
  expect_private_data_are_local(app, gpus);
}

/// What the SMs would do.
struct AppCounts {
  std::uint64_t instructions = 0, compute_cycles = 0;
  std::uint64_t load_lines = 0, store_lines = 0;  ///< After coalescing.
  std::uint64_t stream_bytes = 0;
  std::uint64_t store_bytes = 0;
  std::uint64_t pieces = 0;        ///< Stores' pieces: side by side in a line, of an instruction.
  std::uint64_t small_pieces = 0;  ///< Of less than 32 B.
  std::uint64_t whole_line_bytes = 0;
  [[nodiscard]] double bytes_per_store_line() const {
    return static_cast<double>(store_bytes) / static_cast<double>(store_lines);
  }
  [[nodiscard]] double small_share() const {
    return static_cast<double>(small_pieces) / static_cast<double>(pieces);
  }
};

AppCounts count_app(const SharedApp& app);

/// Time of a phase on `gpus` GPUs of 80 SMs at 1.5 GHz were arithmetic all that takes time and one
/// CTA on an SM: CTAs go to the first SM that is free.
double compute_us(const model::Kernel& kernel, unsigned gpus);
double compute_us(const SharedApp& app, unsigned gpus);

}  // namespace gf::test
