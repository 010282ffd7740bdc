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
  std::shared_ptr<const CsrMatrix> matrix;  ///< Row r needs the rows of `in` its columns name.
  std::shared_ptr<const RowParts> parts;
  unsigned warps = 4;
  unsigned record_bytes = 8;   ///< Private, of each row: where its elements are, its number, ...
  unsigned element_bytes = 8;  ///< Private, of each element: column of 4 B and value.
  /// Elements that are stored for each of the matrix: at least 1. See ElementCost.
  double stored = 1;
  /// Rows on each side of a row that its elements name, all of them; 0: those that the matrix says.
  std::uint32_t reach = 0;
  Field in, out;                  ///< Of the region.
  Field own{0, 0};                ///< A row's own of the region that it reads too; 0 bytes: none.
  unsigned store_bytes = 8;       ///< That a lane stores at once: divides out.row_bytes.
  double element_operations = 0;  ///< Of a stored element, in lanes and cycles of an SM.
  double row_operations = 0;
  unsigned lanes = 64;  ///< Of an SM.
};

/// Half of the width of a generated band as its elements are stored: 141 places for a row's 140.3,
/// a band as dense as it can be. Assumed: what is published of HV15R is their number.
inline constexpr std::uint32_t kReach = 70;

/// The elements of a published matrix and what they take.
struct ElementCost {
  double operations;  ///< Of an element, in lanes and cycles of an SM (README.md).
  double row_operations;
  /// Elements a row of the published matrix, if what is generated is a band of it that has a few in
  /// each row: an element stands for several, and a row names all within kReach. 0: all are there.
  double published;
};
/// Sets what depends on it. Preconditions: matrix and bytes are set.
void set_cost(SweepSpec& spec, const ElementCost& cost, const AppContext& context);

/// One pass over the rows of a sparse matrix. The rows' records and elements are private, stored in
/// the order of the work, so that a CTA's follow one another, on the GPU that uses them. A CTA
///   - loads its records, and what the elements name of the region, each 16 B once, into its shared
///     memory (barrier);
///   - streams its elements, columns and values, each warp its share, with as many bytes under way
///     as the warps that it stands for have by lanes of 16 B;
///   - computes: its lanes share the elements evenly, so all its warps are busy for their
///     operations over the SM's lanes;
///   - stores its rows: side by side if it has them in increasing order, else lane by lane a row.
/// Not modelled: sums over lanes; arithmetic of an element while the next one comes.
class Sweep {
 public:
  /// The private data go to `layout`: of each kind one structure a GPU.
  Sweep(const SweepSpec& spec, suite::Layout& layout);
  [[nodiscard]] Kernel kernel() const;
  /// A sweep with the same private data between other fields of the region.
  [[nodiscard]] Sweep between(const std::string& name, Field in, Field own, Field out) const;

 private:
  struct Private {                                        ///< What is the same for all fields.
    std::vector<std::uint64_t> first_element;             ///< By CTA; each at a line.
    std::vector<std::uint64_t> records, columns, values;  ///< By GPU: addresses of number 0.
  };
  void emit(unsigned cta, unsigned warp, WarpProgram& program) const;
  void load_records(unsigned cta, suite::Range rows, WarpProgram& program) const;
  void stream_elements(unsigned cta, unsigned warp, WarpProgram& program) const;
  void load_region(unsigned cta, unsigned warp, WarpProgram& program) const;
  /// What the warps of a CTA load of the region between them, ascending. Valid until the next call.
  [[nodiscard]] const std::vector<std::uint64_t>& pieces(unsigned cta) const;
  void add_named(unsigned cta, std::vector<std::uint64_t>& pieces) const;
  void add_reach(unsigned cta, std::vector<std::uint64_t>& pieces) const;
  void store(unsigned cta, suite::Range rows, WarpProgram& program) const;
  [[nodiscard]] suite::Range rows_of(unsigned cta, unsigned warp) const;
  [[nodiscard]] std::uint64_t elements(unsigned cta) const;  ///< Stored ones.
  [[nodiscard]] std::uint32_t cycles(unsigned cta) const;

  SweepSpec spec_;
  unsigned gpus_;
  std::shared_ptr<const Private> private_;
  /// Of the CTA asked for last: its warps are asked for one after the other.
  struct Held {
    unsigned cta = ~0u;
    std::vector<std::uint64_t> pieces;
  };
  mutable Held held_;
};

/// Parts for rows that threads take by falling degree: about `cta_rows` a CTA, dealt out within
/// groups of `group` CTAs that have about equal numbers of elements and rows, and whole lines. As
/// many CTAs as make groups that 16 GPUs share evenly if there are rows enough.
std::shared_ptr<const RowParts> scattered_parts(const CsrMatrix& matrix, std::uint32_t cta_rows,
                                                std::uint32_t group, unsigned row_bytes,
                                                unsigned gpus);

}  // namespace gf::model::proact
