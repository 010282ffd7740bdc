// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/survey_propagation.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kWarps = 4;
constexpr std::uint64_t kRecord = 128;  ///< Per variable: 16 surveys of 8 B.

/// Returns the variables of module `module` of `modules`.
Range variables_of(const SatFormula& formula, unsigned modules, unsigned module) {
  return part_of({0, formula.variables}, modules, module);
}

SatFormula random_formula(const SurveySpec& spec, unsigned gpus, std::uint64_t seed) {
  SatFormula formula;
  const unsigned modules = spec.modules > 0 ? spec.modules : (gpus + 1) / 2;
  // Each module has whole pages of 128 KiB if there are enough variables, so modules share no page.
  const std::uint32_t least = static_cast<std::uint32_t>(spec.clauses / spec.ratio);
  const std::uint32_t unit = least < modules * 1024 ? 1 : modules * 1024;
  formula.variables = (least + unit - 1) / unit * unit;
  formula.clauses.resize(spec.clauses);
  core::RandomStream random(seed, "sat");
  std::vector<unsigned> uses(formula.variables, 0);
  for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
    const unsigned parts = spec.modules > 0 ? modules : gpus;
    const auto part = static_cast<unsigned>(((c + 1) * parts - 1) / spec.clauses);
    const Range here = variables_of(formula, modules, spec.modules > 0 ? part : part / 2);
    auto& clause = formula.clauses[c];
    for (unsigned i = 0; i < 3; ++i) {
      std::uint32_t variable = 0;
      const auto taken = [&](std::uint32_t v) {
        return uses[v] == SatFormula::kMostUses || (i > 0 && clause[0].variable == v) ||
               (i > 1 && clause[1].variable == v);
      };
      do variable = static_cast<std::uint32_t>(here.begin + random.below(here.end - here.begin));
      while (taken(variable));
      ++uses[variable];
      clause[i] = {variable, random.below(2) == 1};
    }
  }
  return formula;
}

/// The formula with its surveys by variable: slot s of variable v is at 16 v + s.
class Surveys {
 public:
  struct Slot {
    std::uint32_t variable, index;
    bool negated;
  };
  using Clause = std::array<Slot, 3>;

  Surveys(const SatFormula& formula, const std::vector<double>& first)
      : used_(formula.variables, 0), cell_(std::size_t{formula.variables} * SatFormula::kMostUses) {
    for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
      Clause clause{};
      for (unsigned i = 0; i < 3; ++i) {
        const auto& literal = formula.clauses[c][i];
        clause[i] = {literal.variable, used_[literal.variable]++, literal.negated};
        cell_[place(clause[i])] = {1 - first[c * 3 + i], literal.negated ? 1u : 0u};
      }
      clauses.push_back(clause);
    }
  }

  /// Performs one iteration, clause by clause. Returns by clause a bit for each survey that was
  /// written.
  std::vector<std::uint8_t> iterate(double least_change) {
    std::vector<std::uint8_t> written(clauses.size(), 0);
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      double warned[3];
      for (unsigned i = 0; i < 3; ++i) warned[i] = unsatisfying(clauses[c][i]);
      for (unsigned i = 0; i < 3; ++i) {
        const double survey = warned[(i + 1) % 3] * warned[(i + 2) % 3];
        double& free = cell_[place(clauses[c][i])].free;
        // The kernel omits the store of a change that is omitted here.
        if (std::abs(1 - survey - free) <= least_change) continue;
        free = 1 - survey;
        written[c] |= static_cast<std::uint8_t>(1u << i);
      }
    }
    return written;
  }

  [[nodiscard]] std::vector<double> by_clause() const {
    std::vector<double> all;
    for (const Clause& clause : clauses)
      for (const Slot& slot : clause) all.push_back(1 - cell_[place(slot)].free);
    return all;
  }

  std::vector<Clause> clauses;

 private:
  static std::size_t place(const Slot& slot) {
    return std::size_t{slot.variable} * SatFormula::kMostUses + slot.index;
  }

  /// Returns the probability that the other clauses force the variable to the value that does not
  /// satisfy this clause, given that they do not contradict each other.
  [[nodiscard]] double unsatisfying(const Slot& slot) const {
    double product[2] = {1, 1};  // of 1 - survey, over plain and over negated literals
    const Cell* cells = &cell_[std::size_t{slot.variable} * SatFormula::kMostUses];
    for (std::uint32_t s = 0; s < used_[slot.variable]; ++s)
      product[cells[s].negated] *= s == slot.index ? 1 : cells[s].free;
    const double same = product[slot.negated ? 1 : 0], opposite = product[slot.negated ? 0 : 1];
    const double against = (1 - opposite) * same, in_favour = (1 - same) * opposite;
    const double sum = against + in_favour + same * opposite;
    return sum > 0 ? against / sum : 0;
  }

  /// Stores 1 - survey, the factor that other clauses multiply.
  struct Cell {
    double free = 1;
    std::uint32_t negated = 0;
  };
  std::vector<std::uint32_t> used_;
  std::vector<Cell> cell_;
};

struct Addresses {
  std::uint64_t clause, record, bias;
};

/// Updates four clauses: instruction i reads the records of their i-th variables, 8 lanes each.
void update_four(const std::vector<Surveys::Clause>& clauses,
                 const std::vector<std::uint8_t>& written, const Addresses& at, std::size_t first,
                 WarpProgram& program) {
  const std::size_t end = std::min(first + 4, clauses.size());
  emit_range(program, WarpOp::kLoad, at.clause + first * 16, (end - first) * 16);
  LaneGather reads, writes;
  for (unsigned i = 0; i < 3; ++i) {
    for (std::size_t c = first; c < end; ++c) {
      const Surveys::Slot& slot = clauses[c][i];
      const std::uint64_t record = at.record + slot.variable * kRecord;
      for (unsigned lane = 0; lane < 8; ++lane)
        reads.set(static_cast<unsigned>(c - first) * 8 + lane, record + lane * 16);
      if ((written[c] >> i & 1u) != 0)
        writes.set(static_cast<unsigned>(c - first) * 8 + i, record + slot.index * 8ull);
    }
    reads.emit(program, WarpOp::kLoad, 16);
  }
  program.code.push_back(WarpInstruction::compute(12));
  writes.emit(program, WarpOp::kStore, 8);
}

Kernel bias_kernel(std::uint32_t variables, const Addresses& at, unsigned ctas) {
  return make_kernel("bias", ctas, kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
    const Range mine = part_of(part_of({0, variables}, ctas, cta), kWarps, warp);
    for (std::uint64_t v = mine.begin; v < mine.end; v += 4)
      emit_range(program, WarpOp::kLoad, at.record + v * kRecord,
                 std::min<std::uint64_t>(4, mine.end - v) * kRecord);
    program.code.push_back(WarpInstruction::compute(8));
    if (mine.end > mine.begin)
      emit_range(program, WarpOp::kStore, at.bias + mine.begin * 8, (mine.end - mine.begin) * 8);
  });
}

std::vector<double> random_surveys(const SurveySpec& spec, std::uint64_t seed) {
  core::RandomStream random(seed, "surveys");
  std::vector<double> surveys(std::size_t{spec.clauses} * 3);
  for (double& survey : surveys) survey = random.uniform() / 8;
  return surveys;
}

}  // namespace

SurveySpec survey_spec(const Context& context) {
  SurveySpec spec;
  if (!context.small()) spec.clauses <<= 3;
  return spec;
}

SurveyRun make_survey_propagation(const SurveySpec& spec, const Context& context) {
  GF_CHECK(3 * spec.ratio < SatFormula::kMostUses && spec.clauses >= 1024, "clauses, ratio");
  SurveyRun run;
  run.formula = random_formula(spec, context.gpus, context.seed);
  run.first_surveys = random_surveys(spec, context.seed);
  Surveys surveys(run.formula, run.first_surveys);
  Layout layout(context.gpus);
  std::vector<std::uint8_t> homes;
  for (unsigned gpu = 0; gpu < context.gpus; gpu += 2)
    homes.push_back(static_cast<std::uint8_t>(layout.partner(gpu, 1)));
  Addresses at{};
  at.clause = layout.add_blocks("clauses", spec.clauses * 16ull);
  at.record = layout.add("surveys", run.formula.variables * kRecord, Placement::kExplicit, homes);
  at.bias = layout.add_blocks("bias", run.formula.variables * 8ull);
  run.workload.name = "lonestar_sp";
  run.workload.data = layout.take();
  for (unsigned i = 0; i < spec.skipped; ++i) surveys.iterate(spec.least_change);
  const auto clauses = std::make_shared<const std::vector<Surveys::Clause>>(surveys.clauses);
  const std::uint64_t fours = (spec.clauses + 3) / 4;
  const auto ctas = static_cast<unsigned>(fours / (kWarps * 8 * context.gpus) * context.gpus);
  const unsigned grid = std::max(ctas, context.gpus);
  for (unsigned i = 0; i < spec.iterations; ++i) {
    const auto written =
        std::make_shared<const std::vector<std::uint8_t>>(surveys.iterate(spec.least_change));
    run.workload.kernels.push_back(
        make_kernel("update_" + std::to_string(i), grid, kWarps,
                    [=](unsigned cta, unsigned warp, WarpProgram& program) {
                      const Range mine = part_of(part_of({0, fours}, grid, cta), kWarps, warp);
                      for (std::uint64_t four = mine.begin; four < mine.end; ++four)
                        update_four(*clauses, *written, at, four * 4, program);
                    }));
  }
  run.workload.kernels.push_back(bias_kernel(run.formula.variables, at, context.gpus * 16));
  run.surveys = surveys.by_clause();
  return run;
}

}  // namespace gf::model::suite
