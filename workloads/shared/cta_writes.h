// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "workloads/shared/shared_app.h"

namespace gf::model::proact {

/// A mapping of CTAs to the bytes of a region ([PROACT21], IV-A): appends the bytes that a CTA
/// writes.
using CtaWrites = std::function<void(unsigned cta, std::vector<Span>& spans)>;

/// CTA n writes the n-th `per_cta` bytes; bytes beyond `region` are left out.
CtaWrites one_to_one(core::Bytes region, core::Bytes per_cta);
/// CTA n writes blocks n, n + step, n + 2 step, ... of `block` bytes, up to the region's end.
CtaWrites stride(core::Bytes region, core::Bytes block, unsigned step);
/// CTA n writes the bytes of one_to_one(), and `halo` bytes on either side.
CtaWrites stencil(core::Bytes region, core::Bytes per_cta, core::Bytes halo);
/// Returns the mapping of one phase of an application. `app` must outlive it.
CtaWrites of_app(const SharedApp& app, unsigned phase);

/// The limits of a map: CTAs 0 ... ctas - 1 of a kernel, bytes of a region.
struct MapBounds {
  unsigned ctas;
  core::Bytes region;
};
/// Reads a file with a line "cta begin end" for each range of bytes [begin, end) that a CTA writes;
/// "#" begins a comment. Throws UserError(kBadInput) with file:line, also for values outside
/// `bounds`, and the errors of text_file.h.
CtaWrites read_cta_writes(const std::string& file, const MapBounds& bounds);

}  // namespace gf::model::proact
