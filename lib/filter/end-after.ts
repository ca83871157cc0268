/**
 * The exclusive end of a range whose last instant is `until`, in milliseconds since 1970: lists include that instant with
 * its microseconds, and statistics end before one.
 */
export const endAfter = (until: string): number => Date.parse(until) + 1;
