// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace gf::core {

/// Base of what models find while somebody wants it and is not there otherwise: class Journal :
/// public Active<Journal>. While one exists it is active(), one at a time; a model that asks
///   if (Journal* const journal = Journal::active()) journal->happens(...);
/// pays one pointer check when there is none.
template <class Whose>
class Active {
 public:
  Active(const Active&) = delete;
  Active& operator=(const Active&) = delete;
  static Whose* active() { return active_; }  ///< Null: nobody wants to know.

 protected:
  Active() {
    GF_CHECK(active_ == nullptr, "two of a kind that there is one of at a time");
    active_ = static_cast<Whose*>(this);
  }
  ~Active() { active_ = nullptr; }

 private:
  inline static Whose* active_ = nullptr;
};

}  // namespace gf::core
