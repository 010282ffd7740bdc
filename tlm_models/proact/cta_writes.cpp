// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/proact/cta_writes.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

#include "core/error.h"

namespace gf::model::proact {

namespace {

using Table = std::vector<std::vector<Span>>;  // by CTA
constexpr unsigned kMostCtas = 1u << 24;

void push(std::vector<Span>& spans, std::uint64_t begin, std::uint64_t end, core::Bytes region) {
  end = std::min(end, region.count());
  if (begin < end) spans.push_back({begin, end});
}

/// One line of a table, without its comment.
void read_line(const std::string& file, unsigned number, const std::string& text, Table& table) {
  std::istringstream line(text);
  std::string first;
  if (!(line >> first)) return;
  line.str(text);
  line.clear();
  std::uint64_t cta = 0;
  Span span;
  std::string rest;
  const bool read = text.find('-') == std::string::npos &&
                    bool(line >> cta >> span.begin >> span.end) && !(line >> rest);
  if (!read || cta >= kMostCtas || span.begin >= span.end) {
    core::fail_input(file, number, "\"" + text + "\"",
                     "a CTA below 16777216 and two byte numbers, \"cta begin end\", begin < end");
  }
  if (table.size() <= cta) table.resize(cta + 1);
  table[cta].push_back(span);
}

}  // namespace

CtaWrites one_to_one(core::Bytes region, core::Bytes per_cta) {
  return stencil(region, per_cta, core::Bytes(0));
}

CtaWrites stride(core::Bytes region, core::Bytes block, unsigned step) {
  if (step == 0 || block.count() == 0) {
    core::fail_config("stride", step == 0 ? "step" : "block", "0", "at least 1",
                      "CTA n writes blocks n, n + step, n + 2 step, ...");
  }
  return [=](unsigned cta, std::vector<Span>& spans) {
    const std::uint64_t bytes = block.count();
    for (std::uint64_t n = cta; n * bytes < region.count(); n += step)
      push(spans, n * bytes, (n + 1) * bytes, region);
  };
}

CtaWrites stencil(core::Bytes region, core::Bytes per_cta, core::Bytes halo) {
  return [=](unsigned cta, std::vector<Span>& spans) {
    const std::uint64_t begin = cta * per_cta.count();
    push(spans, begin - std::min(begin, halo.count()), begin + per_cta.count() + halo.count(),
         region);
  };
}

CtaWrites of_app(const SharedApp& app, unsigned phase) {
  return [&app, phase](unsigned cta, std::vector<Span>& spans) { app.writes(phase, cta, spans); };
}

CtaWrites read_cta_writes(const std::string& file) {
  std::ifstream input(file);
  if (!input) core::fail_input(file, 0, "it cannot be read", "lines \"cta begin end\"");
  const auto table = std::make_shared<Table>();
  unsigned number = 0;
  for (std::string line; std::getline(input, line);)
    read_line(file, ++number, line.substr(0, line.find('#')), *table);
  return [table](unsigned cta, std::vector<Span>& spans) {
    if (cta >= table->size()) return;
    spans.insert(spans.end(), (*table)[cta].begin(), (*table)[cta].end());
  };
}

}  // namespace gf::model::proact
