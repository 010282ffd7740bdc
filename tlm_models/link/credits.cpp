// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/link/credits.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::model {
namespace {

std::string state(CreditClass credit_class, const CreditLimits& free) {
  return "class " + std::to_string(credit_class) + ", free header " + std::to_string(free.header) +
         ", data " + std::to_string(free.data);
}

void add(CreditLimits& to, CreditCost credits) {
  to.header += credits.header;
  to.data += credits.data;
}

void subtract(CreditLimits& from, CreditCost credits) {
  from.header -= credits.header;
  from.data -= credits.data;
}

}  // namespace

void CreditPool::advertise(CreditClass credit_class, CreditCost credits) {
  advertise(credit_class, CreditLimits{credits.header, credits.data});
}

void CreditPool::advertise(CreditClass credit_class, const CreditLimits& limits) {
  for (CreditLimits* to : {&free_[credit_class], &advertised_[credit_class]}) {
    to->header += limits.header;
    to->data += limits.data;
  }
}

std::uint64_t CreditPool::covered_at(CreditClass credit_class, CreditCost cost) const {
  CreditLimits sum = free_[credit_class];
  if (sum.header >= cost.header && sum.data >= cost.data) return 0;
  for (std::size_t i = first_; i < returns_.size(); ++i) {
    if (returns_[i].credit_class != credit_class) continue;
    add(sum, returns_[i].credits);
    if (sum.header >= cost.header && sum.data >= cost.data) return returns_[i].at;
  }
  return kNever;
}

void CreditPool::take(CreditClass credit_class, CreditCost cost) {
  CreditLimits& free = free_[credit_class];
  GF_CHECK(free.header >= cost.header && free.data >= cost.data, state(credit_class, free));
  subtract(free, cost);
}

void CreditPool::give(CreditClass credit_class, CreditCost credits, std::uint64_t at) {
  if (returns_.empty() || returns_.back().at <= at) {
    returns_.push_back(Return{at, credits, credit_class});
  } else {
    insert_sorted(Return{at, credits, credit_class});
  }
  add(under_way_[credit_class], credits);
  GF_CHECK(within_limits(credit_class),
           "more credits given back than taken, " + state(credit_class, free_[credit_class]));
}

void CreditPool::insert_sorted(const Return& credits) {
  // Returns come nearly sorted: the insertion point is near the end.
  auto position = returns_.end();
  const auto first = returns_.begin() + static_cast<std::ptrdiff_t>(first_);
  while (position != first && (position - 1)->at > credits.at) --position;
  returns_.insert(position, credits);
}

bool CreditPool::within_limits(CreditClass credit_class) const {
  const CreditLimits& free = free_[credit_class];
  const CreditLimits& under_way = under_way_[credit_class];
  const CreditLimits& advertised = advertised_[credit_class];
  return free.header + under_way.header <= advertised.header &&
         free.data + under_way.data <= advertised.data;
}

void CreditPool::absorb(std::uint64_t now) {
  while (first_ < returns_.size() && returns_[first_].at <= now) {
    const Return& due = returns_[first_++];
    add(free_[due.credit_class], due.credits);
    subtract(under_way_[due.credit_class], due.credits);
  }
  if (first_ == returns_.size() || first_ >= 64) compact();
}

void CreditPool::compact() {
  returns_.erase(returns_.begin(), returns_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

bool CreditPool::home() const {
  for (std::size_t c = 0; c < kMaxCreditClasses; ++c) {
    if (free_[c].header + under_way_[c].header != advertised_[c].header) return false;
    if (free_[c].data + under_way_[c].data != advertised_[c].data) return false;
  }
  return true;
}

}  // namespace gf::model
