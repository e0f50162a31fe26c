// `agon snake`: serves a program as a BattleSnake, until Ctrl-C.

import { UserError } from "../core/errors.ts";
import { readText } from "../core/yaml.ts";
import { openSnake } from "../server/snake.ts";
import type { Flags } from "./commands.ts";
import { answer, note, print } from "./output.ts";
import { untilStopped } from "./progress.ts";

export async function snake(file: string, flags: Flags<"snake">): Promise<number> {
  const { color, json, ...options } = flags;
  if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(color)) {
    const what = `is ${JSON.stringify(color)}`;
    throw new UserError({ code: "colour", what, where: "--color", hint: "write #0060a0" });
  }
  const served = await openSnake({ ...options, color, text: readText(file) });
  answer({ json }, { url: served.url }, ({ url }) => {
    print(url);
    note(`${file} answers there as a snake of BattleSnake's API v1; Ctrl-C ends it`);
  });
  await untilStopped();
  await served.close();
  return 0;
}
