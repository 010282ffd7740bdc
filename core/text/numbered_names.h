// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace gf::core {

/// Tells things of one name apart, as users call them: "copy 0->2", then "copy 0->2 #2", and so on.
class NumberedNames {
 public:
  /// What the next thing of that name is called.
  std::string next(const std::string& name) {
    const unsigned nth = ++counts_[name];
    return nth == 1 ? name : name + " #" + std::to_string(nth);
  }

 private:
  std::map<std::string, unsigned> counts_;
};

}  // namespace gf::core
