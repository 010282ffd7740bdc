// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/param/param_type.h"
#include "core/param/plausible.h"

namespace gf::core {

/// Everything about a parameter except its path, its variable and the value in force. `value`
/// points to a variable of the parameter's type.
class ParamDescription {
 public:
  ParamDescription(std::string_view name, std::string_view meaning, std::string_view source)
      : name_(name), meaning_(meaning), source_(source) {}
  virtual ~ParamDescription() = default;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& meaning() const { return meaning_; }
  [[nodiscard]] const std::string& source() const { return source_; }

  [[nodiscard]] virtual std::string type() const = 0;        ///< ParamRow::type.
  [[nodiscard]] virtual std::string legal_text() const = 0;  ///< ParamRow::legal.
  [[nodiscard]] virtual std::string text(const void* value) const = 0;
  [[nodiscard]] virtual bool is_legal(const void* value) const = 0;
  /// Throws UserError with the cause alone if the value is not legal; WrongType if it is none of a
  /// text's choices.
  virtual void require(const void* value) const = 0;
  /// Parses a text into the variable. A refused text leaves it unchanged. Throws as
  /// ParamType::read() and require() do.
  virtual void assign(const std::string& text, void* value) const = 0;
  /// Returns the plausible values in place of a default; they are used only if it is a guess.
  [[nodiscard]] virtual PlausibleRange plausible(const std::string& default_text) const = 0;
  /// Returns the same with other plausible values, whose texts assign() takes.
  [[nodiscard]] virtual std::shared_ptr<const ParamDescription> within(
      const DefaultSource::Range& range) const = 0;
  /// Returns the part of a value's text that names a file, a view into `text`; empty: none.
  [[nodiscard]] virtual std::string_view file_in(std::string_view text) const = 0;
  /// Returns the files that `file`, named by the value, reads in turn.
  [[nodiscard]] virtual std::vector<std::string> further_files(const std::string& file) const = 0;

 private:
  const std::string name_;
  const std::string meaning_;
  const std::string source_;
};

/// The description of a parameter of type T, which is as for ParamScope::add().
template <class T>
class TypedDescription final : public ParamDescription {
 public:
  TypedDescription(std::string_view name, std::string_view meaning, std::string_view source,
                   const Legal<T>& legal, Plausible<T> plausible);
  [[nodiscard]] std::string type() const override;
  [[nodiscard]] std::string legal_text() const override;
  [[nodiscard]] std::string text(const void* value) const override;
  [[nodiscard]] bool is_legal(const void* value) const override;
  void require(const void* value) const override;
  void assign(const std::string& text, void* value) const override;
  [[nodiscard]] PlausibleRange plausible(const std::string& default_text) const override;
  [[nodiscard]] std::shared_ptr<const ParamDescription> within(
      const DefaultSource::Range& range) const override;
  [[nodiscard]] std::string_view file_in(std::string_view text) const override;
  [[nodiscard]] std::vector<std::string> further_files(const std::string& file) const override;

 private:
  const Legal<T> legal_;
  const Plausible<T> plausible_;
};

}  // namespace gf::core
