// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/app_base.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"

namespace gf::model::proact {

const Kernel& AppBase::kernel(unsigned phase) const {
  GF_CHECK(phase < phases_.size(), name_ + ", phase " + std::to_string(phase));
  return phases_[phase].kernel;
}

void AppBase::writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const {
  GF_CHECK(phase < phases_.size() && cta < phases_[phase].kernel.ctas,
           name_ + ", phase " + std::to_string(phase) + ", CTA " + std::to_string(cta));
  const Phase& p = phases_[phase];
  p.parts->spans(cta, p.offset, p.row_bytes, spans);
}

void AppBase::initial(Span span, std::uint8_t* bytes) const { history().read(-1, span, bytes); }

void AppBase::contents(unsigned phase, Span span, std::uint8_t* bytes) const {
  GF_CHECK(phase < phases_.size(), name_ + ", phase " + std::to_string(phase));
  history().read(static_cast<int>(phase), span, bytes);
}

const RegionHistory& AppBase::history() const {
  if (compute_) std::exchange(compute_, nullptr)(history_);
  return history_;
}

double AppBase::error() const {
  std::vector<std::uint8_t> image(region_bytes_);
  contents(phases() - 1, {0, region_bytes_}, image.data());
  return error_of(image);
}

void AppBase::set_initial(std::uint64_t offset, std::vector<std::uint8_t> bytes) {
  GF_CHECK(phases_.empty() && offset + bytes.size() <= region_bytes_, name_);
  history_.write(-1, offset, std::move(bytes));
}

void AppBase::add_phase(Kernel kernel, std::shared_ptr<const RowParts> parts, std::uint64_t offset,
                        unsigned row_bytes, std::vector<std::uint8_t> result) {
  GF_CHECK(result.size() == std::uint64_t{parts->rows_before(kernel.ctas)} * row_bytes,
           name_ + ", phase " + std::to_string(phases_.size()));
  history_.write(static_cast<int>(phases_.size()), offset, std::move(result));
  add_phase(std::move(kernel), std::move(parts), offset, row_bytes);
}

void AppBase::add_phase(Kernel kernel, std::shared_ptr<const RowParts> parts, std::uint64_t offset,
                        unsigned row_bytes) {
  const std::uint64_t bytes = std::uint64_t{parts->rows_before(kernel.ctas)} * row_bytes;
  GF_CHECK(kernel.ctas == parts->ctas() && offset + bytes <= region_bytes_,
           name_ + ", phase " + std::to_string(phases_.size()));
  phases_.push_back({std::move(kernel), std::move(parts), offset, row_bytes});
}

void AppBase::set_registers(unsigned registers) {
  for (Phase& phase : phases_) phase.kernel.registers = registers;
}

double relative_error(const std::vector<double>& values, const std::vector<double>& wanted) {
  GF_CHECK(values.size() == wanted.size(), std::to_string(values.size()));
  double difference = 0, greatest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // std::max() ignores a NaN, which would then count as no difference.
    if (!std::isfinite(values[i])) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::abs(values[i] - wanted[i]));
    greatest = std::max(greatest, std::abs(wanted[i]));
  }
  return greatest > 0 ? difference / greatest : difference;
}

}  // namespace gf::model::proact
