import { Pool } from "undici";

const OK = 200;

/** A client of one address. */
export interface Load {
  /** Sends a body and waits for the end of a 200. */
  ask(body: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A client that does almost nothing with a response: it shares the machine with the servers, so its own cost would be
 * counted as theirs. It is used for everything that is compared.
 */
export function openLoad(address: string, headers: Record<string, string>, connections: number): Load {
  const { origin, pathname } = new URL(address);
  const pool = new Pool(origin, { connections });
  const request = {
    method: "POST" as const,
    path: pathname,
    headers: { "content-type": "application/json", ...headers },
  };
  return {
    ask: (body) =>
      new Promise((resolve, reject) => {
        let status = 0;
        let refusal = "";
        pool.dispatch(
          { ...request, body },
          {
            onRequestStart() {},
            onResponseStart: (_controller, code) => void (status = code),
            onResponseData(_controller, chunk) {
              if (status !== OK) refusal += chunk.toString();
            },
            onResponseEnd() {
              if (status === OK) resolve();
              else reject(new Error(`${address} answered ${status}: ${refusal}`));
            },
            onResponseError: (_controller, error) => reject(error),
          },
        );
      }),
    close: () => pool.close(),
  };
}

/** Runs something `count` times, with a given concurrency. */
export async function inParallel(
  lanes: number,
  count: number,
  run: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
