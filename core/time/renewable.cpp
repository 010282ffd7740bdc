// SPDX-License-Identifier: Apache-2.0
#include "core/time/renewable.h"

#include <algorithm>
#include <vector>

namespace gf::core {
namespace {

std::vector<Renewable*>& parts() {
  static std::vector<Renewable*> all;
  return all;
}

}  // namespace

Renewable::Renewable() { parts().push_back(this); }

Renewable::~Renewable() {
  const auto found = std::find(parts().rbegin(), parts().rend(), this);
  parts().erase(std::next(found).base());
}

void renew_machine() {
  for (Renewable* const part : parts()) part->renew();
}

}  // namespace gf::core
