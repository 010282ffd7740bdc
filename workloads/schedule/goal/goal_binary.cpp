// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/goal/goal_binary.h"

#include <vector>

#include "core/base/error.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/goal/goal_limits.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kGoalCookie = 4223;
constexpr std::uint64_t kGoalUsedUp = 2342;
constexpr std::uint64_t kGoalHead = 8;  ///< Bytes before the origin of file positions.
constexpr std::uint64_t kGoalNode = 39;
constexpr unsigned kGoalAny = ~0u;  ///< The -1 of the text form.

class GoalBinaryReader {
 public:
  GoalBinaryReader(std::string_view bytes, const std::string& file, std::optional<unsigned> devices)
      : bytes_(bytes), file_(file), devices_(devices) {}

  GoalProgram run() {
    read_cookie();
    program_.ranks = u32("the number of ranks");
    if (program_.ranks == 0 || program_.ranks > kMostGoalRanks)
      fail(kGoalHead, number(program_.ranks) + " ranks", "1 ... " + number(kMostGoalRanks));
    if (devices_ && program_.ranks > *devices_)
      fail(kGoalHead, number(program_.ranks) + " ranks",
           "no more than the " + number(*devices_) + " GPUs of the machine");
    at_ += 2;  // the highest cpu and nic, which the operations also state
    const std::uint64_t table = at_;
    for (unsigned rank = 0; rank < program_.ranks; ++rank) {
      at_ = table + std::uint64_t{16} * rank;
      const std::uint64_t begin = kGoalHead + place("the table of ranks");
      const std::uint64_t end = kGoalHead + place("the table of ranks");
      if (end > bytes_.size() || begin > end)
        fail(at_ - 16,
             "rank " + number(rank) + " lies in bytes " + number(begin) + " ... " + number(end) +
                 " of " + number(bytes_.size()),
             "a part of the file");
      read_rank(rank, begin, end);
    }
    if (program_.ops.empty()) fail(table, "no operation", "ranks with calc, send or recv");
    return std::move(program_);
  }

 private:
  static std::string number(std::uint64_t value) { return std::to_string(value); }
  [[noreturn]] void fail(std::uint64_t at, const std::string& cause,
                         const std::string& expected) const {
    core::fail_input(file_, 0, cause + ", at byte " + number(at), expected);
  }

  std::uint64_t take(unsigned size, const char* what) {
    if (at_ + size > bytes_.size())
      core::fail_input(file_, 0,
                       "it ends at byte " + number(bytes_.size()) + ", within " + what +
                           ", at byte " + number(at_),
                       "a binary GOAL schedule, as txt2bin writes it");
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) {
      const auto byte = static_cast<std::uint8_t>(bytes_[at_ + (swapped_ ? i : size - 1 - i)]);
      value = value << 8 | byte;
    }
    at_ += size;
    return value;
  }
  unsigned u32(const char* what) { return static_cast<unsigned>(take(4, what)); }
  unsigned u8(const char* what) { return static_cast<unsigned>(take(1, what)); }
  /// Reads a position, which may not exceed the file's size, so that sums of positions cannot
  /// overflow.
  std::uint64_t place(const char* what) {
    const std::uint64_t value = take(8, what);
    if (value > bytes_.size())
      fail(at_ - 8, "place " + number(value) + " in " + what,
           "one within the " + number(bytes_.size()) + " bytes of the file");
    return value;
  }

  void read_cookie() {
    std::uint64_t cookie = take(8, "its first number");
    if (cookie == kGoalUsedUp)
      fail(0, "the first number is 2342: a simulation has already consumed this schedule",
           "the file as txt2bin wrote it");
    if (cookie == kGoalCookie) return;
    at_ = 0;
    swapped_ = true;
    cookie = take(8, "its first number");
    if (cookie != kGoalCookie)
      fail(0, "the first number is not 4223, in either byte order",
           "a binary GOAL schedule, as txt2bin writes it");
  }

  /// The part of a rank: the index of its first operation among all, and its lists in the file.
  struct Part {
    unsigned first, nodes;
    std::uint64_t lists, end;
  };

  void read_rank(unsigned rank, std::uint64_t begin, std::uint64_t end) {
    at_ = begin;
    const unsigned nodes = u32("a rank's number of nodes");
    const std::uint64_t roots = u32("a rank's number of roots");
    const std::uint64_t first_node = at_ + 4 * roots;
    const Part part{static_cast<unsigned>(program_.ops.size()), nodes,
                    first_node + kGoalNode * nodes, end};
    if (part.lists > end || roots > nodes)
      fail(begin,
           "rank " + number(rank) + " has " + number(nodes) + " nodes and " + number(roots) +
               " roots in " + number(end - begin) + " B",
           "39 B per node and 4 B per root, and no more roots than nodes");
    if (program_.ops.size() + nodes > workload::kMostCommunications)
      fail(begin, "more operations", "up to " + number(workload::kMostCommunications));
    program_.ops.resize(program_.ops.size() + nodes);
    std::vector<unsigned> waits(nodes), given(nodes);
    listed_ = 0;
    for (unsigned node = 0; node < nodes; ++node) {
      at_ = first_node + kGoalNode * node;
      waits[node] = u32("a node");
      read_node(rank, part, node, given);
    }
    for (unsigned node = 0; node < nodes; ++node)
      if (waits[node] != given[node])
        fail(first_node + kGoalNode * node,
             "node " + number(node) + " of rank " + number(rank) + " waits for " +
                 number(waits[node]) + " nodes, but is listed " + number(given[node]) + " times",
             "the same number");
    for (at_ = begin + 8; at_ < first_node;)
      if (const unsigned root = u32("a rank's roots"); root >= nodes || waits[root] != 0)
        fail(at_ - 4, "root " + number(root) + " of rank " + number(rank),
             "one of its " + number(nodes) + " nodes, which waits for none");
  }

  void read_node(unsigned rank, const Part& part, unsigned node, std::vector<unsigned>& given) {
    const std::uint64_t at = at_;
    GoalOp& op = program_.ops[part.first + node];
    op.rank = rank;
    op.label = "n" + number(node);
    op.kind = kind_of(u8("a node"));
    const unsigned peer = u32("a node");
    op.amount = take(8, "a node");
    op.tag = u32("a node");
    program_.other_cores += u8("a node") > 0 ? 1 : 0;
    program_.other_nics += u8("a node") > 0 ? 1 : 0;
    const bool calc = op.kind == GoalOp::Kind::kCalc;
    if (!calc) op.peer = known_peer(peer, op.tag, at);
    const std::uint64_t most = calc ? kMostGoalNs : kMostGoalBytes;
    if (op.amount > most)
      fail(at, number(op.amount) + (calc ? " ns" : " B"), "0 ... " + number(most));
    for (auto of : {&GoalOp::requires_end, &GoalOp::requires_start})
      read_list(part, node, of, given);
  }

  GoalOp::Kind kind_of(unsigned type) const {
    switch (type) {
      case 1:
        return GoalOp::Kind::kSend;
      case 2:
        return GoalOp::Kind::kReceive;
      case 3:
        return GoalOp::Kind::kCalc;
      default:
        fail(at_ - 1, "an operation of type " + number(type), "1 (send), 2 (recv) or 3 (calc)");
    }
  }

  unsigned known_peer(unsigned peer, unsigned tag, std::uint64_t at) const {
    if (peer == kGoalAny || tag == kGoalAny)
      fail(at, "any source or any tag (-1)",
           "a fixed source and tag: wildcards are resolved only at run time");
    if (peer >= program_.ranks)
      fail(at, "peer " + number(peer), "a rank, 0 ... " + number(program_.ranks - 1));
    return peer;
  }

  /// Reads the list of nodes that wait for the end or the start of `node`, depending on `of`.
  void read_list(const Part& part, unsigned node, std::vector<unsigned> GoalOp::*of,
                 std::vector<unsigned>& given) {
    const std::uint64_t here = at_;
    const std::uint64_t count = u32("a node");
    const std::uint64_t begin = part.lists + 4 * std::uint64_t{u32("a node")};
    if (count == 0) return;  // its position is meaningless
    // Without the second limit nodes could share a list, and a small file would fill the memory.
    listed_ += count;
    if (begin + 4 * count > part.end || part.lists + 4 * listed_ > part.end)
      fail(here, "a list of " + number(count) + " nodes at byte " + number(begin),
           "consecutive lists, up to byte " + number(part.end) + ", where the rank ends");
    const std::uint64_t back = at_;
    for (at_ = begin; at_ < begin + 4 * count;) {
      const unsigned waiting = u32("a list of nodes");
      if (waiting >= part.nodes)
        fail(at_ - 4, "node " + number(waiting), "one of the rank's " + number(part.nodes));
      ++given[waiting];
      (program_.ops[part.first + waiting].*of).push_back(part.first + node);
    }
    at_ = back;
  }

  const std::string_view bytes_;
  const std::string& file_;
  const std::optional<unsigned> devices_;
  GoalProgram program_;
  std::uint64_t at_ = 0;
  std::uint64_t listed_ = 0;  ///< Length of the rank's lists up to here.
  bool swapped_ = false;      ///< The most significant byte comes first.
};

}  // namespace

GoalProgram read_goal_binary(std::string_view bytes, const std::string& file,
                             std::optional<unsigned> devices) {
  return GoalBinaryReader(bytes, file, devices).run();
}

}  // namespace gf::model
