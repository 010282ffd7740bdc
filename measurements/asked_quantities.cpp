// SPDX-License-Identifier: Apache-2.0
#include "measurements/asked_quantities.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/base/units.h"
#include "core/text/csv.h"

namespace gf::papers::field {
namespace {

constexpr const char* kRunForms =
    "copies such as 0>1 1>0, ring 0 1 2, rings 0 1 2 x2, 0 2 1, link 0 1, or a collective such as "
    "allreduce:bytes=1 MiB";

std::optional<Ring> ring_of(std::string_view text) {
  Ring ring;
  for (const std::string_view word : core::split_words(text)) {
    const bool weight = word.front() == 'x';
    const auto number = core::parse_number<unsigned>(weight ? word.substr(1) : word);
    if (!number || (weight && *number == 0)) return std::nullopt;
    if (weight)
      ring.weight = *number;
    else
      ring.devices.push_back(*number);
  }
  if (ring.devices.size() < 2) return std::nullopt;
  return ring;
}

std::optional<AskedRun> rings_of(std::string_view text, bool both_ways) {
  AskedRun run;
  run.kind = AskedRun::Kind::kRings;
  run.both_ways = both_ways;
  for (const std::string_view each : core::split_fields(text, ',')) {
    std::optional<Ring> ring = ring_of(each);
    if (!ring) return std::nullopt;
    run.rings.push_back(*std::move(ring));
  }
  return run;
}

std::optional<AskedRun> copies_of(std::string_view text) {
  AskedRun run;
  for (const std::string_view word : core::split_words(text)) {
    const std::size_t arrow = word.find('>');
    if (arrow == word.npos || arrow == 0 || arrow + 1 == word.size()) return std::nullopt;
    run.copies.push_back({std::string(word.substr(0, arrow)), std::string(word.substr(arrow + 1))});
  }
  if (run.copies.empty()) return std::nullopt;
  return run;
}

std::optional<AskedRun> link_of(std::string_view text) {
  const std::vector<std::string_view> ends = core::split_words(text);
  if (ends.size() != 2) return std::nullopt;
  AskedRun run;
  run.kind = AskedRun::Kind::kLink;
  run.copies.push_back({std::string(ends[0]), std::string(ends[1])});
  return run;
}

std::optional<Asked::Counts> counts_of(std::string_view cell) {
  using Counts = Asked::Counts;
  if (cell == "each") return Counts::kEach;
  if (cell == "first") return Counts::kFirst;
  if (cell == "sum") return Counts::kSum;
  if (cell == "time") return Counts::kTime;
  if (cell == "busbw") return Counts::kBusBw;
  if (cell == "line") return Counts::kLine;
  return std::nullopt;
}

/// Returns whether the run can be counted so.
bool fits(const AskedRun& run, Asked::Counts counts) {
  using Kind = AskedRun::Kind;
  using Counts = Asked::Counts;
  switch (run.kind) {
    case Kind::kLink:
      return counts == Counts::kLine;
    case Kind::kCopies:
      return counts == Counts::kEach || counts == Counts::kFirst || counts == Counts::kSum ||
             counts == Counts::kTime;
    case Kind::kRings:
    case Kind::kWorkload:
      return counts == Counts::kBusBw || counts == Counts::kTime;
  }
  return false;
}

/// Reads the cells of one row.
class Row {
 public:
  Row(const core::CsvTable& table, std::size_t row) : table_(table), row_(row) {}

  [[nodiscard]] const std::string& text(const char* column) const {
    return table_.text(row_, column);
  }
  [[nodiscard]] const std::string& word(const char* column) const {
    if (text(column).empty()) fail(column, "a word");
    return text(column);
  }
  [[nodiscard]] bool yes(const char* column) const {
    if (text(column) != "yes" && text(column) != "no") fail(column, "yes or no");
    return text(column) == "yes";
  }
  [[nodiscard]] std::optional<double> number(const char* column) const {
    if (text(column).empty()) return std::nullopt;
    return table_.number(row_, column);
  }
  [[noreturn]] void fail(const char* column, const std::string& expected) const {
    core::fail_input(table_.name(), table_.line(row_),
                     fmt::format("{} '{}'", column, core::excerpt(text(column))), expected);
  }

 private:
  const core::CsvTable& table_;
  const std::size_t row_;
};

void read_run(const Row& row, Asked& asked) {
  const auto run = asked_run(row.text("run"));
  if (!run) row.fail("run", kRunForms);
  asked.run = *run;
  if (!fits(*run, asked.counts))
    row.fail("counts",
             "each, first, sum or time of copies, busbw or time of collectives, line of a link");
  const bool sized = run->kind == AskedRun::Kind::kCopies || run->kind == AskedRun::Kind::kRings;
  if (!sized) return;
  try {
    asked.bytes = core::parse_bytes(row.text("bytes")).count();
  } catch (const core::UserError&) {
    row.fail("bytes", "a size such as 40 MB");
  }
  for (const Ring& ring : run->rings)
    if (asked.bytes < 1024 * ring.devices.size()) row.fail("bytes", "at least 1 KiB a device");
}

Asked asked_at(const Row& row) {
  Asked asked;
  asked.machine = row.word("machine");
  asked.file = row.text("file").empty() ? asked.machine : row.text("file");
  asked.id = asked.machine + "." + row.word("id");
  if (row.text("set") != "quick" && row.text("set") != "full") row.fail("set", "quick or full");
  asked.full = row.text("set") == "full";
  asked.quantity = row.word("quantity");
  const auto counts = counts_of(row.text("counts"));
  if (!counts) row.fail("counts", "each, first, sum, time, busbw or line");
  asked.counts = *counts;
  asked.unit = row.text("unit");
  if (asked.unit != (*counts == Asked::Counts::kTime ? "us" : "GB/s"))
    row.fail("unit", "us for times, else GB/s");
  asked.group = row.word("group");
  asked.measured = row.number("measured");
  if (asked.measured && *asked.measured <= 0) row.fail("measured", "a number above 0, or nothing");
  asked.source = row.text("source");
  if (asked.measured && asked.source.empty()) row.fail("source", "where it was measured");
  asked.date = row.text("date");
  asked.known = row.yes("known");
  if (row.word("expressible") == "yes")
    read_run(row, asked);
  else
    asked.inexpressible = row.word("reason");
  return asked;
}

}  // namespace

std::optional<AskedRun> asked_run(std::string_view cell) {
  if (core::begins_with(cell, "rings ")) return rings_of(cell.substr(6), true);
  if (core::begins_with(cell, "ring ")) return rings_of(cell.substr(5), false);
  if (core::begins_with(cell, "link ")) return link_of(cell.substr(5));
  if (cell.find('>') != cell.npos) return copies_of(cell);
  if (cell.find(':') == cell.npos) return std::nullopt;
  AskedRun run;
  run.kind = AskedRun::Kind::kWorkload;
  run.workload = cell;
  return run;
}

const Asked& asked_of(const std::vector<Asked>& asked, const std::string& id) {
  const auto at =
      std::find_if(asked.begin(), asked.end(), [&id](const Asked& each) { return each.id == id; });
  GF_CHECK(at != asked.end(), id);
  return *at;
}

std::vector<Asked> read_asked(std::string_view text, const std::string& name) {
  const core::CsvTable table(text, name);
  std::vector<Asked> all;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Row row(table, i);
    Asked asked = asked_at(row);
    for (const Asked& other : all) {
      if (other.id == asked.id) row.fail("id", "an id that its machine does not have yet");
      if (other.machine == asked.machine && other.quantity == asked.quantity)
        row.fail("quantity", "words that tell it from the machine's others");
    }
    all.push_back(std::move(asked));
  }
  return all;
}

std::vector<AskedPair> read_order(std::string_view text, const std::string& name,
                                  const std::vector<Asked>& asked) {
  const core::CsvTable table(text, name);
  std::vector<AskedPair> pairs;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Row row(table, i);
    AskedPair pair{row.word("id"), row.word("a"), row.word("b"), row.text("expected"),
                   row.word("why")};
    for (const char* const column : {"a", "b"})
      if (std::none_of(asked.begin(), asked.end(),
                       [&](const Asked& each) { return each.id == row.text(column); }))
        row.fail(column, "MACHINE.ID of a row of asked.csv");
    if (pair.expected != "a" && pair.expected != "b" && pair.expected != "alike")
      row.fail("expected", "a, b or alike");
    for (const AskedPair& other : pairs)
      if (other.id == pair.id) row.fail("id", "an id that no other pair has");
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace gf::papers::field
