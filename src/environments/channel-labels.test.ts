// Every label belongs to a channel of some environment.

import { expect, test } from "vitest";
import { LABELLED } from "./channel-labels.ts";
import { environments } from "./index.ts";

test("each label belongs to a channel of some environment", async () => {
  const worlds = await environments.all(() => true);
  const names = worlds.flatMap((world) =>
    world.make({}).spec.channels.flatMap(({ name, unit }) => [name, `${name} ${unit}`]),
  );
  expect(LABELLED.filter((key) => !names.includes(key))).toEqual([]);
});
