// SPDX-License-Identifier: Apache-2.0
// Parses gates from rows.csv and finds contradictions in them.
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "papers/run_measurement.h"

namespace gf::papers {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kGrammar =
    "\"rel 5 %\", \"abs 0.1\", \">= 95\", \"<= 2\", \"1 ... 2\", \"equal\" or \"-\"";

[[noreturn]] void fail(const std::string& text) {
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("gate \"{}\"; expected {}", text, kGrammar));
}

double number_of(std::string_view part, const std::string& whole) {
  while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
  while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (part.empty() || error != std::errc() || stop != part.data() + part.size()) fail(whole);
  return value;
}

/// A range of numbers.
struct Interval {
  double low = -kInfinity;
  double high = kInfinity;
};

bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

/// Returns the published number or range, if the published text can be read as one.
std::optional<Interval> published_interval(const Measurement& claim) {
  if (const double* number = std::get_if<double>(&claim.published))
    return Interval{*number, *number};
  if (claim.reads_as.empty()) return std::nullopt;
  const Tolerance range = parse_gate(claim.reads_as);
  return Interval{range.low.value_or(-kInfinity), range.high.value_or(kInfinity)};
}

bool is_around_published(const Tolerance& gate) {
  return gate.type == Tolerance::Type::kRelative || gate.type == Tolerance::Type::kAbsolute ||
         gate.type == Tolerance::Type::kEqual;
}

/// Returns the interval of a range, widened by `slack`, so that its edges count as inside.
Interval interval_of(const Tolerance& range, double slack) {
  return {range.low.value_or(-kInfinity) - slack, range.high.value_or(kInfinity) + slack};
}

double slack_of(const Tolerance& range) {
  return 1e-9 * (1 + std::abs(range.low.value_or(0)) + std::abs(range.high.value_or(0)));
}

/// Returns whether the gate, a range, contains some of the published interval; nothing if only
/// words are published.
std::optional<bool> contains_published(const Measurement& claim) {
  const auto published = published_interval(claim);
  if (is_around_published(claim.tolerance)) return true;
  if (!published) return std::nullopt;
  return meet(*published, interval_of(claim.tolerance, slack_of(claim.tolerance)));
}

/// Returns whether the gate, a range, accepts values outside the printed words, read as a range.
bool is_wider_than_words(const Measurement& claim) {
  const bool words = std::holds_alternative<std::string>(claim.published);
  if (!words || claim.reads_as.empty() || is_around_published(claim.tolerance)) return false;
  const Tolerance range = parse_gate(claim.reads_as);
  const Interval read = interval_of(range, slack_of(range));
  // Only the range of the words gets the slack, so that equal edges do not count as wider.
  const Interval gate = interval_of(claim.tolerance, 0);
  return gate.low < read.low || gate.high > read.high;
}

/// "the same, 4 KiB" and "100 MHz: the same" cannot be read without the row above.
bool leans_on_another_row(const std::string& quantity) {
  return core::begins_with(quantity, "the same") ||
         quantity.find(": the same") != std::string::npos;
}

}  // namespace

Tolerance parse_gate(const std::string& text) {
  if (text == "-") return not_gated("");
  if (text == "equal") return equal("");
  if (text.rfind("rel ", 0) == 0 && text.back() == '%')
    return relative(number_of(std::string_view(text).substr(4, text.size() - 5), text) / 100, "");
  if (text.rfind("abs ", 0) == 0) return absolute(number_of(text.substr(4), text), "");
  if (text.rfind(">=", 0) == 0) return at_least(number_of(text.substr(2), text), "");
  if (text.rfind("<=", 0) == 0) return at_most(number_of(text.substr(2), text), "");
  const std::size_t dots = text.find("...");
  if (dots == std::string::npos) fail(text);
  return in_range(number_of(text.substr(0, dots), text), number_of(text.substr(dots + 3), text),
                  "");
}

std::string contradiction_of(const Measurement& claim) {
  const bool nothing_published = std::holds_alternative<std::monostate>(claim.published);
  const bool gated = claim.tolerance.type != Tolerance::Type::kNone;
  const std::string defect = defect_of(claim);
  if (!defect.empty()) return defect;
  if (leans_on_another_row(claim.quantity))
    return "has a quantity that only the row above explains (\"" + claim.quantity +
           "\"); write what was measured";
  if (!claim.reads_as.empty() && parse_gate(claim.reads_as).type != Tolerance::Type::kRange)
    return "reads words as something other than a range";
  if (!nothing_published && !gated)
    return "has a published value and no gate; a known miss has a deviation and a band";
  if (!claim.deviation.empty() && nothing_published) return "deviates, but no value is published";
  if (!claim.deviation.empty() && is_around_published(claim.tolerance))
    return "deviates, but its band is around what is published";
  const auto contains = contains_published(claim);
  if (claim.deviation.empty() && contains && !*contains)
    return "has a gate that excludes what is published; a known miss has a deviation";
  if (claim.deviation.empty() && is_wider_than_words(claim))
    return "has a gate that is wider than the published words allow";
  if (!claim.deviation.empty() && contains && *contains)
    return "deviates, but its band contains what is published";
  return {};
}

}  // namespace gf::papers
