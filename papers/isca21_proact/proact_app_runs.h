// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/judge.h"
#include "papers/means.h"

namespace gf::papers::isca21 {

using runs::Words;

/// Problem size of the applications; an experiment has one.
enum class Size {
  kQuick,  ///< A part of the published size (App): seconds per run.
  kLarge,  ///< As many rows as the published matrices, or a quarter (App); a minute per run.
};
/// Returns the beginning of row ids of `figure`: "proact.fig7.", "proact.full.fig7.".
std::string rows_of(const char* figure, Size size);

/// An application of [PROACT21], IV-C. The quick set uses a sixteenth of the published rows, on all
/// machines of a figure, with three exceptions. als has a quarter of that, which gives an equally
/// large region. PageRank has half, because its edges are loaded one by one and take longest to
/// simulate. X-ray CT has twice that, so that all SMs have a CTA. The full set has the published
/// size, but a quarter for als and PageRank for the same reasons: regions of 8 to 31 MiB.
struct App {
  std::string name;   ///< Value of `workload`.
  std::string shown;  ///< As in the paper.
  /// Size of its region at the published size: 16 B per row of HV15R (64 for als), or per vertex
  /// (PageRank: 2^21 of 3.6 million); X-ray CT's is assumed.
  unsigned kibibytes;
  unsigned part;   ///< The quick set has 1/part of it.
  unsigned large;  ///< The full set has 1/large of it.

  [[nodiscard]] std::string region() const;  ///< "3939 KiB".
};
const std::vector<App>& apps();                           ///< In the order of Fig. 7.
Words app_names();                                        ///< As in the paper.
inline constexpr std::size_t kJacobi = 1, kPageRank = 2;  ///< Indices into apps().

/// A machine with four GPUs, Table I.
struct System {
  std::string name;                                                ///< Value of `system`.
  std::string shown;                                               ///< As in the paper.
  [[nodiscard]] std::string id() const { return name.substr(3); }  ///< "kepler".
};
const std::vector<System>& systems();
inline constexpr std::size_t kKepler = 0, kPascal = 1, kVolta = 2;  ///< Indices into systems().

/// The mechanism of transfer in a run, as in Table II.
struct Transfer {
  std::string mechanism;
  std::string chunk;     ///< Empty: none.
  unsigned threads = 0;  ///< 0: none.

  /// "I", "D 16 KiB 256 CDP", "memcpy".
  [[nodiscard]] std::string text() const;
};

/// Requests runs of applications.
class ProactAppRuns {
 public:
  explicit ProactAppRuns(Judge& judge, Size size) : judge_(judge), size_(size) {}

  [[nodiscard]] Size size() const { return size_; }
  /// `more`: parameters as "name=value". `options`: further options of `gpufabric run`.
  [[nodiscard]] runs::Run run(const std::string& system, App app, const Transfer& transfer,
                              const Words& more = {}, const Words& options = {}) const;
  /// Requests a run on one GPU of the machine; it uses the limit's version, as nothing is
  /// transferred.
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
/// The profiler's choice where it does not choose inline.
inline const Transfer kPolling{"polling", "16 KiB", 2048};

/// Divides two lists item by item.
std::vector<double> ratios(const std::vector<double>& of, const std::vector<double>& over);

}  // namespace gf::papers::isca21
