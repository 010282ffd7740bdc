// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "papers/run_measurement.h"

namespace gf::papers {

/// Reads a paper's claims, papers/<paper>/rows.csv, into measurements without simulated values. A
/// row is one published figure, cell or sentence; its columns:
///   id         "pcie.table2.packet.c": the experiment's id, or that id with a suffix
///   quantity   what was measured, in words that need no other row: not "the same, 4 KiB"
///   published  as the source prints it: a number, words, or nothing
///   reads_as   printed words as a range, in the grammar of `gate`: a gate without deviation lies
///              within it; empty: they are no range
///   reference  a number from another source, labelled: "own arithmetic: 1.94"
///   unit       of published, simulated and an absolute gate
///   kind       exact, derived, calibrated, emergent
///   gate       "rel 5 %" and "abs 0.1" around published; ">= 95", "<= 2", "1 ... 2"; "equal"; "-"
///   deviation  a row of DEVIATIONS.md; the gate is then the band that pins our result
///   why        one sentence: why this kind and this gate
///   source     where it is printed; empty: the experiment's source
///   number     id of the row whose published number this one is another reading of; empty: its
///              own. A file in which no row needs it may lack the column
/// Throws UserError(kBadInput) with `name`:line, also for an id that occurs twice and a number that
/// no row publishes.
std::vector<Measurement> read_rows(std::string_view text, const std::string& name);

/// Returns a cell as a number if all of it is one, else as text; nothing for an empty cell.
Value value_of(const std::string& cell);

}  // namespace gf::papers
