// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/named_columns.h"

#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::papers::tools {

std::vector<const NamedColumn*> columns_in(std::string_view head,
                                           const std::vector<NamedColumn>& known,
                                           const OutputLines& lines) {
  std::vector<const NamedColumn*> columns;
  for (head = core::trimmed(head); !head.empty(); head = core::trimmed(head)) {
    const NamedColumn* longest = nullptr;
    for (const NamedColumn& column : known)
      if (core::begins_with(head, column.head) &&
          (longest == nullptr || column.head.size() > longest->head.size()))
        longest = &column;
    if (longest == nullptr) {
      std::string names;
      for (const NamedColumn& column : known)
        names += (names.empty() ? "" : ", ") + std::string(column.head);
      lines.fail(fmt::format("unknown column \"{}\"", core::excerpt(head, 40)), names);
    }
    columns.push_back(longest);
    head.remove_prefix(longest->head.size());
  }
  return columns;
}

}  // namespace gf::papers::tools
