// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/link_count.h"

#include <algorithm>

namespace gf::model {

std::vector<unsigned> links_over_switches(const FoundMatrix& matrix) {
  std::vector<unsigned> links(matrix.rows.size());
  for (std::size_t a = 0; a < matrix.rows.size(); ++a) {
    unsigned sum = 0, most = 0;
    for (std::size_t b = 0; b < matrix.rows.size(); ++b) {
      const auto& cell = matrix.at(a, b);
      if (!cell || cell->xgmi) continue;
      sum += cell->links;
      most = std::max(most, cell->links);
    }
    if (sum > kMostLinksOfGpu) links[a] = most;
  }
  return links;
}

}  // namespace gf::model
