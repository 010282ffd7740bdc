// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/network_file.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/print.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"

namespace gf::model {
namespace {

constexpr unsigned kMostRouters = 4096;
constexpr unsigned kMostNodes = 32'768;
constexpr unsigned kMostLatency = 1000;  // as the parameters of channels
constexpr const char* kExpected = "lines like 'router 0 node 0 router 1 10'";

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  RouterGraph run(std::istream& in) {
    for (std::string text; std::getline(in, text);) {
      ++line_;
      take(std::string_view(text).substr(0, text.find('#')));
    }
    line_ = 0;
    if (nodes_.size() < 2) fail(std::to_string(nodes_.size()) + " nodes", "at least 2");
    check_nodes();
    return built();
  }

 private:
  struct FileChannel {
    std::optional<unsigned> latency;
    unsigned line = 0;
  };
  using Words = std::vector<std::string_view>;

  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, line_, cause, expected);
  }

  void take(std::string_view text) {
    words_ = core::split_words(text);
    if (words_.empty()) return;
    std::size_t at = 0;
    if (words_[0] != "router") fail("'" + std::string(words_[0]) + "'", kExpected);
    const unsigned router = number(++at, "router", kMostRouters - 1);
    routers_ = std::max(routers_, router + 1);
    for (++at; at < words_.size(); ++at) join(router, at);
  }

  /// Reads one link of a line at word `at`, and moves `at` past it.
  void join(unsigned router, std::size_t& at) {
    const std::string_view kind = words_[at];
    if (kind == "node") {
      join_node(router, number(++at, "node", kMostNodes - 1));
    } else if (kind == "router") {
      const unsigned peer = number(++at, "router", kMostRouters - 1);
      FileChannel said{{}, line_};
      if (at + 1 < words_.size() && words_[at + 1] != "node" && words_[at + 1] != "router") {
        said.latency = number(++at, "latency", kMostLatency);
        if (said.latency == 0u) fail("latency 0", "1 ... " + std::to_string(kMostLatency));
      }
      join_routers(router, peer, said);
    } else {
      fail("'" + std::string(kind) + "'", "'node' or 'router'");
    }
  }

  unsigned number(std::size_t at, const char* what, unsigned most) const {
    const std::string text(at < words_.size() ? words_[at] : "");
    const auto value = core::parse_number<unsigned>(text);
    if (!value || *value > most)
      fail(std::string(what) + " '" + text + "'", "a number, 0 ... " + std::to_string(most));
    return *value;
  }

  void join_node(unsigned router, unsigned node) {
    const auto [at, added] = nodes_.insert({node, {router, line_}});
    if (added || at->second.first == router) return;
    fail("node " + std::to_string(node) + " at router " + std::to_string(router),
         "router " + std::to_string(at->second.first) + ", as in line " +
             std::to_string(at->second.second));
  }

  void join_routers(unsigned router, unsigned peer, const FileChannel& said) {
    if (router == peer) fail("router " + std::to_string(router) + " to itself", "another router");
    routers_ = std::max(routers_, peer + 1);
    const auto [at, added] =
        channels_.insert({{std::min(router, peer), std::max(router, peer)}, said});
    FileChannel& known = at->second;
    if (added || !said.latency) return;
    if (known.latency && known.latency != said.latency) {
      fail("latency " + std::to_string(*said.latency),
           std::to_string(*known.latency) + ", as in line " + std::to_string(known.line) +
               ": a channel has one in both directions");
    }
    known = said;
  }

  /// Checks that nodes are numbered without gaps, router by router.
  void check_nodes() {
    unsigned expected = 0, router = 0;
    for (const auto& [node, at] : nodes_) {
      line_ = at.second;
      if (node != expected) {
        fail("node " + std::to_string(node), "no gap: node " + std::to_string(expected) + " first");
      }
      if (at.first < router) {
        fail("node " + std::to_string(node) + " at router " + std::to_string(at.first),
             "nodes numbered router by router: router " + std::to_string(router) +
                 " has a lower one");
      }
      router = at.first;
      ++expected;
    }
    line_ = 0;
  }

  RouterGraph built() {
    std::vector<unsigned> nodes_at(routers_);
    for (const auto& [node, at] : nodes_) ++nodes_at[at.first];
    std::vector<unsigned> used = nodes_at;
    for (const auto& [ends, said] : channels_) {
      ++used[ends.first];
      ++used[ends.second];
    }
    for (unsigned router = 0; router < routers_; ++router) {
      if (used[router] > RouterGraph::kMostPorts) {
        fail("router " + std::to_string(router) + " has " + std::to_string(used[router]) + " ports",
             "at most " + std::to_string(RouterGraph::kMostPorts));
      }
    }
    RouterGraph graph(*std::max_element(used.begin(), used.end()), nodes_at);
    used = nodes_at;
    for (const auto& [ends, said] : channels_) {
      graph.connect(ends.first, used[ends.first]++, ends.second, used[ends.second]++,
                    ChannelType::kLocal, said.latency.value_or(0));
    }
    check_connected(graph);
    return graph;
  }

  void check_connected(const RouterGraph& graph) const {
    std::vector<unsigned> reached{0};
    std::vector<bool> seen(routers_);
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (unsigned p = graph.nodes_at(reached[i]); p < graph.ports(); ++p) {
        const RouterPort& port = graph.port(reached[i], p);
        if (port.type == ChannelType::kUnused || seen[port.peer]) continue;
        seen[port.peer] = true;
        reached.push_back(port.peer);
      }
    }
    for (unsigned router = 0; router < routers_; ++router) {
      if (!seen[router]) {
        fail("no path from router 0 to router " + std::to_string(router),
             "channels that join routers 0 ... " + std::to_string(routers_ - 1));
      }
    }
  }

  const std::string& file_;
  unsigned line_ = 0;
  unsigned routers_ = 0;
  Words words_;
  std::map<unsigned, std::pair<unsigned, unsigned>> nodes_;        ///< By number: router, line.
  std::map<std::pair<unsigned, unsigned>, FileChannel> channels_;  ///< By routers, the lower first.
};

}  // namespace

RouterGraph read_network_file(std::istream& in, const std::string& file) {
  return Reader(file).run(in);
}

RouterGraph read_network_file(const std::string& file) {
  core::TextFile in(file, kExpected);
  return read_network_file(in, file);
}

void write_network_file(std::ostream& out, const RouterGraph& graph,
                        const std::function<unsigned(const RouterPort&)>& latency) {
  for (unsigned r = 0; r < graph.routers(); ++r) {
    core::print(out, "router {}", r);
    for (unsigned p = 0; p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(r, p);
      if (port.type == ChannelType::kTerminal) core::print(out, " node {}", port.peer);
      if (port.type == ChannelType::kTerminal || port.type == ChannelType::kUnused) continue;
      if (port.peer < r) continue;  // given on that router's line
      core::print(out, " router {}", port.peer);
      if (const unsigned cycles = latency(port); cycles > 0) core::print(out, " {}", cycles);
    }
    out << '\n';
  }
}

}  // namespace gf::model
