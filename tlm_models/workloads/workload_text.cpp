// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/error.h"
#include "core/random.h"
#include "core/text_fields.h"
#include "tlm_models/workloads/generators.h"

namespace gf::model {
namespace {

using Graphs = std::vector<CongestionGraph>;

/// The keys of one "kind:key=value,..." and their values, as their kind asks for them.
class Values {
 public:
  Values(std::string kind, std::map<std::string, std::string> values)
      : kind_(std::move(kind)), values_(std::move(values)) {}

  [[nodiscard]] std::string text(const std::string& key, const std::string& standard) const {
    const auto entry = values_.find(key);
    return entry == values_.end() ? standard : entry->second;
  }
  [[nodiscard]] std::uint64_t number(const std::string& key, std::uint64_t standard,
                                     std::uint64_t low, std::uint64_t high) const {
    return within(key, text(key, std::to_string(standard)), low, high);
  }
  /// "5" or "2..7".
  [[nodiscard]] std::pair<unsigned, unsigned> range(const std::string& key, unsigned standard,
                                                    unsigned high) const {
    const std::string all = text(key, std::to_string(standard));
    const auto dots = all.find("..");
    const std::string last = dots == std::string::npos ? all : all.substr(dots + 2);
    const auto first = static_cast<unsigned>(within(key, all.substr(0, dots), 1, high));
    return {first, static_cast<unsigned>(within(key, last, first, high))};
  }
  [[nodiscard]] core::Bytes bytes() const {
    const std::string size = text("bytes", "300 MiB");
    if (const auto count = core::parse_number<std::uint64_t>(size)) return core::Bytes(*count);
    return core::parse_bytes(size);
  }
  [[noreturn]] void fail(const std::string& key, const std::string& value,
                         const std::string& legal) const {
    core::fail_config("workload " + kind_, key, value, legal, "correct the workload's text");
  }

 private:
  [[nodiscard]] std::uint64_t within(const std::string& key, const std::string& text,
                                     std::uint64_t low, std::uint64_t high) const {
    const auto number = core::parse_number<std::uint64_t>(core::trimmed(text));
    if (!number || *number < low || *number > high)
      fail(key, text, std::to_string(low) + " ... " + std::to_string(high));
    return *number;
  }

  std::string kind_;
  std::map<std::string, std::string> values_;
};

struct Machine {
  const PcieTree& tree;
  std::uint64_t seed;
  [[nodiscard]] unsigned gpus() const { return tree.device_count(); }
  [[nodiscard]] unsigned last_gpu() const { return tree.device_count() - 1; }
};

struct Kind {
  std::string name;
  std::vector<std::string> keys;  ///< Besides bytes.
  std::string meaning;
  std::function<Graphs(const Values&, const Machine&)> make;
};

Graphs make_all_to_all(const Values& values, const Machine& machine) {
  const std::string order = values.text("order", "index");
  using Order = workload::AllToAllOrder;
  const std::map<std::string, Order> orders{
      {"index", Order::kIndex}, {"rotated", Order::kRotated}, {"xor", Order::kXor}};
  const auto entry = orders.find(order);
  if (entry == orders.end()) values.fail("order", order, "one of index, rotated, xor");
  return {workload::all_to_all(machine.gpus(), entry->second, values.bytes())};
}

Graphs make_random(const Values& values, const Machine& machine) {
  const std::uint64_t pairs = std::uint64_t{machine.gpus()} * machine.last_gpu();
  const auto most = static_cast<unsigned>(std::min<std::uint64_t>(pairs, 1'000'000));
  const auto [low, high] = values.range("edges", std::min(5u, most), most);
  const std::uint64_t seed = values.number("seed", machine.seed, 0, ~std::uint64_t{0});
  core::RandomStream lengths(seed, "random.edges");
  const std::uint64_t count = values.number("graphs", 1, 1, 1'000'000);
  if (count * high > workload::kMostCommunications)
    values.fail("graphs", std::to_string(count),
                "graphs that have up to " + std::to_string(workload::kMostCommunications) +
                    " edges in all");
  Graphs graphs(count);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto edges = low + static_cast<unsigned>(lengths.below(high - low + 1));
    graphs[i] = workload::random(machine.gpus(), edges, values.bytes(), seed,
                                 "random_" + std::to_string(i));
  }
  return graphs;
}

const std::vector<Kind>& kinds() {
  using V = const Values&;
  using M = const Machine&;
  static const std::vector<Kind> all{
      {"scatter",
       {"root"},
       "GPU root (0) sends to all others, one after another",
       [](V v, M m) -> Graphs {
         const auto root = static_cast<unsigned>(v.number("root", 0, 0, m.last_gpu()));
         return {workload::scatter(m.gpus(), root, v.bytes())};
       }},
      {"gather",
       {"root"},
       "all others send to GPU root (0) at once",
       [](V v, M m) -> Graphs {
         const auto root = static_cast<unsigned>(v.number("root", 0, 0, m.last_gpu()));
         return {workload::gather(m.gpus(), root, v.bytes())};
       }},
      {"all_to_all",
       {"order"},
       "everybody sends to everybody; order index (default), rotated, xor",
       make_all_to_all},
      {"ring",
       {},
       "GPU i sends to i+1",
       [](V v, M m) -> Graphs { return {workload::ring(m.gpus(), v.bytes())}; }},
      {"pairwise",
       {"distance"},
       "GPUs i and i^distance (1) exchange",
       [](V v, M m) -> Graphs {
         const auto distance = static_cast<unsigned>(v.number("distance", 1, 1, m.last_gpu()));
         return {workload::pairwise(m.gpus(), distance, v.bytes())};
       }},
      {"halo2d",
       {},
       "halo exchange of 2 rows of n/2 sub-domains, ascending neighbours",
       [](V v, M m) -> Graphs {
         return {workload::halo("halo2d", workload::halo_2d_neighbours(m.gpus()), v.bytes())};
       }},
      {"halo3d",
       {},
       "halo exchange of 2 x 2 x n/4 sub-domains, ascending neighbours",
       [](V v, M m) -> Graphs {
         return {workload::halo("halo3d", workload::halo_3d_neighbours(m.gpus()), v.bytes())};
       }},
      {"random",
       {"edges", "graphs", "seed"},
       "graphs (1) of edges (5, or a range 2..7) different random pairs",
       make_random},
      {"exhaustive",
       {"edges"},
       "every graph of up to edges (3) pairs, up to symmetry of the tree",
       [](V v, M m) -> Graphs {
         return workload::exhaustive(m.tree, static_cast<unsigned>(v.number("edges", 3, 1, 7)),
                                     v.bytes());
       }},
  };
  return all;
}

std::string form_of(const Kind& kind) {
  std::string form = kind.name + ":bytes=";
  for (const std::string& key : kind.keys) form += "," + key + "=";
  return form;
}

const Kind& find_kind(const std::string& name) {
  std::string names;
  for (const Kind& kind : kinds()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + kind.name;
  }
  core::fail_config("workload", "kind", name, "one of " + names,
                    "write for example all_to_all:order=xor,bytes=1 MiB");
}

Graphs make_one(std::string_view text, const Machine& machine) {
  const auto colon = text.find(':');
  const Kind& kind = find_kind(std::string(core::trimmed(text.substr(0, colon))));
  std::map<std::string, std::string> values;
  const std::string_view rest = colon == text.npos ? "" : text.substr(colon + 1);
  for (std::string_view field : core::split_fields(rest, ',')) {
    if (field.empty() && core::trimmed(rest).empty()) break;
    const auto equals = field.find('=');
    const std::string key(core::trimmed(field.substr(0, equals)));
    const bool known =
        key == "bytes" || std::find(kind.keys.begin(), kind.keys.end(), key) != kind.keys.end();
    if (equals == field.npos || !known || values.count(key) != 0)
      core::fail_config("workload " + kind.name, "field", std::string(field),
                        "each key once in " + form_of(kind), "correct the workload's text");
    values[key] = core::trimmed(field.substr(equals + 1));
  }
  Graphs graphs = kind.make(Values(kind.name, std::move(values)), machine);
  for (const CongestionGraph& graph : graphs)
    for (const Communication& c : graph.communications)
      if (c.bytes.count() == 0 || c.bytes.count() > std::uint64_t{1} << 40)
        core::fail_config("workload " + kind.name, "bytes", core::to_text(c.bytes), "1 B ... 1 TiB",
                          "write for example bytes=1 MiB");
  return graphs;
}

void rename(CongestionGraph& graph, std::string name) {
  for (Communication& c : graph.communications) c.graph = name;
  graph.name = std::move(name);
}

}  // namespace

std::vector<CongestionGraph> make_workload(const std::string& text, const PcieTree& tree,
                                           std::uint64_t run_seed) {
  Graphs all;
  std::set<std::string> names;
  for (std::string_view one : core::split_fields(text, ';')) {
    if (one.empty() && !all.empty()) continue;  // a trailing ";"
    for (CongestionGraph& graph : make_one(one, {tree, run_seed})) {
      for (unsigned copy = 2; !names.insert(graph.name).second; ++copy)
        rename(graph, graph.name.substr(0, graph.name.find('#')) + "#" + std::to_string(copy));
      all.push_back(std::move(graph));
    }
  }
  return all;
}

std::string workload_forms() {
  std::string forms;
  for (const Kind& kind : kinds()) {
    std::string form = "  " + form_of(kind);
    form.resize(std::max<std::size_t>(form.size() + 2, 40), ' ');
    forms += form + kind.meaning + "\n";
  }
  return forms;
}

}  // namespace gf::model
