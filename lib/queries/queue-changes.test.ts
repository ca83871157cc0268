import { MutationObserver, type MutationOptions, QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient } from "@/lib/client/client";
import { createConnectionGate } from "@/lib/client/connection-gate";
import { QUEUE_CALLS, type QueueDraft, readQueue, writeQueue } from "@/lib/feedback/queue";
import { JsonText } from "@/lib/json/text";
import { addToQueue, assignQueue, createQueue, NameTaken, PeopleChanged } from "./queue-changes";

const published = z.object({ obj: z.object({ val: z.object().loose(), replaces: z.string().nullable() }) });

const PROJECT = "acme/bot";
const people = { assignedTo: ["ann", "bob"], perCall: 2 };
const first: QueueDraft = {
  name: "first",
  description: "d",
  filter: "",
  annotations: ["safe"],
  isBlind: true,
  callIds: ["a"],
  ...people,
};

/**
 * A service with one object, `first`, which is published only as `replaces` says. Just before each publication others
 * make their own of the latest version, as `meanwhile` says. If `isLost`, the response to the first publication is lost,
 * and the request is sent again.
 */
function serviceWith(
  given: QueueDraft | undefined,
  meanwhile: ((latest: QueueDraft) => QueueDraft)[] = [],
  { isLost = false } = {},
) {
  const versions = given ? [writeQueue(given)] : [];
  const versionsBefore = versions.length;
  const objectOf = (index: number) =>
    `{"project_id":"${PROJECT}","object_id":"first","created_at":"2026-11-20T00:00:00Z","digest":"d${index}","version_index":${index},"is_latest":1,"kind":"object","val":${versions[index]?.text ?? "null"}}`;
  const latest = () => {
    const at = versions.length - 1;
    const val = versions[at] ?? new JsonText("null");
    return readQueue({
      project_id: PROJECT,
      object_id: "first",
      created_at: "2026-11-20T00:00:00Z",
      digest: `d${at}`,
      version_index: at,
      is_latest: 1,
      kind: "object",
      val,
    });
  };
  const fetch: typeof globalThis.fetch = async (address, { body } = {}) => {
    const asked: unknown = JSON.parse(typeof body === "string" ? body : "{}");
    if (address === "/obj/read" && versions.length === 0)
      return Response.json({ code: "not_found", message: "none", request_id: "r" }, { status: 404 });
    if (address === "/obj/read") return new Response(`{"obj":${objectOf(versions.length - 1)}}`);
    const other = meanwhile.shift();
    if (other) versions.push(writeQueue(other(latest())));
    const { obj } = published.parse(asked);
    const before = versions.length === 0 ? null : `d${versions.length - 1}`;
    if (obj.replaces !== before)
      return Response.json({ code: "conflict", message: "changed", request_id: "r" }, { status: 409 });
    versions.push(new JsonText(JSON.stringify(obj.val)));
    const at = versions.length - 1;
    if (isLost && at === versionsBefore) throw new TypeError("fetch failed");
    return new Response(`{"digest":"d${at}","object_id":"first","version_index":${at}}`);
  };
  const connection = createConnectionGate();
  connection.subscribe(() => connection.retryNow());
  return { client: createClient({ baseUrl: "", fetch, connection }), latest, versions };
}

const run = <Result, Input>(options: MutationOptions<Result, Error, Input>, input: Input) =>
  new MutationObserver(new QueryClient(), options).mutate(input);

describe("addToQueue", () => {
  const add = ({ client }: ReturnType<typeof serviceWith>, callIds: readonly string[]) =>
    run(addToQueue(PROJECT, client), { name: "first", callIds });

  it("appends the calls that are not there, and keeps all else", async () => {
    const service = serviceWith({ ...first, callIds: ["a", "b"] });
    expect(await add(service, ["b", "c", "c", "d"])).toEqual({ added: ["c", "d"], known: 1, left: 0 });
    expect(service.latest()).toMatchObject({ ...first, callIds: ["a", "b", "c", "d"] });
  });

  it("has added its calls if only the response was lost", async () => {
    const service = serviceWith(first, [], { isLost: true });
    expect(await add(service, ["a", "b", "c"])).toEqual({ added: ["b", "c"], known: 1, left: 0 });
    expect(service.latest()).toMatchObject({ ...first, callIds: ["a", "b", "c"] });
    expect(service.versions).toHaveLength(2);
  });

  it("publishes nothing if all are there", async () => {
    const service = serviceWith(first);
    expect(await add(service, ["a"])).toEqual({ added: [], known: 1, left: 0 });
    expect(service.versions).toHaveLength(1);
  });

  it("keeps what others publish between reading and writing, calls, people and all else", async () => {
    const service = serviceWith(first, [
      (latest) => ({ ...latest, callIds: [...latest.callIds, "x"] }),
      (latest) => ({ ...latest, assignedTo: ["cyd"], perCall: 1 }),
      (latest) => ({ ...latest, description: "new", callIds: [...latest.callIds, "b"] }),
    ]);
    expect(await add(service, ["b", "c"])).toEqual({ added: ["c"], known: 1, left: 0 });
    expect(service.latest()).toMatchObject({
      ...first,
      description: "new",
      callIds: ["a", "x", "b", "c"],
      assignedTo: ["cyd"],
      perCall: 1,
    });
  });

  it("leaves out what a queue cannot hold, and says so", async () => {
    const full = Array.from({ length: QUEUE_CALLS - 1 }, (_, at) => `c${at}`);
    const service = serviceWith({ ...first, callIds: full });
    expect(await add(service, ["x", "y"])).toEqual({ added: ["x"], known: 0, left: 1 });
    expect(service.latest().callIds).toHaveLength(QUEUE_CALLS);
  });
});

describe("assignQueue", () => {
  const assign = ({ client }: ReturnType<typeof serviceWith>, assignedTo: readonly string[], perCall = 1) =>
    run(assignQueue(PROJECT, client), { name: "first", before: people, people: { assignedTo, perCall } });

  it("changes nothing but the people, whatever was added since the page was loaded", async () => {
    const service = serviceWith({ ...first, callIds: ["a", "later"] }, [
      (latest) => ({ ...latest, callIds: [...latest.callIds, "between"] }),
    ]);
    await assign(service, ["cyd"]);
    expect(service.latest()).toMatchObject({
      ...first,
      callIds: ["a", "later", "between"],
      assignedTo: ["cyd"],
      perCall: 1,
    });
  });

  it("replaces no people that somebody else has assigned meanwhile", async () => {
    const service = serviceWith(first, [(latest) => ({ ...latest, assignedTo: ["dan", "eve"], perCall: 2 })]);
    await expect(assign(service, ["cyd"])).rejects.toThrow(PeopleChanged);
    expect(service.latest().assignedTo).toEqual(["dan", "eve"]);
    await expect(assign(service, ["cyd"])).rejects.toThrow(/assigned this queue to dan, eve, 2 per call/);
    await assign(service, ["dan", "eve"], 2);
    expect(service.versions).toHaveLength(2);
  });

  it("two at once who add calls and share out lose nothing", async () => {
    const service = serviceWith(first);
    await Promise.all([
      assign(service, ["cyd"]),
      run(addToQueue(PROJECT, service.client), { name: "first", callIds: ["b"] }),
      run(addToQueue(PROJECT, service.client), { name: "first", callIds: ["c"] }),
    ]);
    expect([...service.latest().callIds].toSorted()).toEqual(["a", "b", "c"]);
    expect(service.latest().assignedTo).toEqual(["cyd"]);
  });
});

describe("createQueue", () => {
  it("creates a queue under a name that is free", async () => {
    const service = serviceWith(undefined);
    await run(createQueue(PROJECT, service.client), first);
    expect(service.latest()).toMatchObject(first);
  });

  it("never replaces an object of its name", async () => {
    const service = serviceWith(first);
    const created = run(createQueue(PROJECT, service.client), { ...first, callIds: ["z"] });
    await expect(created).rejects.toThrow(NameTaken);
    expect(service.latest().callIds).toEqual(["a"]);
  });

  it("has been created if only the response was lost", async () => {
    const service = serviceWith(first);
    expect(await run(createQueue(PROJECT, service.client), first)).toBe("first");
    expect(service.versions).toHaveLength(1);
  });
});
