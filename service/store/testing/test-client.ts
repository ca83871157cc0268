import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { TestStore } from "./test-store";

/** A connection of its own to the database of a test file's store. */
export function useClient(opened: () => TestStore): () => pg.Client {
  let client: pg.Client | undefined;
  beforeAll(async () => {
    client = new pg.Client(opened().connection);
    await client.connect();
  });
  afterAll(() => client?.end());
  return () => {
    if (!client) throw new Error("the client is connected before the tests");
    return client;
  };
}
