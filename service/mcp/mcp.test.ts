import { expect, test } from "vitest";
import { useService } from "@/service/routes/test-service";
import { callTool, connect, serve } from "./test-mcp";

const service = useService();

test("x", async () => {
  const serving = await serve(service);
  for (const negotiation of [{ mode: "auto" as const }, { mode: "legacy" as const }]) {
    const client = await connect(serving, { negotiation });
    console.log(client.getNegotiatedProtocolVersion?.(), client.getInstructions()?.slice(0, 50));
    const { tools } = await client.listTools();
    console.log(JSON.stringify(tools, null, 1).slice(0, 3000));
    console.log(await callTool(client, "list_projects", {}));
    console.log(await callTool(client, "find_traces", { project: "acme/a", filter: "statu:x" }));
    console.log(await callTool(client, "find_traces", { limit: 0, foo: 1 }));
    console.log(await callTool(client, "read_trace", { trace_id: "nope" }));
  }
  expect(1).toBe(1);
});
