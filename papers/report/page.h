// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/report/report.h"

namespace gf::papers::report {

/// The sections of report.html, in order.
std::string score_section(const Report& report);        ///< A table of papers by kinds.
std::string figures_section(const Report& report);      ///< Thumbnails that link to the figures.
std::string numbers_section(const Report& report);      ///< Filters and the table of all numbers.
std::string experiments_section(const Report& report);  ///< Notes, figures, links to runs.
std::string meaning_section();                          ///< Verdicts, kinds, tolerances.
std::string environment_section(const Report& report);  ///< How it was made; wall time; licences.

/// A figure with its caption; the script makes charts interactive. `key`: from figure_key().
std::string figure_element(const Figure& figure, const std::string& key);

/// Style sheets and scripts as elements; includes the chart library only if it is part of the
/// program.
std::string style_elements();
std::string script_elements();

/// A small picture of the simulated value's position in its tolerance; empty for one-sided and
/// ungated tolerances.
std::string gauge(const Measurement& measurement);

/// Id of a figure's element in the page: letters, digits and dashes, fit for url(#...).
std::string figure_key(const Entry& entry, const Figure& figure);
/// Returns the figure with the published numbers of its rows added.
Figure with_rows(const Figure& figure, const ExperimentResult& result);

}  // namespace gf::papers::report
