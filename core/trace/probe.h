// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/observer_counts.h"

namespace gf::core {

/// Receives probe changes; the VCD tracer is a sink. Changes of one probe may be dated ahead of
/// sc_time_stamp() (a model knows when a packet will arrive), never behind it.
class ProbeSink {
 public:
  virtual ~ProbeSink() = default;
  virtual void set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) = 0;
  virtual void add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) = 0;
};

/// A named integer that a waveform can show: queue depth, free credits, link busy. While no sink
/// has selected it, it costs one predictable branch.
class Probe {
 public:
  /// `path` is hierarchical ("t2.plx_a.port_0.credits") and must be unique (a check fails); `bits`
  /// is the width in the waveform, 1 to 64.
  Probe(std::string path, unsigned bits, std::string description);
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  ~Probe();

  void set(Ticks at, std::uint64_t value) {
    if (__builtin_expect(on(), 0)) tell_set(at, value);
  }
  void add(Ticks at, std::int64_t delta) {
    if (__builtin_expect(on(), 0)) tell_add(at, delta);
  }
  [[nodiscard]] bool on() const { return any_on() && !sinks_.empty(); }
  /// Tells whether any probe has a sink. Ask this first if even finding the probe is expensive.
  static bool any_on() { return __builtin_expect(ObserverCounts::of_changes != 0, 0); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] unsigned bits() const { return bits_; }
  [[nodiscard]] const std::string& description() const { return description_; }
  /// Called by a sink that selected this probe; `id` identifies the probe in its calls. A sink may
  /// detach during a call.
  void attach(ProbeSink& sink, std::uint32_t id);
  void detach(const ProbeSink& sink);  ///< Does nothing for a sink that is not attached.

 private:
  struct Attached {
    ProbeSink* sink;
    std::uint32_t id;
  };
  void tell_set(Ticks at, std::uint64_t value);
  void tell_add(Ticks at, std::int64_t delta);

  std::string path_;
  unsigned bits_;
  std::string description_;
  std::vector<Attached> sinks_;
};

/// Returns every existing probe, sorted by path. There is one simulation per process.
std::vector<Probe*> all_probes();
/// Detaches `sink` from all probes.
void detach_from_probes(const ProbeSink& sink);

}  // namespace gf::core
