// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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

class ParamDescription;

/// One declared parameter, as every listing shows it.
struct ParamRow {
  std::string path;   ///< "k80_0.hop_latency".
  std::string type;   ///< "time", "bytes", "rate", "integer", "number", "flag", "text", "choice" or
                      ///< "list".
  std::string value;  ///< Text of the value in force.
  std::string default_value;  ///< Text of the default.
  std::string legal;          ///< "1 ... 64", "one of min, val", or empty.
  std::string meaning;
  std::string source;         ///< A paper with its section, a standard, or "assumed".
  std::string origin;         ///< "default", "command line", "file.ini:12".
  std::size_t file_at = 0;    ///< Offset of a file's name in `value`.
  std::size_t file_size = 0;  ///< Length of that name; 0: no file is named.
  std::shared_ptr<const ParamDescription> description = nullptr;  ///< Null: only the texts exist.

  /// The file that `value` names: absolute, or relative to the working directory; empty: none.
  [[nodiscard]] std::string file() const { return value.substr(file_at, file_size); }
  /// Returns the further files that file() reads; none without a file.
  [[nodiscard]] std::vector<std::string> further_files() const;
  /// Returns the plausible values in place of the default; used only if the default is a guess.
  [[nodiscard]] PlausibleRange plausible() const;
};

/// A relation that a parameter's value must have to the values of others, so that all of them
/// describe a possible machine. It states what the owner's validate() would refuse. Code that draws
/// values keeps to it.
struct ParamRelation {
  /// Compares the value with the product of `times` and the others' values. kDoubled: the value is
  /// that product times a power of two, 1 included.
  enum class Kind { kAtMost, kBelow, kAtLeast, kMultipleOf, kDoubled };

  std::string path;
  Kind kind = Kind::kAtMost;
  std::vector<std::string> others;  ///< Paths; empty: only `times` counts. They may not exist.
  double times = 1;

  [[nodiscard]] bool holds(double value, double product) const;
};

/// Returns the number, in SI units, that `text` stands for as a value of a ParamRow::type; nothing
/// if the type has no number.
std::optional<double> number_of(const std::string& type, const std::string& text);

/// Returns the part of a parameter's text that names a file, a view into `value`; empty: none.
using FileIn = std::function<std::string_view(std::string_view value)>;
/// The FileIn of a parameter whose whole text is a file name.
inline std::string_view whole_text(std::string_view value) { return value; }

/// Legal values of a number or a quantity: both ends inclusive, and a form.
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

/// Legal values of a text: one of `choices` if there are any. `file_in` finds the file that it may
/// name. In an INI file the name is relative to that file's directory, on the command line to the
/// working directory. `reads` returns the files that this file names in turn; they also belong to
/// the run.
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

/// Maps T to the type that describes its legal values. For a list it describes each element.
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

/// A path prefix under which a component declares its parameters. A time without an upper limit is
/// at most 1 s (core/base/time_limits.h), a rate at most kMostRate.
class ParamScope {
 public:
  ParamScope(ParamRegistry& registry, std::string prefix)
      : registry_(registry), prefix_(std::move(prefix)) {}
  [[nodiscard]] ParamScope child(std::string_view name) const;

  /// Declares a parameter. `variable` holds the default before the call and the value in force
  /// after it. T: sc_time, Bytes, ByteRate, unsigned, std::uint64_t, double, bool, std::string, or
  /// a list of integers, std::vector<unsigned>: "1,2,4". Components use Param (core/param/param.h).
  template <class T>
  void add(std::string_view name, T& variable, std::string_view meaning, std::string_view source,
           const Legal<T>& legal = {}, const PlausibleOf<T>& plausible = {}) const;
  /// Declares the parameter of a ParamGroup, under its own name.
  void add(std::shared_ptr<const ParamDescription> description, void* variable) const;
  /// Sets where the default of a parameter comes from, in place of the source in its declaration,
  /// and its plausible values if the source has them. For owners that set the variable
  /// themselves. The parameter must be declared later, if at all.
  void cite(std::string_view name, const DefaultSource& source) const;
  void cite(const DefaultSources& sources) const;
  /// ParamRegistry::relate() below this prefix, for parameters declared or not.
  void relate(std::string_view name, ParamRelation::Kind kind,
              const std::vector<std::string_view>& others, double times = 1) const;
  /// ParamRegistry::add_preset() below this prefix.
  void preset(std::string_view pattern, const std::string& value, const std::string& origin) const;
  /// Returns a child whose name overrides may leave out: with `optional_child("node")` at the root,
  /// "policy" also sets node.policy. For a group that only some machines have.
  [[nodiscard]] ParamScope optional_child(std::string_view name) const;

 private:
  [[nodiscard]] std::string path_of(std::string_view name) const;

  ParamRegistry& registry_;
  std::string prefix_;  ///< Empty, or ends without a dot.
};

/// Every parameter of one run. Overrides (command line, INI file) are added first; a component's
/// declaration then finds its value at once, so that parameters may decide which components exist.
/// Of several overrides that match a path the last one added wins. A glob skips a parameter whose
/// type has no such value: "*rate = 63 GB/s" does not set bit_error_rate. It is an error if a value
/// of the type is out of range, or if a name without "*" and "?" has a value of another type.
class ParamRegistry {
 public:
  ParamRegistry();
  ~ParamRegistry();
  ParamRegistry(const ParamRegistry&) = delete;
  ParamRegistry& operator=(const ParamRegistry&) = delete;

  /// `pattern` is a path or a glob ("*" any characters, dots included; "?" one).
  void add_override(const std::string& pattern, const std::string& value,
                    const std::string& origin);
  /// Like add_override(), for values of a preset or a machine file: weaker than all overrides,
  /// stronger than earlier presets. Only affects parameters that are declared later.
  void add_preset(const std::string& pattern, const std::string& value, const std::string& origin);
  /// Reads "[section]" / "key = value" / "# comment" lines; "[plx_a]" "x = 1" means plx_a.x = 1.
  /// File names in values are relative to the directory of `file`. Throws UserError(kBadInput) with
  /// file:line.
  void add_ini_file(const std::string& file);

  [[nodiscard]] ParamScope root() { return {*this, ""}; }
  /// Throws UserError(kUsage) for an override that matched nothing, with the nearest paths, and for
  /// a glob whose value none of the matched parameters accepts.
  void check_all_used() const;
  [[nodiscard]] const std::vector<ParamRow>& rows() const { return rows_; }

  void relate(ParamRelation relation) { relations_.push_back(std::move(relation)); }
  [[nodiscard]] const std::vector<ParamRelation>& relations() const { return relations_; }
  /// Implements ParamScope::optional_child(): overrides of paths below `prefix` may leave it out.
  void make_optional(const std::string& prefix) { optional_.push_back(prefix + "."); }
  /// Implements ParamScope::cite().
  void cite(const std::string& path, const DefaultSource& source);
  /// Declares a parameter; every declaration ends here. `variable` has the type that the
  /// description describes; it holds the default before the call and the value in force after it.
  /// Declaring a path twice, or with a default that is not legal, is an error in the model.
  void declare(const std::string& path, std::shared_ptr<const ParamDescription> description,
               void* variable);

 private:
  struct Override;
  /// Tells whether an override of `pattern` applies to the parameter `path`.
  [[nodiscard]] bool matches(const std::string& pattern, const std::string& path) const;

  std::vector<Override> overrides_;  ///< The weakest first.
  std::size_t presets_ = 0;          ///< Number of presets among them, all at the front.
  std::vector<ParamRow> rows_;
  std::vector<ParamRelation> relations_;
  std::set<std::string> paths_;
  std::vector<std::string> optional_;  ///< Prefixes that overrides may leave out, with their dot.
  std::map<std::string, DefaultSource> sources_;  ///< Given to cite() for paths not yet declared.
};

}  // namespace gf::core
