import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonNode } from "@/lib/json/node";
import { type CutGroup, TrajectoryCutter } from "./cut-trajectories";

type Cut = CutGroup & { index: number; text: string };

/** What is cut out of a body that arrives in chunks of these sizes. */
function cutIn(body: string, sizes: readonly number[]): { cuts: Cut[]; groups: CutGroup[]; frame: string } {
  const bytes = new TextEncoder().encode(body);
  const cuts: Cut[] = [];
  const groups: CutGroup[] = [];
  const cutter = new TrajectoryCutter({
    trajectory: ({ bytes: cut, ...where }) => cuts.push({ ...where, text: new TextDecoder().decode(cut) }),
    group: (group) => groups.push(group),
  });
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    // The pushed bytes may be overwritten at once, as a reader's buffer is.
    const chunk = bytes.slice(at, at + size);
    cutter.push(chunk);
    chunk.fill(0x7d);
    at += size;
  }
  cutter.finish();
  return { cuts, groups, frame: new TextDecoder().decode(cutter.frame) };
}

const space = fc.constantFrom("", "", " ", "\n\t");
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
const member = fc.tuple(fc.constantFrom('"note"', '"trajectory"', '"trajectories_"', '"\\u0061"'), jsonTextArbitrary);
const members = fc
  .array(
    member.map(([key, value]) => `${key}:${value},`),
    { maxLength: 2 },
  )
  .map((all) => all.join(""));
const list = (item: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(space, item, space), { maxLength: 4 })
    .map((items) => `[${items.map((one) => one.join("")).join(",")}]`);
const trajectoriesKey = fc.constantFrom('"trajectories"', '"trajector\\u0069es"');
const group = fc
  .tuple(members, trajectoriesKey, space, list(jsonTextArbitrary))
  .map(([before, key, gap, trajectories]) => `{${before}${key}${gap}:${gap}${trajectories}}`);
const job = fc
  .tuple(space, members, list(fc.oneof({ weight: 3, arbitrary: group }, { weight: 1, arbitrary: jsonTextArbitrary })))
  .map(([gap, before, groups]) => `${gap}{${before}"trajectory_groups"${gap}:${groups}${gap}}${gap}`);

test("every trajectory of a body, as it was sent, with its position; and the frame", () => {
  fc.assert(
    fc.property(job, sizes, (body, chunks) => {
      const { cuts, groups, frame } = cutIn(body, chunks);
      const bytes = new TextEncoder().encode(body);
      const at = ({ start, end }: { start: number; end: number }) => new TextDecoder().decode(bytes.slice(start, end));
      const sent = JsonNode.parse(body).get("trajectory_groups")?.items() ?? [];
      const groupsSent = [...sent].map((node) => [...(node.get("trajectories")?.items() ?? [])].map(({ raw }) => raw));
      const expected = groupsSent.flatMap((raws, place) => raws.map((text, index) => ({ group: place, index, text })));
      expect(cuts.map(({ group: place, index, text }) => ({ group: place, index, text }))).toEqual(expected);
      for (const cut of cuts) expect(at(cut)).toBe(cut.text);
      for (const one of groups) expect(JsonNode.parse(body).at(["trajectory_groups", one.group])?.raw).toBe(at(one));
      let [whole, behind] = ["", 0];
      for (const { start, end } of cuts) {
        whole += `${at({ start: behind, end: start })}0`;
        behind = end;
      }
      expect(frame).toBe(whole + at({ start: behind, end: bytes.length }));
    }),
    { numRuns: 2_000 },
  );
});

describe("what only looks like a trajectory is left in place", () => {
  test.each([
    ["under another key", '{"groups":[{"trajectories":[1]}]}'],
    ["deeper", '{"a":{"trajectory_groups":[{"trajectories":[1]}]}}'],
    ["in a list of groups within another", '{"trajectory_groups":[[{"trajectories":[1]}]]}'],
    ["within a group's other field", '{"trajectory_groups":[{"a":{"trajectories":[1]}}]}'],
    ["in a string", '{"trajectory_groups":"[{\\"trajectories\\":[1]}]"}'],
    ["where the key is a value", '{"a":"trajectory_groups","b":[{"trajectories":[1]}]}'],
    ["where groups are an object", '{"trajectory_groups":{"trajectories":[1]}}'],
    ["groups by themselves", '[{"trajectories":[1]}]'],
  ])("%s", (_what, body) => {
    expect(cutIn(body, [3])).toMatchObject({ cuts: [], frame: body });
  });
});
