// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/cta_writes.h"

#include <algorithm>
#include <memory>
#include <sstream>

#include "core/base/error.h"
#include "core/system/text_file.h"

namespace gf::model::proact {

namespace {

void push(std::vector<Span>& spans, std::uint64_t begin, std::uint64_t end, core::Bytes region) {
  end = std::min(end, region.count());
  if (begin < end) spans.push_back({begin, end});
}

using Table = std::vector<std::vector<Span>>;  // by CTA

/// Reads a user's map, line by line.
class MapReader {
 public:
  MapReader(const std::string& file, const MapBounds& bounds) : file_(file), bounds_(bounds) {}

  /// Parses the next line, whose comment has been removed.
  void read(const std::string& text) {
    ++number_;
    if (text.find_first_not_of(" \t\r\v\f") == text.npos) return;
    if (!parse(text)) fail("\"" + text + "\"", syntax());
    check_bounds();
    if (table_.size() <= cta_) table_.resize(cta_ + 1);
    table_[cta_].push_back(span_);
  }
  Table& table() { return table_; }

 private:
  bool parse(const std::string& text) {
    std::istringstream line(text);
    std::string rest;
    return text.find('-') == text.npos && line >> cta_ >> span_.begin >> span_.end &&
           !(line >> rest) && span_.begin < span_.end;
  }

  void check_bounds() const {
    const char* const hint = "; correct it, or run the workload and size that the map is for";
    if (cta_ >= bounds_.ctas)
      fail("CTA " + std::to_string(cta_), ctas() + ", the CTAs of the kernel" + hint);
    if (span_.end > bounds_.region.count()) {
      fail("end " + std::to_string(span_.end) + " of CTA " + std::to_string(cta_),
           "up to " + bytes() + ", the bytes of the region" + hint);
    }
  }

  [[nodiscard]] std::string syntax() const {
    return "\"cta begin end\": a CTA of " + ctas() + ", and begin < end <= " + bytes();
  }
  [[nodiscard]] std::string ctas() const { return "0 ... " + std::to_string(bounds_.ctas - 1); }
  [[nodiscard]] std::string bytes() const { return std::to_string(bounds_.region.count()); }
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, number_, cause, expected);
  }

  const std::string& file_;
  const MapBounds bounds_;
  unsigned number_ = 0;
  std::uint64_t cta_ = 0;
  Span span_;
  Table table_;
};

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

CtaWrites read_cta_writes(const std::string& file, const MapBounds& bounds) {
  core::TextFile input(file, "lines \"cta begin end\"");
  MapReader reader(file, bounds);
  for (std::string line; std::getline(input, line);) reader.read(line.substr(0, line.find('#')));
  return [table = std::make_shared<const Table>(std::move(reader.table()))](
             unsigned cta, std::vector<Span>& spans) {
    if (cta >= table->size()) return;
    spans.insert(spans.end(), (*table)[cta].begin(), (*table)[cta].end());
  };
}

}  // namespace gf::model::proact
