// SPDX-License-Identifier: Apache-2.0
#include "core/param/param.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace gf::core {
namespace {

bool holds(const ParamGroup::Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void ParamGroup::add(void* member, std::shared_ptr<const ParamDescription> description) {
  const std::ptrdiff_t offset = static_cast<char*>(member) - reinterpret_cast<char*>(this);
  constexpr std::ptrdiff_t kLargestGroup = 1 << 16;
  // A member constructed elsewhere and moved here would leave a wrong offset, which every copy of
  // the group would use.
  GF_CHECK(offset > 0 && offset < kLargestGroup,
           description->name() + " was not made in its place, as a member of its group");
  entries_->push_back({offset, std::move(description)});
}

void ParamGroup::declare(const ParamScope& scope) { declare_but(scope, {}); }

void ParamGroup::declare_only(const ParamScope& scope, const Names& names) {
  declare_if(scope, [&](const std::string& name) { return holds(names, name); });
}

void ParamGroup::declare_but(const ParamScope& scope, const Names& names) {
  declare_if(scope, [&](const std::string& name) { return !holds(names, name); });
}

template <class Wanted>
void ParamGroup::declare_if(const ParamScope& scope, const Wanted& wanted) {
  for (const Entry& entry : *entries_)
    if (wanted(entry.description->name()))
      scope.add(entry.description, reinterpret_cast<char*>(this) + entry.offset);
  for (const Relation& relation : *relations_)
    if (wanted(relation.name))
      scope.relate(relation.name, relation.kind, relation.others, relation.times);
}

void ParamGroup::relate(const char* name, ParamRelation::Kind kind,
                        std::vector<std::string_view> others, double times) {
  relations_->push_back({name, kind, std::move(others), times});
}

void ParamGroup::validate(const std::string& path) const {
  for (const Entry& entry : *entries_) {
    const void* const value = reinterpret_cast<const char*>(this) + entry.offset;
    const ParamDescription& member = *entry.description;
    if (!member.is_legal(value))
      fail_config(path, member.name(), member.text(value), member.legal_text(),
                  "gpufabric params explains it");
  }
}

}  // namespace gf::core
