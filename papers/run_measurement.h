// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace gf::papers {

/// How a simulated number came about; decides how much a match is worth as evidence.
enum class Kind {
  kExact,       ///< The same algorithm on the same input: every printed digit must match.
  kDerived,     ///< Follows by arithmetic from parameters that have a source.
  kCalibrated,  ///< A parameter was set so that this number matches: a check, not evidence.
  kEmergent,    ///< Nothing in the model contains it; it comes out of the modelled mechanisms.
};
std::string_view to_text(Kind kind);  ///< "exact", "derived", "calibrated", "emergent".

enum class Verdict {
  kPass,      ///< Within a gate that contains what is published.
  kDeviates,  ///< A known miss: within the band that pins what comes out here, which excludes what
              ///< is published. A row of DEVIATIONS.md says why.
  kFail,      ///< Outside its gate or band, or no number came out at all.
  kInfo,      ///< Reported; nothing is published.
};
std::string_view to_text(Verdict verdict);  ///< "pass", "deviates", "fail", "info".

/// A number, a text ("0->2, 0->3", "> 97 %"), or nothing.
using Value = std::variant<std::monostate, double, std::string>;

/// When a simulated value counts as the published one, and why that is fair.
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
  std::string why;  ///< One sentence, never empty: it is printed in the report.
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

/// One published number beside what came out here.
struct Measurement {
  std::string id;        ///< The experiment's id, or that id with a suffix: "pcie.table2.first".
  std::string quantity;  ///< "elapsed time of (c) 3->2 and (d) 6->4".
  Kind kind = Kind::kEmergent;
  Value published;  ///< As printed in the source; nothing where the source is silent.
  Value simulated;
  std::string unit;  ///< Of published, simulated and an absolute error; empty for pure numbers.
  Tolerance tolerance;
  std::string source;   ///< Where `published` stands; empty means the experiment's source.
  std::string failure;  ///< Why no number came out; not empty forces kFail.
  /// What is not printed in the source, with a label: "own arithmetic: 2".
  std::string reference = {};
  std::string deviation = {};  ///< "PCIE-1": the row of DEVIATIONS.md that explains a miss; the
                               ///< gate is then the band that pins what comes out here.
  std::string reads_as = {};  ///< Printed words as a range: "> 0.97", "0.45 ... 0.5"; may be empty.
};

/// The same value the other way: `text` is a cell of rows.csv (rows.h). Throws UserError(kUsage)
/// with the cause alone.
Tolerance parse_gate(const std::string& text);

/// What is wrong with a claim ("its gate excludes what is published"), or empty.
std::string contradiction_of(const Measurement& claim);

/// What the simulated value is held against: the published one, or where the source is silent what
/// stands behind the label of `reference` ("BookSim2: 112.7").
Value target_of(const Measurement& measurement);

/// Simulated against target_of(): in per cent of the target, or in the quantity's unit when
/// the target is 0. Nothing when either is not a number.
std::optional<double> error_of(const Measurement& measurement);
/// "+1.2 %", "-0.3 ms", "-".
std::string error_text(const Measurement& measurement);
Verdict verdict_of(const Measurement& measurement);

/// What is wrong with the measurement as a record ("no reason for its tolerance"), or empty.
std::string defect_of(const Measurement& measurement);

/// A measurement that could not be taken: kFail, with `reason` in one line.
Measurement failed(std::string id, std::string quantity, std::string reason);

/// Five significant digits, integers in full, no exponent between 1e-4 and 1e15; "-" for nothing.
std::string number_text(double value);
std::string to_text(const Value& value);

}  // namespace gf::papers
