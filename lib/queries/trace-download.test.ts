import { describe, expect, it } from "vitest";
import { testClient } from "./test-client";
import { downloadTrace } from "./trace-download";

const PROJECT = "local/demo";

describe("downloadTrace", () => {
  const download = (answer: string) => downloadTrace(PROJECT, "t", testClient(() => answer).client);

  it("has a line for each call, every payload as it was sent", async () => {
    const sent = '{"big": 12345678901234567890,  "one": 1.0}';
    const { file, calls } = await download(`{"id":"a","inputs":${sent}}\n{"id":"b","output":1e-7}\n`);
    expect(calls).toBe(2);
    expect(await file.text()).toBe(`{"id":"a","inputs":${sent}}\n{"id":"b","output":1e-7}\n`);
  });

  it("fails rather than giving a part", async () => {
    await expect(download('{"id":"a"}\n{"id":')).rejects.toMatchObject({ code: "cut_off" });
  });
});
