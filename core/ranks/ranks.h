// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

/// Processes that simulate one machine together, as MPI calls them: each builds all of it, serves
/// its own parts of the clock (core::ClockDomain), and hears from the others what crosses to them.
/// Their simulation kernels stand at the same date, have the same events, and take the same
/// decisions; sums are made of integers, so that what rank 0 writes is the same to the byte.
/// This base class is the single-process case; its communication functions do nothing. Ranks of MPI
/// are made in one file, core/ranks/ranks_mpi.cpp.
/// All ranks call a function that is called collective, in the same order; it returns when all
/// have.
class Ranks {
 public:
  /// What one rank has for another one that lies beside it, once a window.
  struct Parcel {
    unsigned rank = 0;  ///< To whom, or from whom.
    std::string bytes;
  };
  /// How far the clock came in a window, and when somebody wants its next cycle.
  struct Horizon {
    std::uint64_t earliest = 0;  ///< Cycle; the least of all ranks counts.
    std::uint64_t last = 0;      ///< Cycle that was served; the greatest counts.
  };

  virtual ~Ranks() = default;
  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] unsigned self() const { return self_; }
  [[nodiscard]] bool alone() const { return count_ == 1; }
  [[nodiscard]] bool first() const { return self_ == 0; }  ///< The one that writes.

  /// Who serves part `part` of `parts`: as many in a row for each.
  [[nodiscard]] unsigned owner(unsigned part, unsigned parts) const {
    return static_cast<unsigned>(std::uint64_t{part} * count_ / parts);
  }
  /// Of a clock that is split: from now on its parts are spread over the ranks.
  void spread() { is_spread_ = true; }
  [[nodiscard]] bool is_spread() const { return is_spread_; }

  /// Hands the parcels over, one a neighbour and window, without waiting for anybody. They stay as
  /// they are until collect() returns.
  virtual void post(const std::vector<Parcel>& /*parcels*/) {}
  /// Gives `take` the parcels of those whom post() sent one, as they come, and agrees on the
  /// horizon: collective.
  virtual Horizon collect(const Horizon& mine, const std::function<void(const Parcel&)>& take);

  /// What each rank says, by rank, for all of them. Collective.
  virtual std::vector<std::string> share(const std::string& mine) { return {mine}; }
  /// The same for rank 0; others get nothing. Collective.
  virtual std::vector<std::string> gather(const std::string& mine) { return {mine}; }
  /// Of what each rank has, for all of them. Collective.
  [[nodiscard]] std::uint64_t sum(std::uint64_t mine);
  [[nodiscard]] std::uint64_t least(std::uint64_t mine);
  [[nodiscard]] std::uint64_t greatest(std::uint64_t mine);

  /// This rank is to end its run early: `why`, more than 0, is a number that the greatest of is
  /// told. All ranks do so together, behind the same window.
  void wish_end(unsigned why);
  /// 0: goes on, or a model ends it.
  [[nodiscard]] unsigned end_agreed() const { return model_ends() ? 0 : end_agreed_; }
  /// The same for a model that ends the run, whatever else anybody wishes.
  void wish_model_ends() { wish_end(kModel); }
  [[nodiscard]] bool model_ends() const { return end_agreed_ == kModel; }

  /// The machine is built, or (`well` false) could not be: lowest rank that is not well, or
  /// count(). Collective, and once.
  unsigned settle(bool well);
  /// The simulation is over, and nobody waits for this rank any more.
  void finish() { stage_ = Stage::kOver; }
  enum class Stage { kBuilds, kRuns, kOver };
  [[nodiscard]] Stage stage() const { return stage_; }
  /// Ends all ranks with exit code 1: this one cannot go on, and the others would wait for it.
  [[noreturn]] virtual void abort();

 protected:
  Ranks(unsigned count, unsigned self) : count_(count), self_(self) {}
  [[nodiscard]] unsigned wish() const { return wish_; }
  void agree_to_end(unsigned why) { end_agreed_ = why; }

 private:
  friend Ranks& ranks();
  static constexpr unsigned kModel = ~0u;
  Ranks() = default;
  std::vector<std::uint64_t> share_number(std::uint64_t mine);

  const unsigned count_ = 1;
  const unsigned self_ = 0;
  unsigned wish_ = 0;
  unsigned end_agreed_ = 0;
  bool is_spread_ = false;
  Stage stage_ = Stage::kBuilds;
};

/// Those of this process: one, until join_ranks().
Ranks& ranks();

/// How many processes mpirun, or srun with pmix, has started of this program; 1: it is alone.
unsigned launched_ranks();
/// Becomes one of them. Throws UserError(kUsage) where the program was built without MPI. Does
/// nothing in a process that was started alone. Before anything of the simulation exists.
void join_ranks();
/// The last thing that a rank does. Collective.
void leave_ranks();
/// Whether the program was built with MPI; if not, throws UserError(kUsage) that says how to get
/// it.
void need_mpi();

/// What lies with several ranks, and has to come to rank 0 before somebody there looks at it:
/// statistics, counts of channels. While they live all of them are known.
class Spread {
 public:
  Spread();
  virtual ~Spread();
  Spread(const Spread&) = delete;
  Spread& operator=(const Spread&) = delete;
  /// As things are now. Collective.
  virtual void bring_home() = 0;
  static void bring_all_home();

  /// Somebody looks at the machine, each rank at what it counts itself: here is what all ranks have
  /// to tell each other first. Collective.
  virtual void before_look() {}
  static void before_each_look();

  /// Which rank counts what the module at `path` does; none: it is nobody's of this object.
  [[nodiscard]] virtual std::optional<unsigned> rank_counting(const std::string& /*path*/) const {
    return std::nullopt;
  }
  /// Of any object; none: what happens there is the same in all ranks.
  [[nodiscard]] static std::optional<unsigned> rank_that_counts(const std::string& path);
  /// Whether this one does; what is the same in all ranks is counted by rank 0.
  [[nodiscard]] static bool is_counted_here(const std::string& path);

 private:
  static std::vector<Spread*>& all();
};

}  // namespace gf::core
