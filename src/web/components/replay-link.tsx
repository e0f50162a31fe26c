// A link to the replay of an episode, beside the variant that differs most from it on the same seed.

import type { PairedPlace } from "../../lab/view/grid-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { ChoiceLink } from "./choice-link.tsx";

interface ReplayLinkProps {
  readonly run: RunRow;
  readonly place: PairedPlace;
  readonly text: string;
}

export function ReplayLink({ run, place: { variant, seed, episode, partner }, text }: ReplayLinkProps) {
  const sides = partner === null ? [variant] : [variant, partner];
  return (
    <ChoiceLink
      to={{ run: run.run, show: "replay", seed: String(seed), episode: String(episode), variant: sides }}
      title={partner === null ? "replay" : `replay beside ${partner}, which differs most on this seed`}
    >
      {text}
    </ChoiceLink>
  );
}
