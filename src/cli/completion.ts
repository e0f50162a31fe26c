// `agon completion`: what a shell needs to complete words, and the words themselves when it asks for them.

import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { UserError, unknownName } from "../core/errors.ts";
import { print } from "./output.ts";

/** Scripts by shell. Each hands the words so far to `agon completion --words`, and files come after what it answers. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_agon() {
  local IFS=$'\\n'
  COMPREPLY=($(agon completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _agon agon`,
  zsh: `#compdef agon
_agon() {
  local -a found
  found=("\${(@f)$(agon completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _agon agon`,
  fish: `complete -c agon -a '(agon completion --words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

/** Prints the script for a shell, or the words that may follow those given. */
export async function completion(
  words: readonly string[],
  flags: { readonly words?: boolean },
  program: Command,
): Promise<number> {
  if (flags.words === true) return print(...(await following(program, words)));
  const [shell = "bash"] = words;
  const script = SCRIPTS[shell];
  if (script === undefined) throw new UserError(unknownName("shell", shell, Object.keys(SCRIPTS)));
  return print(script);
}

/** What may stand in the place of the last word, which is begun or empty. */
export async function following(program: Command, words: readonly string[]): Promise<string[]> {
  const current = words.at(-1) ?? "";
  let command = program;
  let place = 0;
  for (const word of words.slice(0, -1)) {
    const below = command.commands.find((one) => one.name() === word);
    if (below !== undefined && place === 0) command = below;
    else if (!word.startsWith("-")) place += 1;
  }
  const option = command.options.find(({ long }) => long === words.at(-2));
  const fits = (all: Iterable<string>) => [...new Set(all)].filter((word) => word.startsWith(current)).sort();
  if (option?.required === true)
    return fits(option.argChoices ?? (await namesOf(option.long === "--run" ? "report" : "")));
  if (current.startsWith("-"))
    return fits(command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])));
  const below = command.commands.map((one) => one.name()).filter((name) => name !== "help");
  if (below.length > 0 && place === 0) return fits([...below, ...(await namesOf(command.name()))]);
  return place === 0 ? fits(await namesOf(command.name())) : [];
}

/** What a command may be given first. */
async function namesOf(command: string): Promise<string[]> {
  switch (command) {
    case "run":
    case "examples":
    case "copy": {
      const { exampleFiles } = await import("../lab/examples/examples.ts");
      const own = readdirSync(".").filter((file) => /\.ya?ml$/.test(file));
      return [...(command === "run" ? own : []), ...exampleFiles().keys()];
    }
    case "report":
    case "resume":
    case "export":
      return runNames();
    case "completion":
      return Object.keys(SCRIPTS);
    default:
      return listed(command);
  }
}

/** Names that the build has listed. */
async function listed(command: string): Promise<string[]> {
  const { KINDS, listing } = await import("../lab/experiment/listing.ts");
  if (command === "list") return [...KINDS, "runs"];
  const all = await listing();
  const ids = (kind: (typeof KINDS)[number]) => all[kind].map(({ id }) => id);
  if (command === "study") return ids("studies");
  if (command === "audit") return ids("rules");
  if (command === "match") return ids("arenas");
  if (command === "play" || command === "step") return ids("environments");
  if (command === "check") return KINDS.filter((kind) => kind !== "arenas").flatMap(ids);
  return command === "show" ? KINDS.flatMap(ids) : [];
}

/** Runs of the store in the working folder. */
async function runNames(): Promise<string[]> {
  if (!existsSync(".agon")) return [];
  const { runsOf } = await import("../lab/store/store.ts");
  return ["latest", ...runsOf(".agon")];
}
