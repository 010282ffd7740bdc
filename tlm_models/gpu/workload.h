// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::model {

/// The program of a kernel's warps.
class KernelProgramIf {
 public:
  virtual ~KernelProgramIf() = default;
  /// Appends the instructions of a warp to `program`, which is empty. Called when the CTA starts;
  /// must give the same answer each time. `cta` counts over the whole kernel, on whatever GPU it
  /// runs.
  virtual void warp(unsigned cta, unsigned warp, WarpProgram& program) const = 0;
  /// For warps whose next instructions depend on loaded data: called when the warp has executed all
  /// its instructions and received its loads. Appends to `program`, which is empty, and returns
  /// true: the warp continues in the same cycle. False: it ends.
  virtual bool more(unsigned, unsigned, WarpProgram&) { return false; }
  /// Returns true if the running CTAs poll for CTAs that have no slot yet, and free no slot before.
  /// The dispatcher asks once all other CTAs have ended, to detect a wait for ever.
  [[nodiscard]] virtual bool spins() const { return false; }
};

/// A grid of CTAs. Kernels of a stream run one after the other. Kernels of different streams run
/// concurrently, except for their `waits`. A split kernel has contiguous blocks of CTAs on all GPUs
/// of the node, and ends when all of them have ended.
struct Kernel {
  std::string name;
  unsigned ctas = 1;
  unsigned warps_per_cta = 1;
  unsigned registers = 32;  ///< 32-bit registers of a thread.
  /// Number of real warps that each modelled warp represents; it takes their slots and registers.
  unsigned warp_multiplicity = 1;
  unsigned ctas_per_sm = 32;  ///< Limit of CTAs on one SM set by shared memory.
  unsigned stream = 0;
  int priority = 0;   ///< Among kernels with CTAs left, the highest priority dispatches first.
  bool split = true;  ///< Runs on all GPUs; else only on `gpu`.
  unsigned gpu = 0;
  std::shared_ptr<KernelProgramIf> program;
  /// Kernels that must have ended before this one is launched, as indices into Workload::kernels,
  /// in any stream: the launch waits for an event after each.
  std::vector<unsigned> waits;
};

/// Rule for which GPU's memory holds a page.
enum class Placement : std::uint8_t {
  kInterleave,  ///< Page by page, round robin over the GPUs.
  kFirstTouch,  ///< On the GPU that touches it first.
  kExplicit,    ///< As DataStructure::homes says.
  kReplicated,  ///< A copy on each GPU: reads are local; writes go to the copy of the writer.
  kManaged,     ///< Unified memory: moves to its user; starts on DataStructure::homes, if any.
};

/// Advice of the program on the use of managed pages (cudaMemAdvise of the CUDA runtime API).
struct Advice {
  static constexpr unsigned kNobody = 255;
  bool read_mostly = false;       ///< A reader gets a copy, a writer the only copy.
  unsigned preferred = kNobody;   ///< A page on this GPU stays there; others map it directly.
  std::uint64_t accessed_by = 0;  ///< Bit mask of GPUs: always mapped there, wherever the page is.
};

/// Rule for which kernels have copies of a structure on the GPUs that read it
/// (workloads/kernels/reader_plan.h).
enum class CopyRule : std::uint8_t {
  kNone,          ///< No copies: a page is in one place.
  kNeverWritten,  ///< All readers, if no kernel of the workload writes it.
  kEachKernel,    ///< Kernels that only read it; copies are dropped before a writer.
};

/// A range of virtual addresses.
struct DataStructure {
  std::string name;
  std::uint64_t base = 0;  ///< A multiple of the page size.
  core::Bytes bytes{0};
  Placement placement = Placement::kFirstTouch;
  /// kExplicit: part k of homes.size() equal parts (in pages, rounded up) is on GPU homes[k].
  /// kManaged: initial homes; empty: the page is nowhere until a GPU touches it.
  std::vector<std::uint8_t> homes;
  Advice advice = {};                            ///< kManaged.
  CopyRule copied_to_readers = CopyRule::kNone;  ///< kFirstTouch.
};

/// Data and kernels that a node runs.
struct Workload {
  std::string name;
  std::vector<DataStructure> data;
  std::vector<Kernel> kernels;  ///< In launch order.
};

}  // namespace gf::model
