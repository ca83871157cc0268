import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FailedAttempts, FREE_FAILURES, HELD_OF_ONE } from "@/lib/network/failed-attempts";
import { forwardedKey, forwardedProof, PROOF_HEADER } from "@/lib/network/forwarded-proof";
import { newKeyText } from "@/service/people/keys/key-text";
import { type Serving, startServing } from "@/service/http/serving";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

/** A listening service whose delayed responses wait until the test releases them. */
async function listening(trustedProxies: string[]) {
  const held = new Set<() => void>();
  const attempts = new FailedAttempts({ now: () => 0, wait: () => new Promise((resolve) => void held.add(resolve)) });
  const app = service.app({ attempts, trustedProxies, allowedHosts: ["127.0.0.1"] });
  const serving = await startServing(app.fetch, "127.0.0.1", 0);
  const ask = async (key: string | undefined, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const answered = (answer: IncomingMessage) =>
        void answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      request(
        {
          host: "127.0.0.1",
          port: serving.port,
          path: "/keys/self",
          method: "POST",
          headers: { ...authorization, ...headers },
          agent: false,
        },
        answered,
      )
        .on("error", reject)
        .end("{}");
    });
  return { ask, serving, held };
}

/** Sends invalid keys until the next one waits. */
async function useUp(
  { ask }: Awaited<ReturnType<typeof listening>>,
  headers: () => Record<string, string> = () => ({}),
) {
  for (let n = 0; n < FREE_FAILURES; n += 1) expect(await ask(newKeyText().text, headers())).toBe(401);
}

describe("an address that sends many invalid keys", () => {
  let running: Awaited<ReturnType<typeof listening>>;
  let serving: Serving;
  beforeAll(async () => {
    running = await listening([]);
    serving = running.serving;
  });
  afterAll(() => serving.stop(0));

  test("waits, and is rejected if too many wait; a valid key is answered at once", async () => {
    const { ask, held } = running;
    // Whatever address the request claims to come from.
    let n = 0;
    await useUp(running, () => ({ "x-forwarded-for": `203.0.113.${(n += 1)}`, [PROOF_HEADER]: "forged" }));
    const slowed = Array.from({ length: HELD_OF_ONE }, () => ask("sk-wrong"));
    await vi.waitFor(() => expect(held.size).toBe(HELD_OF_ONE), 30_000);
    expect(await ask("sk-wrong", { "x-forwarded-for": "203.0.113.200" })).toBe(429);
    expect(await ask(ADMIN_KEY)).toBe(200);
    expect(await ask(undefined)).toBe(401);
    for (const release of held) release();
    expect(await Promise.all(slowed)).toEqual(slowed.map(() => 401));
  });
});

test("users of a dashboard that proves that it has the admin key are counted separately", async () => {
  const running = await listening([]);
  const forwarded = (address: string) => ({
    "x-forwarded-for": address,
    [PROOF_HEADER]: forwardedProof(forwardedKey(ADMIN_KEY), address),
  });
  await useUp(running, () => forwarded("203.0.113.9"));
  void running.ask("sk-wrong", forwarded("203.0.113.9")).catch(() => undefined);
  await vi.waitFor(() => expect(running.held.size).toBe(1), 30_000);
  expect(await running.ask("sk-wrong", forwarded("203.0.113.10"))).toBe(401);
  expect(await running.ask("sk-wrong")).toBe(401);
  await running.serving.stop(0);
});

test("addresses forwarded by a trusted proxy are counted separately", async () => {
  const running = await listening(["127.0.0.0/8"]);
  await useUp(running, () => ({ "x-forwarded-for": "made up, 203.0.113.9" }));
  void running.ask("sk-wrong", { "x-forwarded-for": "203.0.113.9" }).catch(() => undefined);
  await vi.waitFor(() => expect(running.held.size).toBe(1), 30_000);
  expect(await running.ask("sk-wrong", { "x-forwarded-for": "203.0.113.10" })).toBe(401);
  await running.serving.stop(0);
});
