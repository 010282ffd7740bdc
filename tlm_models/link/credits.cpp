// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/link/credits.h"

namespace gf::model {

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
  // Returns are sorted by time, so the first sum that suffices has the earliest time.
  for (std::size_t i = 0; i < returns_.size(); ++i) {
    const Return& credits = returns_[i];
    if (credits.credit_class != credit_class) continue;
    add(sum, credits.credits);
    if (enough(sum, cost)) return credits.at;
  }
  return kNever;
}

bool CreditPool::covers_with_returns(CreditClass credit_class, CreditCost cost, std::uint64_t now) {
  while (!returns_.empty() && returns_.front().at <= now) {
    const Return& due = returns_.front();
    add(classes_[due.credit_class].free, due.credits);
    returns_.drop();
  }
  return enough(classes_[credit_class].free, cost);
}

std::string CreditPool::state(CreditClass credit_class) const {
  const CreditLimits& free = classes_[credit_class].free;
  return "class " + std::to_string(credit_class) + ", free header " + std::to_string(free.header) +
         ", data " + std::to_string(free.data);
}

bool CreditPool::home() const {
  for (const Class& credits : classes_) {
    if (credits.lent.header != 0 || credits.lent.data != 0) return false;
  }
  return true;
}

}  // namespace gf::model
