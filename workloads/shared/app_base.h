// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/shared/region_history.h"
#include "workloads/shared/row_parts.h"

namespace gf::model::proact {

/// Regions and their fields are multiples of this size, and so of all page sizes up to 64 KiB.
inline constexpr std::uint64_t kRegionUnit = 64 << 10;
constexpr std::uint64_t in_region_units(std::uint64_t bytes) {
  return (bytes + kRegionUnit - 1) / kRegionUnit * kRegionUnit;
}

/// An application in which each phase writes rows of one field of the region. The constructor adds
/// the phases in order, with the bytes that each leaves there. If these are expensive and only a
/// check needs them, it adds a function that computes them on first use.
class AppBase : public SharedApp {
 public:
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::string input() const override { return input_; }
  [[nodiscard]] const std::vector<DataStructure>& private_data() const override { return data_; }
  [[nodiscard]] std::uint64_t region_bytes() const override { return region_bytes_; }
  [[nodiscard]] unsigned phases() const override { return static_cast<unsigned>(phases_.size()); }
  [[nodiscard]] const Kernel& kernel(unsigned phase) const override;
  void writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const override;
  void initial(Span span, std::uint8_t* bytes) const override;
  void contents(unsigned phase, Span span, std::uint8_t* bytes) const override;
  [[nodiscard]] double error() const override;

  /// Sets the registers per thread of all phases' kernels.
  void set_registers(unsigned registers);

  /// Returns error() with `image` as the region after the last phase, for example a GPU's memory
  /// after a run.
  [[nodiscard]] virtual double error_of(const std::vector<std::uint8_t>& image) const = 0;

 protected:
  AppBase(std::string name, std::string input, std::uint64_t region_bytes)
      : name_(std::move(name)), input_(std::move(input)), region_bytes_(region_bytes) {}

  void set_private_data(std::vector<DataStructure> data) { data_ = std::move(data); }
  void set_initial(std::uint64_t offset, std::vector<std::uint8_t> bytes);
  /// Adds a phase. `result`: all rows of the field at `offset` after the phase.
  void add_phase(Kernel kernel, std::shared_ptr<const RowParts> parts, std::uint64_t offset,
                 unsigned row_bytes, std::vector<std::uint8_t> result);
  /// Adds a phase without a result; the function of compute_later() must write it.
  void add_phase(Kernel kernel, std::shared_ptr<const RowParts> parts, std::uint64_t offset,
                 unsigned row_bytes);
  /// `compute` writes the contents of the region before the first phase and after each.
  void compute_later(std::function<void(RegionHistory&)> compute) { compute_ = std::move(compute); }

 private:
  [[nodiscard]] const RegionHistory& history() const;
  struct Phase {
    Kernel kernel;
    std::shared_ptr<const RowParts> parts;
    std::uint64_t offset;
    unsigned row_bytes;
  };
  std::string name_, input_;
  std::uint64_t region_bytes_;
  std::vector<DataStructure> data_;
  std::vector<Phase> phases_;
  mutable std::function<void(RegionHistory&)> compute_;  ///< Empty after its only call.
  mutable RegionHistory history_;
};

/// Returns the greatest difference between `values` and `wanted`, divided by the greatest of
/// `wanted`; infinite if a value is not finite. Sizes must be equal.
double relative_error(const std::vector<double>& values, const std::vector<double>& wanted);

}  // namespace gf::model::proact
