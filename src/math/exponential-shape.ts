// A shape of distances: 1 at no distance, falling towards 0.

/**
 * R(d) = exp(−½·d/(scale·dispersion))^(1/density) for d ≥ 0 (Lucy-SKG, arXiv 2305.15801, eq. 3): a larger `dispersion` reaches
 * further, and `density` bends the fall. All three lie above 0.
 */
export function exponentialShape(distance: number, scale: number, dispersion = 1, density = 1): number {
  return Math.exp((-0.5 * distance) / (scale * dispersion)) ** (1 / density);
}
