// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN 'lane NAME': one direction of a link, from the run's beginning to its end.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "explain/link_ledger.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/why_part.h"

namespace gf::app {
namespace {

using core::HopJournal;

/// Returns whether each word of `name` is a part of the path: "gpu_0 link_0" fits
/// "gpu_0.nvlink.link_0".
bool has_words(const std::string& path, const std::string& name) {
  std::istringstream words(name);
  for (std::string word; words >> word;)
    if (("." + path + ".").find("." + word + ".") == std::string::npos) return false;
  return true;
}

class LinkQuestion final : public PartQuestion {
 public:
  explicit LinkQuestion(std::string name) : name_(std::move(name)) {}

  void leaves(const HopJournal::Hop& hop) override {
    ledger_.leaves(hop);
    const std::string& path = HopJournal::active()->link_name(hop.link);
    if (numbers_.count(path) == 0) numbers_[path] = hop.link;
  }
  void link_lost(HopJournal::Number link, core::Ticks from, core::Ticks until,
                 core::StallCause cause) override {
    ledger_.link_lost(link, from, until, cause);
  }

  [[nodiscard]] PartAnswer answer(const HopJournal& journal,
                                  const platforms::Graph& graph) const override {
    const auto drawn = link_names(graph);
    const std::string path = found(drawn);
    const auto number = numbers_.find(path);
    PartAnswer answer;
    answer.part = "link " + path;
    answer.whole = core::now_ticks();
    const core::LinkTimes times =
        ledger_.times(number == numbers_.end() ? HopJournal::kNone : number->second, answer.whole);
    core::Ticks carried = 0;
    for (const auto& [flow, ticks] : times.carried) {
      answer.rows.push_back({"carried " + journal.flow_name(flow), ticks});
      carried += ticks;
    }
    const auto add = [&](const char* what, core::Ticks ticks) {
      if (ticks > 0) answer.rows.push_back({what, ticks});
    };
    add("retransmitted packets (replay)", times.replaying);
    add("idle: lanes turning, while packets waited", times.turning);
    add("idle: no credit for waiting packets", times.no_credit);
    add("idle: nothing to send", times.nothing);
    const double share = answer.whole == 0 ? 0 : 100 * double(carried) / double(answer.whole);
    answer.sentence = fmt::format("{} ({}) carried packets in {:.1f} % of the run's {}.",
                                  drawn.at(path), path, share, core::engineering(answer.whole));
    return answer;
  }

 private:
  [[nodiscard]] std::string found(const std::map<std::string, std::string>& drawn) const {
    std::vector<std::string> fits, all;
    for (const auto& [path, shown] : drawn) {
      all.push_back(path);
      if (path == name_ || shown == name_) return path;
      // A name without a number fits all parallel links of that name.
      if (has_words(path, name_) || shown.rfind(name_ + " #", 0) == 0) fits.push_back(path);
    }
    if (fits.size() == 1) return fits.front();
    if (fits.empty()) fail_unknown_part("link", name_, all);
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("why: \"{}\" matches {} links, such as {} and {}; give a name that "
                    "`gpufabric topology` prints, such as \"{}\", or a path",
                    core::excerpt(name_), fits.size(), fits[0], fits[1], drawn.at(fits[0])));
  }

  const std::string name_;
  core::LinkLedger ledger_;
  std::map<std::string, HopJournal::Number> numbers_;  ///< By path.
};

}  // namespace

std::unique_ptr<PartQuestion> link_question(const std::string& name) {
  return std::make_unique<LinkQuestion>(name);
}

}  // namespace gf::app
