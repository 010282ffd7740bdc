// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/text/schedule_text.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "workloads/options.h"
#include "workloads/schedule/text/expression.h"

namespace gf::model {
namespace {

constexpr std::string_view kEnding = ".sched";

bool begins_with(std::string_view line, std::string_view word) {
  return line.substr(0, word.size()) == word &&
         (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t');
}

bool is_name(std::string_view text) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) &&
         std::all_of(text.begin(), text.end(), part);
}

class Expander {
 public:
  Expander(std::string_view text, const std::string& file, const std::string& values,
           std::optional<unsigned> devices, std::uint64_t most)
      : file_(file), most_(most) {
    for (const std::string_view line : core::split_fields(text, '\n')) lines_.push_back(line);
    if (devices) names_["devices"] = *devices;
    match_blocks();
    read_values(values);
  }

  ExpandedSchedule run() {
    lines(0, lines_.size());
    return std::move(made_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& cause, const std::string& expected) {
    core::fail_input(file_, static_cast<unsigned>(line + 1), cause, expected);
  }

  [[nodiscard]] bool is_skipped(std::size_t i) const {
    return lines_[i].empty() || lines_[i].front() == '#';
  }
  [[nodiscard]] bool opens(std::size_t i) const {
    return begins_with(lines_[i], "for") || begins_with(lines_[i], "if");
  }

  /// Finds the end of each block.
  void match_blocks() {
    end_of_.resize(lines_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (opens(i)) open.push_back(i);
      if (begins_with(lines_[i], "param")) declare(i, !open.empty());
      if (lines_[i] != "end") continue;
      if (open.empty()) fail(i, "an end without a for or if", "one end for each for and if");
      end_of_[open.back()] = i;
      open.pop_back();
    }
    if (!open.empty()) fail(open.back(), "a for or an if without end", "an end for each");
  }

  void declare(std::size_t i, bool within) {
    if (within) fail(i, "a param within a block", "params outside of for and if");
    const std::string_view rest = lines_[i].substr(5);
    const std::size_t equals = rest.find('=');
    const std::string name(core::trimmed(rest.substr(0, equals)));
    if (equals == rest.npos || !is_name(name) || name == "devices" ||
        !declared_.insert(name).second)
      fail(i, std::string(lines_[i]), "param NAME = VALUE, each NAME once and not devices");
  }

  void read_values(const std::string& values) {
    const auto known = [&](const std::string& name) { return declared_.count(name) != 0; };
    std::string names;
    for (const std::string& name : declared_) names += (names.empty() ? "" : ", ") + name;
    const auto refuse = [&](const std::string& field) {
      core::fail_config(file_, "parameter", field,
                        names.empty() ? "none: it has no parameters" : "name=value of " + names,
                        "write, for example, " + file_ + ":n=8,bytes=1 MiB");
    };
    if (values.empty()) return;
    for (const auto& given : split_options(values, known, refuse))
      given_[given.first] = evaluate(given.second, names_, [&](const std::string& cause) {
        core::fail_config(file_, given.first, given.second, "a number, a size or an expression",
                          cause);
      });
  }

  std::int64_t value(std::size_t line, std::string_view text) {
    return evaluate(core::trimmed(text), names_, [&](const std::string& cause) {
      fail(line, cause, "an expression of whole numbers and names (docs/schedules.md)");
    });
  }

  void lines(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (is_skipped(i)) continue;
      if (begins_with(lines_[i], "param")) {
        set_param(i);
      } else if (begins_with(lines_[i], "for")) {
        loop(i);
        i = end_of_[i];
      } else if (begins_with(lines_[i], "if")) {
        if (value(i, lines_[i].substr(2)) != 0) lines(i + 1, end_of_[i]);
        i = end_of_[i];
      } else {
        write(i);
      }
    }
  }

  void set_param(std::size_t i) {
    const std::string_view rest = lines_[i].substr(5);
    const std::size_t equals = rest.find('=');
    const std::string name(core::trimmed(rest.substr(0, equals)));
    const auto given = given_.find(name);
    names_[name] = given != given_.end() ? given->second : value(i, rest.substr(equals + 1));
  }

  /// Returns the number of passes, at most one more than are legal.
  [[nodiscard]] std::uint64_t passes(std::int64_t first, std::int64_t last) const {
    if (last < first) return 0;
    const std::uint64_t further =
        static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    return std::min(further, most_) + 1;
  }

  void loop(std::size_t i) {
    const std::string_view rest = core::trimmed(lines_[i].substr(3));
    const std::size_t blank = rest.find(' ');
    const std::string name(rest.substr(0, blank));
    const std::string_view range = blank == rest.npos ? "" : core::trimmed(rest.substr(blank));
    const std::size_t dots = range.find("..");
    if (!is_name(name) || !begins_with(range, "in") || dots == range.npos)
      fail(i, std::string(lines_[i]), "for NAME in FIRST..LAST");
    if (names_.count(name) != 0)
      fail(i, name + " is already in use", "another name for the loop variable");
    const std::int64_t first = value(i, range.substr(2, dots - 2));
    const std::int64_t last = value(i, range.substr(dots + 2));
    const std::uint64_t count = passes(first, last);
    passes_ += count;
    if (passes_ > most_)
      fail(i, "too many loop passes", "up to " + std::to_string(most_) + " passes in all");
    for (std::uint64_t pass = 0; pass < count; ++pass) {
      names_[name] = first + static_cast<std::int64_t>(pass);
      lines(i + 1, end_of_[i]);
    }
    names_.erase(name);
  }

  void write(std::size_t i) {
    if (made_.lines.size() == most_)
      fail(i, "more than " + std::to_string(most_) + " lines", "fewer tasks: smaller loops");
    std::string_view rest = lines_[i];
    for (std::size_t open = 0; (open = rest.find('{')) != rest.npos;) {
      const std::size_t close = rest.find('}', open);
      if (close == rest.npos) fail(i, "a { without }", "{EXPRESSION}");
      made_.csv += rest.substr(0, open);
      made_.csv += std::to_string(value(i, rest.substr(open + 1, close - open - 1)));
      rest.remove_prefix(close + 1);
    }
    made_.csv += rest;
    made_.csv += '\n';
    made_.lines.push_back(static_cast<unsigned>(i + 1));
  }

  const std::string& file_;
  const std::uint64_t most_;  ///< Lines that are made, and passes of all loops.
  std::vector<std::string_view> lines_;
  std::vector<std::size_t> end_of_;  ///< By the line that opens the block.
  std::set<std::string> declared_;
  ExpressionNames given_;
  ExpressionNames names_;
  std::uint64_t passes_ = 0;
  ExpandedSchedule made_;
};

}  // namespace

ExpandedSchedule expand_schedule(std::string_view text, const std::string& file,
                                 const std::string& values, std::optional<unsigned> devices,
                                 std::uint64_t most) {
  return Expander(text, file, values, devices, most).run();
}

std::string_view file_of_schedule(std::string_view text) {
  const std::size_t ending = text.find(std::string(kEnding) + ":");
  return ending == text.npos ? text : text.substr(0, ending + kEnding.size());
}

ScheduleName schedule_name(std::string_view text) {
  const std::string_view file = file_of_schedule(text);
  const bool values = file.size() < text.size();
  return {std::string(file), values ? std::string(text.substr(file.size() + 1)) : ""};
}

}  // namespace gf::model
