// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// Returns how many elements rank i gives to rank j, at i * ranks + j. The file has a line for each
/// rank with a field for each rank, which are bytes ("65536", "64 KiB") in multiples of `unit`; #
/// begins a comment. Throws UserError(kBadInput) with file:line.
std::vector<std::uint64_t> read_exchange_counts(const std::string& file, unsigned ranks,
                                                unsigned unit);

/// Returns counts by which each rank gives `elements` in total, and rank 0 gets `skew` times as
/// much as each other rank, in multiples of `unit` elements.
std::vector<std::uint64_t> skewed_counts(std::uint64_t elements, unsigned ranks, double skew,
                                         std::uint64_t unit);

/// Returns the most elements that a rank gives or gets.
std::uint64_t longest_side(const std::vector<std::uint64_t>& counts, unsigned ranks);

}  // namespace gf::model
