// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// Refuses a set of experiments that counts fewer published numbers than it once did.
/// `ledger` is papers/published.csv: `id`, `set` and `published` of each row that ever had a
/// published value. A row may be gone, belong to the other set or have another `published`. Then
/// the text `deviations`, DEVIATIONS.md, needs a dated line with its id, or with a glob that
/// matches it:
/// "- 2026-11-29: `proact.fig4.*`: why". A published row needs its line in the ledger.
/// Throws UserError(kBadInput) with the line of the ledger.
void check_ledger(const std::vector<Experiment>& experiments, std::string_view ledger,
                  std::string_view deviations);

}  // namespace gf::papers
