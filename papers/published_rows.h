// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/figure.h"
#include "papers/run_measurement.h"

namespace gf::papers {

/// Returns the figure's chart with the published numbers of its rows added, or what a row that
/// publishes none is compared with (target_of()). Each is a guide, with the printed text as tag and
/// the row's quantity as label, or a point of a published series.
/// Guides with a tag or a long label get a letter, by which the legend names them. Rows that
/// defect_of_rows() names are omitted.
Chart with_published_rows(const Chart& chart, const std::vector<FigureRow>& rows,
                          const std::vector<Measurement>& measurements);

/// Returns why a row of the figure cannot be drawn ("figure fig3: row pcie.fig3.x is not in the
/// table"), or empty. Reasons: no such row, nothing published, a text without exactly one number,
/// not a chart.
std::string defect_of_rows(const Figure& figure, const std::vector<Measurement>& measurements);

}  // namespace gf::papers
