#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of reference/ that the program itself knows: commands, platforms, parameters.

Usage: reference_pages.py PROGRAM TARGET. Statistics are those of a machine with its defaults, from
a run that ends after 1 ns; mandoc makes the manual pages HTML.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

INSTANCE = re.compile(r"\d+(?=\.|$)")


def table(head, rows):
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(text):
    return f"`{text}`"


class Reference:
    def __init__(self, program, target):
        self.program, self.target = program, target

    def ask(self, *words):
        return subprocess.run([self.program, *words], check=True, text=True, stdout=subprocess.PIPE).stdout

    def write(self, name, text):
        path = os.path.join(self.target, "reference", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def statistics(self, platform):
        with tempfile.TemporaryDirectory() as scratch:
            run = os.path.join(scratch, "run")
            # Networks end with 3: they have found no steady state.
            done = subprocess.run([self.program, "run", platform, "--quiet", "--no-page", "--no-defaults", "--stop-at",
                                   "1 ns", "--outdir", run], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode not in (0, 3):
                sys.exit(f"reference_pages: {platform}: {done.stderr}")
            with open(os.path.join(run, "stats.json"), encoding="utf-8") as stats:
                return json.load(stats)["stats"]

    def parameters(self, name):
        """Writes the page of a platform's parameters; returns its path from reference/."""
        self.write(f"parameters/{name}.md", self.ask("params", name, "--markdown"))
        return f"parameters/{name}.md"

    def platform(self, name):
        about = json.loads(self.ask("help", name, "--json"))
        groups = {}
        for path, stats in self.statistics(name).items():
            rows = tuple((code(stat), one["unit"], one.get("description", "")) for stat, one in stats.items())
            groups.setdefault(rows, {})[INSTANCE.sub("*", path)] = True
        text = (f"# {name}\n\n{about['summary'][0].upper() + about['summary'][1:]} ({about['source']}).\n"
                f"[Its parameters](../{self.parameters(name)}). `gpufabric help {name}` prints this page but for its"
                " statistics.\n\n## Results\n\nThe first part of `stats.json`.\n\n")
        text += table(["result", "unit", "meaning"], [[code(r["name"]), r["unit"], r["meaning"]] for r in about["results"]])
        text += "\n## Files\n\n[Every file that is written](../../docs/outputs.md) shows how each begins.\n\n"
        text += table(["file", "holds"], [[code(f["name"]), f["meaning"]] for f in about["files"]])
        text += ("\n## Statistics\n\nOf the machine with its defaults; `*` is the number of an instance. Parameters may"
                 " add others, or leave some out.\n")
        for rows, paths in groups.items():
            paths = list(paths)
            text += f"\n### {code(paths[0])}\n\n"
            if paths[1:]:
                text += "Also " + ", ".join(map(code, paths[1:])) + ".\n\n"
            text += table(["statistic", "unit", "meaning"], rows)
        self.write(f"platforms/{name}.md", text)

    def platforms(self):
        listed = json.loads(self.ask("list", "--json"))
        for each in listed:
            self.platform(each["name"])
        text = "# Platforms\n\nWhat `gpufabric list` shows. Each has a page of results, files and statistics, and one of parameters.\n\n"
        text += table(["platform", "models", "description", ""],
                      [[f"[{p['name']}](platforms/{p['name']}.md)", p["source"], p["summary"],
                        f"[parameters]({self.parameters(p['name'])})"] for p in listed])
        self.write("platforms.md", text)
        node = self.ask("params", "cluster", "-p", "machine=dgx1_v100", "--markdown")
        self.write("parameters/cluster_dgx1_v100.md", node.replace("of cluster", "of cluster with machine=dgx1_v100", 1))

    def commands(self):
        """All manual pages as one Markdown page: their headings, and between them mandoc's HTML."""
        names = re.findall(r"^  (\w+) +\w", self.ask("help").split("Options:")[0], re.MULTILINE)
        names.remove("help")  # has no manual page
        text = "# Commands\n\nThe manual pages, as `gpufabric man COMMAND` gives them.\n"
        for name in names:
            html = subprocess.run(["mandoc", "-T", "html", "-O", "fragment"], input=self.ask("man", name), check=True,
                                  text=True, stdout=subprocess.PIPE).stdout
            text += f"\n## gpufabric {name}\n"
            for title, body in re.findall(r'<h1 class="Sh".*?<a[^>]*>(.*?)</a></h1>(.*?)</section>', html, re.DOTALL):
                if title == "SEE ALSO":
                    continue
                # Anchors of options would be the same for several commands.
                body = re.sub(r' (?:id|class)="[^"]*"|<a [^>]*>|</a>', "", body)
                body = re.sub(r"\n\s*\n", "\n", body.replace("<br/>\n", "")).strip()
                text += f"\n**{title.capitalize()}**\n\n<div class=\"manual\">{body}</div>\n" if title != "NAME" else f"\n<div>{body}</div>\n"
        self.write("commands.md", text)


if __name__ == "__main__":
    reference = Reference(*sys.argv[1:])
    reference.commands()
    reference.platforms()
