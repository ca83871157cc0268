import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digestOf } from "./digest";
import { useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const project_id = "local/files";

async function read(digest: string, project = project_id): Promise<Buffer | undefined> {
  const parts = await opened().store.readFile(project, digest);
  if (!parts) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks);
}

describe("a file", () => {
  const MIB = 1024 * 1024;
  test.each([
    ["of nothing", Buffer.of()],
    ["of text", Buffer.from("async function answer() {}")],
    ["of every byte", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ["of exactly one part", randomBytes(MIB)],
    ["of several parts", randomBytes(2 * MIB + 1)],
  ])("%s comes back as it was, under its digest", async (_what, content) => {
    const digest = await opened().store.createFile({ project_id, name: "obj.py", content });
    expect(digest).toBe(digestOf(content));
    expect((await read(digest))?.equals(content)).toBe(true);
  });

  test("arriving many times at once is stored once", async () => {
    const content = randomBytes(MIB + 7);
    const file = { project_id, name: "a\u0000b", content };
    const digests = await Promise.all(Array.from({ length: 8 }, () => opened().store.createFile(file)));
    expect(new Set(digests).size).toBe(1);
    expect((await read(digests[0] ?? ""))?.equals(content)).toBe(true);
  });

  test.each([["nope"], ["../../etc/passwd"], ["' or 1=1 --"]])("%s does not exist", async (digest) => {
    expect(await read(digest)).toBeUndefined();
  });

  test("does not exist in another project", async () => {
    const digest = await opened().store.createFile({ project_id, name: "x", content: Buffer.from("mine") });
    expect(await read(digest, "local/other")).toBeUndefined();
  });
});
