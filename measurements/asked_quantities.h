// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measurements/ring_schedule.h"

namespace gf::papers::field {

/// A copy between two devices, as schedules name them: "0", "15".
struct AskedCopy {
  std::string from;
  std::string to;
};

/// The runs that a quantity is taken from: column `run` of asked.csv.
struct AskedRun {
  enum class Kind {
    kCopies,    ///< "0>1 1>0": copies that start at once.
    kRings,     ///< "ring 0 1 2, 2 1 0 x2": an all-reduce; "rings ...": each ring both ways.
    kLink,      ///< "link 0 1": the links between two GPUs, which nothing simulates.
    kWorkload,  ///< "allreduce:bytes=1 MiB": one collective of --workload.
  };
  Kind kind = Kind::kCopies;
  std::vector<AskedCopy> copies;  ///< kCopies, and the two ends of kLink.
  std::vector<Ring> rings;
  bool both_ways = false;
  std::string workload;
};

/// A row of measurements/field/asked.csv: a quantity that was asked about a machine.
struct Asked {
  enum class Counts { kEach, kFirst, kSum, kTime, kBusBw, kLine };
  std::string id;           ///< "a01_flat_pairs.across": its machine and the column `id`.
  std::string machine;      ///< Name of the machine: "a01_flat_pairs".
  std::string file;         ///< Name of its file in measurements/field/, without ".ini".
  bool full = false;        ///< Its runs take minutes: its machine belongs to the full set.
  std::string quantity;     ///< What was asked, in the program's terms.
  AskedRun run;             ///< Only if it is expressible.
  std::uint64_t bytes = 0;  ///< Of each copy, or of the rings' all-reduce.
  Counts counts = Counts::kEach;
  std::string unit;                ///< GB/s, or us for times.
  std::string inexpressible;       ///< Why the program cannot say it; empty: it can.
  std::string group;               ///< What summaries count together: "pcie", "collective", ...
  std::optional<double> measured;  ///< In `unit`.
  std::string source;              ///< Where it was measured.
  std::string date;                ///< Of the measurement.
  bool known = false;  ///< It, or one like it, stood in the documentation before: never counted.
};

/// Two quantities whose speeds are compared: a row of measurements/field/order.csv.
struct AskedPair {
  std::string id;
  std::string a;  ///< Asked::id.
  std::string b;
  std::string expected;  ///< Before the first run: "a", "b", "alike".
  std::string why;
};

/// Reads asked.csv. Throws UserError(kBadInput) with `name`:line for a column that is missing, an
/// id that occurs twice, and a cell that is not of its form. `run` of a row that is not expressible
/// is not read: the language may not have its words yet.
std::vector<Asked> read_asked(std::string_view text, const std::string& name);

/// Reads order.csv. Throws as read_asked(), and for a quantity that `asked` does not have.
std::vector<AskedPair> read_order(std::string_view text, const std::string& name,
                                  const std::vector<Asked>& asked);

/// Parses a cell `run`; returns nothing if it has none of the forms.
std::optional<AskedRun> asked_run(std::string_view cell);

/// Returns the row of that id, which exists.
const Asked& asked_of(const std::vector<Asked>& asked, const std::string& id);

}  // namespace gf::papers::field
