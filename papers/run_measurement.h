// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace gf::papers {

/// Origin of a simulated number; sets the value of a match as evidence.
enum class Kind {
  kExact,       ///< The same algorithm on the same input: every printed digit must match.
  kDerived,     ///< Follows by arithmetic from parameters that have a source.
  kCalibrated,  ///< A parameter was set to match this number: a check, not evidence.
  kEmergent,    ///< Not contained in the model; results from the modelled mechanisms.
};
std::string_view to_text(Kind kind);  ///< "exact", "derived", "calibrated", "emergent".

enum class Verdict {
  kPass,      ///< Within a gate that contains the published value.
  kDeviates,  ///< A known miss: within the band that pins our result and excludes the published
              ///< value. A row of DEVIATIONS.md explains it.
  kFail,      ///< Outside its gate or band, or there is no number.
  kInfo,      ///< Reported; nothing is published.
};
std::string_view to_text(Verdict verdict);  ///< "pass", "deviates", "fail", "info".

/// A number, a text ("0->2, 0->3", "> 97 %"), or nothing.
using Value = std::variant<std::monostate, double, std::string>;

/// Condition under which a simulated value matches the published one, with its justification.
struct Tolerance {
  enum class Type {
    kNone,      ///< Not gated.
    kRelative,  ///< |simulated - published| <= bound * |published|.
    kAbsolute,  ///< |simulated - published| <= bound, in the unit of the quantity.
    kRange,     ///< low <= simulated <= high; either end may be open.
    kEqual,     ///< The same text, or the same number.
  };
  Type type = Type::kNone;
  double bound = 0;
  std::optional<double> low;
  std::optional<double> high;
  std::string why;  ///< One sentence, never empty; printed in the report.
};
/// Both ends count as inside; `fraction` 0.05 means 5 %.
Tolerance relative(double fraction, std::string why);
Tolerance absolute(double bound, std::string why);
Tolerance at_least(double low, std::string why);
Tolerance at_most(double high, std::string why);
Tolerance in_range(double low, double high, std::string why);
Tolerance equal(std::string why);
Tolerance not_gated(std::string why);
/// "5 %", "0.01 ms", ">= 95 %", "1 ... 2", "equal", "-".
std::string to_text(const Tolerance& tolerance, std::string_view unit);

/// One published number and our result.
struct Measurement {
  std::string id;        ///< The experiment's id, or that id with a suffix: "pcie.table2.first".
  std::string quantity;  ///< "elapsed time of (c) 3->2 and (d) 6->4".
  Kind kind = Kind::kEmergent;
  Value published;  ///< As printed in the source; nothing if it prints none.
  Value simulated;
  std::string unit;  ///< Of published, simulated and an absolute error; empty: plain number.
  Tolerance tolerance;
  std::string source;   ///< Where `published` is printed; empty: the experiment's source.
  std::string failure;  ///< Why there is no number; if not empty, the verdict is kFail.
  /// A value not printed in the source, with a label: "own arithmetic: 2".
  std::string reference = {};
  std::string deviation = {};  ///< "PCIE-1": the row of DEVIATIONS.md that explains a miss; the
                               ///< gate is then the band that pins our result.
  /// Id of the row whose published number this one is another reading of; empty: its own.
  std::string number = {};
  std::string reads_as = {};  ///< Printed words as a range: "> 0.97", "0.45 ... 0.5"; may be empty.
};

/// Parses a cell of rows.csv (rows.h), the inverse of to_text(). The UserError(kUsage) that it
/// throws names only the cause.
Tolerance parse_gate(const std::string& text);

/// Returns the contradiction in a claim ("its gate excludes what is published"), or empty.
std::string contradiction_of(const Measurement& claim);

/// Returns the value that the simulated one is compared with: the published one, or if there is
/// none the one after the label of `reference` ("BookSim2: 112.7").
Value target_of(const Measurement& measurement);

/// Returns the difference between the simulated value and target_of(): in per cent of the target,
/// or in the quantity's unit if the target is 0. Nothing if either is not a number.
std::optional<double> error_of(const Measurement& measurement);
/// "+1.2 %", "-0.3 ms", "-".
std::string error_text(const Measurement& measurement);
Verdict verdict_of(const Measurement& measurement);

/// Returns the defect of the measurement as a record ("no reason for its tolerance"), or empty.
std::string defect_of(const Measurement& measurement);

/// Returns a measurement that could not be taken: kFail, with `reason` in one line.
Measurement failed(std::string id, std::string quantity, std::string reason);

/// Formats five significant digits, integers in full, no exponent between 1e-4 and 1e15; "-" for
/// nothing.
std::string number_text(double value);
std::string to_text(const Value& value);

}  // namespace gf::papers
