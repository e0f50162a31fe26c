// The hand-written pilot that Gymnasium ships with its lander: a proportional controller that leans toward the pad and
// falls no faster than it is high. A reference player: it lands about nine times in ten.

import { memoryless } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import { clip } from "../declaration.ts";

/** The pilot, for four choices or for two throttles. It has no memory. */
export function heuristicPilot(continuous: boolean): Oracle {
  return {
    meaning: "Gymnasium's hand-written pilot",
    play: () =>
      memoryless((seen, action) => {
        const [x, y, speedX, speedY, angle, turn] = seen;
        const onGround = seen[6] !== 0 || seen[7] !== 0;
        const lean = clip(0.5 * x + speedX, -0.4, 0.4);
        const tilt = onGround ? 0 : 0.5 * (lean - angle) - turn;
        const lift = onGround ? -0.5 * speedY : 0.5 * (0.55 * Math.abs(x) - y) - 0.5 * speedY;
        if (continuous) {
          action[0] = clip(20 * lift - 1, -1, 1);
          action[1] = clip(-20 * tilt, -1, 1);
        } else if (lift > Math.abs(tilt) && lift > 0.05) action[0] = 2;
        else action[0] = tilt < -0.05 ? 3 : tilt > 0.05 ? 1 : 0;
      }),
  };
}
