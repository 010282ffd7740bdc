// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/copies/congestion_graph.h"

#include <array>
#include <cmath>
#include <istream>
#include <ostream>
#include <set>
#include <sstream>

#include "core/error.h"
#include "core/text_fields.h"
#include "core/text_file.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMaxBytes = 1ull << 40;
constexpr double kMaxStartNs = 3.6e12;
constexpr const char* kGraphsHeader = "graph,src,dst,bytes,start_ns";

class GraphReader {
 public:
  GraphReader(std::istream& in, const std::string& file, std::optional<unsigned> gpus)
      : in_(in), file_(file), gpus_(gpus) {}

  std::vector<CongestionGraph> run() {
    std::string text;
    while (std::getline(in_, text)) {
      ++line_;
      std::string_view rest = text;
      if (line_ == 1 && rest.substr(0, 3) == "\xEF\xBB\xBF") rest.remove_prefix(3);
      rest = core::trimmed(rest);
      if (rest.empty() || rest.front() == '#') continue;
      const auto fields = core::split_fields(rest, ',');
      columns_ == 0 ? read_header(fields) : read_row(fields);
    }
    if (graphs_.empty())
      fail("no communication", columns_ == 0 ? kGraphsHeader : "at least one line");
    return std::move(graphs_);
  }

 private:
  enum Column : std::size_t { kGraph, kSrc, kDst, kBytes, kStart, kColumns };
  static constexpr std::array<std::string_view, kColumns> kNames{"graph", "src", "dst", "bytes",
                                                                 "start_ns"};

  [[noreturn]] void fail(const std::string& cause, const std::string& expected) {
    core::fail_input(file_, line_, cause, expected);
  }

  void read_header(const std::vector<std::string_view>& fields) {
    where_.fill(kAbsent);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::size_t column = 0;
      while (column < kColumns && kNames[column] != fields[i]) ++column;
      if (column == kColumns || where_[column] != kAbsent)
        fail("header field '" + std::string(fields[i]) + "'",
             std::string("the header ") + kGraphsHeader);
      where_[column] = i;
    }
    for (std::size_t column = 0; column < kStart; ++column)
      if (where_[column] == kAbsent)
        fail("the header lacks " + std::string(kNames[column]),
             std::string("the header ") + kGraphsHeader);
    columns_ = fields.size();
  }

  void read_row(const std::vector<std::string_view>& fields) {
    if (fields.size() != columns_)
      fail(std::to_string(fields.size()) + " fields",
           std::to_string(columns_) + " as in the header");
    Communication communication;
    communication.graph = fields[where_[kGraph]];
    if (communication.graph.empty()) fail("the graph's name is empty", "a name");
    communication.src = read_gpu(kSrc, fields[where_[kSrc]]);
    communication.dst = read_gpu(kDst, fields[where_[kDst]]);
    if (communication.src == communication.dst)
      fail("src and dst are both " + std::to_string(communication.src), "two different GPUs");
    communication.bytes = read_bytes(fields[where_[kBytes]]);
    if (where_[kStart] != kAbsent) communication.start = read_start(fields[where_[kStart]]);
    graph_for(communication.graph).communications.push_back(std::move(communication));
  }

  unsigned read_gpu(Column column, std::string_view text) {
    const auto number = core::parse_number<unsigned>(text);
    const unsigned limit = gpus_.value_or(65536);
    if (!number || *number >= limit)
      fail(std::string(kNames[column]) + " = '" + std::string(text) + "'",
           "a GPU number, 0 ... " + std::to_string(limit - 1));
    return *number;
  }

  core::Bytes read_bytes(std::string_view text) {
    const std::string shown = "bytes = '" + std::string(text) + "'";
    const std::string expected = "a size from 1 B to 1 TiB, such as 4096, 64 KiB or 300 MB";
    core::Bytes bytes;
    if (const auto number = core::parse_number<std::uint64_t>(text)) {
      bytes = core::Bytes(*number);
    } else {
      try {
        bytes = core::parse_bytes(text);
      } catch (const core::UserError&) {
        fail(shown, expected);
      }
    }
    if (bytes.count() == 0 || bytes.count() > kMaxBytes) fail(shown, expected);
    return bytes;
  }

  sc_core::sc_time read_start(std::string_view text) {
    const auto number = core::parse_number<double>(text);
    if (!number || !std::isfinite(*number) || std::signbit(*number) || *number > kMaxStartNs)
      fail("start_ns = '" + std::string(text) + "'", "a number of ns from 0 to 3.6e12 (1 h)");
    return {*number, sc_core::SC_NS};
  }

  CongestionGraph& graph_for(const std::string& name) {
    if (!graphs_.empty() && graphs_.back().name == name) return graphs_.back();
    // Graphs run in the order of the file: lines of one that stand apart would say two orders.
    if (!seen_.insert(name).second)
      fail("graph " + name + " comes back after another graph",
           "the lines of a graph next to each other; sort the file or rename the graph");
    graphs_.push_back({name, {}});
    return graphs_.back();
  }

  static constexpr std::size_t kAbsent = ~std::size_t{0};
  std::istream& in_;
  const std::string& file_;
  std::optional<unsigned> gpus_;
  unsigned line_ = 0;
  std::size_t columns_ = 0;  ///< Of the header; 0 before it.
  std::array<std::size_t, kColumns> where_{};
  std::vector<CongestionGraph> graphs_;
  std::set<std::string> seen_;
};

}  // namespace

std::vector<CongestionGraph> read_congestion_graphs(std::istream& in, const std::string& file,
                                                    std::optional<unsigned> gpus) {
  return GraphReader(in, file, gpus).run();
}

std::vector<CongestionGraph> read_congestion_graph_file(const std::string& file,
                                                        std::optional<unsigned> gpus) {
  const std::string expected = std::string("a CSV file with the header ") + kGraphsHeader;
  core::TextFile in(file, expected);
  if (in.text().empty()) core::fail_input(file, 0, "is empty", expected);
  return read_congestion_graphs(in, file, gpus);
}

void write_congestion_graphs(std::ostream& out, const std::vector<CongestionGraph>& graphs) {
  out << kGraphsHeader << '\n';
  for (const CongestionGraph& graph : graphs)
    for (const Communication& c : graph.communications) {
      std::ostringstream start;  // 15 digits hold any start up to 1 h at 1 ns and better
      start.precision(15);
      start << c.start.to_seconds() * 1e9;
      out << graph.name << ',' << c.src << ',' << c.dst << ',' << c.bytes.count() << ','
          << start.str() << '\n';
    }
}

}  // namespace gf::model
