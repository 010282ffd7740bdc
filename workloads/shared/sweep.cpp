// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/sweep.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model::proact {
namespace {

using suite::Range;

constexpr std::uint64_t kPiece = 16;  ///< Bytes of the region per lane and load.

constexpr std::uint64_t kUnit = kWarpLanes;           ///< Columns per line; lanes of a gather.
constexpr std::uint32_t kUnderWay = kWarpLanes * 16;  ///< Bytes in flight per warp.

/// Returns a warp's share of `count`: whole units, so that few lines are shared by two warps.
Range share(std::uint64_t count, unsigned warps, unsigned warp) {
  const Range units = suite::part_of({0, (count + kUnit - 1) / kUnit}, warps, warp);
  return {std::min(count, units.begin * kUnit), std::min(count, units.end * kUnit)};
}

/// Returns the first CTA of GPU `gpu`.
std::uint32_t first_cta(std::uint32_t ctas, unsigned gpus, unsigned gpu) {
  return static_cast<std::uint32_t>(std::uint64_t{ctas} * gpu / gpus);
}
unsigned gpu_of(std::uint32_t ctas, unsigned gpus, std::uint32_t cta) {
  return static_cast<unsigned>(((cta + 1ull) * gpus - 1) / ctas);
}

void add_pieces(const Field& field, std::uint32_t row, std::vector<std::uint64_t>& pieces) {
  const std::uint64_t begin = kRegionBase + field.offset + std::uint64_t{row} * field.row_bytes;
  for (std::uint64_t at = begin / kPiece * kPiece; at < begin + field.row_bytes; at += kPiece)
    pieces.push_back(at);
}

}  // namespace

Sweep::Sweep(const SweepSpec& spec, suite::Layout& layout) : spec_(spec), gpus_(layout.gpus()) {
  GF_CHECK(spec.out.row_bytes % spec.store_bytes == 0 && spec.record_bytes % 4 == 0, spec.name);
  const std::uint32_t ctas = spec.parts->ctas();
  const auto data = std::make_shared<Private>();
  data->first_element.assign(1, 0);
  for (std::uint32_t cta = 0; cta < ctas; ++cta)
    data->first_element.push_back(data->first_element.back() +
                                  // Each CTA's elements begin a line of columns, so that no line is
                                  // loaded by two CTAs.
                                  (elements(cta) + kUnit - 1) / kUnit * kUnit);
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) {
    const std::uint32_t first = first_cta(ctas, gpus_, gpu), end = first_cta(ctas, gpus_, gpu + 1);
    const std::uint64_t row = spec.parts->rows_before(first);
    const std::uint64_t element = data->first_element[first];
    const auto add = [&](const char* what, std::uint64_t from, std::uint64_t to, unsigned bytes) {
      const std::uint64_t size = std::max<std::uint64_t>(to - from, 4) * bytes;
      // The address that element 0 would have, because rows and elements are addressed by their
      // index in the whole matrix.
      return layout.add_on(fmt::format("{}.{}_{}", spec.name, what, gpu), size, gpu) - from * bytes;
    };
    const std::uint64_t last = data->first_element[end];
    data->records.push_back(add("records", row, spec.parts->rows_before(end), spec.record_bytes));
    data->columns.push_back(add("columns", element, last, 4));
    data->values.push_back(
        spec.element_bytes > 4 ? add("values", element, last, spec.element_bytes - 4) : 0);
  }
  private_ = data;
}

Sweep Sweep::between(const std::string& name, Field in, Field own, Field out) const {
  Sweep other = *this;
  other.spec_.name = name;
  other.spec_.in = in;
  other.spec_.own = own;
  other.spec_.out = out;
  other.held_ = {};
  return other;
}

Kernel Sweep::kernel() const {
  const auto self = std::make_shared<const Sweep>(*this);
  Kernel kernel = suite::make_kernel(spec_.name, spec_.parts->ctas(), spec_.warps,
                                     [self](unsigned cta, unsigned warp, WarpProgram& program) {
                                       self->emit(cta, warp, program);
                                     });
  // Cycles of elements and rows are those of a whole SM.
  kernel.warp_multiplicity = kWarpMultiplicity;
  return kernel;
}

void Sweep::emit(unsigned cta, unsigned warp, WarpProgram& program) const {
  if (spec_.parts->rows(cta).size() == 0) return;
  const Range rows = rows_of(cta, warp);
  load_records(cta, rows, program);
  load_region(cta, warp, program);
  program.code.push_back(WarpInstruction::barrier());
  stream_elements(cta, warp, program);
  program.code.push_back(WarpInstruction::arithmetic(cycles(cta), 1));
  store(cta, rows, program);
}

std::uint64_t Sweep::elements(unsigned cta) const {
  std::uint64_t sum = 0;
  for (const std::uint32_t row : spec_.parts->rows(cta)) sum += spec_.matrix->degree(row);
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(sum) * spec_.stored));
}

std::uint32_t Sweep::cycles(unsigned cta) const {
  const double operations = static_cast<double>(elements(cta)) * spec_.element_operations +
                            spec_.parts->rows(cta).size() * spec_.row_operations;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(operations / spec_.lanes), 1.0, 4e9));
}

/// Returns the rows whose records the warp loads and which it stores, as indices within the CTA:
/// whole lines if they are adjacent, otherwise as many as a warp has lanes.
Range Sweep::rows_of(unsigned cta, unsigned warp) const {
  const std::uint64_t rows = spec_.parts->rows(cta).size();
  const std::uint64_t unit =
      spec_.parts->scattered() ? kWarpLanes : std::max(1u, 128 / spec_.out.row_bytes);
  const Range units = suite::part_of({0, (rows + unit - 1) / unit}, spec_.warps, warp);
  return {std::min(rows, units.begin * unit), std::min(rows, units.end * unit)};
}

void Sweep::load_records(unsigned cta, Range rows, WarpProgram& program) const {
  const unsigned gpu = gpu_of(spec_.parts->ctas(), gpus_, cta);
  const std::uint64_t first = spec_.parts->rows_before(cta);
  suite::emit_range(program, WarpOp::kLoad,
                    private_->records[gpu] + (first + rows.begin) * spec_.record_bytes,
                    (rows.end - rows.begin) * spec_.record_bytes);
}

void Sweep::stream_elements(unsigned cta, unsigned warp, WarpProgram& program) const {
  const unsigned gpu = gpu_of(spec_.parts->ctas(), gpus_, cta);
  const Range mine = share((elements(cta) + 3) / 4 * 4, spec_.warps, warp);
  const std::uint64_t at = private_->first_element[cta] + mine.begin;
  const auto stream = [&](std::uint64_t base, unsigned bytes) {
    const auto all = static_cast<std::uint32_t>((mine.end - mine.begin) * bytes);
    if (all > 0) program.stream({base + at * bytes, 0, all, 0, kWarpMultiplicity * kUnderWay});
  };
  stream(private_->columns[gpu], 4);
  stream(private_->values[gpu], spec_.element_bytes - 4);
}

const std::vector<std::uint64_t>& Sweep::pieces(unsigned cta) const {
  if (held_.cta == cta) return held_.pieces;
  std::vector<std::uint64_t>& pieces = held_.pieces;
  pieces.clear();
  if (spec_.reach > 0)
    add_reach(cta, pieces);
  else
    add_named(cta, pieces);
  // Shared memory holds the loaded data, so each piece is loaded once, however many elements name
  // it.
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  held_.cta = cta;
  return pieces;
}

void Sweep::add_named(unsigned cta, std::vector<std::uint64_t>& pieces) const {
  for (const std::uint32_t row : spec_.parts->rows(cta)) {
    if (spec_.own.row_bytes > 0) add_pieces(spec_.own, row, pieces);
    for (std::uint32_t k = spec_.matrix->row_begin[row]; k < spec_.matrix->row_begin[row + 1]; ++k)
      add_pieces(spec_.in, spec_.matrix->column[k], pieces);
  }
}

void Sweep::add_reach(unsigned cta, std::vector<std::uint64_t>& pieces) const {
  std::vector<std::uint32_t> rows(spec_.parts->rows(cta).begin(), spec_.parts->rows(cta).end());
  std::sort(rows.begin(), rows.end());
  std::uint32_t next = 0;  // rows below this are already included
  for (const std::uint32_t row : rows) {
    if (spec_.own.row_bytes > 0) add_pieces(spec_.own, row, pieces);
    const std::uint32_t end = std::min(spec_.matrix->rows(), row + spec_.reach + 1);
    next = std::max(next, row > spec_.reach ? row - spec_.reach : 0);
    for (; next < end; ++next) add_pieces(spec_.in, next, pieces);
  }
}

void Sweep::load_region(unsigned cta, unsigned warp, WarpProgram& program) const {
  const std::vector<std::uint64_t>& pieces = this->pieces(cta);
  const Range mine = share(pieces.size(), spec_.warps, warp);
  suite::LaneGather gather;
  for (std::uint64_t i = mine.begin; i < mine.end; ++i) {
    const auto lane = static_cast<unsigned>((i - mine.begin) % kWarpLanes);
    gather.set(lane, pieces[i]);
    if (lane + 1 == kWarpLanes) gather.emit(program, WarpOp::kLoad, kPiece);
  }
  gather.emit(program, WarpOp::kLoad, kPiece);
}

void Sweep::store(unsigned cta, Range rows, WarpProgram& program) const {
  if (rows.begin == rows.end) return;
  const std::uint32_t* row = spec_.parts->rows(cta).begin();
  const std::uint64_t base = kRegionBase + spec_.out.offset;
  if (!spec_.parts->scattered()) {
    suite::emit_range(program, WarpOp::kStore,
                      base + row[rows.begin] * std::uint64_t{spec_.out.row_bytes},
                      (rows.end - rows.begin) * spec_.out.row_bytes);
    return;
  }
  suite::LaneGather gather;
  for (std::uint64_t from = rows.begin; from < rows.end; from += kWarpLanes)
    for (unsigned at = 0; at < spec_.out.row_bytes; at += spec_.store_bytes) {
      for (std::uint64_t i = from; i < std::min(from + kWarpLanes, rows.end); ++i)
        gather.set(static_cast<unsigned>(i - from),
                   base + row[i] * std::uint64_t{spec_.out.row_bytes} + at);
      gather.emit(program, WarpOp::kStore, spec_.store_bytes);
    }
}

void set_cost(SweepSpec& spec, const ElementCost& cost, const AppContext& context) {
  spec.element_operations = cost.operations;
  spec.row_operations = cost.row_operations;
  spec.lanes = context.lanes;
  // The elements of a user's matrix represent only themselves.
  if (cost.published == 0 || !context.matrix.empty()) return;
  const double degree = static_cast<double>(spec.matrix->nonzeros()) / spec.matrix->rows();
  spec.stored = std::max(1.0, cost.published / degree);
  spec.reach = kReach;
}

std::shared_ptr<const RowParts> scattered_parts(const CsrMatrix& matrix, std::uint32_t cta_rows,
                                                std::uint32_t group, unsigned row_bytes,
                                                unsigned gpus) {
  const std::uint32_t unit = matrix.rows() >= 16 * group * cta_rows ? 16 * group : group;
  const std::uint32_t rows = unit * cta_rows;
  const std::uint32_t units = std::max(1u, (matrix.rows() + rows / 2) / rows);
  const PartsSpec spec{matrix.rows(), std::max(1u, 128 / row_bytes), units * unit, gpus, group};
  return std::make_shared<const RowParts>(spec, matrix.degrees());
}

}  // namespace gf::model::proact
