// The lander's leg joint: planck's revolute joint with an allocation-free velocity solver. A world step runs 180 iterations of it, most of
// which change nothing and are skipped early. All sums are in planck's order, so flights are bit-identical.

import { RevoluteJoint, type TimeStep } from "planck";

/** The part of planck's joint state that is used here. */
interface Vector {
  x: number;
  y: number;
}

interface Moving {
  /** Linear and angular velocity of the body within a step. */
  readonly c_velocity: { readonly v: Vector; w: number };
}

interface Matrix {
  readonly ex: Vector & { z: number };
  readonly ey: Vector & { z: number };
  readonly ez: Vector & { z: number };
}

const [NONE, LOWER, UPPER] = [0, 1, 2];

/** A revolute joint with motor and limits. */
export class LegJoint extends RevoluteJoint {
  declare readonly m_bodyA: Moving;
  declare readonly m_bodyB: Moving;
  declare readonly m_invMassA: number;
  declare readonly m_invMassB: number;
  declare readonly m_invIA: number;
  declare readonly m_invIB: number;
  declare readonly m_rA: Vector;
  declare readonly m_rB: Vector;
  declare readonly m_mass: Matrix;
  declare readonly m_motorMass: number;
  declare readonly m_motorSpeed: number;
  declare readonly m_maxMotorTorque: number;
  declare readonly m_limitState: number;
  declare m_motorImpulse: number;
  declare readonly m_impulse: Vector & { z: number };
  /** Velocities at which an iteration had no effect. */
  readonly #still = new Float64Array(6).fill(Number.NaN);

  override initVelocityConstraints(step: TimeStep): void {
    super.initVelocityConstraints(step);
    this.#still.fill(Number.NaN);
    if (this.m_limitState !== NONE && this.m_limitState !== LOWER && this.m_limitState !== UPPER)
      throw new Error("a leg joint has no equal limits");
  }

  /** One iteration: the motor, then point and limit together (Box2D, b2RevoluteJoint). */
  override solveVelocityConstraints(step: TimeStep): void {
    const a = this.m_bodyA.c_velocity;
    const b = this.m_bodyB.c_velocity;
    const still = this.#still;
    if (
      still[0] === a.v.x &&
      still[1] === a.v.y &&
      still[2] === a.w &&
      still[3] === b.v.x &&
      still[4] === b.v.y &&
      still[5] === b.w
    )
      return;
    const mA = this.m_invMassA;
    const mB = this.m_invMassB;
    const iA = this.m_invIA;
    const iB = this.m_invIB;
    const rA = this.m_rA;
    const rB = this.m_rB;
    const total = this.m_impulse;
    const ax = a.v.x;
    const ay = a.v.y;
    const aw = a.w;
    const bx = b.v.x;
    const by = b.v.y;
    const bw = b.w;
    const totalX = total.x;
    const totalY = total.y;
    const totalZ = total.z;
    const motor = this.m_motorImpulse;
    let wA = aw;
    let wB = bw;

    const most = step.dt * this.m_maxMotorTorque;
    const pushed = motor + -this.m_motorMass * (wB - wA - this.m_motorSpeed);
    this.m_motorImpulse = pushed < -most ? -most : pushed > most ? most : pushed;
    const turn = this.m_motorImpulse - motor;
    wA -= iA * turn;
    wB += iB * turn;

    const apartX = bx + -wB * rB.y - (ax + -wA * rA.y);
    const apartY = by + wB * rB.x - (ay + wA * rA.x);
    let x: number;
    let y: number;
    let z = 0;
    const ex = this.m_mass.ex;
    const ey = this.m_mass.ey;
    const ez = this.m_mass.ez;
    const plane = reciprocal(ex.x * ey.y - ey.x * ex.y);
    if (this.m_limitState === NONE) {
      x = plane * (ey.y * -apartX - ey.x * -apartY);
      y = plane * (ex.x * -apartY - ex.y * -apartX);
      total.x += x;
      total.y += y;
    } else {
      const apartW = wB - wA;
      const crossX = ey.y * ez.z - ey.z * ez.y;
      const crossY = ey.z * ez.x - ey.x * ez.z;
      const crossZ = ey.x * ez.y - ey.y * ez.x;
      const whole = reciprocal(ex.x * crossX + ex.y * crossY + ex.z * crossZ);
      x = -(whole * (apartX * crossX + apartY * crossY + apartW * crossZ));
      y = -(
        whole *
        (ex.x * (apartY * ez.z - apartW * ez.y) +
          ex.y * (apartW * ez.x - apartX * ez.z) +
          ex.z * (apartX * ez.y - apartY * ez.x))
      );
      z = -(
        whole *
        (ex.x * (ey.y * apartW - ey.z * apartY) +
          ex.y * (ey.z * apartX - ey.x * apartW) +
          ex.z * (ey.x * apartY - ey.y * apartX))
      );
      const held = totalZ + z;
      if (this.m_limitState === LOWER ? held < 0 : held > 0) {
        // The limit becomes inactive: only the point is constrained, and the limit's impulse is undone.
        const freeX = -apartX + totalZ * ez.x;
        const freeY = -apartY + totalZ * ez.y;
        x = plane * (ey.y * freeX - ey.x * freeY);
        y = plane * (ex.x * freeY - ex.y * freeX);
        z = -totalZ;
        total.x += x;
        total.y += y;
        total.z = 0;
      } else {
        total.x += x;
        total.y += y;
        total.z += z;
      }
    }
    a.v.x -= mA * x;
    a.v.y -= mA * y;
    b.v.x += mB * x;
    b.v.y += mB * y;
    if (this.m_limitState === NONE) {
      a.w = wA - iA * (rA.x * y - rA.y * x);
      b.w = wB + iB * (rB.x * y - rB.y * x);
    } else {
      a.w = wA - iA * (rA.x * y - rA.y * x + z);
      b.w = wB + iB * (rB.x * y - rB.y * x + z);
    }

    const unchanged =
      a.v.x === ax &&
      a.v.y === ay &&
      a.w === aw &&
      b.v.x === bx &&
      b.v.y === by &&
      b.w === bw &&
      total.x === totalX &&
      total.y === totalY &&
      total.z === totalZ &&
      this.m_motorImpulse === motor;
    if (!unchanged) return;
    still[0] = ax;
    still[1] = ay;
    still[2] = aw;
    still[3] = bx;
    still[4] = by;
    still[5] = bw;
  }
}

/** 1/x, and 0 for 0, as planck inverts. */
const reciprocal = (x: number): number => (x === 0 ? 0 : 1 / x);
