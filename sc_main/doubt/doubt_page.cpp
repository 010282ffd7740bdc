// SPDX-License-Identifier: Apache-2.0
// doubt.html: one tornado chart per result.
#include <algorithm>
#include <fmt/format.h>

#include "core/text/engineering.h"
#include "papers/report/page.h"
#include "papers/report/svg.h"
#include "sc_main/doubt/doubt_results.h"

namespace gf::app {
namespace {

using papers::report::escape;
using papers::report::Svg;

constexpr std::size_t kShownBars = 14;
constexpr double kBarsWidth = 380, kRow = 22, kTop = 30, kMargin = 10;

/// Bars from the result's mean at the low end of a guess to its mean at the high end, drawn around
/// the mean of all runs. The end for the guess's low end is hollow.
class Tornado {
 public:
  Tornado(const DoubtedResult& result, const std::vector<Guess>& guesses)
      : result_(result), guesses_(guesses), shown_(result.carriers()) {
    if (shown_.size() > kShownBars) shown_.resize(kShownBars);
    least_ = most_ = result.effects.mean;
    for (const std::size_t i : shown_) {
      const core::Effect& effect = result.effects.inputs[i];
      least_ = std::min({least_, effect.at_low, effect.at_high});
      most_ = std::max({most_, effect.at_low, effect.at_high});
      left_ = std::max(left_, papers::report::text_width(guesses[i].name) + 2 * kMargin);
    }
  }

  [[nodiscard]] std::string draw() const {
    const double bottom = kTop + kRow * static_cast<double>(shown_.size());
    const double numbers = papers::report::text_width("0.00, 0.00 (0.00 ... 0.00)");
    Svg svg(left_ + kBarsWidth + numbers + 3 * kMargin, bottom + 28,
            "Guesses that matter for " + result_.name);
    const double middle = at(result_.effects.mean);
    svg.text({left_ + kBarsWidth + 14, 16}, "alone, with others", "axis-title", "start");
    for (std::size_t row = 0; row < shown_.size(); ++row) draw_bar(svg, row);
    svg.line({middle, kTop - 6}, {middle, bottom}, "axis");
    svg.line({left_, bottom}, {left_ + kBarsWidth, bottom}, "axis");
    for (const double value : {least_, result_.effects.mean, most_})
      svg.text({at(value), bottom + 18}, core::engineering(value, result_.unit), "tick", "middle");
    return svg.str();
  }

 private:
  [[nodiscard]] double at(double value) const {
    return left_ + (most_ > least_ ? kBarsWidth * (value - least_) / (most_ - least_) : 0);
  }

  void draw_bar(Svg& svg, std::size_t row) const {
    const Guess& guess = guesses_[shown_[row]];
    const core::Effect& effect = result_.effects.inputs[shown_[row]];
    const double top = kTop + kRow * static_cast<double>(row);
    const double low = at(effect.at_low), high = at(effect.at_high);
    svg.text({left_ - kMargin, top + 15}, guess.name, "tick", "end");
    svg.open_group("c0");
    svg.rectangle({std::min(low, high), top + 4}, std::max(1.0, std::abs(high - low)), kRow - 8,
                  "bar simulated", tooltip(guess, effect));
    svg.circle({low, top + kRow / 2}, 4, "marker analytic", guess.range.low);
    svg.close_group();
    svg.text({left_ + kBarsWidth + 14, top + 15},
             fmt::format("{:.2f}, {:.2f} ({:.2f} ... {:.2f})", effect.alone.value,
                         effect.total.value, effect.total.low, effect.total.high),
             "tick", "start");
  }

  [[nodiscard]] std::string tooltip(const Guess& guess, const core::Effect& effect) const {
    return fmt::format("{}: {} at {}, {} at {}", guess.name,
                       core::engineering(effect.at_low, result_.unit), guess.range.low,
                       core::engineering(effect.at_high, result_.unit), guess.range.high);
  }

  const DoubtedResult& result_;
  const std::vector<Guess>& guesses_;
  std::vector<std::size_t> shown_;
  double least_ = 0, most_ = 0, left_ = 60;
};

std::string results_section(const std::vector<DoubtedResult>& results,
                            const std::vector<Guess>& guesses) {
  std::string rows;
  for (const DoubtedResult& result : results)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\" data-label=\"default (5 % ... 95 %)\">"
        "{}</td><td class=\"number\" data-label=\"explained\">{}</td></tr>\n",
        escape(result.name), escape(with_range(result)),
        result.moves() ? fmt::format("{:.0f} %", 100 * result.effects.explained) : "");
  return "<section><h2>Results</h2><p>Value with the defaults, and range of 5 % to 95 % of the "
         "runs.</p><table class=\"stack score\"><thead><tr><th>result</th><th class=\"number\">"
         "default (5 % ... 95 %)</th><th class=\"number\">explained</th></tr></thead><tbody>\n" +
         rows + "</tbody></table><p>" + escape(outside_text(results, guesses)) + "</p></section>\n";
}

std::string charts(const DoubtTable& table, const std::vector<DoubtedResult>& results) {
  std::string out;
  for (const DoubtedResult& result : results)
    if (!result.carriers().empty())
      out += fmt::format(
          "<article><h4>{}</h4><p>{}; {:.0f} % of its variance explained.</p><div "
          "class=\"wide\">{}</div></article>\n",
          escape(result.name), escape(with_range(result)), 100 * result.effects.explained,
          Tornado(result, table.guesses).draw());
  if (out.empty()) return {};
  return "<section><h2>Which guesses matter</h2><p>A bar goes from the mean of the runs at the low "
         "end of the guess (hollow mark) to the mean at its high end. Numbers: the share of the "
         "variance that the guess causes alone, and together with others, with the 5 % to 95 % "
         "interval of a bootstrap.</p>" +
         out + "</section>\n";
}

std::string guesses_section(const std::vector<Guess>& all) {
  std::string rows;
  for (const Guess& guess : all)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td data-label=\"default\">{}</td><td data-label=\"range\">{}"
        "</td><td data-label=\"why\">{}</td></tr>\n",
        escape(guess.name), escape(guess.default_value),
        guess.varies() ? escape(guess.range.low + " ... " + guess.range.high) : "stays",
        escape(guess.range.why));
  return "<section><h2>Guesses</h2><table class=\"stack score\"><thead><tr><th>guess</th>"
         "<th>default</th><th>range</th><th>why</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></section>\n";
}

std::string failures_section(const DoubtTable& table) {
  std::string items;
  for (const auto& [failure, count] : failures_of(table))
    items += fmt::format("<li>{} runs: {}</li>\n", count, escape(failure));
  if (items.empty()) return {};
  return "<section class=\"runs\"><h2>Runs that failed</h2><ul>" + items + "</ul></section>\n";
}

}  // namespace

std::string doubt_page(const DoubtTable& table, const std::vector<DoubtedResult>& results,
                       const std::vector<Guess>& all, const std::string& title,
                       const std::string& command) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>" +
         escape(title) + "</title>" + papers::report::style_elements() +
         fmt::format(
             "</head><body>\n<header class=\"top\"><div><h1>{}</h1><ul class=\"facts\">"
             "<li>guesses <b>{}</b></li><li>runs <b>{}</b></li><li>failed <b>{}</b></li></ul>"
             "<p class=\"runs\"><code>{}</code></p></div></header><main>\n",
             escape(title), table.guesses.size(), table.runs.points.size(), table.runs.failed(),
             escape(command)) +
         failures_section(table) + results_section(results, table.guesses) +
         charts(table, results) + guesses_section(all) + "</main>\n</body></html>\n";
}

}  // namespace gf::app
