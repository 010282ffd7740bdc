// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workloads/schedule/elements/collective.h"

namespace gf::model {

/// A line of a tuner's file: how collectives of some sizes and communicators are done.
struct TunerLine {
  std::string collective;  ///< broadcast, reduce, allgather, reducescatter or allreduce.
  std::uint64_t least_bytes = 0;
  std::uint64_t most_bytes = 0;
  std::string algorithm;                 ///< "ring", "tree", ...; also those that are not modelled.
  std::string protocol;                  ///< "ll", "ll128" or "simple".
  std::optional<unsigned> channels;      ///< Empty (-1): as many as the library takes.
  std::optional<unsigned> nodes, ranks;  ///< Empty (-1): any.
  std::optional<unsigned> operations;    ///< In a group; empty (-1): any.
  std::optional<unsigned> registered;    ///< 1: only with registered buffers, 0: only without.
};

/// Choices in the form that the example of a tuner plug-in of NCCL 2.30 reads
/// (plugins/tuner/example): comma-separated lines of 8 to 10 fields, # begins a comment.
class TunerFile {
 public:
  TunerFile() = default;
  explicit TunerFile(std::vector<TunerLine> lines) : lines_(std::move(lines)) {}
  /// Throws UserError(kBadInput) with file:line and what is legal.
  static TunerFile read(const std::string& file);

  /// Returns the lines for one collective of unregistered buffers outside of a group, the first one
  /// first.
  [[nodiscard]] std::vector<TunerLine> matches(Collective::Kind kind, core::Bytes size,
                                               unsigned ranks, unsigned nodes) const;
  /// Returns the file's text, with a comment that names the fields.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<TunerLine> lines_;
};

/// Name of a collective in such a file; empty: it has none.
std::string tuner_name(Collective::Kind kind);

}  // namespace gf::model
