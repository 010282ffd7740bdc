// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/run_measurement.h"
#include "papers/runner.h"

namespace gf::app {

/// A row of a paper, evaluated over samples of the assumptions.
struct DoubtedClaim {
  papers::Measurement claim;           ///< With the defaults.
  std::size_t samples = 0;             ///< Samples that gave a value.
  std::size_t holds = 0;               ///< Samples whose value lies within the gate.
  std::size_t failed = 0;              ///< Samples without a value: a run was refused or did not
                                       ///< end.
  std::vector<double> values;          ///< Numeric values, by sample.
  [[nodiscard]] double share() const;  ///< holds / samples; 0 without samples.
};

/// Returns the rows that have a gate, in their order. `samples` are outcomes of the same
/// experiments, by sample.
std::vector<DoubtedClaim> doubted_claims(const std::vector<papers::Outcome>& baseline,
                                         const std::vector<std::vector<papers::Outcome>>& samples);

/// Returns a text such as "1.82 (1.7 ... 2.1) x"; for a textual claim its value with the defaults.
std::string with_range(const DoubtedClaim& claim);
/// Returns aligned columns. Rows that deviate with the defaults are included only if `all`.
std::string claims_table(const std::vector<DoubtedClaim>& claims, bool all, std::size_t columns);
/// Returns a text such as "12 of 15 rows hold in at least 95 % of the samples", by kind.
std::string claims_summary(const std::vector<DoubtedClaim>& claims);
std::string claims_csv(const std::vector<DoubtedClaim>& claims);
/// Returns a Markdown table of the rows that pass with the defaults, for docs/fidelity.md.
std::string claims_markdown(const std::vector<DoubtedClaim>& claims);
std::string claims_json(const std::vector<DoubtedClaim>& claims);

}  // namespace gf::app
