// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/units.h"
#include "sc_main/cli/command_line.h"
#include "tlm_models/analytic/rank_windows.h"

namespace gf::app {

/// The options of `gpufabric analytic ranks`: how far ranks would scale (docs/parallel.md), by a
/// model of one window. The output is a plan: it knows of the computers only what the options say.
class RankOptions {
 public:
  RankOptions();
  void add_to(CommandLine& line);
  /// Returns whether `option`, without "--", is one of these.
  [[nodiscard]] bool has(const std::string& option) const;
  /// Prints a table of the assumptions, and one of windows by the number of ranks. Both functions
  /// throw UserError(kUsage) for values out of range. `given` lists the options on the command
  /// line, which become the sources of their values.
  void print(std::ostream& out, const std::vector<std::string>& given) const;
  void print_json(std::ostream& out) const;

 private:
  struct Row {
    unsigned ranks = 0;
    model::WindowTime time;
  };

  [[nodiscard]] model::RankedDragonfly dragonfly() const;
  [[nodiscard]] model::RankedComputer computer() const;
  [[nodiscard]] std::vector<unsigned> counts(const model::RankedNetwork& network) const;
  [[nodiscard]] std::vector<Row> rows() const;
  void print_assumptions(std::ostream& out, const std::vector<std::string>& given) const;

  std::vector<std::string> names_;
  std::string dragonfly_ = "8,16,8";
  double load_ = model::RankedDragonfly().load;
  unsigned window_ = model::RankedDragonfly().window;
  unsigned parts_ = 0;
  std::string ranks_;
  unsigned cores_ = 0;
  sc_core::sc_time hop_{580, sc_core::SC_NS};
  sc_core::sc_time latency_;
  sc_core::sc_time overhead_;
  core::ByteRate rate_;
};

}  // namespace gf::app
