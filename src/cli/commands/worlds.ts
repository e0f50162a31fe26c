// Worlds and trainers: worlds played, stepped, served and checked.

import type { Declarations } from "../declaration.ts";
import { text, usually, whole, yes } from "../flag.ts";
import { address, reward, seed, set, setWorld, storeFor, worldsAt } from "../shared-flags.ts";

export const worlds = {
  "play <environment>": {
    about: "play a world at the terminal, alone or against agents",
    example: "agon play coopetition/slcd --against tit-for-tat",
    flags: {
      seat: text("<agent>", "who you are, by name or label (default: the first)"),
      against: usually(
        "random",
        text("<policy>", "who plays the other seats: a name, a file or a declaration in JSON"),
      ),
      reward,
      set: setWorld,
      seed,
    },
    json: "print one JSON document at the end, and the rest on standard error",
    offers: "environments",
  },
  "step <environment>": {
    about: "step a world by hand or from a program, in JSON Lines",
    example: `echo '{"actions":{"agent_0":[60],"agent_1":[55]}}' | agon step coopetition/slcd --reward integrated`,
    flags: { reward, set: setWorld, seed },
    json: false,
    offers: "environments",
  },
  "serve [worlds...]": {
    about: "serve worlds to trainers in any language, as OpenEnv under /env/NAME; WORLD is a name or a file",
    example: "agon serve control/cart-pole coopetition/slcd --port 8000",
    flags: {
      ...worldsAt,
      sessions: whole("sessions at a time (default: 1024)", 1),
      idle: {
        ...whole("end sessions that nothing is attached to after this long (default: 3600)", 1),
        takes: "<seconds>",
      },
      stepLimit: { ...whole("time that a step may take (default: 30)", 1), takes: "<seconds>" },
      threads: whole("threads that worlds are computed on (default: all cores)", 0),
      untilEof: yes("end when the standard input ends, as it does with the program that holds it"),
      store: storeFor("folder of trained players, and of what worlds read once"),
    },
    json: address,
  },
  "check <id>": {
    about: "check a part against laws: a world, reward or agent, your own too, against those that Agon's own obey",
    example: "agon check ./examples/fishery/fishery.ts",
    flags: {
      environment: text(
        "<id>",
        "world in which a reward or an agent is checked (default: of an experiment beside its file, or coopetition/slcd)",
      ),
      set: set("a parameter, may be repeated"),
    },
    offers: "named",
  },
} as const satisfies Declarations;
