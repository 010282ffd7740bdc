// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "workloads/schedule/collectives/collective.h"

namespace gf::model {

/// The elements of a collective, moved when a machine says so: a task takes what it reads when it
/// is issued and writes when it ends. One that is issued too early takes what is not there yet, one
/// that is lost writes nothing; either way a rank ends with something else than a plain program
/// works out.
class CollectiveData {
 public:
  /// `collective` has moves (`check`), and outlives this.
  explicit CollectiveData(const Collective& collective);

  void began(std::size_t task);
  void ended(std::size_t task);

  struct Verdict {
    std::uint64_t compared = 0;  ///< Elements of which a plain program says what they are.
    std::uint64_t wrong = 0;     ///< Those that are something else.
    std::string first_wrong;     ///< In words; empty: none is wrong.
  };
  /// To be asked when all tasks have ended.
  [[nodiscard]] Verdict verdict() const;

 private:
  using Value = std::uint32_t;
  static Value input(unsigned rank, std::uint64_t element);
  [[nodiscard]] bool has_result(unsigned rank, std::uint64_t element) const;
  /// `reduced`: the vector of over_all(); empty where nothing is reduced.
  [[nodiscard]] Value expected(unsigned rank, std::uint64_t element,
                               const std::vector<Value>& reduced) const;
  [[nodiscard]] std::vector<Value> over_all() const;
  [[nodiscard]] unsigned block_of(std::uint64_t element) const;
  [[nodiscard]] Value combined(Value a, Value b) const;
  /// In place, output is input.
  [[nodiscard]] std::size_t place_of(Buffer buffer) const;
  [[nodiscard]] Value* at(const Elements& where);

  const Collective& collective_;
  std::vector<std::array<std::vector<Value>, 3>> memory_;          ///< By rank and buffer.
  std::unordered_map<std::size_t, std::vector<Value>> under_way_;  ///< By task: what it will write.
};

}  // namespace gf::model
