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

void add_row(const std::vector<const NamedColumn*>& columns, const OutputLines& lines, Measured row,
             std::string_view size, std::string_view iterations, std::vector<Measured>& values) {
  lines.must_have(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string_view head = columns[i]->head;
    if (head == size) row.bytes = lines.whole(lines.words()[i], std::string(head));
    if (head == iterations) row.iterations = lines.whole(lines.words()[i], std::string(head));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i]->quantity.empty()) continue;
    Measured value = row;
    value.quantity = columns[i]->quantity;
    value.unit = columns[i]->unit;
    lines.read(lines.words()[i], std::string(columns[i]->head), value);
    values.push_back(value);
  }
}

}  // namespace gf::papers::tools
