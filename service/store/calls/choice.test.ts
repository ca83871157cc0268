import { beforeAll, expect, test } from "vitest";
import { writeJson } from "@/lib/json/text";
import { finished, json, list, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const INPUTS = '{"a": {"b": 1.0, "big": 12345678901234567890}, "x.y": [1, {"z": "\\u00e9"}], "other": true}';

beforeAll(async () => {
  const payloads = { inputs: json(INPUTS), output: json('"text"'), summary: json('{"usage": {"m": {"n": 1}}}') };
  await opened().store.writeCalls([finished({ id: "one", ...payloads }), finished({ id: "bare" })]);
});

test.each<[columns: string[], one: string, bare: string]>([
  [["inputs.a.b"], '{"id":"one","inputs":{"a":{"b":1.0}}}', '{"id":"bare","inputs":{}}'],
  [
    ["op_name", "inputs.a.big", "inputs.x\\.y.1.z"],
    '{"id":"one","op_name":"answer","inputs":{"a":{"big":12345678901234567890},"x.y":{"1":{"z":"\\u00e9"}}}}',
    '{"id":"bare","op_name":"answer","inputs":{}}',
  ],
  [["inputs.a", "inputs"], `{"id":"one","inputs":${INPUTS}}`, '{"id":"bare","inputs":{}}'],
  [["output.text"], '{"id":"one","output":{}}', '{"id":"bare"}'],
  [["summary.usage.m", "summary.none"], '{"id":"one","summary":{"usage":{"m":{"n": 1}}}}', '{"id":"bare"}'],
])("%s", async (columns, one, bare) => {
  const rows = await list(opened().store, { columns, sort_by: [{ field: "id", direction: "desc" }] });
  expect(rows.map(writeJson)).toEqual([one, bare]);
  const [shown] = await list(opened().store, { columns, include_overview: true, filter: { call_ids: ["one"] } });
  expect(writeJson({ ...shown, overview: undefined })).toBe(one);
});
