import fc from "fast-check";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonText } from "@/lib/json/text";
import { useService } from "./test-service";

const service = useService();
const VALUE = jsonTextArbitrary.map((text) => new JsonText(text));
const OBJECT = VALUE.filter(({ kind }) => kind === "object");
const AT = "2026-11-20T08:00:00Z";
const ROUNDS = 8;

/** What each endpoint that streams is asked for, so that it returns all the payloads that it can. */
const REQUESTS: Record<string, (project_id: string) => object[]> = {
  "/calls/stream_query": (project_id) => [
    { project_id },
    { project_id, include_overview: true, include_costs: true, include_extras: true },
    { project_id, columns: ["inputs", "output", "inputs.a", "output.b", "attributes.[1]", "summary"] },
  ],
  "/weave/calls/stream_query": (project_id) => [{ project_id, include_feedback: true }],
  "/threads/stream_query": (project_id) => [{ project_id, include_totals: true }],
  "/audit/export": (project_id) => [{ project_id }],
};

const withoutBreaks = (json: JsonText) => json.text.replaceAll("\n", "").replaceAll("\r", "");

test("every endpoint that streams is tested here", () => {
  const streaming = Object.values(endpoints).filter(({ answer }) => answer === "json-lines");
  expect(Object.keys(REQUESTS)).toEqual(expect.arrayContaining(streaming.map(({ path }) => path)));
});

test("each row is one line, however payloads are spaced, and nothing else of them changes", async () => {
  const call = fc.record({ attributes: OBJECT, inputs: OBJECT, output: VALUE, summary: OBJECT, payload: OBJECT });
  let rounds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 4 }), async (calls) => {
      rounds += 1;
      const project_id = `acme/lines-${rounds}`;
      const ids = calls.map((_, index) => `lines-${rounds}-${index}`);
      const batch = calls.map((sent, index) => ({
        project_id,
        id: ids[index],
        trace_id: ids[index],
        thread_id: "thread",
        op_name: "call",
        started_at: AT,
        ended_at: AT,
        attributes: sent.attributes,
        inputs: sent.inputs,
        output: sent.output,
        summary: sent.summary,
      }));
      expect(await (await service.post("/calls/complete", { batch })).json()).not.toHaveProperty("refused");
      const feedback = calls.map(({ payload }, index) => ({
        project_id,
        core_ref: `core:///${project_id}/call/${ids[index]}`,
        feedback_type: "rating",
        payload,
      }));
      await service.post("/feedback/batch/create", { batch: feedback });

      for (const [path, requests] of Object.entries(REQUESTS)) {
        for (const request of requests(project_id)) {
          const text = await (await service.post(path, request)).text();
          expect(text).toMatch(/\n$/);
          expect(text).not.toContain("\r");
          for (const line of text.split("\n").slice(0, -1)) expect(JSON.parse(line)).toBeInstanceOf(Object);
        }
      }

      const lines = (await (await service.post("/calls/stream_query", { project_id })).text()).split("\n").slice(0, -1);
      expect(lines).toHaveLength(calls.length);
      for (const [index, { attributes, inputs, output, summary }] of calls.entries()) {
        const line = lines.find((one) => JSON.parse(one).id === ids[index]) ?? "";
        for (const [field, payload] of Object.entries({ attributes, inputs, output }))
          expect(line).toContain(`"${field}":${withoutBreaks(payload)}`);
        // The service adds its own member at the end.
        expect(line).toContain(`"summary":${withoutBreaks(summary).slice(0, -1).trimEnd()}`);
      }
    }),
    { numRuns: ROUNDS },
  );
});
