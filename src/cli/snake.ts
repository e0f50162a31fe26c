// `agon snake`: a program answers as a BattleSnake server, until Ctrl-C.

import { UserError } from "../core/errors.ts";
import { readText } from "../lab/experiment/yaml.ts";
import { openSnake } from "../server/snake.ts";
import type { JsonFlag } from "./flags.ts";
import { note, print, printJson } from "./output.ts";

interface SnakeFlags extends JsonFlag {
  readonly host?: string;
  readonly port?: number;
  readonly color?: string;
  readonly author?: string;
  readonly steps: number;
  readonly memory: number;
}

/** Serves a program's moves. */
export async function snake(file: string, flags: SnakeFlags): Promise<number> {
  const { json, color, ...options } = flags;
  if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(color)) {
    throw new UserError({
      code: "colour",
      what: `is ${JSON.stringify(color)}`,
      where: "--color",
      hint: "write #0060a0",
    });
  }
  const served = await openSnake({ ...options, color, text: readText(file) });
  if (json === true) printJson({ url: served.url });
  else {
    print(served.url);
    note(`${file} answers there as a snake of BattleSnake's API v1; Ctrl-C ends it`);
  }
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await served.close();
  return 0;
}
