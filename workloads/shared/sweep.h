// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/shared/row_parts.h"
#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// A field of the region: row r has row_bytes bytes at offset + r * row_bytes.
struct Field {
  std::uint64_t offset = 0;
  unsigned row_bytes = 8;
};

struct SweepSpec {
  std::string name;
  std::shared_ptr<const CsrMatrix> matrix;  ///< Row r reads the rows of `in` that its columns name.
  std::shared_ptr<const RowParts> parts;
  unsigned warps = 4;
  unsigned record_bytes = 8;   ///< Private, per row: position of its elements, its number, ...
  unsigned element_bytes = 8;  ///< Private, per element: column of 4 B and value.
  /// Stored elements per element of the matrix, at least 1. See ElementCost.
  double stored = 1;
  /// If not 0, the elements of a row name all rows within this distance on each side; 0: those of
  /// the matrix.
  std::uint32_t reach = 0;
  Field in, out;  ///< Fields of the region.
  /// A further field of the region; each row reads its own row there. 0 bytes: none.
  Field own{0, 0};
  unsigned store_bytes = 8;       ///< Bytes per lane and store; divides out.row_bytes.
  double element_operations = 0;  ///< Per stored element, in SM lanes times cycles.
  double row_operations = 0;
  unsigned lanes = 64;  ///< Of an SM.
};

/// Half width of a generated band as its elements are stored: 141 places for a row's 140.3
/// elements, the densest possible band. Assumed, because only the number of HV15R's elements is
/// published.
inline constexpr std::uint32_t kReach = 70;

/// The elements of a published matrix and their cost.
struct ElementCost {
  double operations;  ///< Per element, in SM lanes times cycles (README.md).
  double row_operations;
  /// Elements per row of the published matrix, if the generated band has fewer. Each generated
  /// element then represents several, and a row names all rows within kReach. 0: all elements are
  /// generated.
  double published;
};
/// Sets the cost and the fields of `spec` that depend on it. Preconditions: matrix and bytes are
/// set.
void set_cost(SweepSpec& spec, const ElementCost& cost, const AppContext& context);

/// One pass over the rows of a sparse matrix. The rows' records and elements are private. They are
/// stored in processing order on the GPU that uses them, so those of a CTA are contiguous. A CTA
///   - loads its records, and the parts of the region that its elements name, each 16 B once,
///     into its shared memory (barrier);
///   - streams its elements, columns and values, each warp its share, with as many bytes in
///     flight as the represented warps have with lanes of 16 B;
///   - computes: its lanes share the elements evenly, so all its warps are busy for their
///     operations divided by the SM's lanes;
///   - stores its rows: adjacent if they are in increasing order, otherwise one row per lane.
/// Not modelled: sums over lanes; overlap of an element's arithmetic with the next load.
class Sweep {
 public:
  /// Adds the private data to `layout`: one structure of each kind per GPU.
  Sweep(const SweepSpec& spec, suite::Layout& layout);
  [[nodiscard]] Kernel kernel() const;
  /// Returns a sweep with the same private data between other fields of the region.
  [[nodiscard]] Sweep between(const std::string& name, Field in, Field own, Field out) const;

 private:
  struct Private {  ///< The data shared by sweeps between different fields.
    std::vector<std::uint64_t> first_element;             ///< By CTA; each begins a line.
    std::vector<std::uint64_t> records, columns, values;  ///< By GPU: address of element 0.
  };
  void emit(unsigned cta, unsigned warp, WarpProgram& program) const;
  void load_records(unsigned cta, suite::Range rows, WarpProgram& program) const;
  void stream_elements(unsigned cta, unsigned warp, WarpProgram& program) const;
  void load_region(unsigned cta, unsigned warp, WarpProgram& program) const;
  /// Returns the pieces of the region that the warps of a CTA load together, ascending. Valid until
  /// the next call.
  [[nodiscard]] const std::vector<std::uint64_t>& pieces(unsigned cta) const;
  void add_named(unsigned cta, std::vector<std::uint64_t>& pieces) const;
  void add_reach(unsigned cta, std::vector<std::uint64_t>& pieces) const;
  void store(unsigned cta, suite::Range rows, WarpProgram& program) const;
  [[nodiscard]] suite::Range rows_of(unsigned cta, unsigned warp) const;
  [[nodiscard]] std::uint64_t elements(unsigned cta) const;  ///< Stored elements.
  [[nodiscard]] std::uint32_t cycles(unsigned cta) const;

  SweepSpec spec_;
  unsigned gpus_;
  std::shared_ptr<const Private> private_;
  /// The result for the last requested CTA, because its warps are requested one after the other.
  struct Held {
    unsigned cta = ~0u;
    std::vector<std::uint64_t> pieces;
  };
  mutable Held held_;
};

/// Returns parts for rows that threads take by decreasing degree, about `cta_rows` per CTA. Rows
/// are distributed within groups of `group` CTAs; groups have about equal numbers of elements and
/// rows, and whole lines. If there are enough rows, the number of groups is a multiple of 16, so
/// that up to 16 GPUs share them evenly.
std::shared_ptr<const RowParts> scattered_parts(const CsrMatrix& matrix, std::uint32_t cta_rows,
                                                std::uint32_t group, unsigned row_bytes,
                                                unsigned gpus);

}  // namespace gf::model::proact
