// The parser of the command line and the help, which commander makes of declarations.

import { Command, Option } from "commander";
import { version } from "../lab/experiment/own-package.ts";
import { type Declarations, type Flag, flagsOf } from "./declaration.ts";

/** A flag as it is written: `--skip-bad-rows`, `--no-open`. */
export const written = (name: string, { takes, preset }: Flag): string =>
  `--${takes === undefined && preset === true ? "no-" : ""}${name.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;

/** Names of a command and of what it is below, of `log check <file>`. */
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

/** A parser of the commands under some headings. It hands the values of arguments and flags to `call`. */
export function parserOf(
  headings: Readonly<Record<string, Declarations>>,
  call: (name: string, values: unknown[], isJson: boolean) => Promise<void>,
): Command {
  const program = new Command("agon")
    .description(
      "What does an incentive really buy? Choose a world, put agents in it, say what they are paid and what was wanted.",
    )
    .version(version())
    // A command and one below it may have an option of the same name.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError("(agon --help lists the commands)")
    .configureHelp({
      visibleCommands: ({ commands }) => [...commands],
      subcommandTerm: (one) => `${one.name()} ${one.usage().replaceAll(/\[(options|command)\] ?/g, "")}`.trim(),
    })
    // The value of an option that there is none of may be a secret.
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
