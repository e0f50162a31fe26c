// Physics of Lunar Lander: ground, hull and two sprung legs in a Box2D world, with engines and wind. Constants are those of Gymnasium's
// LunarLander-v3 source; planck is Box2D 2.3 in JavaScript (in double instead of single precision). The physics state cannot be copied, so
// `lunar-lander.ts` replays it.

import { Box, Edge, Polygon, Vec2, World } from "planck";
import { LegJoint } from "./leg-joint.ts";

/** Steps per second. */
export const RATE = 50;
const SCALE = 30;
/** Width and height of the scene in m; the pad is in the middle at a quarter of the height. */
export const WIDTH = 600 / SCALE;
export const HEIGHT = 400 / SCALE;
export const PAD = HEIGHT / 4;
/** Height of the hull's centre above the pad when the lander stands on it. */
export const STANDING = 18 / SCALE;
/** Number of ground heights drawn: one more than the ground has corners, for smoothing. */
export const TERRAIN = 12;

const MAIN_POWER = 13;
const SIDE_POWER = 0.6;
const HULL = [
  [-14, 17],
  [-17, 0],
  [-17, -10],
  [17, -10],
  [17, 0],
  [14, 17],
].map(([x, y]) => ({ x: x / SCALE, y: y / SCALE }));
const [LEG_WIDTH, LEG_HEIGHT] = [2 / SCALE, 8 / SCALE];
const LEG = [
  { x: -LEG_WIDTH, y: -LEG_HEIGHT },
  { x: LEG_WIDTH, y: -LEG_HEIGHT },
  { x: LEG_WIDTH, y: LEG_HEIGHT },
  { x: -LEG_WIDTH, y: LEG_HEIGHT },
];
const HULL_DENSITY = 5;
/** Set explicitly, because planck 1.4.2 uses the mean of the corners as the centre of mass (a bug in its `addVec2`). */
const HULL_MASS = massOf(HULL, HULL_DENSITY);

/** Effects of engines and wind in one step. */
export interface Thrust {
  /** Power of the main engine, 0 or 0.5 … 1. */
  main: number;
  /** Power of the side engines, 0 or 0.5 … 1 in absolute value; negative for the left one. */
  side: number;
  /** Two random numbers, uniform in [−1, 1], that scatter the point of application of the engines' forces. */
  scatter0: number;
  scatter1: number;
  /** Force on the hull's centre in N, to the right, and torque in N·m. */
  wind: number;
  torque: number;
}

/** A lander in flight, in m, s and rad, in scene coordinates. */
export interface Lander {
  readonly x: number;
  readonly y: number;
  readonly speedX: number;
  readonly speedY: number;
  readonly angle: number;
  readonly turn: number;
  /** Whether each leg (left, right) has ground contact. */
  readonly legs: readonly [boolean, boolean];
  /** Whether the hull has touched the ground. */
  readonly crashed: boolean;
  /** Whether Box2D has put all bodies to sleep. */
  readonly asleep: boolean;
  /** Corners of the ground from left to right, and current outlines of the hull and both legs. */
  readonly ground: readonly Corner[];
  outlines(): readonly (readonly Corner[])[];
  step(thrust: Thrust): void;
}

/**
 * Builds the scene and applies the initial push to the hull.
 *
 * @param terrain [12] heights before the pad is flattened and neighbours are averaged.
 * @param gravity negative, in m/s².
 */
export function makeLander(terrain: ArrayLike<number>, pushX: number, pushY: number, gravity: number): Lander {
  const world = new World({ gravity: Vec2(0, gravity), allowSleep: true });
  const ground = world.createBody();
  ground.createFixture(new Edge(Vec2(0, 0), Vec2(WIDTH, 0)));
  const corners = groundOf(terrain);
  for (let k = 0; k + 1 < corners.length; k++)
    ground.createFixture(new Edge(corners[k], corners[k + 1]), { friction: 0.1 });

  const hull = world.createDynamicBody(Vec2(WIDTH / 2, HEIGHT));
  hull.createFixture(new Polygon(HULL), {
    density: HULL_DENSITY,
    friction: 0.1,
    filterCategoryBits: 0x0010,
    filterMaskBits: 0x0001,
  });
  hull.setMassData(HULL_MASS);
  hull.applyForceToCenter(Vec2(pushX, pushY));
  const legs = ([-1, 1] as const).map((side) => {
    const leg = world.createDynamicBody(Vec2(WIDTH / 2 - (side * 20) / SCALE, HEIGHT), 0.05 * side);
    leg.createFixture(new Box(LEG_WIDTH, LEG_HEIGHT), {
      density: 1,
      filterCategoryBits: 0x0020,
      filterMaskBits: 0x0001,
    });
    world.createJoint(
      new LegJoint({
        bodyA: hull,
        bodyB: leg,
        localAnchorA: Vec2(0, 0),
        localAnchorB: Vec2((side * 20) / SCALE, 18 / SCALE),
        // Angles are relative to the legs' initial ones (±0.05), which lie outside the limits, so the legs snap inside at once.
        referenceAngle: 0.05 * side,
        enableMotor: true,
        maxMotorTorque: 40,
        motorSpeed: 0.3 * side,
        enableLimit: true,
        lowerAngle: side < 0 ? 0.9 - 0.5 : -0.9,
        upperAngle: side < 0 ? 0.9 : -0.9 + 0.5,
      }),
    );
    return leg;
  });

  const touching: [boolean, boolean] = [false, false];
  let crashed = false;
  world.on("begin-contact", (contact) => {
    const bodies = [contact.getFixtureA().getBody(), contact.getFixtureB().getBody()];
    if (bodies.includes(hull)) crashed = true;
    for (const k of [0, 1]) if (bodies.includes(legs[k])) touching[k] = true;
  });
  world.on("end-contact", (contact) => {
    const bodies = [contact.getFixtureA().getBody(), contact.getFixtureB().getBody()];
    for (const k of [0, 1]) if (bodies.includes(legs[k])) touching[k] = false;
  });

  const impulse = Vec2(0, 0);
  const place = Vec2(0, 0);
  return {
    legs: touching,
    ground: corners,
    outlines: () => [
      HULL.map((corner) => hull.getWorldPoint(corner)),
      ...legs.map((leg) => LEG.map((corner) => leg.getWorldPoint(corner))),
    ],
    get x() {
      return hull.getPosition().x;
    },
    get y() {
      return hull.getPosition().y;
    },
    get speedX() {
      return hull.getLinearVelocity().x;
    },
    get speedY() {
      return hull.getLinearVelocity().y;
    },
    get angle() {
      return hull.getAngle();
    },
    get turn() {
      return hull.getAngularVelocity();
    },
    get crashed() {
      return crashed;
    },
    get asleep() {
      return !hull.isAwake();
    },
    step(thrust) {
      if (thrust.wind !== 0) hull.applyForceToCenter(Vec2(thrust.wind, 0), true);
      if (thrust.torque !== 0) hull.applyTorque(thrust.torque, true);
      const tipX = Math.sin(hull.getAngle());
      const tipY = Math.cos(hull.getAngle());
      const [sideX, sideY] = [-tipY, tipX];
      const along = thrust.scatter0 / SCALE;
      const across = thrust.scatter1 / SCALE;
      const { x, y } = hull.getPosition();
      if (thrust.main > 0) {
        const reach = 4 / SCALE + 2 * along;
        const offX = tipX * reach + sideX * across;
        const offY = -tipY * reach - sideY * across;
        const power = MAIN_POWER * thrust.main;
        place.set(x + offX, y + offY);
        impulse.set(-offX * power, -offY * power);
        hull.applyLinearImpulse(impulse, place, true);
      }
      if (thrust.side !== 0) {
        const reach = 3 * across + (Math.sign(thrust.side) * 12) / SCALE;
        const offX = tipX * along + sideX * reach;
        const offY = -tipY * along - sideY * reach;
        const power = SIDE_POWER * Math.abs(thrust.side);
        // 17 in one coordinate and 14 in the other: an inconsistency of the original, kept because it is part of the task.
        place.set(x + offX - (tipX * 17) / SCALE, y + offY + (tipY * 14) / SCALE);
        impulse.set(-offX * power, -offY * power);
        hull.applyLinearImpulse(impulse, place, true);
      }
      world.step(1 / RATE, 180, 60);
    },
  };
}

/**
 * Mass, centre of mass, and moment of inertia about the origin of a polygon with uniform density, from the triangles between the origin and
 * its sides: with c = x₁y₂ − x₂y₁, A = ½Σc, centre Σc(p₁+p₂)/6A, moment ρ/12·Σc(p₁² + p₁p₂ + p₂²).
 *
 * @param corners in m, counter-clockwise.
 * @param density in kg/m².
 */
export function massOf(corners: readonly Corner[], density: number): { mass: number; center: Corner; I: number } {
  let [area, x, y, moment] = [0, 0, 0, 0];
  for (const [k, a] of corners.entries()) {
    const b = corners[(k + 1) % corners.length];
    const cross = a.x * b.y - b.x * a.y;
    area += cross / 2;
    x += (cross * (a.x + b.x)) / 6;
    y += (cross * (a.y + b.y)) / 6;
    moment += (cross * (a.x * a.x + a.x * b.x + b.x * b.x + a.y * a.y + a.y * b.y + b.y * b.y)) / 12;
  }
  return { mass: density * area, center: { x: x / area, y: y / area }, I: density * moment };
}

export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Corners of the ground: five heights in the middle are set to the pad's; then each is 0.33 times the sum of three neighbours. */
function groundOf(terrain: ArrayLike<number>): Vec2[] {
  const heights = Array.from(terrain);
  const middle = Math.floor((TERRAIN - 1) / 2);
  heights.fill(PAD, middle - 2, middle + 3);
  return Array.from({ length: TERRAIN - 1 }, (_, k) => {
    // As in the original, the first corner's left neighbour is the last height.
    const before = heights[(k + TERRAIN - 1) % TERRAIN];
    return Vec2((WIDTH / (TERRAIN - 2)) * k, 0.33 * (before + heights[k] + heights[k + 1]));
  });
}
