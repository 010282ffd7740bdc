// SPDX-License-Identifier: Apache-2.0
// Holds: measurements/field_experiments.cpp
// What is asked of the machines of the field, and their files.
#include "measurements/field_runs.h"

#include <filesystem>
#include <set>

#include "papers/experiment_registry.h"
#include "papers/papers.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/import_machine.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::papers::field::field_runs_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = GF_SOURCE_DIR "/measurements/field";

std::vector<Asked> asked() {
  std::vector<Asked> all;
  for (const char* name : {"asked.csv", "asked_library.csv"})
    for (const Asked& row : read_asked(rows_file(std::string("measurements/field/") + name), name))
      all.push_back(row);
  return all;
}

TEST(LineRate, AddsTheLinksOfAPair) {
  const std::string two = "[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x3\n";
  EXPECT_DOUBLE_EQ(line_rate(two, "m", {"0", "1"}), 75e9);
  EXPECT_DOUBLE_EQ(line_rate(two, "m", {"1", "0"}), 75e9);
  EXPECT_THAT(test::error_of([&] { line_rate(two, "m", {"0", "2"}); }), HasSubstr("no link"));
  EXPECT_THAT(test::error_of([&] { line_rate(two, "m", {"0", "3"}); }), HasSubstr("0 to 2"));
}

TEST(Field, EachMachineHasAFileThatStandsAlone) {
  for (const Asked& row : asked()) {
    const std::string file = "measurements/field/" + row.file + ".ini";
    std::istringstream in{std::string(rows_file(file))};
    const model::MachinePlan plan = model::read_machine(in, file);
    EXPECT_FALSE(plan.title().empty()) << file;
  }
}

TEST(Field, MachinesHaveTheTablesThatCameWithThem) {
  unsigned tables = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename();
    const std::size_t ending = name.find(".topo.txt");
    if (ending == name.npos) continue;
    const model::ImportedMachine made =
        model::import_machine({{name, test::read_file(entry.path())}});
    const model::PathMatrix came = model::path_matrix(made.plan);
    for (const Asked& row : asked()) {
      if (row.file.rfind(name.substr(0, ending) + "_", 0) != 0) continue;
      const model::PathMatrix ours = model::path_matrix(
          model::read_machine_file(std::string(kFolder) + "/" + row.file + ".ini"));
      ASSERT_EQ(ours.names, came.names) << name;
      for (std::size_t a = 0; a < came.names.size(); ++a)
        for (std::size_t b = 0; b < came.names.size(); ++b)
          EXPECT_EQ(to_text(ours.at(a, b)), to_text(came.at(a, b))) << name << a << b;
    }
    ++tables;
  }
  EXPECT_GE(tables, 6u);
}

TEST(Field, EachQuantityIsARowThatCountsForNoPaper) {
  const std::vector<Asked> rows = asked();
  std::set<std::string> ids;
  for (const Experiment& experiment : all_experiments())
    for (const Measurement& row : experiment.rows)
      if (experiment.id.rfind("field.", 0) == 0) {
        ids.insert(row.id);
        EXPECT_TRUE(std::holds_alternative<std::monostate>(row.published)) << row.id;
        EXPECT_EQ(row.tolerance.type, Tolerance::Type::kNone) << row.id;
      }
  for (const Asked& row : rows) EXPECT_EQ(ids.count("field." + row.id), 1u) << row.id;
  const auto pairs = read_order(rows_file("measurements/field/order.csv"), "order.csv", rows);
  EXPECT_GE(pairs.size(), 30u);
  for (const AskedPair& pair : pairs) EXPECT_EQ(ids.count("field.order." + pair.id), 1u);
}

}  // namespace
}  // namespace gf::papers::field::field_runs_test
