const MINUTE_MS = 60_000;

/**
 * Records the use of a key in the background, at most once a minute; a write that fails is repeated a minute later.
 * `now` in milliseconds, monotonic.
 */
export function createUseRecorder(
  record: (keyId: string) => Promise<void>,
  now: () => number,
): (keyId: string) => void {
  const notedAt = new Map<string, number>();
  return (keyId) => {
    const before = notedAt.get(keyId);
    if (before !== undefined && now() - before < MINUTE_MS) return;
    notedAt.set(keyId, now());
    record(keyId).catch(() => undefined);
  };
}
