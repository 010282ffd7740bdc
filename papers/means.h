// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace gf::papers {

// `values` has at least one element.
double mean(const std::vector<double>& values);
double geometric_mean(const std::vector<double>& values);  ///< Of positive values.
double least(const std::vector<double>& values);
double most(const std::vector<double>& values);

}  // namespace gf::papers
