import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fetchPrograms } from "./fetch-code";

const run = promisify(execFile);
const ids = { projectId: "acme/o'brien $HOME", callId: 'id "1" `x`', traceId: "trace\\n" };
const env = { ...process.env, LOUPE_API_KEY: "lp_x_y" };

let server: Server;
let baseUrl: string;
let asked: { path: string | undefined; authorization: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
      response.end('{"op_name":"answer","big":12345678901234567890}\n');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), "close");
});

async function runProgram(id: string): Promise<string> {
  const code = fetchPrograms({ baseUrl, ...ids }).find((program) => program.id === id)?.code ?? "";
  asked = [];
  if (id === "curl") return (await run("sh", ["-e", "-c", code], { env })).stdout;
  const { code: script } = await transform(code, { loader: "ts" });
  return (await run(process.execPath, ["--input-type=module", "-e", script], { env })).stdout;
}

describe("fetchPrograms", () => {
  it.each(["curl", "typescript"])("%s reads the call and its trace, for any names", async (id) => {
    const printed = await runProgram(id);
    expect(printed).toContain("12345678901234567890");
    const authorization = `Basic ${Buffer.from("api:lp_x_y").toString("base64")}`;
    expect(asked).toEqual([
      {
        path: "/call/read",
        authorization,
        body: { project_id: ids.projectId, id: ids.callId, include_costs: true },
      },
      {
        path: "/calls/stream_query",
        authorization,
        body: {
          project_id: ids.projectId,
          filter: { trace_ids: [ids.traceId] },
          sort_by: [{ field: "started_at", direction: "asc" }],
        },
      },
    ]);
  });

  it("writes words that are Python's", () => {
    const python = fetchPrograms({ baseUrl: "http://x", ...ids }).find(({ id }) => id === "python")?.code;
    expect(python).toContain('"include_costs": True}');
  });

  it("leaves out an unknown trace", () => {
    for (const { code } of fetchPrograms({ baseUrl: "http://x", ...ids, traceId: undefined })) {
      expect(code).not.toContain("stream_query");
    }
  });

  it("contains no key", () => {
    for (const { code } of fetchPrograms({ baseUrl: "http://x", ...ids })) expect(code).toContain("LOUPE_API_KEY");
  });
});
