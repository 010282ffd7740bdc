// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/param/plausible.h"

namespace gf::core {

/// One declared parameter, as every listing shows it.
struct ParamRow {
  std::string path;   ///< "k80_0.hop_latency".
  std::string type;   ///< "time", "bytes", "rate", "integer", "number", "flag", "text", "choice".
  std::string value;  ///< Text of the value in force.
  std::string standard;  ///< Text of the default.
  std::string legal;     ///< "1 ... 64", "one of min, val", or empty.
  std::string meaning;
  std::string source;         ///< A paper with its section, a standard, or "assumed".
  std::string origin;         ///< "default", "command line", "file.ini:12".
  std::size_t file_at = 0;    ///< Offset of a file's name in `value`.
  std::size_t file_size = 0;  ///< Length of that name; 0: no file is named.
  /// What it may be instead of its default; for where that is a guess.
  std::function<PlausibleRange()> plausible = {};
  /// Further files that the file which `value` names has read; empty: none.
  std::function<std::vector<std::string>(const std::string& file)> reads = {};

  /// The file that `value` names: absolute, or from the working directory; empty: none.
  [[nodiscard]] std::string file() const { return value.substr(file_at, file_size); }
  /// What that file has read beside it; none without a file.
  [[nodiscard]] std::vector<std::string> further_files() const {
    return reads && file_size != 0 ? reads(file()) : std::vector<std::string>();
  }
};

/// What the value of a parameter has to be beside those of others, so that all of them make a
/// machine: what their owner's validate() refuses otherwise. Who draws values keeps to it.
struct ParamRelation {
  /// Of the value beside the product of `times` and the others' values; kDoubled: that times a
  /// power of two, 1 included.
  enum class Kind { kAtMost, kBelow, kAtLeast, kMultipleOf, kDoubled };

  std::string path;
  Kind kind = Kind::kAtMost;
  std::vector<std::string> others;  ///< Paths; none: `times` alone. May not exist.
  double times = 1;

  [[nodiscard]] bool holds(double value, double product) const;
};

/// The number that the text of a value of ParamRow::type stands for, in SI units; nothing: no
/// number.
std::optional<double> number_of(const std::string& type, const std::string& text);

/// The part of a parameter's text that names a file, a view into `value`; empty: it names none.
using FileIn = std::function<std::string_view(std::string_view value)>;
/// The FileIn of a parameter that is the name of a file and nothing else.
inline std::string_view whole_text(std::string_view value) { return value; }

/// Legal values of a number or a quantity: both ends inclusive, and its form.
template <class T>
struct Limits {
  std::optional<T> low;
  std::optional<T> high;
  bool power_of_two = false;
  std::optional<T> multiple_of;
};
template <class T>
Limits<T> at_least(T low) {
  return {low, std::nullopt, false, std::nullopt};
}
template <class T>
Limits<T> between(T low, T high) {
  return {low, high, false, std::nullopt};
}
/// For integers and Bytes.
template <class T>
Limits<T> power_of_two(T low, T high) {
  return {low, high, true, std::nullopt};
}
/// For integers and Bytes.
template <class T>
Limits<T> multiple_of(T unit, T low, T high) {
  return {low, high, false, unit};
}

/// Legal values of a text: one of `choices` if there are some. `file_in` finds the file that it may
/// name: in an INI file the name counts from that file's directory, on the command line from the
/// working directory.
/// `reads`: files that this file names in turn; they belong to the run as it does.
struct Texts {
  std::vector<std::string> choices;
  FileIn file_in;
  std::function<std::vector<std::string>(const std::string& file)> reads;
};
inline Texts one_of(std::vector<std::string> choices) { return {std::move(choices), {}, {}}; }
inline Texts names_file(FileIn file_in,
                        std::function<std::vector<std::string>(const std::string&)> reads = {}) {
  return {{}, std::move(file_in), std::move(reads)};
}

/// What says which values of a T are legal. A list: each of its elements.
template <class T>
struct LegalOf {
  using type = Limits<T>;
};
template <>
struct LegalOf<std::string> {
  using type = Texts;
};
template <>
struct LegalOf<std::vector<unsigned>> {
  using type = Limits<unsigned>;
};
template <class T>
using Legal = typename LegalOf<T>::type;

class ParamRegistry;

/// Upper limit for rates that declare none: one byte per tick of simulated time.
inline constexpr ByteRate kMostRate(1e15);

/// A path prefix under which a component declares its parameters. A time without an upper end in
/// its limits is at most 1 s (core/base/time_limits.h), a rate at most kMostRate.
class ParamScope {
 public:
  ParamScope(ParamRegistry& registry, std::string prefix)
      : registry_(registry), prefix_(std::move(prefix)) {}
  [[nodiscard]] ParamScope child(std::string_view name) const;

  /// The variable holds the default when add() is called and the value in force after it. T:
  /// sc_time, Bytes, ByteRate, unsigned, std::uint64_t, double, bool, std::string, and a list of
  /// integers, std::vector<unsigned>: "1,2,4". Components use Param (core/param/param.h).
  template <class T>
  void add(std::string_view name, T& variable, std::string_view meaning, std::string_view source,
           const Legal<T>& legal = {}, const PlausibleOf<T>& plausible = {}) const;
  /// Where the default of a parameter that is declared after this, if one is, comes from, in place
  /// of what its declaration says: for a platform that gives the variable a value of its own.
  void cite(std::string_view name, std::string_view source) const;
  /// ParamRegistry::relate() below this prefix, of parameters declared or not.
  void relate(std::string_view name, ParamRelation::Kind kind,
              const std::vector<std::string_view>& others, double times = 1) const;
  /// ParamRegistry::add_preset() below this prefix.
  void preset(std::string_view pattern, const std::string& value, const std::string& origin) const;
  /// A child whose name may be left out in overrides: with `optional_child("node")` at the root,
  /// "policy" sets node.policy, too. For a group that some machines have and others do not.
  [[nodiscard]] ParamScope optional_child(std::string_view name) const;

 private:
  [[nodiscard]] std::string path_of(std::string_view name) const;

  ParamRegistry& registry_;
  std::string prefix_;  ///< Empty, or ends without a dot.
};

/// Every parameter of one run. Overrides are given first (command line, INI file); a component's
/// declaration then finds its value at once, so that parameters may decide which components exist.
/// Of several overrides that match a path the last one added wins, but a glob passes by a parameter
/// whose type has no such value: "*rate = 63 GB/s" touches no bit_error_rate. A value of the type
/// that is out of range is an error, as is any value that a name without "*" and "?" does not take.
class ParamRegistry {
 public:
  ParamRegistry();
  ~ParamRegistry();
  ParamRegistry(const ParamRegistry&) = delete;
  ParamRegistry& operator=(const ParamRegistry&) = delete;

  /// `pattern` is a path or a glob ("*" any characters, dots included; "?" one).
  void add_override(const std::string& pattern, const std::string& value,
                    const std::string& origin);
  /// As add_override(), for what a preset or a machine's file sets: weaker than all overrides,
  /// stronger than earlier presets. For parameters that are declared later.
  void add_preset(const std::string& pattern, const std::string& value, const std::string& origin);
  /// Reads "[section]" / "key = value" / "# comment" lines; "[plx_a]" "x = 1" means plx_a.x = 1.
  /// Files that the values name count from the directory of `file`.
  /// Throws UserError(kBadInput) with file:line.
  void add_ini_file(const std::string& file);

  [[nodiscard]] ParamScope root() { return {*this, ""}; }
  /// Throws UserError(kUsage) for an override that matched nothing, naming the nearest paths, and
  /// for a glob whose value no parameter that it matched takes.
  void check_all_used() const;
  [[nodiscard]] const std::vector<ParamRow>& rows() const { return rows_; }

  void relate(ParamRelation relation) { relations_.push_back(std::move(relation)); }
  [[nodiscard]] const std::vector<ParamRelation>& relations() const { return relations_; }
  /// ParamScope::optional_child(): `prefix` may be left out in overrides of what follows it.
  void make_optional(const std::string& prefix) { optional_.push_back(prefix + "."); }
  /// ParamScope::cite().
  void cite(const std::string& path, std::string_view source);
  /// Parses a text into the parameter's variable and returns the text of the value then in force.
  /// Throws UserError with the cause alone ("\"5\" has no unit; expected ..."), WrongType where no
  /// value of the parameter's type is written so.
  using Assign = std::function<std::string(const std::string& text)>;
  /// What every ParamScope::add() comes down to; `row` has the default in both texts. A path that
  /// was declared before is an error of the model. `file_in` as Texts has it.
  void declare(ParamRow row, const Assign& assign, const FileIn& file_in = nullptr);

 private:
  struct Override;
  /// Whether an override of `pattern` is meant for the parameter `path`.
  [[nodiscard]] bool matches(const std::string& pattern, const std::string& path) const;

  std::vector<Override> overrides_;  ///< The weakest first.
  std::size_t presets_ = 0;          ///< How many of them, at the front, are presets.
  std::vector<ParamRow> rows_;
  std::vector<ParamRelation> relations_;
  std::set<std::string> paths_;
  std::vector<std::string> optional_;  ///< Prefixes that overrides may leave out, with their dot.
  std::map<std::string, std::string> sources_;  ///< By path, of cite(), until they are declared.
};

}  // namespace gf::core
