import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import * as weave from "weave";
import { listen, type Listening } from "@/service/http/routes/test-servers";
import { ADMIN_KEY, useService } from "@/service/http/routes/test-service";

export const PROJECT = "acme/sdk";
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

type Client = Awaited<ReturnType<typeof weave.init>>;

/**
 * For tests: W&B's own SDK pointed at the service, and the native endpoints to check the result. After each test no
 * request of the SDK may have been rejected, unless the test removed it from the log, because the SDK ends its process
 * after some rejections.
 */
export function useWeave() {
  const service = useService();
  const running: { api?: Listening; client?: Client } = {};
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("the SDK ended the process");
  });

  beforeAll(async () => {
    vi.spyOn(console, "log").mockReturnValue(undefined);
    const app = service.app({ allowedHosts: ["127.0.0.1"] });
    running.api = await listen((request) => app.fetch(request));
    vi.stubEnv("WF_TRACE_SERVER_URL", `${running.api.url}/weave/`);
    vi.stubEnv("WANDB_API_KEY", ADMIN_KEY);
    vi.stubEnv("WEAVE_PRINT_CALL_LINK", "false");
    running.client = await weave.init(PROJECT);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await running.api?.close();
  });
  beforeEach(() => {
    service.log.splice(0);
  });
  afterEach(() => {
    expect(service.log.filter(({ status }) => Number(status) >= 400)).toEqual([]);
    expect(exit).not.toHaveBeenCalled();
  });

  async function textOf(path: string, body: object): Promise<string> {
    return (await service.post(path, { project_id: PROJECT, ...body })).text();
  }

  return {
    service,
    get client(): Client {
      if (!running.client) throw new Error("The SDK is started before the first test");
      return running.client;
    },
    /** The response of a native endpoint about the SDK's project. */
    native: async (path: string, body: object) => JSON.parse(await textOf(path, body)),
    /** The calls of an op, oldest first, as the interface returns them. */
    async callsOf(op: string) {
      await running.client?.waitForBatchProcessing();
      const filter = { op_names: [`core:///${PROJECT}/op/${op}:*`] };
      const sort_by = [{ field: "started_at" }];
      const lines = await textOf("/calls/stream_query", { filter, sort_by, include_overview: true });
      return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    },
  };
}
