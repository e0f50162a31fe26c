// A platform and the developers who live on it; the ecosystem dies when the platform no longer trusts them.

import { share, whole } from "../../../core/parameters.ts";
import { commonParameters, each, world } from "../define.ts";

export const platformEcosystem = world({
  name: "platform-ecosystem",
  summary: "a platform and its developers; ends when the developers' trust in the platform falls below 0.15",
  source: "Coopetition-Gym v1 PlatformEcosystem-v0 (arXiv 2605.02063; arXiv 2510.18802)",
  parameters: commonParameters(100).extend({
    developers: whole(1, 1000, 4).describe("developers on the platform"),
    platformShare: share(0.3).describe("the platform's bargaining share; developers split the rest"),
    platformDependence: share(0.25).describe("dependence of the platform on each developer"),
    developerDependence: share(0.75).describe("dependence of each developer on the platform"),
  }),
  constants: ({ developers, platformShare, platformDependence, developerDependence }) => {
    const n = developers + 1;
    return {
      labels: ["platform", ...each(developers, 0).map((_, i) => `developer ${i + 1}`)],
      endowment: [150, ...each(developers, 80)],
      share: [platformShare, ...each(developers, (1 - platformShare) / developers)],
      baseline: [45, ...each(developers, 24)],
      dependence: Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) =>
          i === j ? 0 : i === 0 ? platformDependence : j === 0 ? developerDependence : 0,
        ),
      ),
      theta: 25,
      gamma: 0.75,
      trust: [0.08, 0.25, 0.45, 0.02, 0.4, 1, 0.6],
      ends: (trust) => {
        let sum = 0;
        for (let i = 1; i < n; i++) sum += trust[i * n];
        return sum / developers < 0.15;
      },
    };
  },
});
