// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/param/param_type.h"

namespace gf::app {

using WallTime = std::chrono::duration<double>;  ///< Real time: "90 s", "10 min", "2 h", "500 ms".

/// Reads, prints and checks the values of an option whose variable is a T. T is a type of
/// parameters (core/param/param_type.h), a WallTime, a path, a std::optional of these, or a list of
/// texts, which gets one for each time the option is given.
template <class T>
struct OptionType {
  using Legal = core::Legal<T>;
  static std::string name() { return core::ParamType<T>::name(); }
  static std::string text(const T& value) { return core::ParamType<T>::text(value); }
  static std::string legal_text(const Legal& legal) {
    return core::ParamType<T>::legal_text(legal);
  }
  /// Sets the variable. Returns false if the value is not legal. Throws UserError for a text that
  /// is no value of the type.
  static bool assign(const std::string& text, T& variable, const Legal& legal) {
    T value{};
    core::ParamType<T>::read(text, value);
    if (!core::ParamType<T>::is_legal(value, legal)) return false;
    variable = value;
    return true;
  }
};

struct AnyLegal {};  ///< The limits of a type whose values are all legal.

template <>
struct OptionType<WallTime> {
  using Legal = AnyLegal;
  static std::string name() { return "wall time"; }
  static std::string text(const WallTime& value);
  static std::string legal_text(AnyLegal) { return "above 0 s"; }
  static bool assign(const std::string& text, WallTime& variable, AnyLegal);
};

template <>
struct OptionType<std::filesystem::path> {
  using Legal = AnyLegal;
  static std::string name() { return "text"; }
  static std::string text(const std::filesystem::path& value) { return value.string(); }
  static std::string legal_text(AnyLegal) { return ""; }
  static bool assign(const std::string& text, std::filesystem::path& variable, AnyLegal) {
    variable = text;
    return true;
  }
};

template <>
struct OptionType<std::vector<std::string>> {
  using Legal = AnyLegal;
  static std::string name() { return "texts"; }
  static std::string text(const std::vector<std::string>&) { return ""; }
  static std::string legal_text(AnyLegal) { return ""; }
  static bool assign(const std::string& text, std::vector<std::string>& variable, AnyLegal) {
    variable.push_back(text);
    return true;
  }
};

template <class T>
struct OptionType<std::optional<T>> {
  using Legal = typename OptionType<T>::Legal;
  static std::string name() { return OptionType<T>::name(); }
  static std::string text(const std::optional<T>& value) {
    return value ? OptionType<T>::text(*value) : "";
  }
  static std::string legal_text(const Legal& legal) { return OptionType<T>::legal_text(legal); }
  /// Assigns as for T, but an empty text leaves a quantity unset.
  static bool assign(const std::string& text, std::optional<T>& variable, const Legal& legal) {
    constexpr bool is_quantity = !std::is_arithmetic_v<T> && !std::is_same_v<T, std::string>;
    if (is_quantity && text.empty()) return true;
    T value{};
    if (!OptionType<T>::assign(text, value, legal)) return false;
    variable = value;
    return true;
  }
};

/// An option of a command, declared like a parameter. Its variable holds the default before
/// CommandLine::parse(), and the value in force after it. Command line, help, JSON, manual page,
/// completion and the user's defaults all read this one declaration.
struct Option {
  /// `names`: "outdir,o". `value_name`: "DIR"; empty for a flag.
  template <class T>
  Option(const std::string& names, T& variable, std::string value_name, std::string help,
         const typename OptionType<T>::Legal& limits)
      : value(std::move(value_name)),
        meaning(std::move(help)),
        type(OptionType<T>::name()),
        legal(OptionType<T>::legal_text(limits)),
        assign([&variable, limits](const std::string& text) {
          return OptionType<T>::assign(text, variable, limits);
        }) {
    set_names(names);
    if (!is_flag()) default_text = OptionType<T>::text(variable);
    if constexpr (std::is_same_v<typename OptionType<T>::Legal, core::Texts>) {
      choices = limits.choices;
      if (!choices.empty()) type = "choice";
    }
  }

  std::string name;    ///< "outdir".
  std::string letter;  ///< "o"; empty: none.
  std::string value;   ///< "DIR"; empty for a flag.
  std::string meaning;
  std::string type;   ///< ParamRow::type; also "wall time" and "texts".
  std::string unit;   ///< "s", "%"; empty: it has none.
  std::string legal;  ///< "1 ... 64", "one of vcd, fst"; empty: all values.
  std::vector<std::string> choices;
  std::string default_text;  ///< A value, or words: "the number of cores". Empty: none.
  /// The value if the option is given without one, as the last word or before another option. With
  /// "auto", "--outdir" and "-o" mean "--outdir auto". Empty: such an option is an error.
  std::string bare;
  /// The value if the option is given without "=VALUE". The next word is never its value. Empty:
  /// the next word is its value.
  std::string implicit;
  std::function<bool(const std::string& text)> assign;  ///< OptionType::assign().

  /// Returns the value as help and manual show it: "DIR", "[=FILE(=diff.html)]".
  [[nodiscard]] std::string shown_value() const {
    return implicit.empty() ? value : "[=" + value + "(=" + implicit + ")]";
  }
  [[nodiscard]] bool is_flag() const { return value.empty(); }
  [[nodiscard]] bool repeats() const { return type == "texts"; }
  /// Returns whether the word after "--name" is its value.
  [[nodiscard]] bool takes_next() const { return !is_flag() && implicit.empty(); }
  /// Returns meaning, legal values and default: "set a parameter; 1 ... 64; default: 4".
  [[nodiscard]] std::string text() const;
  /// Sets the variable. Throws UserError(kUsage): "--runs = 3: expected 16 ... 100000; ...".
  void set(const std::string& text) const;

 private:
  void set_names(const std::string& names);
};

/// Parses "90 s", "10 min", "2 h" or "500 ms"; throws UserError(kUsage).
WallTime parse_wall_time(const std::string& text);

}  // namespace gf::app
