// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::core {

/// "`who` waits for `what` from `whom`": one link of the chain that a deadlock report prints.
struct Wait {
  std::string who;       ///< Path of the component that cannot move.
  std::string what;      ///< "posted data credit (needs 16, has 3)".
  std::string whom;      ///< Path of the component that would have to act.
  bool purpose = false;  ///< What the run is about, a copy for example, not a part of the machine.
};

/// Something that can hold work. sc_start() returns silently when everybody waits, so each run ends
/// by asking all of these; any that is not idle makes the run a deadlock.
class Quiescent {
 public:
  explicit Quiescent(std::string path);
  Quiescent(const Quiescent&) = delete;
  Quiescent& operator=(const Quiescent&) = delete;
  virtual ~Quiescent();

  [[nodiscard]] const std::string& quiescent_path() const { return path_; }
  [[nodiscard]] virtual bool idle() const = 0;  ///< Nothing queued, in flight or owed.
  virtual void append_waits(std::vector<Wait>& waits) const = 0;  ///< Called when not idle.

 private:
  std::string path_;
};

/// All waits of all components that are not idle, in order of their paths; empty = quiescent. One
/// that is not idle and names no wait is listed with "work" from "nobody".
std::vector<Wait> pending_waits();

/// The chain from the first component that waits to the last that it depends on ("chain: a -> b"),
/// the cycle if the waits contain one ("cycle: a -> b -> a"), then one line a wait, those of a
/// purpose first: all of up to 40; of more than that up to 20 of a purpose, the ones of the chain
/// or cycle, and how many others there are. Empty without waits.
std::string explain(const std::vector<Wait>& waits);

}  // namespace gf::core
