/** How long to wait before the next try, in milliseconds: each time longer, and not all at once. */
export const pauseAfter = (tries: number): number =>
  Math.min(10_000, 250 * 2 ** Math.min(tries, 6)) * (0.7 + Math.random() * 0.6);
