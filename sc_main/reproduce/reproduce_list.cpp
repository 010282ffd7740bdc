// SPDX-License-Identifier: Apache-2.0
// gpufabric reproduce --list: lists the experiments.
#include "sc_main/reproduce/reproduce_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/text/json.h"
#include "core/text/terminal.h"

namespace gf::app {
namespace {

void print_list(const Selection& selection, bool ids_only) {
  std::size_t width = 0;
  for (const papers::Experiment* e : selection) width = std::max(width, core::width_of(e->id));
  for (const papers::Experiment* e : selection)
    std::cout << (ids_only ? e->id + "\n"
                           : fmt::format("{:<{}}  {:<5}  {} [{}]\n", e->id, width,
                                         papers::to_text(e->set), e->title, e->source));
}

void print_list_json(const Selection& selection) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const papers::Experiment* e : selection)
    list.push_back({{"id", e->id},
                    {"set", papers::to_text(e->set)},
                    {"title", e->title},
                    {"source", e->source},
                    {"rows", e->rows.size()}});
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

core::ExitCode list_experiments(const Selection& selection, const ReproduceSettings& options) {
  if (options.json)
    print_list_json(selection);
  else
    print_list(selection, options.quiet);
  return core::ExitCode::kDone;
}

}  // namespace gf::app
