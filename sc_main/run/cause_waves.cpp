// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/cause_waves.h"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/system/fork.h"
#include "core/text/engineering.h"
#include "core/text/json.h"
#include "hw/link/transmitter.h"
#include "hw/router/router.h"
#include "workloads/schedule/channel_journal.h"

namespace gf::app {
namespace {

using core::ExitCode;
using core::Ticks;
using core::UserError;
using Place = LongestWait::Place;

constexpr const char* kInTheWay = "why.in_the_way";
constexpr const char* kWaits = "why.waits";
constexpr unsigned kBits = 32;
constexpr std::uint64_t kUnknown = 1ull << kBits;  ///< Too wide: written as x.

/// Returns its answer as JSON: {"wait": ...}, {} if nothing waited, or {"error": ..., "code": ...}.
nlohmann::json first_pass(ConfiguredPlatform& machine, sc_core::sc_time stop_at,
                          EarlyEnd& early_end) {
  try {
    const WaitSearch search(machine.platform());
    platforms::RunContext context;
    context.seed = machine.seed();
    context.stop_at = stop_at;
    context.interrupted = [&] { return early_end.reached(); };
    machine.platform().run(context);
    const auto wait = search.found();
    return wait ? nlohmann::json{{"wait", wait->json()}} : nlohmann::json::object();
  } catch (const UserError& error) {
    return {{"error", error.what()}, {"code", static_cast<int>(error.code())}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}, {"code", static_cast<int>(ExitCode::kCheckFailed)}};
  }
}

int write_answer(int pipe, const nlohmann::json& answer) {
  const std::string text = core::json_text(answer);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(pipe, text.data() + done, text.size() - done);
    if (count < 0) return 1;
    done += static_cast<std::size_t>(count);
  }
  return 0;
}

std::string date_text(Ticks at) {
  return fmt::format("{:.3f} us", core::to_time(at).to_seconds() * 1e6);
}

/// Routers have signals only on request.
void watch_routers(const std::vector<Place>& chain) {
  for (const Place& place : chain)
    for (const std::string& path : place.paths) {
      const std::string name = path.substr(0, path.find('.'));
      auto* const router = dynamic_cast<hw::router::Router*>(sc_core::sc_find_object(name.c_str()));
      if (router != nullptr) router->watch();
    }
}

/// Returns the signals of a module. Of a sender on a link: those about waits, and the credits of
/// one class.
std::vector<std::string> signals_of(const std::string& module, unsigned credit_class) {
  std::vector<std::string> all, found;
  for (const core::Probe* probe : core::all_probes()) {
    if (!core::begins_with(probe->path(), module + ".")) continue;
    const std::string own = probe->path().substr(module.size() + 1);
    const bool of_parts = own.find('.') != std::string::npos;
    if (!of_parts || core::begins_with(own, "vc_") || core::begins_with(own, "tx."))
      all.push_back(probe->path());
  }
  const auto* const sender =
      dynamic_cast<const hw::link::Transmitter*>(sc_core::sc_find_object((module + ".tx").c_str()));
  if (sender == nullptr) return all;
  for (const char* name : {".tx.busy", ".queued", ".no_credit", ".hol_blocked", ".heads_waiting"})
    if (std::find(all.begin(), all.end(), module + name) != all.end())
      found.push_back(module + name);
  for (const std::string& path : sender->credit_signals(credit_class)) found.push_back(path);
  return found;
}

}  // namespace

std::optional<CauseWaves> CauseWaves::find(ConfiguredPlatform& machine, sc_core::sc_time stop_at,
                                           EarlyEnd& early_end) {
  const core::ForkEnd end = core::run_in_fork(
      [&](int pipe) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        return write_answer(pipe, first_pass(machine, stop_at, early_end));
      },
      [&] { return early_end.due(); });
  if (early_end.due()) return std::nullopt;
  if (end.code != 0)
    throw UserError(ExitCode::kCheckFailed,
                    "--vcd auto: the first pass, which looks for the longest wait, failed; run it "
                    "without --vcd to see why");
  const nlohmann::json answer = core::parse_json(end.text);
  if (answer.contains("error"))
    throw UserError(static_cast<ExitCode>(answer.at("code").get<int>()), answer.at("error"));
  if (answer.contains("wait")) return CauseWaves(LongestWait::from_json(answer.at("wait")));
  std::cerr << "gpufabric: --vcd auto: the journal of packets has none that waited for another or "
               "for a credit, so there is no waveform; --vcd '*' shows all signals\n";
  return std::nullopt;
}

CauseWaves::CauseWaves(LongestWait wait) : wait_(std::move(wait)) {
  watch_routers(wait_.chain);
  draw();
  for (std::size_t i = 0; i < wait_.chain.size(); ++i) {
    std::vector<std::string> own;
    if (i == 0 && in_the_way_) own.push_back(kInTheWay);
    if (i + 1 == wait_.chain.size()) own.push_back(kWaits);
    add_group(wait_.chain[i], own);
  }
  if (const std::string channel = model::ChannelJournal::channel_of(wait_.packet);
      !channel.empty()) {
    const std::string blocks = "*.channel_" + channel.substr(channel.find(' ') + 1);
    groups_.push_back({fmt::format("{} blocks of {}", groups_.size() + 1, channel),
                       fmt::format("{0}.state,{0}.filled,{0}.free", blocks)});
  }
}

void CauseWaves::add_group(const Place& place, const std::vector<std::string>& first) {
  std::vector<std::string> paths = first;
  for (const std::string& module : place.paths)
    for (const std::string& path : signals_of(module, wait_.credit_class)) paths.push_back(path);
  if (paths.empty()) return;
  const std::string globs = fmt::format("{}", fmt::join(paths, ","));
  groups_.push_back({fmt::format("{} {}", groups_.size() + 1, place.text), globs});
}

/// All changes are known, and may be dated ahead.
void CauseWaves::draw() {
  waits_ = std::make_unique<core::Probe>(kWaits, 1, wait_.packet + " waits");
  if (!wait_.in_the_way.empty())
    in_the_way_ = std::make_unique<core::Probe>(
        kInTheWay, kBits, "number of the packet in the way; 0: none, x: not known. " + wait_.cause);
}

void CauseWaves::begin() {
  waits_->set(wait_.from, 1);
  waits_->set(wait_.until, 0);
  for (const LongestWait::Passage& one : wait_.in_the_way) {
    in_the_way_->set(one.from, one.packet);
    in_the_way_->set(one.until, 0);
  }
  if (in_the_way_) in_the_way_->set(wait_.in_the_way.back().until, kUnknown);
}

Ticks CauseWaves::cause_begins() const {
  const auto& all = wait_.in_the_way;
  const auto first =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.until > wait_.from; });
  return first == all.end() ? wait_.from : first->from;
}

core::VcdWindow CauseWaves::window() const {
  const Ticks half = (wait_.until - wait_.from) / 2;
  const Ticks from = std::min(wait_.from - std::min(wait_.from, half), cause_begins());
  return {core::to_time(from), core::to_time(wait_.until + half)};
}

core::WaveView CauseWaves::view() const {
  return {window().from.value(),
          window().to.value(),
          {{cause_begins(), "cause"}, {wait_.from, "waits"}, {wait_.until, "leaves"}}};
}

std::string CauseWaves::told() const {
  return fmt::format("{} for {}, from {}: {}.", wait_.chain.back().text,
                     core::engineering(wait_.until - wait_.from), date_text(wait_.from),
                     wait_.cause);
}

}  // namespace gf::app
