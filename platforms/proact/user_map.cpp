// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/user_map.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error_list.h"

namespace gf::platforms::proact {

model::proact::CtaWrites user_map(const MechanismContext& context) {
  const std::string& file = context.transfer.map;
  if (file.empty()) return {};
  return model::proact::read_cta_writes(
      file, {context.app.kernel(0).ctas, core::Bytes(context.layout.bytes())});
}

std::string absent_text(const model::proact::ChunkPart& part) {
  const std::vector<unsigned>& ctas = part.absent;
  if (ctas.empty()) return "";
  if (ctas.size() == 1) return fmt::format(" (the map's CTA {} does not write it)", ctas[0]);
  const std::size_t shown = std::min(ctas.size(), core::ErrorList::kShown);
  const std::string more =
      shown == ctas.size() ? "" : fmt::format(" and {} more", ctas.size() - shown);
  return fmt::format(
      " (the map's CTAs {}{} do not write it)",
      fmt::join(ctas.begin(), ctas.begin() + static_cast<std::ptrdiff_t>(shown), ", "), more);
}

}  // namespace gf::platforms::proact
