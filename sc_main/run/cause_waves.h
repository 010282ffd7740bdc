// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/gtkw.h"
#include "core/trace/probe.h"
#include "core/trace/vcd.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/run/early_end.h"
#include "sc_main/run/longest_wait.h"

namespace gf::app {

/// The waveform of --vcd auto: signals from the cause of the longest wait to its effect, in a
/// window around it.
///
/// The run is simulated twice. Which signals and when is known only at its end, and keeping all
/// changes of all signals until then would need a lot of memory. The first pass keeps a journal of
/// hops and writes nothing. It runs in a fork of this process, because SystemC simulates one
/// machine per process. Both passes simulate the same: observers do not change a run.
class CauseWaves {
 public:
  /// Makes the first pass. Call it when the machine is built. Returns nothing, with a note on
  /// standard error, if no packet in the journal waited for another or for a credit. Throws the
  /// UserError of WaitSearch::found(), or if the first pass failed.
  static std::optional<CauseWaves> find(ConfiguredPlatform& machine, sc_core::sc_time stop_at,
                                        EarlyEnd& early_end);

  [[nodiscard]] const LongestWait& wait() const { return wait_; }
  /// From half the wait's length before it, or the cause's packet if that began earlier, to half
  /// its length after it.
  [[nodiscard]] core::VcdWindow window() const;
  /// The places of the chain, from the cause to the effect.
  [[nodiscard]] const std::vector<core::SignalGroup>& groups() const { return groups_; }
  /// A: a packet begins to be in the way; B: the wait begins; C: it ends.
  [[nodiscard]] core::WaveView view() const;
  /// Returns which packet waited where, for how long and for what.
  [[nodiscard]] std::string told() const;
  /// Changes the signals that no module has. Call it once, when the waveform exists.
  void begin();

 private:
  explicit CauseWaves(LongestWait wait);
  void add_group(const LongestWait::Place& place, const std::vector<std::string>& first);
  void draw();
  [[nodiscard]] core::Ticks cause_begins() const;

  LongestWait wait_;
  std::vector<core::SignalGroup> groups_;
  // Signals that no module has: their changes are known from the first pass.
  std::unique_ptr<core::Probe> in_the_way_;
  std::unique_ptr<core::Probe> waits_;
};

}  // namespace gf::app
