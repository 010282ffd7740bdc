// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// The mapping of a region ([PROACT21], IV-A): appends which of its bytes a CTA writes.
using CtaWrites = std::function<void(unsigned cta, std::vector<Span>& spans)>;

/// CTA n writes the n-th `per_cta` bytes; what would lie beyond `region` bytes is not there.
CtaWrites one_to_one(core::Bytes region, core::Bytes per_cta);
/// CTA n writes blocks n, n + step, n + 2 step, ... of `block` bytes, to the region's end.
CtaWrites stride(core::Bytes region, core::Bytes block, unsigned step);
/// CTA n writes what it writes with one_to_one(), and `halo` bytes on either side.
CtaWrites stencil(core::Bytes region, core::Bytes per_cta, core::Bytes halo);
/// A phase of an application. `app` outlives it.
CtaWrites of_app(const SharedApp& app, unsigned phase);

/// What a map can be of: CTAs 0 ... ctas - 1 of a kernel, bytes of a region.
struct MapBounds {
  unsigned ctas;
  core::Bytes region;
};
/// A file with a line "cta begin end" for each range of bytes [begin, end) that a CTA writes; "#"
/// begins a comment. Throws UserError(kBadInput) with file:line, also for what is out of `bounds`,
/// and the errors of text_file.h.
CtaWrites read_cta_writes(const std::string& file, const MapBounds& bounds);

}  // namespace gf::model::proact
