const MINUTE_MS = 60_000;

/**
 * Notes that a key was used, at most once a minute, without anybody waiting for it: what could not be written is
 * written a minute later. `now` in milliseconds, never running backwards.
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
