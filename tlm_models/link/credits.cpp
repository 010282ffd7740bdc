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
  for (CreditLimits* to : {&classes_[credit_class].free, &classes_[credit_class].advertised}) {
    to->header += limits.header;
    to->data += limits.data;
  }
}

std::uint64_t CreditPool::covered_at(CreditClass credit_class, CreditCost cost) const {
  CreditLimits sum = classes_[credit_class].free;
  if (enough(sum, cost)) return 0;
  // In the order of the dates, so the first sum that is enough has the earliest one.
  for (const Return& credits : returns_) {
    if (credits.credit_class != credit_class) continue;
    add(sum, credits.credits);
    if (enough(sum, cost)) return credits.at;
  }
  return kNever;
}

void CreditPool::take(CreditClass credit_class, CreditCost cost) {
  Class& credits = classes_[credit_class];
  GF_CHECK(enough(credits.free, cost), state(credit_class, credits.free));
  subtract(credits.free, cost);
  add(credits.lent, cost);
}

void CreditPool::give(CreditClass credit_class, CreditCost credits, std::uint64_t at) {
  Class& of = classes_[credit_class];
  GF_CHECK(enough(of.lent, credits),
           "more credits given back than taken, " + state(credit_class, of.free));
  subtract(of.lent, credits);
  if (returns_.full()) returns_.set_capacity(2 * returns_.capacity());
  if (returns_.empty() || returns_.back().at <= at) {
    returns_.push_back(Return{at, credits, credit_class});
  } else {
    insert_sorted(Return{at, credits, credit_class});
  }
}

void CreditPool::insert_sorted(const Return& credits) {
  // Returns come nearly sorted: the insertion point is near the end.
  auto position = returns_.end();
  while (position != returns_.begin() && (position - 1)->at > credits.at) --position;
  returns_.insert(position, credits);
}

void CreditPool::absorb(std::uint64_t now) {
  while (!returns_.empty() && returns_.front().at <= now) {
    const Return& due = returns_.front();
    add(classes_[due.credit_class].free, due.credits);
    returns_.pop_front();
  }
}

bool CreditPool::home() const {
  for (const Class& credits : classes_) {
    if (credits.lent.header != 0 || credits.lent.data != 0) return false;
  }
  return true;
}

}  // namespace gf::model
