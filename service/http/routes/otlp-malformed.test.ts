import { Reader, Writer } from "protobufjs/minimal.js";
import { expect, test } from "vitest";
import { JsonNode } from "@/lib/json/node";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

type Fill = (writer: Writer) => unknown;
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const TRACE = Buffer.from("5b80767c94eb79926603835237b6f18a", "hex");
const START = "1795164041089000000";

const tag = (field: number, wireType = BYTES) => (field << 3) | wireType;

function nest(writer: Writer, field: number, fill: Fill): Writer {
  fill(writer.uint32(tag(field)).fork());
  return writer.ldelim();
}

/** A span with this byte as its ID, and further fields. */
const span = (id: number, more: Fill = () => undefined) => {
  return (writer: Writer) =>
    nest(writer, 2, (w) => {
      w.uint32(tag(1))
        .bytes(TRACE)
        .uint32(tag(2))
        .bytes(Buffer.from([0, 0, 0, 0, 0, 0, 0, id]));
      w.uint32(tag(5)).string("work").uint32(tag(7, FIXED64)).fixed64(START);
      more(w);
    });
};

/** The bytes of an export of one resource with one scope, whose fields are written by `fill`. */
const exportOf = (...fills: Fill[]) => {
  const writer = Writer.create();
  nest(writer, 1, (resource) => nest(resource, 2, (scope) => fills.forEach((fill) => fill(scope))));
  return writer.finish();
};

async function send(project: string, body: Uint8Array, to = "/v1/traces") {
  const headers = {
    authorization: `Bearer ${ADMIN_KEY}`,
    "content-type": "application/x-protobuf",
    "x-project": project,
  };
  const response = await service.app().request(to, { method: "POST", headers, body: new Uint8Array(body) });
  const reader = Reader.create(new Uint8Array(await response.arrayBuffer()));
  expect(response.status).toBe(200);
  if (reader.len === 0) return { rejected: 0, message: "" };
  reader.uint32();
  const partial = Reader.create(reader.bytes());
  const [rejected, message] = [(partial.uint32(), partial.uint32()), (partial.uint32(), partial.string())];
  return { rejected, message };
}

async function storedIds(project_id: string): Promise<string[]> {
  const text = await (await service.post("/calls/stream_query", { project_id, columns: ["id"] })).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => Number.parseInt(JSON.parse(line).id, 16).toString())
    .sort();
}

const attribute = (value: Fill) => (w: Writer) => nest(w, 9, (pair) => nest(pair.uint32(tag(1)).string("k"), 2, value));

test.each<[string, Fill, string]>([
  ["name that is a number", (w) => w.uint32(tag(5, VARINT)).uint32(7), "name must be text, found an integer"],
  ["start that is text", (w) => w.uint32(tag(7)).string("soon"), "startTimeUnixNano must be 64 bits, found bytes"],
  ["kind that is text", (w) => w.uint32(tag(6)).string("x"), "kind must be an integer, found bytes"],
  ["list of attributes that is a number", (w) => w.uint32(tag(9, VARINT)).uint32(1), "attributes must be a message"],
  ["an event without its end", (w) => w.uint32(tag(11)).bytes(Uint8Array.of(0x1a, 0x7f)), "longer than its container"],
  ["a group that nobody ended", (w) => w.uint32(tag(30, 3)), "index out of range"],
  ["no wire type", (w) => w.uint32(tag(30, 7)), "invalid wire type"],
])("a span with %s leaves the rest of its export", async (what, wrong, problem) => {
  const project = `acme/${what.replaceAll(" ", "-")}`;
  const { rejected, message } = await send(project, exportOf(span(1), span(2, wrong), span(3)));
  expect([rejected, message]).toEqual([1, expect.stringContaining(problem)]);
  expect(await storedIds(project)).toEqual(["1", "3"]);
  const { refusals } = await (await service.post("/refusals/query", { project_id: project })).json();
  expect(refusals.map(({ call_id }: { call_id: string }) => call_id)).toEqual(["0000000000000002"]);
});

test.each<[string, Fill, string]>([
  ["text that is a number", (w) => w.uint32(tag(1, VARINT)).uint32(5), "5"],
  ["a number that is text", (w) => w.uint32(tag(3)).string("five"), '"five"'],
  ["a truth value that is a double", (w) => w.uint32(tag(2, FIXED64)).double(1.5), "1.5"],
  ["a list that is a number", (w) => w.uint32(tag(5, VARINT)).uint32(5), "5"],
  ["a list that is cut", (w) => w.uint32(tag(5)).bytes(Uint8Array.of(0x0a, 0x7f)), '"[malformed value]"'],
])("the value of an attribute: %s", async (what, value, kept) => {
  const project = `acme/value-${what.replaceAll(" ", "-")}`;
  expect((await send(project, exportOf(span(1, attribute(value)), span(2)))).rejected).toBe(0);
  expect(await storedIds(project)).toEqual(["1", "2"]);
  const read = await service.post("/call/read", { project_id: project, id: "0000000000000001" });
  const call = JsonNode.parse(await read.text());
  expect(call.at(["call", "attributes", "otel", "attributes", "k"])?.raw).toBe(kept);
});

test.each<[string, Uint8Array, string[]]>([
  ["scope that is a number", exportOf((w) => w.uint32(tag(1, VARINT)).uint32(1), span(1)), ["1"]],
  ["span that is a number", exportOf(span(1), (w) => w.uint32(tag(2, VARINT)).uint32(1), span(3)), ["1", "3"]],
  ["span that leaves its scope", exportOf(span(1), (w) => w.uint32(tag(2)).uint32(99)), ["1"]],
  ["group that is text", Buffer.concat([exportOf(span(1)), Buffer.from([0x08, 1]), exportOf(span(3))]), ["1", "3"]],
  ["group that is cut", Buffer.concat([exportOf(span(1)), exportOf(span(3)).subarray(0, 9)]), ["1"]],
])("a %s leaves the rest of its export", async (what, body, stored) => {
  const project = `acme/${what.replaceAll(" ", "-")}`;
  const { rejected } = await send(project, body);
  expect(await storedIds(project)).toEqual(stored);
  expect(rejected).toBe(what.startsWith("scope") ? 0 : 1);
});

test("a malformed log record leaves the rest of its export", async () => {
  const record = (more: Fill) => (w: Writer) => nest(w, 2, (one) => more(one.uint32(tag(12)).string("gen_ai.choice")));
  const body = exportOf(
    record((w) => w.uint32(tag(1)).string("now")),
    record(() => undefined),
  );
  const { rejected, message } = await send("acme/logs", body, "/v1/logs");
  expect([rejected, message]).toEqual([1, expect.stringContaining("timeUnixNano must be 64 bits, found bytes")]);
});
