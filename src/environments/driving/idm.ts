// Car following by the intelligent driver model: acceleration towards a desired speed, and braking towards a safe gap.
// Source: Treiber, Hennecke and Helbing, Phys. Rev. E 62 (2000) 1805.

/** Constants of car following. Lengths are in metres, times in seconds. */
export interface Follower {
  /** Speed on a free road, in m/s. */
  readonly desired: number;
  /** Largest acceleration a, in m/s². */
  readonly acceleration: number;
  /** Comfortable braking b, in m/s², above 0. */
  readonly braking: number;
  /** Gap at a standstill, bumper to bumper. */
  readonly standing: number;
  /** Time gap to the car ahead. */
  readonly headway: number;
  /** How late acceleration fades on the way to the desired speed. */
  readonly exponent: number;
}

/** Gap that a driver wants at this speed, where the car ahead drives at `ahead` m/s. It is at least the standing gap. */
export function wantedGap(driver: Follower, speed: number, ahead: number): number {
  const dynamic =
    speed * driver.headway + (speed * (speed - ahead)) / (2 * Math.sqrt(driver.acceleration * driver.braking));
  return driver.standing + (dynamic > 0 ? dynamic : 0);
}

/** Acceleration in m/s². `gap` is bumper to bumper and above 0; on a free road it is infinite. */
export function following(driver: Follower, speed: number, gap: number, ahead: number): number {
  const share = wantedGap(driver, speed, ahead) / gap;
  return driver.acceleration * (1 - (speed / driver.desired) ** driver.exponent - share * share);
}

/** Gap at which a driver keeps this speed behind a car of the same speed, which is below the desired one. */
export const equilibriumGap = (driver: Follower, speed: number): number =>
  (driver.standing + speed * driver.headway) / Math.sqrt(1 - (speed / driver.desired) ** driver.exponent);
