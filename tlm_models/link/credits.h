// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/ring.h"
#include "tlm_models/link/packet.h"

namespace gf::model {

/// Credits that a receiver advertises, by class.
struct CreditLimits {
  std::uint32_t header = 0;
  std::uint32_t data = 0;
};
using CreditLimitTable = std::array<CreditLimits, kMaxCreditClasses>;  ///< {0, 0} = class unused.

/// The sender's view of its receiver's buffer: free credits by class, and the credit returns on
/// their way. A return counts from its time on. It costs no event at that time, so a return that no
/// packet waits for is free. Returns are added up in batches, or when a packet needs them.
/// Invariant, checked at every call: 0 <= lent <= advertised = free + under way + lent.
class CreditPool {
 public:
  static constexpr std::uint64_t kNever = ~0ull;

  /// Adds a grant of flow control initialization; several grants of one class add up.
  void advertise(CreditClass credit_class, CreditCost credits);
  void advertise(CreditClass credit_class, const CreditLimits& limits);

  /// True when a packet of this class and cost may be sent at `now` (ticks of the time resolution).
  [[nodiscard]] bool covers(CreditClass credit_class, CreditCost cost, std::uint64_t now) {
    const CreditLimits& free = classes_[credit_class].free;
    if (returns_.size() < kBatch && enough(free, cost)) return true;
    return covers_with_returns(credit_class, cost, now);
  }
  /// Earliest time at which the returns on their way will cover `cost`; kNever if they never do.
  [[nodiscard]] std::uint64_t covered_at(CreditClass credit_class, CreditCost cost) const;

  // Inline: every packet of every link passes these, and a call for each would be measurable.
  void take(CreditClass credit_class, CreditCost cost) {  ///< Precondition: covers().
    Class& credits = classes_[credit_class];
    GF_CHECK(enough(credits.free, cost), state(credit_class));
    subtract(credits.free, cost);
    add(credits.lent, cost);
  }
  void give(CreditClass credit_class, CreditCost credits, std::uint64_t at) {
    Class& of = classes_[credit_class];
    GF_CHECK(enough(of.lent, credits),
             "more credits given back than taken, " + state(credit_class));
    subtract(of.lent, credits);
    returns_.push({at, credits, credit_class});
    // Returns come nearly sorted, so usually nothing moves.
    for (std::size_t i = returns_.size() - 1; i > 0 && returns_[i - 1].at > at; --i)
      std::swap(returns_[i - 1], returns_[i]);
  }

  /// Free credits. Returns that arrived since covers() last returned false may be missing.
  [[nodiscard]] const CreditLimits& free(CreditClass credit_class) const {
    return classes_[credit_class].free;
  }
  [[nodiscard]] const CreditLimits& advertised(CreditClass credit_class) const {
    return classes_[credit_class].advertised;
  }
  /// True when every credit is free or on its way back.
  [[nodiscard]] bool home() const;

 private:
  static constexpr std::size_t kBatch = 16;
  struct Return {
    std::uint64_t at = 0;
    CreditCost credits;
    CreditClass credit_class = 0;
  };
  static bool enough(const CreditLimits& free, CreditCost cost) {
    return free.header >= cost.header && free.data >= cost.data;
  }
  static void add(CreditLimits& to, CreditCost credits) {
    to.header += credits.header;
    to.data += credits.data;
  }
  static void subtract(CreditLimits& from, CreditCost credits) {
    from.header -= credits.header;
    from.data -= credits.data;
  }
  bool covers_with_returns(CreditClass credit_class, CreditCost cost, std::uint64_t now);
  [[nodiscard]] std::string state(CreditClass credit_class) const;

  struct Class {
    CreditLimits free{};
    CreditLimits lent{};  ///< Taken and not given back.
    CreditLimits advertised{};
  };
  std::array<Class, kMaxCreditClasses> classes_;
  core::Ring<Return> returns_;  ///< Sorted by time.
};

}  // namespace gf::model
