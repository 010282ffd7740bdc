// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/judge.h"
#include "papers/means.h"

namespace gf::papers::isca21 {

using runs::Words;

/// How much the applications work on; an experiment has one.
enum class Size {
  kQuick,  ///< A part of the published size (App): seconds a run.
  kLarge,  ///< As many rows as the published matrices have, or a quarter (App); a minute a run.
};
/// Where rows of `figure` begin: "proact.fig7.", "proact.full.fig7.".
std::string rows_of(const char* figure, Size size);

/// An application of [PROACT21], IV-C. The quick set has a part of the published size, one on all
/// machines of a figure: a sixteenth of the rows. Of als it has a quarter of that, which is as
/// large a region; of PageRank half, whose edges are loaded one by one and take longest to
/// simulate; of X-ray CT twice that, so that all SMs have a CTA. The full set has the published
/// size, of als and PageRank a quarter for the same reasons: regions of 8 to 31 MiB.
struct App {
  std::string name;   ///< Value of `workload`.
  std::string shown;  ///< As the paper has it.
  /// Of its region at the published size: 16 B a row of HV15R (64 for als), or a vertex (PageRank:
  /// 2^21 of 3.6 million); X-ray CT's is assumed.
  unsigned kibibytes;
  unsigned part;   ///< Of so many, in the quick set.
  unsigned large;  ///< Of so many, in the full set.

  [[nodiscard]] std::string region() const;  ///< "3939 KiB".
};
const std::vector<App>& apps();                           ///< In the order of Fig. 7.
Words app_names();                                        ///< As shown.
inline constexpr std::size_t kJacobi = 1, kPageRank = 2;  ///< Places in apps().

/// A machine with four GPUs, Table I.
struct System {
  std::string name;                                                ///< Value of `system`.
  std::string shown;                                               ///< As the paper has it.
  [[nodiscard]] std::string id() const { return name.substr(3); }  ///< "kepler".
};
const std::vector<System>& systems();
inline constexpr std::size_t kKepler = 0, kPascal = 1, kVolta = 2;  ///< Places in systems().

/// What keeps copies alike in a run, as Table II has it.
struct Transfer {
  std::string mechanism;
  std::string chunk;     ///< Empty: none.
  unsigned threads = 0;  ///< 0: none.

  /// "I", "D 16 KiB 256 CDP", "memcpy".
  [[nodiscard]] std::string text() const;
};

/// Asks for runs of applications.
class AppRuns {
 public:
  explicit AppRuns(Judge& judge, Size size) : judge_(judge), size_(size) {}

  [[nodiscard]] Size size() const { return size_; }
  /// `more`: parameters as "name=value". `options`: further words of `gpufabric run`.
  [[nodiscard]] runs::Run run(const std::string& system, App app, const Transfer& transfer,
                              const Words& more = {}, const Words& options = {}) const;
  /// One GPU of the machine: the limit's version, as nothing is transferred.
  [[nodiscard]] runs::Run one_gpu(const std::string& system, const App& app,
                                  const Words& more = {}) const;

 private:
  Judge& judge_;
  const Size size_;
};

inline double seconds(const runs::Run& run) { return run.value("time"); }

inline const Transfer kMemcpy{"memcpy", "", 0};
inline const Transfer kInline{"inline", "", 0};
inline const Transfer kInfinite{"infinite", "", 0};
inline const Transfer kUnified{"um", "", 0};
inline const Transfer kHardware{"hw", "8 KiB", 0};
/// What the profiler takes where it does not take inline.
inline const Transfer kPolling{"polling", "16 KiB", 2048};

/// Of two lists, item by item.
std::vector<double> ratios(const std::vector<double>& of, const std::vector<double>& over);

}  // namespace gf::papers::isca21
