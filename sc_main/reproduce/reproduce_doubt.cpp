// SPDX-License-Identifier: Apache-2.0
// gpufabric reproduce --doubt: shows which verdicts hold whatever the guesses are.
#include "sc_main/reproduce/reproduce_doubt.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "core/base/printable.h"
#include "core/text/progress.h"
#include "core/text/terminal.h"
#include "sc_main/cli/interrupt_flag.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/doubt/doubt_overlay.h"
#include "sc_main/doubt/doubted_claims.h"
#include "sc_main/doubt/guess_fit.h"
#include "sc_main/run/output_directory.h"

namespace gf::app {
namespace {

using Outcomes = std::vector<papers::Outcome>;

/// Judges repeatedly with one pool.
class Sessions {
 public:
  Sessions(const Selection& selection, const ReproduceSettings& options, runs::Pool& pool)
      : selection_(selection),
        options_(options),
        pool_(pool),
        progress_("reproduce --doubt", options.quiet) {}

  /// Returns nothing if it was interrupted. `done` is the number of earlier sessions.
  std::optional<Outcomes> judge(papers::Overlay overlay, std::size_t done) {
    papers::RunnerOptions runner = options_.runner();
    runner.overlay = std::move(overlay);
    runner.report = [&](const papers::RunnerStatus& status) {
      constexpr double kSteps = 1000;
      progress_.update(
          static_cast<std::uint64_t>(kSteps * (static_cast<double>(done) + status.fraction)),
          static_cast<std::uint64_t>(kSteps * (1 + options_.runs)));
    };
    Outcomes outcomes = papers::run_experiments(selection_, pool_, runner);
    const bool whole = std::all_of(outcomes.begin(), outcomes.end(),
                                   [](const papers::Outcome& o) { return o.finished; });
    return whole ? std::optional<Outcomes>(std::move(outcomes)) : std::nullopt;
  }

 private:
  const Selection& selection_;
  const ReproduceSettings& options_;
  runs::Pool& pool_;
  core::Progress progress_;
};

/// The judged samples; fewer than requested after an interruption.
struct Judged {
  Outcomes baseline;
  std::vector<Outcomes> samples;
  bool interrupted = true;
};

Judged judge_all(Sessions& sessions, DoubtOverlay& overlay, const ReproduceSettings& options) {
  Judged judged;
  auto baseline = sessions.judge([&](runs::Request& request) { overlay.look(request); }, 0);
  if (!baseline) return judged;
  judged.baseline = std::move(*baseline);
  overlay.design(options.runs, options.seed);
  for (std::size_t sample = 0; sample < options.runs; ++sample) {
    auto outcomes =
        sessions.judge([&](runs::Request& request) { overlay.apply(request, sample); }, 1 + sample);
    if (!outcomes) return judged;
    judged.samples.push_back(std::move(*outcomes));
  }
  judged.interrupted = false;
  return judged;
}

/// Removes the leading command, which has all values of the sample: "exit 2: ...".
std::string short_text(const std::string& failure) {
  const std::size_t end = failure.find(": exit ");
  return core::excerpt(end == std::string::npos ? failure : failure.substr(end + 2));
}

/// Names each failure of a sample once, not for each of its rows.
void tell_failures(const Judged& judged) {
  constexpr std::size_t kShown = 5;
  std::map<std::string, std::set<std::size_t>> samples;
  for (std::size_t sample = 0; sample < judged.samples.size(); ++sample)
    for (const papers::Outcome& outcome : judged.samples[sample])
      for (const papers::Measurement& row : outcome.result.measurements)
        if (!row.failure.empty()) samples[short_text(row.failure)].insert(sample);
  std::size_t shown = 0;
  for (const auto& [failure, where] : samples)
    if (shown++ < kShown)
      std::cerr << fmt::format("gpufabric: in {} samples: {}\n", where.size(),
                               core::printable(failure));
  if (samples.size() > kShown)
    std::cerr << fmt::format("gpufabric: and {} other failures (claims.csv)\n",
                             samples.size() - kShown);
}

/// Reports which guesses were moved, and which came too late to be varied.
void tell_moved(const DoubtOverlay& overlay) {
  if (const std::string moved = moved_text(overlay.moved(), overlay.guesses(), "samples");
      !moved.empty())
    std::cerr << fmt::format(
        "gpufabric: moved to the nearest value that satisfies the constraints, in {}\n",
        core::printable(moved));
  if (overlay.late() > 0)
    std::cerr << fmt::format(
        "gpufabric: {} guesses belong to runs that only samples asked for; they kept their "
        "defaults\n",
        overlay.late());
}

/// The files of the claims; the places are tested before anything is run.
class ClaimFiles {
 public:
  explicit ClaimFiles(std::filesystem::path outdir)
      : outdir_(std::move(outdir)),
        directory_(outdir_),
        csv_(csv(), "the rows"),
        json_(outdir_ / "claims.json", "the rows"),
        markdown_(outdir_ / "claims.md", "the rows") {}
  void write(const std::vector<DoubtedClaim>& claims) {
    csv_.write(claims_csv(claims));
    json_.write(claims_json(claims));
    markdown_.write(claims_markdown(claims));
  }
  [[nodiscard]] std::filesystem::path csv() const { return outdir_ / "claims.csv"; }

 private:
  const std::filesystem::path outdir_;
  const OutputDirectory directory_;  ///< Before the files, so that it outlives their part files.
  WholeFile csv_;
  WholeFile json_;
  WholeFile markdown_;
};

core::ExitCode tell_interrupted(const Judged& judged, const ReproduceSettings& options,
                                const InterruptFlag& interrupt) {
  std::cerr << fmt::format(
      "gpufabric: interrupted with {} of {} samples; run it again to continue\n",
      judged.samples.size(), options.runs);
  return interrupt.exit_code();
}

}  // namespace

core::ExitCode doubt_claims(const Selection& selection, const ReproduceSettings& options,
                            runs::PoolOptions how) {
  ClaimFiles files(options.outdir);
  const InterruptFlag interrupt;
  CommandStore store(options.pool);
  how.jobs = options.pool.jobs;
  how.interrupted = [&interrupt] { return interrupt.signal() != 0; };
  runs::Pool pool(std::move(how), *store);
  DoubtOverlay overlay(options.calibrated);
  Sessions sessions(selection, options, pool);
  const Judged judged = judge_all(sessions, overlay, options);
  core::Progress::clear_line(std::cerr);
  if (judged.interrupted) return tell_interrupted(judged, options, interrupt);
  const std::vector<DoubtedClaim> claims = doubted_claims(judged.baseline, judged.samples);
  files.write(claims);
  tell_failures(judged);
  tell_moved(overlay);
  if (options.json)
    std::cout << claims_json(claims);
  else
    std::cout << claims_table(claims, options.all, core::output_columns()) << '\n'
              << claims_summary(claims)
              << fmt::format("{} guesses varied in {} samples: {}\n", overlay.guesses().size(),
                             judged.samples.size(), core::printable(files.csv().string()));
  return core::ExitCode::kDone;
}

}  // namespace gf::app
