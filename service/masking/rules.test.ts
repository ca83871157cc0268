import { beforeEach, describe, expect, test } from "vitest";
import { NOT_CHECKED } from "@/lib/contract/masking-kinds";
import { useService } from "@/service/http/routes/test-service";
import { finished, json, unique } from "@/service/store/testing/test-store";

const service = useService();

let project = "";
beforeEach(() => {
  project = unique("masked/rules");
});

const EMAIL = { kind: "email", name: "E-mail" } as const;

async function ask(path: string, body: object) {
  const response = await service.post(path, { project_id: project, ...body });
  return { status: response.status, body: await response.json() };
}

const setRules = (rules: object[], replaces = 0) => ask("/masking/rules/set", { rules, replaces });

async function storedInputs(id: string): Promise<string | undefined> {
  const call = await service.store.readCall(project, id, { storageSize: false, totalStorageSize: false });
  return call?.inputs.text;
}

describe("the rules of a project", () => {
  test("are none until they are set, and are replaced as a whole, in order", async () => {
    expect(await ask("/masking/rules/query", {})).toEqual({ status: 200, body: { rules: [], version: 0 } });
    const rules = [
      EMAIL,
      { kind: "regex", name: "Customers", pattern: "CUST-\\d+", paths: ["inputs"], replacement: "#" },
    ];
    const set = await setRules(rules);
    expect(set).toMatchObject({ status: 200, body: { rules, version: 1, changed_by: "admin" } });
    expect(await ask("/masking/rules/query", {})).toEqual(set);
    expect((await setRules([], 1)).body).toMatchObject({ rules: [], version: 2 });
  });

  test("are not replaced if they have been changed meanwhile; a request may be repeated", async () => {
    const first = await setRules([EMAIL]);
    expect(await setRules([EMAIL])).toEqual(first);
    expect((await setRules([])).status).toBe(409);
    expect((await setRules([EMAIL], 5)).status).toBe(409);
    expect((await ask("/masking/rules/query", {})).body).toMatchObject({ rules: [EMAIL], version: 1 });
  });

  test.each([
    [[{ kind: "phone", name: "n" }], "rules[0].kind"],
    [[{ kind: "email", name: "n", pattern: "x" }], "rules[0].pattern"],
    [[{ kind: "regex", name: "n" }], "rules[0].pattern"],
    [[{ kind: "email", name: "n", paths: ["input"] }], "rules[0].paths[0]"],
    [[{ kind: "email", name: "n", paths: ["inputs."] }], "rules[0].paths[0]"],
    [[EMAIL, EMAIL], "rules[1].name"],
    [[{ kind: "regex", name: "n", pattern: "(" }], "rules[0].pattern"],
    [[{ kind: "regex", name: "n", pattern: "x*" }], "rules[0].pattern"],
    [[EMAIL, { kind: "regex", name: "n", pattern: "(\\w+\\s?)*!" }], "rules[1].pattern"],
    [[{ kind: "email", name: "n", replacement: "a@example.com" }], "rules[0].replacement"],
  ])("%j are refused at %s", async (rules, path) => {
    for (const endpoint of ["/masking/rules/set", "/masking/dry_run"]) {
      const { status, body } = await ask(endpoint, { rules, ...(endpoint.endsWith("set") && { replaces: 0 }) });
      expect([status, body.errors[0]?.path]).toEqual([422, path]);
    }
  });
});

describe("when calls are stored", () => {
  test("a text that a pattern takes too long for is replaced whole, and the others are stored", async () => {
    // Found to be fast enough with other texts when it was set.
    const rules = [{ kind: "regex", name: "slow", pattern: "^(?:[\\u2600-\\u26ff]+)+$" } as const];
    await service.store.setMasking({ project_id: project, rules, replaces: 0, changed_by: "x" });
    const hostile = `${"\u2600".repeat(50)}x`;
    const before = service.store.maskedCounts().not_checked;
    const inputs = json(JSON.stringify({ hostile, other: "as it is" }));
    await service.store.writeCalls([finished({ project_id: project, id: "slow", inputs })]);
    expect(JSON.parse((await storedInputs("slow")) ?? "")).toEqual({ hostile: NOT_CHECKED, other: "as it is" });
    expect(service.store.maskedCounts().not_checked - before).toBe(1);
    // For a while after that, one such text is enough for none to be searched any more.
    const more = json(JSON.stringify([hostile, hostile, "as it is"]));
    await service.store.writeCalls([finished({ project_id: project, id: "again", inputs: more })]);
    expect(JSON.parse((await storedInputs("again")) ?? "")).toEqual([NOT_CHECKED, NOT_CHECKED, NOT_CHECKED]);
    expect(service.store.maskedCounts().not_checked - before).toBe(2);
  });

  test("ids stay as they are, so that the parts of a call and of a trace find each other", async () => {
    await setRules([EMAIL]);
    const ids = { id: "c@example.com", trace_id: "t@example.com", parent_id: "p@example.com" };
    await service.store.writeCalls([finished({ project_id: project, ...ids, thread_id: "s@example.com" })]);
    const call = await service.store.readCall(project, ids.id, { storageSize: false, totalStorageSize: false });
    expect(call).toMatchObject({ ...ids, thread_id: "[email]" });
  });
});

describe("a dry run", () => {
  const write = (id: string, inputs: object, second = 0) =>
    service.store.writeCalls([
      finished({
        project_id: project,
        id,
        started_at: `2026-11-20T08:00:0${second}.000000Z`,
        inputs: json(JSON.stringify(inputs)),
      }),
    ]);

  test("counts what rules find in the latest calls, and shows where, but not what", async () => {
    await write("oldest", { a: "old@example.com" }, 0);
    await write("older", { messages: [{ content: "Write to anna@example.com or bob@example.com today" }] }, 1);
    await write("newer", { to: "carl@example.com", n: 4111111111111111 }, 2);
    const rules = [EMAIL, { kind: "card", name: "Cards" }, { ...EMAIL, name: "Outputs", paths: ["output"] }];
    const { status, body } = await ask("/masking/dry_run", { rules, calls: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ calls: 2, is_cut: false, not_checked: 0 });
    expect(body.rules).toEqual([
      {
        name: "E-mail",
        calls: 2,
        matches: 3,
        samples: [
          { call_id: "newer", path: "inputs.to", before: "", match: "c…m", after: "" },
          {
            call_id: "older",
            path: "inputs.messages[0].content",
            before: "Write to ",
            match: "a…m",
            after: " or [email] today",
          },
          {
            call_id: "older",
            path: "inputs.messages[0].content",
            before: "Write to [email] or ",
            match: "b…m",
            after: " today",
          },
        ],
      },
      {
        name: "Cards",
        calls: 1,
        matches: 1,
        samples: [{ call_id: "newer", path: "inputs.n", before: "", match: "4…1", after: "" }],
      },
      { name: "Outputs", calls: 0, matches: 0, samples: [] },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/anna|bob|carl|4111/);
    const { ms_per_call, mb_per_second } = body.cost;
    for (const value of [...Object.values(ms_per_call), ...Object.values(mb_per_second)])
      expect(value).toBeGreaterThan(0);
    expect(ms_per_call.with).toBeGreaterThanOrEqual(ms_per_call.without);
  });

  test("shows at most 20 matches of a rule, and changes nothing", async () => {
    await write("many", { list: Array.from({ length: 30 }, (_, place) => `a${place}@example.com`) });
    const before = await storedInputs("many");
    const { body } = await ask("/masking/dry_run", { rules: [EMAIL] });
    expect([body.rules[0].matches, body.rules[0].samples.length]).toEqual([30, 20]);
    expect(await storedInputs("many")).toBe(before);
    expect((await ask("/masking/rules/query", {})).body.version).toBe(0);
  });

  test("of a project without calls finds nothing", async () => {
    expect((await ask("/masking/dry_run", { rules: [EMAIL] })).body).toMatchObject({
      calls: 0,
      characters: 0,
      rules: [{ name: "E-mail", calls: 0, matches: 0, samples: [] }],
      cost: { ms_per_call: { without: 0, with: 0 }, mb_per_second: { without: 0, with: 0 } },
    });
  });
});
