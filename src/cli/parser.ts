// The parser of the command line and its help, which commander builds from the declarations.

import { Command, Option } from "commander";
import { version } from "../lab/experiment/own-package.ts";
import { type Declarations, type Flag, flagsOf } from "./declaration.ts";

/** Returns a flag as it is written: `--skip-bad-rows`, `--no-open`. */
export const written = (name: string, { takes, preset }: Flag): string =>
  `--${takes === undefined && preset === true ? "no-" : ""}${name.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;

/** Returns the name of a command, with that of its parent: `log check` for `log check <file>`. */
export const nameOf = (usage: string): string => usage.replace(/ [<[].*/, "");
export const above = (name: string): string => name.replace(/(^| )\S+$/, "");

function optionOf(name: string, flag: Flag): Option {
  const { takes, about, read, choices, preset, bare, env } = flag;
  const option = new Option(takes === undefined ? written(name, flag) : `${written(name, flag)} ${takes}`, about);
  if (read !== undefined) option.argParser(read);
  if (choices !== undefined) option.choices(choices);
  if (env !== undefined) option.env(env);
  if (bare !== undefined) option.preset(bare);
  if (typeof preset === "string" || typeof preset === "number") option.default(preset);
  return option.makeOptionMandatory(flag.isRequired === true).hideHelp(flag.isHidden === true);
}

/** Returns a parser of the commands under some headings. It passes the values of arguments and flags to `call`. */
export function parserOf(
  headings: Readonly<Record<string, Declarations>>,
  call: (name: string, values: unknown[], isJson: boolean) => Promise<void>,
): Command {
  const program = new Command("agon")
    .description(
      "What does an incentive really buy? Choose a world, put agents in it, say what they are paid and what was wanted.",
    )
    .version(version())
    // A command and its subcommand may have options of the same name.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError("(agon --help lists the commands)")
    .configureHelp({
      visibleCommands: ({ commands }) => [...commands],
      subcommandTerm: (one) => `${one.name()} ${one.usage().replaceAll(/\[(options|command)\] ?/g, "")}`.trim(),
    })
    // Messages about an unknown option omit its value, which may be secret.
    .configureOutput({
      outputError: (text, write) =>
        write(text.replace(/^error: /, "agon: ").replace(/^(agon: unknown option '-[\w-]*)=[\s\S]*'/, "$1'")),
    });
  const commands = new Map([["", program]]);
  for (const [heading, declarations] of Object.entries(headings))
    for (const [usage, declaration] of Object.entries(declarations)) {
      const { about, example, after, isGroup } = declaration;
      const name = nameOf(usage);
      const parent = commands.get(above(name)) ?? program;
      const command = parent.command(usage.slice(above(name).length).trimStart()).enablePositionalOptions();
      command
        .description(about)
        .summary(about.split(/[,:;]/)[0])
        .addHelpText("after", `\nExample:\n  ${example}${after === undefined ? "" : `\n\n${after}`}`);
      if (parent === program) command.helpGroup(`${heading}:`);
      for (const [key, flag] of Object.entries(flagsOf(declaration))) {
        command.addOption(optionOf(key, flag));
        if (flag.preset !== undefined) command.setOptionValueWithSource(key, flag.preset, "default");
      }
      if (isGroup !== true) command.action((...values) => call(name, values, command.opts().json === true));
      commands.set(name, command);
    }
  return program;
}
