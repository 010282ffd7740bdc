// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/user_map.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "core/base/error_list.h"

namespace gf::platforms::proact {

model::proact::CtaWrites user_map(const MechanismContext& context) {
  const std::string& file = context.transfer.map;
  if (file.empty()) return {};
  return model::proact::read_cta_writes(
      file, {context.app.kernel(0).ctas, core::Bytes(context.layout.bytes())});
}

namespace {

using model::proact::ChunkPart;
using model::proact::PhaseMap;
using model::proact::Span;

/// Returns the first bytes of `all` that are not in `some`, or none. The spans must be ascending
/// and disjoint.
std::optional<Span> first_beside(const std::vector<Span>& all, const std::vector<Span>& some) {
  for (const Span& span : all) {
    Span rest = span;
    for (const Span& covered : some) {
      if (covered.end <= rest.begin) continue;
      if (covered.begin > rest.begin) return Span{rest.begin, std::min(rest.end, covered.begin)};
      rest.begin = covered.end;
      if (rest.begin >= rest.end) break;
    }
    if (rest.begin < rest.end) return rest;
  }
  return std::nullopt;
}

const ChunkPart* part_of(const std::vector<ChunkPart>& parts, std::uint32_t chunk) {
  const auto is = [chunk](const ChunkPart& part) { return part.chunk == chunk; };
  const auto found = std::find_if(parts.begin(), parts.end(), is);
  return found == parts.end() || found->writers == 0 ? nullptr : &*found;
}

}  // namespace

core::ErrorList unsent_bytes(const MechanismContext& context, const model::proact::CtaWrites& map) {
  core::ErrorList errors;
  if (!map) return errors;
  const std::uint64_t chunk = context.transfer.chunk.count();
  const unsigned gpus = context.layout.gpus();
  const PhaseMap written(context.app, 0, chunk, gpus);
  const PhaseMap mapped(context.app, 0, chunk, gpus, map);
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    for (const ChunkPart& part : written.parts(gpu)) {
      const ChunkPart* const sent = part_of(mapped.parts(gpu), part.chunk);
      if (sent == nullptr) continue;
      const std::optional<Span> lost = first_beside(part.spans, sent->spans);
      if (!lost) continue;
      errors.add([&] {
        return fmt::format(
            "GPU {}, region chunk {}: bytes {} ... {} are written but not in the map, so they are "
            "not sent",
            gpu, part.chunk, lost->begin, lost->end - 1);
      });
    }
  }
  return errors;
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
