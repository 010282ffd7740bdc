// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/param/param_description.h"

namespace gf::core {

template <class T, bool = std::is_class_v<T>>
class Param;

/// The parameters of a component, as a struct of Param members:
///   struct LinkParams : core::ParamGroup {
///     core::Param<unsigned> lanes =
///         param("lanes", 16u, "width", "PCIe 3.0", core::between(1u, 32u));
///   };
/// A copy has its own values and shares the descriptions.
class ParamGroup {
 public:
  using Names = std::vector<std::string_view>;

  /// Declares the members in their order. Each member holds its default before the call and the
  /// value in force after it.
  void declare(const ParamScope& scope);
  /// Declare only the members of these names, or all others.
  void declare_only(const ParamScope& scope, const Names& names);
  void declare_but(const ParamScope& scope, const Names& names);
  /// Throws UserError with `path`, the member, its value and the legal values if a value is not
  /// legal. Meant for values that code has set.
  void validate(const std::string& path) const;
  /// Called by a member when it is constructed.
  void add(void* member, std::shared_ptr<const ParamDescription> description);

 protected:
  /// Makes a member from name, default, meaning (with its unit if the type has none) and source.
  /// The source is a paper with its section, a standard, or "assumed". A guess also declares its
  /// plausible values, core::plausible(low, high, "why"); core::asked("why") says that it is not a
  /// guess.
  template <class T>
  Param<T> param(const char* name, T default_value, const char* meaning, const char* source,
                 const Legal<T>& legal = {}, const PlausibleOf<T>& plausible = {});
  Param<std::string> param(const char* name, const char* default_value, const char* meaning,
                           const char* source, const Texts& legal = {},
                           const Plausible<std::string>& plausible = {});
  /// Called in a constructor: declares a relation of member `name` to others of this scope that
  /// validate() demands (ParamRelation). Code that draws values of both keeps to it.
  void relate(const char* name, ParamRelation::Kind kind, std::vector<std::string_view> others,
              double times = 1);

 private:
  struct Relation {
    std::string name;
    ParamRelation::Kind kind;
    std::vector<std::string_view> others;
    double times;
  };
  struct Entry {
    std::ptrdiff_t offset;  ///< From this group to the member's value; the same in a copy.
    std::shared_ptr<const ParamDescription> description;
  };
  template <class Wanted>
  void declare_if(const ParamScope& scope, const Wanted& wanted);

  std::shared_ptr<std::vector<Entry>> entries_ = std::make_shared<std::vector<Entry>>();
  std::shared_ptr<std::vector<Relation>> relations_ = std::make_shared<std::vector<Relation>>();
};

/// A parameter: a T that is registered with its group, no larger and no slower to read than a T. T
/// is one of the types that ParamScope::add() takes.
template <class T, bool>
class Param : public T {
 public:
  Param(ParamGroup& group, const T& default_value,
        std::shared_ptr<const ParamDescription> description)
      : T(default_value) {
    group.add(static_cast<T*>(this), std::move(description));
  }
  Param(const Param& other) : T(other) {}  // not trivial: param() must construct it in its place
  Param& operator=(const Param& other) = default;
  Param& operator=(const T& value) {
    T::operator=(value);
    return *this;
  }
  [[nodiscard]] const T& get() const { return *this; }
  [[nodiscard]] T& variable() { return *this; }  ///< To declare it under another name.
};

template <class T>
class Param<T, false> {
 public:
  Param(ParamGroup& group, T default_value, std::shared_ptr<const ParamDescription> description)
      : value_(default_value) {
    group.add(&value_, std::move(description));
  }
  Param(const Param& other) : value_(other.value_) {}  // not trivial either
  Param& operator=(const Param& other) = default;
  Param& operator=(T value) {
    value_ = value;
    return *this;
  }
  operator T() const { return value_; }  // NOLINT: reads as a plain member does
  [[nodiscard]] T get() const { return value_; }
  [[nodiscard]] T& variable() { return value_; }  ///< To declare it under another name.

 private:
  T value_;
};

template <class T>
Param<T> ParamGroup::param(const char* name, T default_value, const char* meaning,
                           const char* source, const Legal<T>& legal,
                           const PlausibleOf<T>& plausible) {
  Plausible<T> range = plausible;
  range.of = default_value;
  return Param<T>(*this, default_value,
                  std::make_shared<TypedDescription<T>>(name, meaning, source, legal, range));
}
inline Param<std::string> ParamGroup::param(const char* name, const char* default_value,
                                            const char* meaning, const char* source,
                                            const Texts& legal,
                                            const Plausible<std::string>& plausible) {
  return param<std::string>(name, std::string(default_value), meaning, source, legal, plausible);
}

}  // namespace gf::core
