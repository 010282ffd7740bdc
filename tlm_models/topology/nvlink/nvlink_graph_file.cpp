// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_graph_file.h"

#include <fmt/format.h>
#include <vector>

#include "core/base/error.h"
#include "core/base/print.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::model {
namespace {

constexpr unsigned kMostGraphGpus = 1024;
constexpr unsigned kMostGraphLinks = 64;
constexpr const char* kGraphLines = "lines like 'gpus 8', 'link gpu_0 gpu_1 x2 nvlink2'";

class NvlinkReader {
 public:
  NvlinkReader(const std::string& file, const NvlinkLanes& link) : file_(file), link_(link) {}

  NvlinkGraph run(std::istream& in) {
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const auto words = core::split_words(std::string_view(text).substr(0, text.find('#')));
      words_.assign(words.begin(), words.end());
      if (!words_.empty()) take();
    }
    if (graph_.switches() > 1) place_by_level(graph_);
    if (graph_.gpus() != 0) return graph_;
    line_ = 0;
    fail("no GPUs", "a line 'gpus N'");
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, line_, cause, expected);
  }

  void take() {
    if (words_[0] == "gpus") return take_gpus();
    if (graph_.gpus() == 0) fail("'" + words_[0] + "'", "'gpus N' before anything else");
    try {
      if (words_[0] == "switch") return take_switch();
      if (words_[0] == "link") return take_link();
      if (words_[0] == "relay") return take_relay();
      if (words_[0] == "relays") return take_relays();
    } catch (const core::UserError& error) {
      if (error.code() == core::ExitCode::kBadInput) throw;
      throw core::UserError(core::ExitCode::kBadInput,
                            fmt::format("{}:{}: {}", file_, line_, error.what()));
    }
    fail("'" + words_[0] + "'", kGraphLines);
  }

  void take_gpus() {
    const unsigned gpus = number(word(1), "gpus", kMostGraphGpus);
    if (graph_.gpus() != 0) fail("'gpus' again", "one such line, the first");
    end_at(2);
    graph_ = NvlinkGraph(gpus);
  }

  void take_switch() {
    unsigned level = 0;
    if (words_.size() > 2) {
      if (words_[2] != "level") fail("'" + words_[2] + "'", "'level N'");
      level = number(word(3), "level", kMostGraphLinks);
      end_at(4);
    }
    graph_.add_switch(word(1), level);
  }

  void take_link() {
    NvlinkLanes lanes = link_;
    unsigned count = 1;
    for (std::size_t i = 3; i < words_.size(); ++i) {
      if (words_[i][0] == 'x')
        count = number(words_[i].substr(1), "links", kMostGraphLinks);
      else
        lanes = kind(words_[i]);
    }
    graph_.join(node(word(1)), node(word(2)), count, lanes);
  }

  void take_relay() {
    if (word(3) != "via") fail("'" + word(3) + "'", "'relay GPU GPU via GPU'");
    end_at(5);
    graph_.relay(node(word(1)), node(word(2)), node(word(4)));
  }

  void take_relays() {
    if (word(1) != "nearest") fail("'" + word(1) + "'", "'relays nearest'");
    end_at(2);
    graph_ = with_relays(std::move(graph_));
  }

  /// Parses "nvlink2" or "16x8GB/s".
  [[nodiscard]] NvlinkLanes kind(const std::string& text) const {
    for (const NvlinkGeneration& one : nvlink_generations())
      if (one.name == text) return one.link;
    const std::size_t cut = text.find('x');
    if (cut == std::string::npos) fail("'" + text + "'", "nvlink1 ... nvlink5, or '16x8GB/s'");
    return {number(text.substr(0, cut), "lanes", kMostGraphLinks),
            core::parse_byte_rate(text.substr(cut + 1))};
  }

  [[nodiscard]] unsigned node(const std::string& name) const {
    const auto found = graph_.find(name);
    if (!found) fail("no node '" + name + "'", "gpu_0 ..., or a switch of an earlier line");
    return *found;
  }

  [[nodiscard]] std::string word(std::size_t at) const {
    return at < words_.size() ? words_[at] : "";
  }
  void end_at(std::size_t size) const {
    if (words_.size() > size) fail("'" + words_[size] + "'", "the end of the line");
  }
  [[nodiscard]] unsigned number(const std::string& text, const char* what, unsigned most) const {
    const auto value = core::parse_number<unsigned>(text);
    if (!value || *value > most || (*value == 0 && std::string(what) != "level"))
      fail(std::string(what) + " '" + text + "'", "a number, 1 ... " + std::to_string(most));
    return *value;
  }

  const std::string& file_;
  const NvlinkLanes link_;
  unsigned line_ = 0;
  std::vector<std::string> words_;
  NvlinkGraph graph_{0};
};

void write_kind(std::ostream& out, const NvlinkLanes& lanes) {
  for (const NvlinkGeneration& one : nvlink_generations()) {
    if (!(one.link == lanes)) continue;
    core::print(out, " {}", one.name);
    return;
  }
  std::string rate = core::to_text(lanes.rate);
  rate.erase(rate.find(' '), 1);
  core::print(out, " {}x{}", lanes.lanes, rate);
}

}  // namespace

NvlinkGraph read_nvlink_graph(std::istream& in, const std::string& file, const NvlinkLanes& link) {
  return NvlinkReader(file, link).run(in);
}

NvlinkGraph read_nvlink_graph(const std::string& file, const NvlinkLanes& link) {
  core::TextFile in(file, kGraphLines);
  return read_nvlink_graph(in, file, link);
}

void write_nvlink_graph(std::ostream& out, const NvlinkGraph& graph) {
  core::print(out, "gpus {}\n", graph.gpus());
  for (unsigned n = graph.gpus(); n < graph.nodes(); ++n)
    core::print(out, "switch {} level {}\n", graph.node(n).name, graph.node(n).level);
  const auto& links = graph.links();
  for (std::size_t i = 0, next = 0; i < links.size(); i = next) {
    const NvlinkGraph::Link& link = links[i];
    while (next < links.size() && links[next].first.node == link.first.node &&
           links[next].second.node == link.second.node && links[next].lanes == link.lanes)
      ++next;
    core::print(out, "link {} {} x{}", graph.node(link.first.node).name,
                graph.node(link.second.node).name, next - i);
    write_kind(out, link.lanes);
    out << '\n';
  }
  for (const NvlinkGraph::Relay& relay : graph.relays())
    core::print(out, "relay gpu_{} gpu_{} via gpu_{}\n", relay.from, relay.to, relay.by);
}

}  // namespace gf::model
