// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/options.h"
#include "workloads/schedule/collectives/collective_generators.h"
#include "workloads/schedule/training/training_step.h"

namespace gf::model {
namespace {

using Graphs = std::vector<Schedule>;

core::Bytes bytes_of(const OptionValues& values, const std::string& name = "bytes",
                     const std::string& default_value = "300 MiB") {
  const auto [first, last] =
      values.bytes(name, default_value, core::Bytes(1), core::Bytes(std::uint64_t{1} << 40));
  if (first != last) values.fail(name, values.text(name, ""), "one size");
  return first;
}

struct Machine {
  DeviceCount devices;
  std::uint64_t seed;
  const PcieTree* tree = nullptr;  ///< Null: another interconnect.
  [[nodiscard]] unsigned gpus() const { return devices.gpus; }
  [[nodiscard]] unsigned last_gpu() const { return devices.gpus - 1; }
};

struct Kind {
  std::string name;
  std::vector<std::string> keys;  ///< In addition to bytes.
  std::string meaning;
  std::function<Graphs(const OptionValues&, const Machine&)> make;
  bool has_bytes = true;
};

Graphs make_all_to_all(const OptionValues& values, const Machine& machine) {
  const std::string order = values.text("order", "index");
  using Order = workload::AllToAllOrder;
  const std::map<std::string, Order> orders{
      {"index", Order::kIndex}, {"rotated", Order::kRotated}, {"xor", Order::kXor}};
  const auto entry = orders.find(order);
  if (entry == orders.end()) values.fail("order", order, "one of index, rotated, xor");
  return {workload::all_to_all(machine.gpus(), entry->second, bytes_of(values))};
}

Graphs make_random(const OptionValues& values, const Machine& machine) {
  const std::uint64_t pairs = std::uint64_t{machine.gpus()} * machine.last_gpu();
  const auto most = static_cast<unsigned>(std::min<std::uint64_t>(pairs, 1'000'000));
  const auto [low, high] = values.range("edges", std::min(5u, most), most);
  const std::uint64_t seed = values.number("seed", machine.seed, 0, ~std::uint64_t{0});
  core::RandomStream lengths(seed, "random.edges");
  const std::uint64_t count = values.number("graphs", 1, 1, 1'000'000);
  if (count * high > workload::kMostCommunications)
    values.fail(
        "graphs", std::to_string(count),
        "graphs with up to " + std::to_string(workload::kMostCommunications) + " edges in total");
  Graphs graphs(count);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto edges = low + static_cast<unsigned>(lengths.below(high - low + 1));
    graphs[i] = workload::random(machine.gpus(), edges, bytes_of(values), seed,
                                 "random_" + std::to_string(i));
  }
  return graphs;
}

std::vector<Kind> collectives() {
  std::vector<Kind> all;
  for (const CollectiveForm& form : collective_forms())
    all.push_back({form.name, form.keys, form.meaning,
                   [name = form.name](const OptionValues& values, const Machine& machine) {
                     return make_collectives(name, values, machine.gpus(), machine.devices.machine);
                   }});
  return all;
}

Graphs make_training(const OptionValues& values, const Machine& machine) {
  const TrainingStep step = read_training(values, machine.gpus());
  return {training_schedule(step, [&] {
    values.fail("layers", std::to_string(step.layers),
                "up to " + std::to_string(workload::kMostCommunications) +
                    " tasks; take fewer layers, micro-batches or GPUs");
  })};
}

std::vector<Kind> patterns() {
  using V = const OptionValues&;
  using M = const Machine&;
  return {
      {"scatter",
       {"root"},
       "GPU root (0) sends to all others, one after another",
       [](V v, M m) -> Graphs {
         const auto root = v.count("root", 0, 0, m.last_gpu());
         return {workload::scatter(m.gpus(), root, bytes_of(v))};
       }},
      {"gather",
       {"root"},
       "all others send to GPU root (0) at once",
       [](V v, M m) -> Graphs {
         const auto root = v.count("root", 0, 0, m.last_gpu());
         return {workload::gather(m.gpus(), root, bytes_of(v))};
       }},
      {"all_to_all",
       {"order"},
       "every GPU sends to every other; order index (default), rotated, xor",
       make_all_to_all},
      {"ring",
       {},
       "GPU i sends to GPU i+1",
       [](V v, M m) -> Graphs { return {workload::ring(m.gpus(), bytes_of(v))}; }},
      {"pairwise",
       {"distance"},
       "GPUs i and i^distance (1) exchange",
       [](V v, M m) -> Graphs {
         const auto distance = v.count("distance", 1, 1, m.last_gpu());
         return {workload::pairwise(m.gpus(), distance, bytes_of(v))};
       }},
      {"halo2d",
       {},
       "halo exchange of 2 rows of n/2 sub-domains, ascending neighbours",
       [](V v, M m) -> Graphs {
         return {workload::halo("halo2d", workload::halo_2d_neighbours(m.gpus()), bytes_of(v))};
       }},
      {"halo3d",
       {},
       "halo exchange of 2 x 2 x n/4 sub-domains, ascending neighbours",
       [](V v, M m) -> Graphs {
         return {workload::halo("halo3d", workload::halo_3d_neighbours(m.gpus()), bytes_of(v))};
       }},
      {"peer_matrix",
       {"small"},
       "each pair alone: a copy one way, both ways, and a copy of small (8 B) one way",
       [](V v, M m) -> Graphs {
         return workload::peer_matrix(m.gpus(), bytes_of(v, "bytes", "16 MiB"),
                                      bytes_of(v, "small", "8 B"));
       }},
      {"host_matrix",
       {"small"},
       "each host and GPU alone: a copy from and to the host, and a copy of small (8 B) from it",
       [](V v, M m) -> Graphs {
         return workload::host_matrix(m.gpus(), m.devices.hosts, bytes_of(v, "bytes", "4 MiB"),
                                      bytes_of(v, "small", "8 B"));
       }},
      {"random",
       {"edges", "graphs", "seed"},
       "graphs (1) of edges (5, or a range 2..7) distinct random pairs",
       make_random},
      {"exhaustive",
       {"edges"},
       "every graph of up to edges (3) pairs, up to symmetry of the tree",
       [](V v, M m) -> Graphs {
         if (m.tree == nullptr)
           core::fail_config("workload", "kind", "exhaustive", "another kind on this machine",
                             "exhaustive uses the symmetry of a PCIe tree: run it on one");
         return workload::exhaustive(*m.tree, v.count("edges", 3, 1, 7), bytes_of(v));
       }},
  };
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = [] {
    std::vector<Kind> both = patterns();
    for (Kind& kind : collectives()) both.push_back(std::move(kind));
    both.push_back({"training", training_keys(),
                    "a training step of a layered model; degrees data, tensor, pipeline, expert",
                    make_training, false});
    return both;
  }();
  return all;
}

std::string form_of(const Kind& kind) {
  std::string keys = kind.has_bytes ? ",bytes=" : "";
  for (const std::string& key : kind.keys) keys += "," + key + "=";
  return kind.name + ":" + keys.substr(1);
}

std::string kind_name(std::string_view text) {
  return std::string(core::trimmed(text.substr(0, text.find(':'))));
}

const Kind& find_kind(const std::string& name) {
  for (const Kind& kind : kinds())
    if (kind.name == name) return kind;
  core::fail_config("workload", "kind", name,
                    "one of " + core::legal_names(name, copy_workload_names()),
                    "write, for example, all_to_all:order=xor,bytes=1 MiB");
}

/// Sets what moves the copies: `engine`, an option of every kind.
void set_engine(const OptionValues& values, Graphs& graphs) {
  const std::string asked = values.text("engine", std::string(to_text(CopyMeans::kDma)));
  const bool slices = std::any_of(graphs.begin(), graphs.end(), [](const Schedule& graph) {
    return std::any_of(graph.tasks.begin(), graph.tasks.end(),
                       [](const Task& task) { return task.slice != nullptr; });
  });
  if (slices && !values.text("engine", "").empty())
    values.fail("engine", asked, "none: blocks of channels move the elements");
  std::vector<std::string> names;
  for (const CopyMeans means : {CopyMeans::kDma, CopyMeans::kStores, CopyMeans::kLoads,
                                CopyMeans::kAgent, CopyMeans::kProact}) {
    names.emplace_back(to_text(means));
    if (asked != to_text(means)) continue;
    for (Schedule& graph : graphs)
      for (Task& task : graph.tasks) task.engine = means;
    return;
  }
  values.fail("engine", asked, "one of " + core::legal_names(asked, names));
}

Graphs make_one(std::string_view text, const Machine& machine) {
  const auto colon = text.find(':');
  const Kind& kind = find_kind(kind_name(text));
  std::vector<std::string> keys = kind.keys;
  if (kind.has_bytes) keys.emplace_back("bytes");
  keys.emplace_back("engine");
  const auto stands = [&](const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  // Names of NCCL are read, or warned of, by whoever takes its settings.
  const auto known = [&](const std::string& key) {
    return stands(key) || (core::begins_with(key, "NCCL_") && stands("settings"));
  };
  const auto refuse = [&](const std::string& field) {
    const std::string key(core::trimmed(field.substr(0, field.find('='))));
    const std::string hint = known(key) ? "" : core::nearest_hint(key, keys);
    core::fail_config("workload " + kind.name, "field", field,
                      "each key once in " + form_of(kind) + hint,
                      "docs/workloads.md explains the options");
  };
  WorkloadOptions values =
      split_options(colon == text.npos ? "" : text.substr(colon + 1), known, refuse);
  const OptionValues options(kind.name, std::move(values),
                             "docs/workloads.md explains the options");
  Graphs graphs = kind.make(options, machine);
  set_engine(options, graphs);
  return graphs;
}

Graphs make_all(const std::string& text, const Machine& machine) {
  Graphs all;
  std::set<std::string> names;
  for (std::string_view one : core::split_fields(text, ';')) {
    if (one.empty() && !all.empty()) continue;  // a trailing ";"
    for (Schedule& graph : make_one(one, machine)) {
      for (unsigned copy = 2; !names.insert(graph.name).second; ++copy)
        graph.name = graph.name.substr(0, graph.name.find('#')) + "#" + std::to_string(copy);
      all.push_back(std::move(graph));
    }
  }
  return all;
}

}  // namespace

std::vector<Schedule> make_copy_graphs(const std::string& text, const PcieTree& tree,
                                       std::uint64_t run_seed) {
  return make_all(text, {tree.device_count(), run_seed, &tree});
}

std::vector<Schedule> make_copy_graphs(const std::string& text, DeviceCount devices,
                                       std::uint64_t run_seed) {
  return make_all(text, {devices, run_seed});
}

std::vector<std::string> copy_workload_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  return names;
}

bool is_copy_workload(const std::string& text) {
  const std::string name = kind_name(std::string_view(text).substr(0, text.find(';')));
  return std::any_of(kinds().begin(), kinds().end(),
                     [&](const Kind& kind) { return kind.name == name; });
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
