// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/goal/goal_limits.h
#include "workloads/schedule/goal/goal_binary.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "workloads/schedule/goal/goal_schedule.h"

namespace gf::model::goal_binary_test {
namespace {

/// Numbers one behind the other, the least significant byte first, or last.
class Bytes {
 public:
  explicit Bytes(bool big_endian = false) : big_endian_(big_endian) {}
  Bytes& number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
      text_ += static_cast<char>(value >> 8 * (big_endian_ ? size - 1 - i : i));
    return *this;
  }
  Bytes& u32(std::uint64_t value) { return number(value, 4); }
  Bytes& u64(std::uint64_t value) { return number(value, 8); }
  Bytes& append(const std::string& text) {
    text_ += text;
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const bool big_endian_;
  std::string text_;
};

struct Node {
  unsigned type;  ///< 1 send, 2 receive, 3 calc.
  unsigned peer, tag;
  std::uint64_t amount;
  std::vector<unsigned> after{}, with{};  ///< Whose end, and whose start, it waits for.
  unsigned cpu = 0, nic = 0;
};
using Rank = std::vector<Node>;

/// A rank's part, from the description in goal_binary.h.
std::string part_of(const Rank& nodes, bool big_endian) {
  const auto waiting_for = [&](unsigned node, std::vector<unsigned> Node::*list) {
    std::vector<unsigned> waiting;
    for (unsigned i = 0; i < nodes.size(); ++i)
      for (const unsigned before : nodes[i].*list)
        if (before == node) waiting.push_back(i);
    return waiting;
  };
  std::vector<unsigned> roots;
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].after.empty() && nodes[i].with.empty()) roots.push_back(i);
  Bytes part(big_endian), lists(big_endian);
  part.u32(nodes.size()).u32(roots.size());
  for (const unsigned root : roots) part.u32(root);
  unsigned listed = 0;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    part.u32(node.after.size() + node.with.size()).number(node.type, 1).u32(node.peer);
    part.u64(node.amount).u32(node.tag).number(node.cpu, 1).number(node.nic, 1);
    for (auto list : {&Node::after, &Node::with}) {
      const std::vector<unsigned> waiting = waiting_for(i, list);
      part.u32(waiting.size()).u32(listed);
      listed += waiting.size();
      for (const unsigned other : waiting) lists.u32(other);
    }
  }
  return part.append(lists.text()).text();
}

std::string file_of(const std::vector<Rank>& ranks, bool big_endian = false) {
  Bytes file(big_endian), parts(big_endian);
  file.u64(4223).u32(ranks.size()).number(0, 1).number(0, 1);
  const std::uint64_t first = 6 + 16 * ranks.size();
  for (const Rank& rank : ranks) {
    file.u64(first + parts.text().size());
    parts.append(part_of(rank, big_endian));
    file.u64(first + parts.text().size());
  }
  return file.append(parts.text()).text();
}

const std::vector<Rank> kTwo{{{3, 0, 0, 100}, {1, 1, 7, 8, {0}}, {3, 0, 0, 5, {}, {1}, 2, 1}},
                             {{2, 0, 7, 8}, {3, 0, 0, 50, {0}}}};

std::string refusal(const std::string& bytes, std::optional<unsigned> devices = std::nullopt) {
  return test::error_of([&] { read_goal_binary(bytes, "p.bin", devices); });
}

TEST(GoalBinary, SaysWhatTheTextSays) {
  std::istringstream text(
      "num_ranks 2\nrank 0 {\nn0: calc 100\nn1: send 8b to 1 tag 7\nn1 requires n0\n"
      "n2: calc 5 cpu 2 nic 1\nn2 irequires n1\n}\n"
      "rank 1 {\nn0: recv 8b from 0 tag 7\nn1: calc 50\nn1 requires n0\n}\n");
  const GoalProgram told = read_goal(text, "p.goal");
  for (const bool big_endian : {false, true}) {
    const GoalProgram read = read_goal_binary(file_of(kTwo, big_endian), "p.bin");
    ASSERT_EQ(read.ops.size(), told.ops.size());
    EXPECT_EQ(read.ranks, told.ranks);
    EXPECT_EQ(read.other_cores, told.other_cores);
    EXPECT_EQ(read.other_nics, told.other_nics);
    for (std::size_t i = 0; i < told.ops.size(); ++i) {
      const GoalOp &a = read.ops[i], &b = told.ops[i];
      EXPECT_EQ(std::tie(a.kind, a.rank, a.peer, a.amount, a.tag),
                std::tie(b.kind, b.rank, b.peer, b.amount, b.tag));
      EXPECT_EQ(read.name_of(i), told.name_of(i));
      EXPECT_EQ(a.requires_end, b.requires_end);
      EXPECT_EQ(a.requires_start, b.requires_start);
    }
    EXPECT_EQ(goal_schedule(read, "p", "p.bin").tasks.size(), 4u);
  }
}

TEST(GoalBinary, NamesTheByteWhereItIsCut) {
  const std::string whole = file_of(kTwo);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THAT(refusal(whole.substr(0, size)), testing::ContainsRegex("at byte [0-9]+")) << size;
  EXPECT_THAT(refusal(whole.substr(0, 10)),
              HasSubstr("ends at byte 10, within the number of ranks, at byte 8"));
  EXPECT_THAT(refusal(""), HasSubstr("ends at byte 0"));
}

TEST(GoalBinary, RefusesWhatIsNotThere) {
  std::string used_up = file_of(kTwo);
  used_up.replace(0, 2, "\x26\x09");
  EXPECT_THAT(refusal(used_up), HasSubstr("2342"));
  EXPECT_THAT(refusal("num_ranks 2\nrank 0 {"), HasSubstr("not 4223"));
  EXPECT_THAT(refusal(file_of(kTwo), 1), HasSubstr("no more than the 1 GPUs"));
  EXPECT_THAT(refusal(file_of({{{4, 0, 0, 1}}})), HasSubstr("type 4, at byte"));
  EXPECT_THAT(refusal(file_of({{{1, 5, 0, 1}}})), HasSubstr("peer 5"));
  EXPECT_THAT(refusal(file_of({{{2, ~0u, 0, 1}}})), HasSubstr("-1"));
  EXPECT_THAT(refusal(file_of({{{3, 0, 0, 4'000'000'000'000}}})), HasSubstr("4000000000000 ns"));
  EXPECT_THAT(refusal(file_of({{}})), HasSubstr("no operation"));
  // A list of one node whose name is 9: the last number of the file.
  std::string wrong = file_of({{{3, 0, 0, 1}, {3, 0, 0, 1, {0}}}});
  wrong[wrong.size() - 4] = 9;
  EXPECT_THAT(refusal(wrong), HasSubstr("node 9, at byte"));
  wrong[wrong.size() - 4] = 0;
  EXPECT_THAT(refusal(wrong), HasSubstr("waits for 0 nodes, but is listed 1 times"));
}

TEST(GoalBinary, RefusesRootsThatAreNotThereOrWait) {
  const std::string whole = file_of({{{3, 0, 0, 1}, {3, 0, 0, 1, {0}}}});
  constexpr std::size_t kRoot = 8 + 6 + 16 + 8;  // behind the head, the table and two numbers
  for (const char root : {'\1', '\2', '\377'}) {
    std::string wrong = whole;
    wrong[kRoot] = root;
    EXPECT_THAT(
        refusal(wrong),
        HasSubstr("of rank 0, at byte 38; expected one of its 2 nodes, which waits for none"));
  }
  std::string more = whole;
  more[kRoot - 4] = 3;  // roots
  EXPECT_THAT(refusal(more), HasSubstr("2 nodes and 3 roots"));
}

}  // namespace
}  // namespace gf::model::goal_binary_test
