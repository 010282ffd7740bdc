// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/input_kind.h sc_main/inspect/tried_run.h sc_main/inspect/config_fit.h
// 2,000 files that follow from legal machines by a few edits: `check` and `run` say the same, with
// the same exit code, and what `check` guesses to be something else than a machine is none.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/base/text_fields.h"
#include "sc_main/inspect/input_kind.h"
#include "sc_main/inspect/tried_run.h"
#include "tests/support/machine_text.h"
#include "tests/support/mutations.h"
#include "tests/support/program.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::test::check_fuzz_test {
namespace {

constexpr unsigned kFiles = 2000;
constexpr unsigned kShards = 10;

struct Answer {
  int code = 0;
  std::string text;  ///< The error; empty: none.
};

std::ostream& operator<<(std::ostream& out, const Answer& answer) {
  return out << answer.code << ' ' << answer.text;
}
bool operator==(const Answer& a, const Answer& b) { return a.code == b.code && a.text == b.text; }

Answer checked(const app::InputKind& kind, const std::string& file) {
  try {
    kind.check(file);
    return {};
  } catch (const core::UserError& error) {
    return {static_cast<int>(error.code()), error.what()};
  }
}

Answer run(const std::string& platform, const std::string& setting) {
  const app::TriedRun tried = app::try_run({platform, "-p", setting});
  return {static_cast<int>(tried.code), tried.message};
}

/// `text` with a line or a word deleted, doubled or put in another place, another digit or unit.
std::string edited(const std::string& text, core::RandomStream& random) {
  std::vector<std::string> lines;
  for (const std::string_view line : core::split_fields(text, '\n')) lines.emplace_back(line);
  const auto draw = [&](std::size_t limit) { return random.below(limit); };
  std::string& line = lines[draw(lines.size())];
  std::string word;
  switch (draw(8)) {
    case 0:
      line.clear();
      break;
    case 1:
      line += "\n" + line;
      break;
    case 2:
      std::swap(line, lines[draw(lines.size())]);
      break;
    case 3:
    case 4:  // a letter
      if (const std::size_t at = draw(line.size() + 1); at < line.size())
        draw(2) == 0 ? line.erase(at, 1) : line.replace(at, 1, 1, "abnx019_[]=.,"[draw(13)]);
      break;
    case 5:  // two words
      if (const std::size_t at = line.find(' ', draw(line.size() + 1)); at != line.npos)
        line = line.substr(at + 1) + " " + line.substr(0, at);
      break;
    case 6:  // a digit
      for (char& c : line)
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 && draw(3) == 0)
          c = static_cast<char>('0' + draw(10));
      break;
    default: {
      const char* const words[] = {"gen3", "x16", "GB/s", "ns",   "nvlink2", "kind = nic",
                                   "gpu0", "rc0", "= ",   "[rc]", "MB/s",    "x = 3"};
      line += std::string(" ") + words[draw(std::size(words))];
    }
  }
  std::string changed;
  for (const std::string& each : lines) changed += each + "\n";
  return changed;
}

std::string legal_file(core::RandomStream& random) {
  const char* const presets[] = {"t1", "t2", "two_socket"};
  if (random.below(4) == 0)
    return std::string(model::machine_preset_text(presets[random.below(std::size(presets))]));
  const std::string text = random_machine(static_cast<unsigned>(random.below(200)));
  // Without `about`, which tells a machine from parameters.
  return random.below(2) == 0 ? text : text.substr(text.find('\n') + 1);
}

class CheckFuzz : public testing::TestWithParam<unsigned> {};

TEST_P(CheckFuzz, SaysWhatRunSays) {
  constexpr unsigned kEach = kFiles / kShards;
  const ScratchDirectory scratch;
  const std::string file = scratch / "m.ini";
  core::RandomStream random(GetParam(), "check_fuzz");
  unsigned accepted = 0;
  for (unsigned i = 0; i < kEach; ++i) {
    std::string text = legal_file(random);
    for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) text = edited(text, random);
    write_file(file, text);
    SCOPED_TRACE(text);
    const Answer as_machine = run("cluster", "machine=" + file);
    EXPECT_EQ(checked(*app::find_kind("machine"), file), as_machine);
    accepted += as_machine.code == 0 ? 1 : 0;
    const app::InputKind* kind = nullptr;
    try {
      kind = app::guess_kind(file).kind;
    } catch (const core::UserError& error) {  // no INI file
      EXPECT_EQ(error.what(), as_machine.text);
      continue;
    }
    // A machine without what trees lack is a tree, too.
    if (kind->name == "tree")
      EXPECT_EQ(checked(*kind, file), run("pcie_tree", "topology=" + file));
    else
      EXPECT_EQ(kind->name, "machine");
  }
  EXPECT_THAT(accepted, testing::AllOf(testing::Gt(kEach / 20), testing::Lt(kEach)));
}

INSTANTIATE_TEST_SUITE_P(TwoHundredEach, CheckFuzz, testing::Range(0u, kShards));

TEST(CheckFuzz, TheProgramSaysSo) {
  const ScratchDirectory scratch;
  const std::string file = scratch / "m.ini";
  core::RandomStream random(7, "check_fuzz_program");
  for (unsigned i = 0; i < 20; ++i) {
    write_file(file, edited(legal_file(random), random));
    SCOPED_TRACE(read_file(file));
    const Captured ran = program({"run", "cluster", "--machine", file, "--dry-run", "-q"});
    const Captured said = program({"check", "--kind", "machine", file});
    EXPECT_EQ(said.code, ran.code);
    EXPECT_EQ(ran.code == 0 ? "" : "gpufabric: " + said.out, ran.err);
  }
}

}  // namespace
}  // namespace gf::test::check_fuzz_test
