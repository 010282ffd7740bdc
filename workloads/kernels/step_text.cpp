// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/step_text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"

namespace gf::model {
namespace {

/// Keeps sums of products within 64 bits.
constexpr std::int64_t kMostFactor = std::int64_t{1} << 40;
constexpr std::uint32_t kMostTurns = 1u << 16;

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

}  // namespace

/// The words of a line; an address in brackets is one word.
class StepReader::Words {
 public:
  Words(std::string_view line, const Fail& fail) : rest_(core::trimmed(line)), fail_(fail) {}

  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    fail_(cause, expected);
    GF_CHECK(false, "a failure that returns");
    std::abort();
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::string_view next() { return take(rest_.find_first_of(" \t")); }
  /// Returns the text up to the closing bracket.
  std::string_view bracket() {
    const auto end = rest_.find(']');
    return take(end == rest_.npos ? end : end + 1);
  }
  template <class T>
  T number(const char* what, T low, T high) {
    const std::string_view word = next();
    const auto value = core::parse_number<T>(word);
    if (!value || *value < low || *value > high)
      fail(fmt::format("cannot read {} \"{}\"", what, word), fmt::format("{} ... {}", low, high));
    return *value;
  }
  void end() const {
    if (!rest_.empty())
      fail(fmt::format("text after the instruction: \"{}\"", rest_), "the end of the line");
  }

 private:
  std::string_view take(std::size_t end) {
    const std::string_view word = rest_.substr(0, end);
    rest_ = end == rest_.npos ? std::string_view{} : core::trimmed(rest_.substr(end));
    return word;
  }
  std::string_view rest_;
  const Fail& fail_;
};

void StepReader::read(const std::string& line, const Fail& fail) {
  Words words(line, fail);
  const std::string_view op = words.next();
  TemplateStep step;
  if (op == "loop") return read_loop(words);
  if (op == "end") return read_end(words);
  if (op == "load") return read_access(words, WarpOp::kLoad);
  if (op == "store") return read_access(words, WarpOp::kStore);
  if (op == "atomic") return read_access(words, WarpOp::kAtomic);
  if (op == "compute") {
    step.instruction = WarpInstruction::compute(words.number("cycles", 1u, 1'000'000'000u));
    if (!words.empty())
      step.instruction.interval = words.number("interval of slots", 1u, kMostIssueInterval);
  } else if (op == "barrier") {
    step.instruction = WarpInstruction::barrier();
  } else if (op == "fence") {
    const std::string_view scope = words.next();
    if (scope != "gpu" && scope != "system")
      words.fail(fmt::format("a fence of \"{}\"", scope), "fence gpu or fence system");
    step.instruction =
        WarpInstruction::fence(scope == "gpu" ? MemoryScope::kGpu : MemoryScope::kSystem);
  } else {
    words.fail(fmt::format("unknown instruction \"{}\"", op),
               "compute, load, store, atomic, fence, barrier, loop or end");
  }
  words.end();
  append(std::move(step), words);
}

void StepReader::append(TemplateStep step, const Words& words) {
  instructions_ += turns_;
  if (instructions_ > kMostInstructions)
    words.fail("a warp with too many instructions", fmt::format("up to {}", kMostInstructions));
  steps_.push_back(std::move(step));
}

void StepReader::read_loop(Words& words) {
  TemplateStep step;
  step.kind = TemplateStep::Kind::kLoop;
  step.counter = words.next();
  // A counter with a used name would hide it, and the outer loop's turns could not be named.
  const bool taken = step.counter == "cta" || step.counter == "warp" || step.counter == "lane" ||
                     std::any_of(open_.begin(), open_.end(), [&](std::size_t at) {
                       return steps_[at].counter == step.counter;
                     });
  if (!is_name(step.counter) || taken)
    words.fail(fmt::format("a loop with the counter \"{}\"", step.counter),
               "\"loop NAME TURNS\", a name that is not in use");
  step.count = words.number("turns", 1u, kMostTurns);
  words.end();
  if (open_.size() == TemplateProgram::kMostLoops)
    words.fail("loops too deep", fmt::format("up to {}", TemplateProgram::kMostLoops));
  // The size of a warp's program is known line by line, so a file that would fill the memory is
  // refused before any loop is unrolled.
  turns_ *= step.count;
  if (turns_ > kMostInstructions)
    words.fail("too many turns in all", fmt::format("up to {}", kMostInstructions));
  open_.push_back(steps_.size());
  steps_.push_back(std::move(step));
}

void StepReader::read_end(Words& words) {
  words.end();
  if (open_.empty()) words.fail("an end without a loop", "\"loop NAME TURNS\" before it");
  TemplateStep step;
  step.kind = TemplateStep::Kind::kEnd;
  step.partner = open_.back();
  // Each end of a loop refers to the other, so a program runs without a search.
  steps_[step.partner].partner = steps_.size();
  turns_ /= steps_[step.partner].count;
  open_.pop_back();
  steps_.push_back(std::move(step));
}

void StepReader::read_access(Words& words, WarpOp op) {
  const unsigned bytes = words.number("number of bytes per lane", 1u, 16u);
  if ((bytes & (bytes - 1)) != 0) words.fail("number of bytes per lane", "1, 2, 4, 8 or 16");
  TemplateStep step;
  step.instruction = WarpInstruction::access(op, 0, bytes);
  step.instruction.returns = false;
  step.address = read_address(words);
  step.instruction.lane_stride = static_cast<std::int32_t>(step.address.lane);
  while (!words.empty()) {
    const std::string_view word = words.next();
    if (word == "lanes") {
      const unsigned lanes = words.number("lanes", 1u, kWarpLanes);
      step.instruction.lanes = lanes == kWarpLanes ? ~0u : (1u << lanes) - 1;
    } else if (word == "returns" && op == WarpOp::kAtomic) {
      step.instruction.returns = true;
    } else {
      words.fail(fmt::format("unknown word \"{}\"", word),
                 op == WarpOp::kAtomic ? "lanes N or returns" : "lanes N");
    }
  }
  check_range(step, words);
  append(std::move(step), words);
}

AffineAddress StepReader::read_address(Words& words) const {
  const std::string_view text = words.bracket();
  const auto open = text.find('[');
  const std::string name(core::trimmed(text.substr(0, open)));
  const auto entry = scope_.data.find(name);
  if (open == text.npos || text.back() != ']' || entry == scope_.data.end())
    words.fail(fmt::format("cannot read the address \"{}\"", text),
               "DATA[FACTOR*cta + FACTOR*lane + NUMBER ...], DATA the name of a structure");
  AffineAddress address;
  address.data = entry->second;
  std::string_view terms = core::trimmed(text.substr(open + 1, text.size() - open - 2));
  bool minus = !terms.empty() && terms.front() == '-';
  if (minus) terms.remove_prefix(1);
  while (true) {
    const auto sign = terms.find_first_of("+-");
    add_term(address, core::trimmed(terms.substr(0, sign)), minus, words);
    if (sign == terms.npos) return address;
    minus = terms[sign] == '-';
    terms.remove_prefix(sign + 1);
  }
}

void StepReader::add_term(AffineAddress& address, std::string_view term, bool minus,
                          const Words& words) const {
  const auto star = term.find('*');
  std::string_view left = core::trimmed(term.substr(0, star));
  std::string_view right =
      star == term.npos ? std::string_view{} : core::trimmed(term.substr(star + 1));
  if (star == term.npos && is_name(left)) std::swap(left, right);
  if (star != term.npos && is_name(left)) std::swap(left, right);
  const auto factor = left.empty() && star == term.npos && !right.empty()
                          ? std::optional<std::int64_t>(1)
                          : core::parse_number<std::int64_t>(left);
  std::int64_t* target = right.empty() && star == term.npos ? &address.offset : nullptr;
  if (right == "cta") target = &address.cta;
  if (right == "warp") target = &address.warp;
  if (right == "lane") target = &address.lane;
  for (std::size_t i = 0; i < open_.size(); ++i)
    if (steps_[open_[i]].counter == right) target = &address.loop[i];
  if (!factor || target == nullptr || *factor < 0 || *factor > kMostFactor)
    words.fail(fmt::format("cannot read the term \"{}\"", term),
               "NUMBER or NUMBER*COUNTER, with a counter of cta, warp, lane or an enclosing loop");
  *target += minus ? -*factor : *factor;
  if (std::max(*target, -*target) > kMostFactor)
    words.fail(fmt::format("the terms of \"{}\" are too large together", right), "up to 2^40");
}

void StepReader::check_range(const TemplateStep& step, const Words& words) const {
  const AffineAddress& a = step.address;
  const unsigned bytes = step.instruction.lane_bytes;
  std::int64_t low = a.offset, high = a.offset;
  bool aligned = a.offset % bytes == 0;
  const auto reach = [&](std::int64_t factor, std::uint32_t count) {
    (factor < 0 ? low : high) += factor * (std::int64_t{count} - 1);
    aligned = aligned && (factor % bytes == 0 || count == 1);
  };
  unsigned lanes = 0;
  while (lanes < kWarpLanes && (step.instruction.lanes >> lanes & 1u) != 0) ++lanes;
  reach(a.cta, scope_.ctas);
  reach(a.warp, scope_.warps);
  reach(a.lane, lanes);
  for (std::size_t i = 0; i < open_.size(); ++i) reach(a.loop[i], steps_[open_[i]].count);
  if (!aligned)
    words.fail("unaligned accesses", fmt::format("all terms to be multiples of {}", bytes));
  if (std::max(a.lane, -a.lane) > (std::int64_t{1} << 30))
    words.fail("lanes too far apart", "up to 1 GiB");
  if (low < 0 || high + bytes > static_cast<std::int64_t>(scope_.bytes[a.data]))
    words.fail(fmt::format("the access reaches bytes {} ... {}", low, high + bytes - 1),
               fmt::format("0 ... {}, the bytes of the structure", scope_.bytes[a.data] - 1));
}

std::vector<TemplateStep> StepReader::take(const Fail& fail) {
  if (!open_.empty())
    fail(fmt::format("the loop of \"{}\" does not end", steps_[open_.back()].counter),
         "\"do = end\"");
  if (steps_.empty()) fail("a kernel without instructions", "\"do = INSTRUCTION\" lines");
  return std::move(steps_);
}

}  // namespace gf::model
