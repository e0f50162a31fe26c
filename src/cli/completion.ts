// `agon completion`: shell scripts for completion, and the completed words.

import { existsSync, readdirSync } from "node:fs";
import { ownValue } from "../core/checked.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { declared, type Flags } from "./commands.ts";
import { flagsOf, type OfferedNames } from "./declaration.ts";
import { print } from "./output.ts";
import { above, written } from "./parser.ts";

/** Scripts by shell. Each passes the present words to `agon completion --words`, and adds files to the returned words. */
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

/** Prints the script for a shell, or the words that may follow the given ones. */
export async function completion(words: readonly string[], flags: Flags<"completion">): Promise<number> {
  if (flags.words) return print(...(await following(words)));
  const [shell = "bash"] = words;
  const script = ownValue(SCRIPTS, shell);
  if (script === undefined) throw new UserError(unknownName("shell", shell, Object.keys(SCRIPTS)));
  return print(script);
}

/** Returns the candidates for the last word, which may be empty. */
async function following(words: readonly string[]): Promise<string[]> {
  const current = words.at(-1) ?? "";
  let name = "";
  let place = 0;
  for (const word of words.slice(0, -1)) {
    const below = `${name} ${word}`.trim();
    if (place === 0 && declared.has(below)) name = below;
    else if (!word.startsWith("-")) place += 1;
  }
  const declaration = declared.get(name);
  const flags = declaration === undefined ? {} : flagsOf(declaration);
  const options = new Map(Object.entries(flags).map(([key, flag]) => [written(key, flag), flag]));
  const before = options.get(words.at(-2) ?? "");
  const fits = (all: Iterable<string>) => [...new Set(all)].filter((word) => word.startsWith(current)).sort();
  if (before?.takes?.startsWith("<")) return fits(before.choices ?? (await offered(before.offers)));
  if (current.startsWith("-")) return fits(name === "" ? ["--version"] : options.keys());
  const below = [...declared.keys()].filter((one) => above(one) === name).map((one) => one.slice(name.length).trim());
  return place === 0 ? fits([...below, ...(await offered(declaration?.offers))]) : [];
}

async function offered(offer: OfferedNames | undefined): Promise<string[]> {
  switch (offer) {
    case undefined:
      return [];
    case "examples":
      return [...(await import("../lab/examples/examples.ts")).exampleFiles().keys()];
    case "experiments":
      return [...readdirSync(".").filter((file) => /\.ya?ml$/.test(file)), ...(await offered("examples"))];
    case "runs":
      return existsSync(".agon") ? ["latest", ...(await import("../lab/store/store.ts")).runsOf(".agon")] : [];
    case "shells":
      return Object.keys(SCRIPTS);
  }
  const { KINDS, listing } = await import("../lab/experiment/listing.ts");
  if (offer === "kinds") return [...KINDS, "runs"];
  const all = await listing();
  return (offer === "named" ? KINDS : [offer]).flatMap((kind) => all[kind].map(({ id }) => id));
}
