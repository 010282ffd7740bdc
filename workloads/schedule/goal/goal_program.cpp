// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/goal/goal_program.h"

#include <unordered_map>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/goal/goal_limits.h"

namespace gf::model {
namespace {

constexpr const char* kGoalStatement = "calc, send, recv, 'a requires b', 'a irequires b' or }";

/// Returns the words of a line; braces and colons are separate words.
std::vector<std::string_view> goal_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find_first_of(" \t\r{}:", at), text.size());
    if (end == at) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (!core::trimmed(word).empty()) words.push_back(word);
    at = end;
  }
  return words;
}

bool is_label(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (word.empty() || !letter(word[0])) return false;
  for (const char c : word)
    if (!letter(c) && c != '_' && (c < '0' || c > '9')) return false;
  return true;
}

class GoalReader {
 public:
  GoalReader(std::istream& in, const std::string& file, std::optional<unsigned> devices)
      : in_(in), file_(file), devices_(devices) {}

  GoalProgram run() {
    for (std::string text; std::getline(in_, text);) {
      ++line_;
      words_ = goal_words(without_comments(text));
      for (at_ = 0; at_ < words_.size();) statement();
    }
    if (in_rank_) fail("the file ends within rank " + std::to_string(rank_), "}");
    line_ = 0;
    if (program_.ops.empty()) fail("no operation", "ranks with calc, send or recv");
    return std::move(program_);
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, line_, cause, expected);
  }
  [[noreturn]] void fail_word(std::string_view word, const std::string& expected) const {
    fail(word.empty() ? "the line ends" : "'" + std::string(word) + "'", expected);
  }

  std::string_view without_comments(std::string& text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view two = std::string_view(text).substr(at, 2);
      const bool mark = two == (in_comment_ ? "*/" : "/*");
      if (mark) in_comment_ = !in_comment_;
      if (!in_comment_ && two == "//") break;
      if (!in_comment_ && !mark) kept += text[at];
      at += mark ? 2 : 1;
    }
    text = kept;
    return text;
  }

  std::string_view next() { return at_ < words_.size() ? words_[at_++] : std::string_view{}; }

  std::uint64_t number(std::string_view word, std::uint64_t most, const std::string& what) {
    const auto value = core::parse_number<std::uint64_t>(word);
    if (!value || *value > most) fail_word(word, what + ", 0 ... " + std::to_string(most));
    return *value;
  }

  void statement() {
    const std::string_view word = next();
    if (word == "num_ranks") return read_ranks();
    if (word == "rank") return open_rank();
    if (!in_rank_) fail_word(word, "num_ranks or rank");
    if (word == "}") {
      in_rank_ = false;
      return;
    }
    if (word == "calc" || word == "send" || word == "recv") return read_op(word, {});
    if (!is_label(word)) fail_word(word, kGoalStatement);
    const std::string_view second = next();
    if (second == ":") return read_op(next(), word);
    if (second != "requires" && second != "irequires") fail_word(second, "':' or requires");
    GoalOp& op = program_.ops[labelled(word)];
    (second == "requires" ? op.requires_end : op.requires_start).push_back(labelled(next()));
    if (at_ < words_.size()) fail_word(next(), "the end of the line");
  }

  void read_ranks() {
    if (program_.ranks > 0) fail("num_ranks for the second time", "one");
    program_.ranks = static_cast<unsigned>(number(next(), kMostGoalRanks, "a number of ranks"));
    if (program_.ranks == 0) fail("no ranks", "1 or more");
    if (devices_ && program_.ranks > *devices_)
      fail(std::to_string(program_.ranks) + " ranks",
           "no more than the " + std::to_string(*devices_) + " GPUs of the machine");
  }

  void open_rank() {
    if (in_rank_) fail("a rank within rank " + std::to_string(rank_), "} before it");
    if (program_.ranks == 0) fail("a rank", "num_ranks before it");
    rank_ = static_cast<unsigned>(number(next(), program_.ranks - 1, "a rank"));
    if (!seen_.insert(rank_).second) fail("rank " + std::to_string(rank_) + " again", "each once");
    if (const std::string_view word = next(); word != "{") fail_word(word, "{");
    in_rank_ = true;
    labels_.clear();
  }

  void read_op(std::string_view word, std::string_view label) {
    GoalOp op;
    op.rank = rank_;
    op.label = label;
    op.line = line_;
    if (word == "calc") {
      op.amount = number(next(), kMostGoalNs, "ns");
    } else if (word == "send" || word == "recv") {
      op.kind = word == "send" ? GoalOp::Kind::kSend : GoalOp::Kind::kReceive;
      read_message(op);
    } else {
      fail_word(word, "calc, send or recv");
    }
    read_options(op);
    const auto position = static_cast<unsigned>(program_.ops.size());
    if (position == workload::kMostCommunications)
      fail("one more operation", "up to " + std::to_string(workload::kMostCommunications));
    if (!label.empty() && !labels_.emplace(label, position).second)
      fail_word(label, "a label that its rank does not have yet");
    program_.ops.push_back(std::move(op));
  }

  void read_message(GoalOp& op) {
    std::string_view size = next();
    if (!size.empty() && size.back() == 'b')
      size.remove_suffix(1);
    else if (const std::string_view unit = next(); unit != "b")
      fail_word(unit, "b after the number of bytes");
    op.amount = number(size, kMostGoalBytes, "bytes");
    const std::string_view way = op.kind == GoalOp::Kind::kSend ? "to" : "from";
    if (const std::string_view word = next(); word != way) fail_word(word, std::string(way));
    op.peer = static_cast<unsigned>(number(next(), program_.ranks - 1, "a rank"));
  }

  void read_options(GoalOp& op) {
    while (at_ < words_.size()) {
      const std::string_view option = next();
      if (option == "tag" && op.kind != GoalOp::Kind::kCalc)
        op.tag = static_cast<unsigned>(number(next(), ~0u, "a tag"));
      else if (option == "cpu")
        program_.other_cores += number(next(), 255, "a core") > 0 ? 1 : 0;
      else if (option == "nic")
        program_.other_nics += number(next(), 255, "a NIC") > 0 ? 1 : 0;
      else
        fail_word(option, op.kind == GoalOp::Kind::kCalc ? "cpu or nic" : "tag, cpu or nic");
    }
  }

  unsigned labelled(std::string_view label) const {
    const auto found = labels_.find(std::string(label));
    if (found == labels_.end()) fail_word(label, "a label of this rank, on a line above");
    return found->second;
  }

  std::istream& in_;
  const std::string& file_;
  const std::optional<unsigned> devices_;
  GoalProgram program_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  unsigned line_ = 0, rank_ = 0;
  bool in_comment_ = false, in_rank_ = false;
  std::unordered_set<unsigned> seen_;
  std::unordered_map<std::string, unsigned> labels_;  ///< Of the current rank: positions.
};

}  // namespace

GoalProgram read_goal(std::istream& in, const std::string& file, std::optional<unsigned> devices) {
  return GoalReader(in, file, devices).run();
}

}  // namespace gf::model
