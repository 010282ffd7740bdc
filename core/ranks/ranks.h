// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

/// The processes that simulate one machine together; MPI calls them ranks. Each rank builds the
/// whole machine, simulates its own parts of the clock (core::ClockDomain), and receives from the
/// others everything that crosses to its parts. Their simulation kernels have the same time and the
/// same events, and take the same decisions. Sums are of integers, so that the output of rank 0 is
/// identical to the byte.
/// This base class is the single-process case; its communication functions do nothing. The MPI
/// implementation is in one file, core/ranks/ranks_mpi.cpp.
/// All ranks must call each collective function, in the same order; it returns when all have called
/// it.
class Ranks {
 public:
  /// The messages of one window from one rank to a neighbouring rank.
  struct Parcel {
    unsigned rank = 0;  ///< Receiver in post(), sender in collect().
    std::string bytes;
  };
  /// How far the clock came in a window, and the next cycle that anything waits for.
  struct Horizon {
    std::uint64_t earliest = 0;  ///< Next requested cycle; the least of all ranks counts.
    std::uint64_t last = 0;      ///< Last cycle that was served; the greatest of all ranks counts.
  };

  virtual ~Ranks() = default;
  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] unsigned self() const { return self_; }
  [[nodiscard]] bool alone() const { return count_ == 1; }
  [[nodiscard]] bool first() const { return self_ == 0; }  ///< The rank that writes the results.

  /// Returns the rank that serves part `part` of `parts`; each rank has consecutive parts.
  [[nodiscard]] unsigned owner(unsigned part, unsigned parts) const {
    return static_cast<unsigned>(std::uint64_t{part} * count_ / parts);
  }
  /// Marks the parts of the clock as spread over the ranks from now on.
  void spread() { is_spread_ = true; }
  [[nodiscard]] bool is_spread() const { return is_spread_; }

  /// Sends the parcels, one per neighbour and window, without waiting for any rank. They must stay
  /// unchanged until collect() returns.
  virtual void post(const std::vector<Parcel>& /*parcels*/) {}
  /// Passes the parcels of the neighbours, which are the receivers of post(), to `take`, and agrees
  /// on the horizon. Collective.
  virtual Horizon collect(const Horizon& mine, const std::function<void(const Parcel&)>& take);

  /// Returns the texts of all ranks, by rank, to each of them. Collective.
  virtual std::vector<std::string> share(const std::string& mine) { return {mine}; }
  /// Like share(), but only rank 0 gets the texts; the others get nothing. Collective.
  virtual std::vector<std::string> gather(const std::string& mine) { return {mine}; }
  /// Reductions of the numbers of all ranks; each rank gets the result. Collective.
  [[nodiscard]] std::uint64_t sum(std::uint64_t mine);
  [[nodiscard]] std::uint64_t least(std::uint64_t mine);
  [[nodiscard]] std::uint64_t greatest(std::uint64_t mine);

  /// Requests that the run ends early. `why` is more than 0; the ranks agree on the greatest of
  /// them. All ranks end together, after the same window.
  void request_end(unsigned why);
  /// Returns the agreed reason; 0: the run goes on, or a model ends it.
  [[nodiscard]] unsigned end_agreed() const { return model_ends() ? 0 : end_agreed_; }
  /// Like request_end(), for a model that ends the run; it has precedence over all other requests.
  void request_model_end() { request_end(kModel); }
  [[nodiscard]] bool model_ends() const { return end_agreed_ == kModel; }

  /// Reports that this rank has built the machine, or (`well` is false) could not. Returns the
  /// lowest rank that failed, or count(). Collective; called once.
  unsigned settle(bool well);
  /// The simulation is over, and no rank waits for this one any more.
  void finish() { stage_ = Stage::kOver; }
  enum class Stage { kBuilds, kRuns, kOver };
  [[nodiscard]] Stage stage() const { return stage_; }
  /// Ends all ranks with exit code 1, because this rank cannot go on and the others would wait for
  /// it.
  [[noreturn]] virtual void abort();

 protected:
  Ranks(unsigned count, unsigned self) : count_(count), self_(self) {}
  [[nodiscard]] unsigned requested() const { return requested_; }
  void agree_to_end(unsigned why) { end_agreed_ = why; }

 private:
  friend Ranks& ranks();
  static constexpr unsigned kModel = ~0u;
  Ranks() = default;
  std::vector<std::uint64_t> share_number(std::uint64_t mine);

  const unsigned count_ = 1;
  const unsigned self_ = 0;
  unsigned requested_ = 0;
  unsigned end_agreed_ = 0;
  bool is_spread_ = false;
  Stage stage_ = Stage::kBuilds;
};

/// Returns the ranks that this process belongs to; only itself until join_ranks().
Ranks& ranks();

/// Returns how many processes of this program mpirun, or srun with pmix, has started; 1: only this
/// one.
unsigned launched_ranks();
/// Joins the ranks. Call it before any object of the simulation exists. Does nothing if this
/// process was started on its own. Throws UserError(kUsage) if the program was built without MPI.
void join_ranks();
/// Leaves the ranks; the last call of a rank. Collective.
void leave_ranks();
/// Throws UserError(kUsage), which says how to get MPI, if the program was built without it.
void need_mpi();

}  // namespace gf::core
