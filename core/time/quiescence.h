// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::core {

/// One link in the chain of waits of a deadlock report: `waiter` waits for `resource` from
/// `holder`.
struct Wait {
  std::string waiter;    ///< Path of the component that cannot proceed.
  std::string resource;  ///< "posted data credit (needs 16, has 3)".
  std::string holder;    ///< Path of the component that would have to act.
  bool purpose = false;  ///< A purpose of the run, such as a copy, not a part of the machine.
};

/// Something that can hold work. sc_start() returns silently when everything waits, so each run
/// ends by asking all of these; if any is not idle, the run ends in a deadlock.
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

/// Returns all waits of all components that are not idle, in order of their paths; empty =
/// quiescent. A component that is not idle and names no wait is listed with "work" from "nobody".
std::vector<Wait> pending_waits();

/// Returns the cycle if the waits contain one ("cycle: a -> b -> a"), else the chain from the first
/// waiting component to the last that it depends on ("chain: a -> b"). Then follows one line per
/// wait, those of a purpose first. Up to 40 waits are all listed. Of more, only 20 of a purpose and
/// those of the chain or cycle are listed, followed by the number of the others. Empty without
/// waits.
std::string explain(const std::vector<Wait>& waits);

}  // namespace gf::core
