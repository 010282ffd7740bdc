// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/run_record.h"

#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/version.h"
#include "core/param/param_listing.h"
#include "core/text/json.h"
#include "papers/experiment_registry.h"
#include "sc_main/page/link_names.h"
#include "sc_main/page/step_json.h"

namespace gf::app {
namespace {

using nlohmann::ordered_json;

/// Returns a list with one element per line, so that the file can be read and compared.
template <class List, class Write>
std::string list_of(const List& list, const Write& write) {
  std::string text = "[";
  for (const auto& element : list) {
    if (text.size() > 1) text += ",\n";
    text += write(element);
  }
  return text + "]";
}

/// Returns {"name":"text",...}. There are many, and a general serializer would take several times
/// as long.
std::string object_of(
    std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  std::string text = "{";
  for (const auto& [name, value] : members) {
    if (text.size() > 1) text += ',';
    text.append("\"").append(name).append("\":").append(core::json_string(value));
  }
  return text + "}";
}

std::string run_json(const RunView& view) {
  const core::StepRecorder& steps = view.stats.steps();
  ordered_json run{{"platform", view.run.platform},
                   {"title", view.title},
                   {"source", view.source},
                   {"command", view.run.command},
                   {"directory", view.directory},
                   {"seed", view.run.seed},
                   {"program", fmt::format("{} ({})", core::version(), core::revision())},
                   {"exit_code", static_cast<int>(view.run.code)},
                   {"exit_reason", view.run.reason},
                   {"partial", view.run.partial},
                   {"simulated_s", seconds_of(steps.end() - steps.begin())},
                   {"waves", view.waves}};
  if (!view.wait.empty())
    run["wait"] = {{"text", view.wait},
                   {"from_s", view.wait_time.from.to_seconds()},
                   {"until_s", view.wait_time.to.to_seconds()}};
  return core::json_text(run);
}

std::string result_json(const platforms::Result& result) {
  return core::json_text(
      ordered_json{{"name", result.name}, {"value", result.value}, {"unit", result.unit}});
}

std::string param_json(const core::FoldedRow& folded) {
  const core::ParamRow& row = folded.row;
  return object_of({{"path", row.path},
                    {"value", row.value},
                    {"default", row.default_value},
                    {"legal", row.legal},
                    {"meaning", row.meaning},
                    {"source", row.source},
                    {"origin", row.origin}});
}

/// Returns the numbers printed in the platform's paper, to compare results with.
std::string published_json(const std::string& source) {
  const std::string key = source.substr(1, source.find(']') - 1);
  std::vector<std::string> claims;
  for (const papers::Experiment& experiment : papers::experiments_of(key)) {
    if (experiment.set != papers::Experiment::Set::kQuick) continue;
    for (const papers::Measurement& row : experiment.rows) {
      if (std::holds_alternative<std::monostate>(row.published)) continue;
      claims.push_back(
          object_of({{"id", row.id},
                     {"experiment", experiment.id},
                     {"quantity", row.quantity},
                     {"published", papers::to_text(row.published)},
                     {"unit", row.unit},
                     {"kind", to_text(row.kind)},
                     {"deviation", row.deviation},
                     {"source", row.source.empty() ? experiment.source : row.source}}));
    }
  }
  return list_of(claims, [](const std::string& claim) { return claim; });
}

/// Returns indices of tracks by the names that link directions use for them.
std::map<std::string, std::size_t> numbers_of(
    const std::vector<core::StatRecorder::Track>& tracks) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < tracks.size(); ++i)
    numbers.emplace(tracks[i].stats.empty() ? tracks[i].path : tracks[i].stats, i);
  return numbers;
}

class GraphJson {
 public:
  GraphJson(const platforms::Graph& graph, const core::StatRecorder& stats)
      : graph_(graph), numbers_(numbers_of_parallels(graph)), tracks_(numbers_of(stats.tracks())) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) nodes_.emplace(graph.nodes[i].name, i);
  }

  [[nodiscard]] std::string text() const {
    return fmt::format(
        "{{\"title\":{},\n\"nodes\":{},\n\"links\":{}}}", core::json_string(graph_.title),
        list_of(graph_.nodes, [](const platforms::Graph::Node& n) { return node(n); }),
        list_of(graph_.links, [this](const platforms::Graph::Link& l) { return link(l); }));
  }

 private:
  static std::string node(const platforms::Graph::Node& node) {
    return fmt::format(R"({{"name":{},"kind":{},"number":{},"group":{},"place":[{}]}})",
                       core::json_string(node.name), core::json_string(node.kind),
                       node.number ? std::to_string(*node.number) : "null",
                       core::json_string(node.group), fmt::join(node.place, ","));
  }

  [[nodiscard]] std::string link(const platforms::Graph::Link& link) const {
    const auto port = [](const std::optional<unsigned>& number) {
      return number ? std::to_string(*number) : "null";
    };
    const unsigned number = numbers_[static_cast<std::size_t>(&link - graph_.links.data())];
    return fmt::format(
        R"({{"kind":{},"from":{},"from_port":{},"to":{},"to_port":{},"lanes":{},"below":{},)"
        R"({}"there":{},"back":{}}})",
        core::json_string(link.kind), nodes_.at(link.from.node), port(link.from.port),
        nodes_.at(link.to.node), port(link.to.port), link.lanes, link.below,
        number == 0 ? "" : fmt::format(R"("number":{},)", number), way(link.forward),
        way(link.backward));
  }

  [[nodiscard]] std::string way(const platforms::Graph::Direction& way) const {
    const auto track = tracks_.find(way.stats.empty() ? way.sender : way.stats);
    return fmt::format(R"({{"rate":{:.9g},"track":{}}})", way.rate.bytes_per_second(),
                       track == tracks_.end() ? -1 : static_cast<int>(track->second));
  }

  const platforms::Graph& graph_;
  const std::vector<unsigned> numbers_;  ///< Numbers of parallel links, in the order of the graph.
  std::map<std::string, std::size_t> tracks_;
  std::map<std::string, std::size_t> nodes_;
};

std::string task_json(std::size_t row, const core::TaskRecorder::Task& task) {
  const std::string times =
      fmt::format("{:.12g},{:.12g}", seconds_of(task.begin), seconds_of(task.end));
  if (task.joined == 1)
    return fmt::format("[{},{},{},{}]", row, core::json_string(task.name), times, task.args);
  const std::string name = fmt::format("{} and {} more", task.name, task.joined - 1);
  return fmt::format(R"([{},{},{},{{"tasks":{},"busy_s":{:.9g}}}])", row, core::json_string(name),
                     times, task.joined, seconds_of(task.busy));
}

std::string tasks_json(const core::TaskRecorder& tasks) {
  std::string rows, items;
  std::size_t number = 0;
  for (const core::TaskRecorder::Row& row : tasks.rows()) {
    rows += fmt::format("{}[{},{}]", number == 0 ? "" : ",", core::json_string(row.where.process),
                        core::json_string(row.where.thread));
    for (const core::TaskRecorder::Task& task : row.tasks)
      items += (items.empty() ? "" : ",\n") + task_json(number, task);
    ++number;
  }
  return fmt::format("{{\"rows\":[{}],\n\"items\":[{}],\n\"joined_below\":{:.9g}}}", rows, items,
                     seconds_of(tasks.joined_below()));
}

/// Returns the finest steps whose link values take no more than kMostLinkBytes, and statistics no
/// more than kMostStepBytes.
std::string steps_json(const core::StatRecorder& stats) {
  for (std::size_t stride = 1;; stride *= 2) {
    StepJson links(stats.steps(), stride, kMostLinkBytes);
    // Skip sizes that are far too large before writing them: the text of a large network takes a
    // while.
    if (links.steps() > 1 && links.estimate(stats.tracks()) > kMostLinkBytes * 5 / 4) continue;
    const std::string tracks = links.tracks(stats.tracks());
    StepJson statistics(stats.steps(), stride, links.fits() ? kMostStepBytes : 0);
    const std::string curves = statistics.curves(stats.curves());
    if (links.steps() > 1 && !(links.fits() && statistics.fits())) continue;
    return fmt::format(
        "\"time\":{{\"begin\":{:.12g},\"step\":{:.12g},\"steps\":{},\"end\":{:.12g}}},\n"
        "\"tracks\":{},\n\"curves\":{},\n\"descriptions\":{}",
        seconds_of(stats.steps().begin()),
        seconds_of(stats.steps().step()) * static_cast<double>(stride), links.steps(),
        seconds_of(stats.steps().end()), tracks, curves, statistics.descriptions());
  }
}

}  // namespace

std::string record_json(const RunView& view) {
  return fmt::format(
      "{{\"format\":\"gpufabric record\",\"version\":{},\n\"run\":{},\n\"results\":{},\n"
      "\"published\":{},\n\"parameters\":{},\n\"graph\":{},\n{},\n\"tasks\":{},\n\"notes\":[]}}\n",
      kRecordVersion, run_json(view), list_of(view.results, result_json),
      published_json(view.source), list_of(core::fold(view.params), param_json),
      GraphJson(view.graph, view.stats).text(), steps_json(view.stats), tasks_json(view.tasks));
}

}  // namespace gf::app
