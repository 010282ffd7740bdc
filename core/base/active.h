// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace gf::core {

/// Base of services that exist only while somebody uses them: class Journal : public
/// Active<Journal>. At most one object exists at a time, and active() returns it. A model that asks
///   if (Journal* const journal = Journal::active()) journal->happens(...);
/// pays only a pointer check while there is none.
template <class Whose>
class Active {
 public:
  Active(const Active&) = delete;
  Active& operator=(const Active&) = delete;
  static Whose* active() { return active_; }  ///< Null: no such object exists.

 protected:
  Active() {
    GF_CHECK(active_ == nullptr, "a second active object of a kind that allows only one");
    active_ = static_cast<Whose*>(this);
  }
  ~Active() { active_ = nullptr; }

 private:
  inline static Whose* active_ = nullptr;
};

}  // namespace gf::core
