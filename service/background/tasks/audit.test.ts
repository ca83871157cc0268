import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { keepAudit } from "./audit";

const logger = pino({ enabled: false });

test("old records are removed, with the configured days", async () => {
  const stop = new AbortController();
  const asked: number[] = [];
  const expireAudit = async (days: number) => {
    asked.push(days);
    stop.abort();
    return 0;
  };
  await keepAudit({ expireAudit }, 90, { logger, signal: stop.signal });
  expect(asked).toEqual([90]);
});

test("without them, records are kept", async () => {
  const expireAudit = vi.fn<() => Promise<number>>();
  await keepAudit({ expireAudit }, undefined, { logger, signal: new AbortController().signal });
  expect(expireAudit).not.toHaveBeenCalled();
});
