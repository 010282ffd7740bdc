// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "tlm_models/gpu/workload.h"
#include "workloads/shared/spans.h"

namespace gf::model::proact {

/// Virtual address that programs use for byte 0 of the shared region. Whose copy of the region an
/// access goes to is the business of the transfer mechanism, which moves it there.
inline constexpr std::uint64_t kRegionBase = 1ull << 46;

/// An application of GPUs that share one region of memory: each GPU has a copy of all of it, reads
/// its own copy, and writes a part that the others need when the next phase begins. What is
/// computed is real: contents() are its results.
class SharedApp {
 public:
  virtual ~SharedApp() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;
  /// "R-MAT scale 14, 131,072 edges": for tables.
  [[nodiscard]] virtual std::string input() const = 0;
  /// What is not shared: matrices, lists of neighbours, scratch. Its parts are explicitly at the
  /// GPU that uses them. Addresses below kRegionBase.
  [[nodiscard]] virtual const std::vector<DataStructure>& private_data() const = 0;
  [[nodiscard]] virtual std::uint64_t region_bytes() const = 0;

  /// Phases run one after the other; each ends when all GPUs see what it wrote.
  [[nodiscard]] virtual unsigned phases() const = 0;
  /// Split over all GPUs by blocks of CTAs, or on one GPU. Accesses to the region are at
  /// kRegionBase and up; no two CTAs of a phase store to the same byte, and none loads what another
  /// one stores in the same phase.
  [[nodiscard]] virtual const Kernel& kernel(unsigned phase) const = 0;
  /// Appends what a CTA of the phase stores to the region: ascending, disjoint, every byte of them
  /// once. The same whatever the run does: that is what transfers are tracked by.
  virtual void writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const = 0;

  /// Bytes `span` of the region before the first phase.
  virtual void initial(Span span, std::uint8_t* bytes) const = 0;
  /// Bytes `span` of the region after `phase`.
  virtual void contents(unsigned phase, Span span, std::uint8_t* bytes) const = 0;
  /// Greatest difference of the last contents from those of a plain sequential program, over the
  /// greatest value: rounding alone.
  [[nodiscard]] virtual double error() const = 0;
};

/// Warps that each of a CTA's four stands for, but of the microbenchmark: lanes of 16 B do what
/// threads do that have an element each. A CTA is one of 1024 threads.
inline constexpr unsigned kStandsFor = 8;

/// What an application is made for.
struct AppContext : core::ParamGroup {
  unsigned gpus = 4;
  bool published = false;  ///< Input as large as the published one; else a second to run.
  std::uint64_t seed = 1;
  core::Param<std::string> matrix =
      param("matrix", "", "MatrixMarket file that replaces the generated input", "none",
            core::names_file(core::whole_text));
  core::Param<unsigned> iterations =
      param("iterations", 0u, "number of iterations; 0: the application's own", "assumed",
            core::between(0u, 64u), core::asked("the size of the problem"));
  /// All but the microbenchmark, which counts cycles.
  core::Param<unsigned> lanes = param(
      "lanes", 64u, "lanes of an SM, each of which does an operation of an element per cycle",
      "CUDA C++ Programming Guide, throughput of arithmetic: compute capabilities 6.0 and 7.0",
      core::between(1u, 1024u));
  core::Param<core::Bytes> bytes =
      param("bytes", core::Bytes(0),
            "approximate size of the shared region; 0: the application's own", "assumed");
  /// All but the microbenchmark, whose CTAs fill an SM's places exactly.
  core::Param<unsigned> registers = param(
      "registers", 40u,
      "registers per thread, which with gpu.sm.registers say how many CTAs of 1024 threads "
      "an SM holds",
      "assumed: one such CTA per SM", core::between(1u, 255u),
      core::plausible(24u, 56u, "two of such CTAs from 32 on downwards; more than 64 are few"));
  /// The microbenchmark alone reads it.
  core::Param<unsigned> cta_cycles =
      param("cta_cycles", 0u,
            "cycles of arithmetic per CTA; 0: the application's own. [PROACT21] tunes it so that "
            "the kernel takes as long as memcpy's copies",
            "[PROACT21], IV-C", core::between(0u, 100'000'000u));
};

struct AppEntry {
  std::string name;
  std::string summary;
  std::string source;
};
/// In the order of the paper: microbenchmark, xray_ct, jacobi, pagerank, sssp, als.
const std::vector<AppEntry>& shared_apps();
/// AppContext::matrix is for it. Of one that there is.
bool takes_matrix(const std::string& name);
/// Throws UserError: an unknown name (with the nearest), a bad matrix file (file:line), a matrix
/// that the application cannot use, GPUs or iterations out of range.
std::unique_ptr<SharedApp> make_shared_app(const std::string& name, const AppContext& context);

}  // namespace gf::model::proact
