const NANOS_PER_MICRO = 1000n;
const MICROS_PER_SECOND = 1_000_000n;

/** Unix nanoseconds as a normalised timestamp: UTC with microseconds and `Z`, digits beyond them cut. */
export function timestampOf(unixNano: bigint): string {
  const micros = unixNano / NANOS_PER_MICRO;
  const seconds = new Date(Number(micros / MICROS_PER_SECOND) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % MICROS_PER_SECOND).padStart(6, "0")}Z`;
}
