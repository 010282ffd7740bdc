// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/multigrid.h"

#include "core/base/error.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/kernels/programs/multigrid_solver.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kCoarsest = 8;  ///< Cells in each direction.

/// Builds the kernels, and performs the same operations for the answer.
class Builder {
 public:
  Builder(const MultigridSpec& spec, const Context& context)
      : layout_(context.gpus), gpus_(context.gpus), set_up_(spec.set_up) {
    for (Grid3 grid{spec.extent, spec.extent, spec.extent}; grid.nx >= kCoarsest;
         grid = grid.coarser())
      add_level(grid, spec.set_up == SetUp::kByPartners && levels_.empty());
  }

  Multigrid build(const MultigridSpec& spec) {
    if (set_up_ == SetUp::kOwn) set_up_all();
    const unsigned last = levels() - 1;
    for (unsigned sweep = 0; sweep < 2; ++sweep) smooth(last);
    for (unsigned level = last - 1; level > 0; --level) prolong_smooth(level);
    prolong_smooth(0);
    for (unsigned cycle = 0; cycle < spec.cycles; ++cycle) {
      // The last kernel already ended with the smoother that opens a cycle.
      for (unsigned level = 0; level < last; ++level) {
        if (level > 0) smooth(level);
        residual_restrict(level);
      }
      for (unsigned sweep = 0; sweep < 2; ++sweep) smooth(last);
      for (unsigned level = last; level-- > 0;) prolong_smooth(level);
    }
    Multigrid result;
    result.workload.name = set_up_ == SetUp::kTouched ? "hpgmg" : "hpgmg_uvm";
    result.workload.data = layout_.take();
    result.workload.kernels = std::move(kernels_);
    // Created last, when all data are known, but run first: it places the first-touched pages.
    if (set_up_ != SetUp::kOwn)
      result.workload.kernels.insert(result.workload.kernels.begin(),
                                     touch_kernel(gpus_, result.workload.data));
    const Grid3 finest = levels_.front().grid;
    result.answer = [finest, count = levels(), operations = std::move(operations_)] {
      MultigridSolver solver(finest, count);
      for (const auto& operation : operations) operation(solver);
      return solver.u(0);
    };
    return result;
  }

 private:
  using SetUp = MultigridSpec::SetUp;
  struct Level {
    Grid3 grid;
    std::uint64_t u[2];
    std::uint64_t f, alpha, beta_x, beta_y, beta_z, inverse_diagonal;
    unsigned now = 0;  ///< u[now] holds u.
  };

  [[nodiscard]] unsigned levels() const { return static_cast<unsigned>(levels_.size()); }

  void add_level(const Grid3& grid, bool at_partners) {
    const std::string suffix = "_" + std::to_string(levels_.size());
    const std::uint64_t bytes = grid.bytes();
    const auto here = [&](const char* name) {
      return layout_.add(name + suffix, bytes, Placement::kFirstTouch);
    };
    const auto set_up = [&](const char* name) {
      return at_partners ? layout_.add_at_partners(name + suffix, bytes, 1) : here(name);
    };
    Level level{grid, {here("u"), here("next")}, 0, 0, 0, 0, 0, 0, 0};
    level.f = set_up("f");
    level.alpha = set_up("alpha");
    level.beta_x = set_up("beta_x");
    level.beta_y = set_up("beta_y");
    level.beta_z = set_up("beta_z");
    level.inverse_diagonal = set_up("inverse_diagonal");
    levels_.push_back(level);
  }

  [[nodiscard]] static std::vector<std::uint64_t> arrays(const Level& level) {
    return {level.u[0],   level.u[1],   level.f,      level.alpha,
            level.beta_x, level.beta_y, level.beta_z, level.inverse_diagonal};
  }
  /// Writes the whole finest grid, then each level from the coefficients of the next finer one.
  void set_up_all() {
    StencilPass finest;
    finest.grid = levels_[0].grid;
    finest.outputs = arrays(levels_[0]);
    add("set_up", 0, std::move(finest));
    for (unsigned level = 1; level < levels(); ++level) {
      const Level& fine = levels_[level - 1];
      StencilPass pass;
      pass.grid = fine.grid;
      pass.inputs = {{fine.alpha, false, false},
                     {fine.beta_x, false, false},
                     {fine.beta_y, false, false},
                     {fine.beta_z, false, false}};
      pass.coarse_outputs = arrays(levels_[level]);
      add("set_up", level, std::move(pass));
    }
  }

  /// Returns a pass that reads all inputs of f - A u.
  [[nodiscard]] static StencilPass pass_of(const Level& level) {
    StencilPass pass;
    pass.grid = level.grid;
    pass.inputs = {{level.u[level.now], true, true}, {level.f, false, false},
                   {level.alpha, false, false},      {level.beta_x, false, false},
                   {level.beta_y, false, true},      {level.beta_z, false, true}};
    return pass;
  }

  void sweep(const char* name, unsigned index, bool prolong) {
    Level& level = levels_[index];
    StencilPass pass = pass_of(level);
    pass.inputs.push_back({level.inverse_diagonal, false, false});
    if (prolong) pass.coarse_inputs = {levels_[index + 1].u[levels_[index + 1].now]};
    // Two arrays alternate, because a sweep needs its neighbours' old values.
    level.now ^= 1;
    pass.outputs = {level.u[level.now]};
    add(name, index, std::move(pass));
  }

  void smooth(unsigned level) {
    sweep("smooth", level, false);
    operations_.emplace_back([level](MultigridSolver& solver) { solver.smooth(level); });
  }
  void prolong_smooth(unsigned level) {
    sweep("prolong_smooth", level, true);
    operations_.emplace_back([level](MultigridSolver& solver) { solver.prolong_smooth(level); });
  }
  void residual_restrict(unsigned level) {
    StencilPass pass = pass_of(levels_[level]);
    const Level& coarse = levels_[level + 1];
    pass.coarse_outputs = {coarse.f, coarse.u[coarse.now]};
    add("residual_restrict", level, std::move(pass));
    operations_.emplace_back([level](MultigridSolver& solver) { solver.residual_restrict(level); });
  }

  void add(const char* name, unsigned level, StencilPass pass) {
    kernels_.push_back(
        stencil_kernel(std::string(name) + "_" + std::to_string(level), std::move(pass)));
    // Small levels are on GPU 0: kernels that read or write one run there.
    kernels_.back().split =
        set_up_ != SetUp::kOwn || levels_[level].grid.cells() >= kShared || level == 0;
  }

  Layout layout_;
  unsigned gpus_;
  SetUp set_up_;
  std::vector<Level> levels_;
  std::vector<Kernel> kernels_;
  std::vector<std::function<void(MultigridSolver&)>> operations_;
};

}  // namespace

MultigridSpec multigrid_spec(const Context& context, bool uvm) {
  using SetUp = MultigridSpec::SetUp;
  return {context.small() ? 64u : 128u, 1, uvm ? SetUp::kByPartners : SetUp::kTouched};
}

Multigrid make_multigrid(const MultigridSpec& spec, const Context& context) {
  GF_CHECK(spec.extent >= 2 * kCoarsest && (spec.extent & (spec.extent - 1)) == 0,
           std::to_string(spec.extent));
  return Builder(spec, context).build(spec);
}

}  // namespace gf::model::suite
