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

/// Virtual address of byte 0 of the shared region in programs. The transfer mechanism determines
/// which GPU's copy an access goes to.
inline constexpr std::uint64_t kRegionBase = 1ull << 46;

/// An application on GPUs that share one region of memory. Each GPU has a copy of the whole region,
/// reads its own copy, and writes a part that the others need when the next phase begins. The
/// computation is real: contents() returns its results.
class SharedApp {
 public:
  virtual ~SharedApp() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Returns a text for tables, such as "R-MAT scale 14, 131,072 edges".
  [[nodiscard]] virtual std::string input() const = 0;
  /// Returns the data that are not shared: matrices, neighbour lists, scratch. Their parts are
  /// placed explicitly on the GPU that uses them, at addresses below kRegionBase.
  [[nodiscard]] virtual const std::vector<DataStructure>& private_data() const = 0;
  [[nodiscard]] virtual std::uint64_t region_bytes() const = 0;

  /// Phases run one after the other; each ends when all GPUs see its writes.
  [[nodiscard]] virtual unsigned phases() const = 0;
  /// Returns the kernel of a phase, which is split over all GPUs by blocks of CTAs, or runs on one
  /// GPU. Accesses to the region are at kRegionBase and above. No two CTAs of a phase store to the
  /// same byte, and none loads data that another stores in the same phase.
  [[nodiscard]] virtual const Kernel& kernel(unsigned phase) const = 0;
  /// Appends the bytes of the region that a CTA of the phase stores: ascending, disjoint, each byte
  /// once. They do not depend on the run, so transfers can be tracked by them.
  virtual void writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const = 0;

  /// Copies the bytes `span` of the region before the first phase to `bytes`.
  virtual void initial(Span span, std::uint8_t* bytes) const = 0;
  /// Copies the bytes `span` of the region after `phase` to `bytes`.
  virtual void contents(unsigned phase, Span span, std::uint8_t* bytes) const = 0;
  /// Returns the greatest difference between the final contents and the result of a plain
  /// sequential program, divided by the greatest value; it comes only from rounding.
  [[nodiscard]] virtual double error() const = 0;
};

/// Number of real warps that each of a CTA's four warps represents, except in the microbenchmark:
/// lanes of 16 B do the work of threads with one element each. The CTA represents 1024 threads.
inline constexpr unsigned kWarpMultiplicity = 8;

/// The options from which an application is made.
struct AppContext : core::ParamGroup {
  unsigned gpus = 4;
  /// Input of the published size; otherwise one that runs in about a second.
  bool published = false;
  std::uint64_t seed = 1;
  core::Param<std::string> matrix =
      param("matrix", "", "MatrixMarket file that replaces the generated input", "none",
            core::names_file(core::whole_text));
  core::Param<unsigned> iterations =
      param("iterations", 0u, "number of iterations; 0: the application's own", "assumed",
            core::between(0u, 64u), core::experiment_choice("the size of the problem"));
  /// Used by all except the microbenchmark, which counts cycles.
  core::Param<unsigned> lanes = param(
      "lanes", 64u, "lanes of an SM; each does one operation on an element per cycle",
      "CUDA C++ Programming Guide, throughput of arithmetic: compute capabilities 6.0 and 7.0",
      core::between(1u, 1024u));
  core::Param<core::Bytes> bytes =
      param("bytes", core::Bytes(0),
            "approximate size of the shared region; 0: the application's own", "assumed");
  /// Used by all except the microbenchmark, whose CTAs fill an SM's slots exactly.
  core::Param<unsigned> registers = param(
      "registers", 40u,
      "registers per thread; with gpu.sm.registers they limit the CTAs of 1024 threads on an SM",
      "assumed: one such CTA per SM", core::between(1u, 255u),
      core::plausible(24u, 56u, "two of such CTAs from 32 on downwards; more than 64 are few"));
  /// Only the microbenchmark uses it.
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
/// Returns the applications in the order of the paper: microbenchmark, xray_ct, jacobi, pagerank,
/// sssp, als.
const std::vector<AppEntry>& shared_apps();
/// Returns whether the application `name`, which must exist, uses AppContext::matrix.
bool takes_matrix(const std::string& name);
/// Creates an application. Throws UserError for an unknown name (with the nearest names), a bad
/// matrix file (file:line), a matrix that the application cannot use, and GPUs or iterations out of
/// range.
std::unique_ptr<SharedApp> make_shared_app(const std::string& name, const AppContext& context);

}  // namespace gf::model::proact
