/** How long a long fault is to last, minutes: what `npm run faults` was given, else its own. */
export function minutesOf(usual: number): number {
  return Number(process.env.LOUPE_FAULT_MINUTES ?? usual);
}
