// Studies: published systems, reproduced.

import type { Declarations } from "../declaration.ts";
import { text, whole, yes } from "../flag.ts";
import { cluster, store } from "../shared-flags.ts";

export const studies = {
  studies: {
    about: "list the published systems that are reproduced here, with their last measured figures",
    example: "agon studies --json",
    flags: {
      run: yes("run them all first"),
      full: yes("run them all first, in their longer form"),
      ...cluster,
      write: text("<folder>", "write the manual's pages of systems, and the records they are made from"),
      store,
    },
  },
  "study <id>": {
    about: "reproduce a published system: claimed beside measured, with a control that must fail",
    example: "agon study coopetition-trust",
    flags: {
      full: yes("the longer form"),
      seeds: whole("number of seeds, instead of the study's own", 1),
      ...cluster,
      store,
    },
    offers: "studies",
  },
} as const satisfies Declarations;
