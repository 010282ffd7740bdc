// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace gf::core {

/// Numbers things of the same name for users: "copy 0->2", then "copy 0->2 #2", and so on.
class NumberedNames {
 public:
  /// Returns the label of the next thing of that name.
  std::string next(const std::string& name) {
    const unsigned nth = ++counts_[name];
    return nth == 1 ? name : name + " #" + std::to_string(nth);
  }

 private:
  std::map<std::string, unsigned> counts_;
};

}  // namespace gf::core
