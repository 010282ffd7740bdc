// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce_print.h"

#include <iostream>

#include "core/text/colour.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "papers/report/result_table.h"
#include "papers/serialize.h"

namespace gf::app {
namespace {

void print_json(const papers::report::Report& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const papers::Measurement* m : papers::report::measurements(report))
    rows.push_back(papers::public_record(*m));
  std::cout << core::json_text(rows, 2) << '\n';
}

void print_table(const papers::report::Report& report, bool all_rows) {
  const bool coloured = core::is_coloured(std::cout);
  const std::string table = papers::report::result_table(report, all_rows, core::output_columns());
  std::cout << core::with_toned_heads(papers::report::with_toned_verdicts(table, coloured),
                                      coloured);
}

}  // namespace

void print_numbers(const papers::report::Report& report, const ReproduceSettings& options) {
  if (options.json)
    print_json(report);
  else
    print_table(report, options.all);
}

}  // namespace gf::app
