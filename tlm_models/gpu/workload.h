// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::model {

/// What the warps of a kernel do.
class KernelProgramIf {
 public:
  virtual ~KernelProgramIf() = default;
  /// Appends the instructions of a warp to `program`, which is empty. Called when the CTA starts;
  /// the same answer each time. `cta` counts over the whole kernel, whatever GPU it runs on.
  virtual void warp(unsigned cta, unsigned warp, WarpProgram& program) const = 0;
  /// For warps that decide by what they found: called when the warp has executed all that it was
  /// given and has what it loaded. Appends to `program`, which is empty, and returns true: the warp
  /// goes on in the same cycle. False: it ends.
  virtual bool more(unsigned, unsigned, WarpProgram&) { return false; }
  /// Whether CTAs that run will poll until some that have no place yet have run, where all others
  /// have ended: who hands out places asks before it waits for them for ever.
  [[nodiscard]] virtual bool spins() const { return false; }
};

/// A grid of CTAs. Kernels of a stream run one after the other; those of different streams side by
/// side, but for what they wait for. A kernel that is split has contiguous blocks of CTAs on all
/// GPUs of the node, and ends when all have ended.
struct Kernel {
  std::string name;
  unsigned ctas = 1;
  unsigned warps_per_cta = 1;
  unsigned registers = 32;  ///< Of 32 bit, that a thread has.
  /// Warps that each of its warps stands for, whose places and registers it takes.
  unsigned stands_for = 1;
  unsigned ctas_per_sm = 32;  ///< Shared memory allows no more on one SM.
  unsigned stream = 0;
  int priority = 0;   ///< Of kernels with CTAs left the one with the highest hands out first.
  bool split = true;  ///< Over all GPUs; else it runs on `gpu`.
  unsigned gpu = 0;
  std::shared_ptr<KernelProgramIf> program;
  /// Kernels before it, by their places in Workload::kernels, that must have ended before it is
  /// launched, whatever their streams: it waits for an event behind each.
  std::vector<unsigned> waits;
};

/// Which GPU's memory holds a page.
enum class Placement : std::uint8_t {
  kInterleave,  ///< Page by page, round robin over the GPUs.
  kFirstTouch,  ///< The GPU that touches it first.
  kExplicit,    ///< By DataStructure::homes.
  kReplicated,  ///< A copy on each GPU: reads are local; writes go to the copy of the writer.
  kManaged,  ///< Unified memory: moves to who touches it; starts on DataStructure::homes, if any.
};

/// What the program says about the use of managed pages (cudaMemAdvise of the CUDA runtime API).
struct Advice {
  static constexpr unsigned kNobody = 255;
  bool read_mostly = false;       ///< Who reads gets a copy, who writes keeps the only one.
  unsigned preferred = kNobody;   ///< A page on this GPU stays there; others map it directly.
  std::uint64_t accessed_by = 0;  ///< Bit a GPU: always mapped there, wherever the page is.
};

/// Which kernels have copies of a structure on the GPUs that read it (work/kernels/reader_plan.h).
enum class CopyRule : std::uint8_t {
  kNone,          ///< None: a page is in one place.
  kNeverWritten,  ///< All that read it, if no kernel of the workload writes it.
  kEachKernel,    ///< Those that do not write it; copies are dropped before one that does.
};

/// A range of virtual addresses.
struct DataStructure {
  std::string name;
  std::uint64_t base = 0;  ///< A multiple of the page size.
  core::Bytes bytes{0};
  Placement placement = Placement::kFirstTouch;
  /// kExplicit: part k of homes.size() equal parts (in pages, rounded up) is on GPU homes[k].
  /// kManaged: starts there; none: nowhere, until a GPU touches it.
  std::vector<std::uint8_t> homes;
  Advice advice = {};                            ///< kManaged.
  CopyRule copied_to_readers = CopyRule::kNone;  ///< kFirstTouch.
};

/// What a node runs.
struct Workload {
  std::string name;
  std::vector<DataStructure> data;
  std::vector<Kernel> kernels;  ///< In the order of their launches.
};

}  // namespace gf::model
