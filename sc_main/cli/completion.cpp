// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "core/base/printable.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/completion_words.h"

namespace gf::app {
namespace {

// The scripts ask the program, because only it knows its tables and the plug-ins on the command
// line. Words come as "WORD<tab>description"; if there are none, the shell offers files. Words that
// end in '.' or '=' are to be continued, so no blank follows them.
constexpr const char* kBash = R"sh(# bash completion of gpufabric.
# Try it: source <(gpufabric completion bash)
_gpufabric() {
  local line=${COMP_LINE:0:COMP_POINT} typed cut
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  mapfile -t COMPREPLY < <("${1/#\~/$HOME}" completion words "${words[@]:1}" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  # To readline a word begins behind the last '='.
  typed=${words[-1]}
  cut=${typed%"${COMP_WORDS[COMP_CWORD]#=}"}
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[.=] ]]; then compopt -o nospace; fi
}
complete -o default -F _gpufabric gpufabric
)sh";

constexpr const char* kZsh = R"sh(#compdef gpufabric
# zsh completion of gpufabric.
# Try it: source <(gpufabric completion zsh), behind compinit
_gpufabric() {
  local -a all
  all=("${(@f)$("${words[1]/#\~/$HOME}" completion words "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  all=(${all%%$'\t'*})
  if (( ! $#all )); then
    _files
    return
  fi
  compadd -S '' -- ${(M)all:#*[.=]}
  compadd -- ${all:#*[.=]}
}
if [[ $funcstack[1] == _gpufabric ]]; then
  _gpufabric "$@"
else
  compdef _gpufabric gpufabric
fi
)sh";

constexpr const char* kFish = R"sh(# fish completion of gpufabric.
# Try it: gpufabric completion fish | source
function __gpufabric_words
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    $before[1] completion words $before[2..] "$typed" 2>/dev/null
end
complete -c gpufabric -f
complete -c gpufabric -a '(__gpufabric_words)'
complete -c gpufabric -n 'test -z "$(__gpufabric_words)"' -F
)sh";

}  // namespace

core::ExitCode run_completion(const Arguments& arguments) {
  // The query of the scripts. The other words are the user's command line, not this command's.
  if (!arguments.empty() && arguments[0] == "words") {
    for (const CompletionWord& word : completion_words({arguments.begin() + 1, arguments.end()}))
      std::cout << word.word << '\t' << core::printable(word.about) << '\n';
    return core::ExitCode::kDone;
  }
  std::string shell;
  CommandLine line("completion", "SHELL",
                   "Shows a script with which SHELL (bash, zsh or fish) completes commands,\n"
                   "options, platforms, parameters and their legal values. The script asks this\n"
                   "program (completion words ...), so that plug-ins on the line count, too.");
  line.operand("SHELL", shell);
  line.examples =
      "  source <(gpufabric completion bash)\n"
      "  gpufabric completion bash > ~/.local/share/bash-completion/completions/gpufabric\n"
      "  gpufabric completion fish > ~/.config/fish/completions/gpufabric.fish\n";
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  const std::pair<const char*, const char*> scripts[] = {
      {"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}};
  for (const auto& [name, script] : scripts) {
    if (shell != name) continue;
    std::cout << script;
    return core::ExitCode::kDone;
  }
  line.fail(shell.empty() ? "expected SHELL: bash, zsh or fish"
                          : core::excerpt(shell) + ": expected bash, zsh or fish");
}

}  // namespace gf::app
