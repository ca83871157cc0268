import { describe, expect, test } from "vitest";
import { emptyDocument, makeDocument } from "./document";
import {
  type EarlierSession,
  FORMER_SESSION,
  MAX_EARLIER,
  MAX_EARLIER_CHARS,
  playgroundSession,
  withEarlier,
  withoutEarlier,
} from "./session";

const written = (content: string) => makeDocument({ turns: [{ role: "user", content }], panes: [] });
const earlier = (id: string, content = id): EarlierSession => ({ id, document: written(content), at: 1 });
const ids = (sessions: readonly EarlierSession[]) => sessions.map(({ id }) => id);

describe("reads stored playgrounds", () => {
  test("with its id", () => {
    const session = { id: "s", document: written("Hi") };
    expect(playgroundSession.parse(JSON.parse(JSON.stringify(session)))).toEqual(session);
  });

  test("without one, from before playgrounds had any", () => {
    const document = written("Hi");
    expect(playgroundSession.parse(JSON.parse(JSON.stringify(document)))).toEqual({ id: FORMER_SESSION, document });
  });

  test.each([[null], [{}], [{ id: "s", document: { turns: 1 } }]])("unless it is no playground: %j", (stored) => {
    expect(playgroundSession.safeParse(stored).success).toBe(false);
  });
});

describe("earlier playgrounds", () => {
  test("begin with the last, each once", () => {
    const kept = withEarlier([earlier("a"), earlier("b")], { id: "b", document: written("newer") }, 2);
    expect(ids(kept)).toEqual(["b", "a"]);
    expect(kept[0]).toMatchObject({ at: 2, document: { turns: [{ content: "newer" }] } });
    expect(ids(withoutEarlier(kept, "b"))).toEqual(["a"]);
  });

  test("have none if nothing was written", () => {
    expect(ids(withEarlier([earlier("a")], { id: "b", document: emptyDocument(["m"]) }, 2))).toEqual(["a"]);
  });

  test("are not too many", () => {
    const many = Array.from({ length: MAX_EARLIER }, (_none, at) => earlier(`s${at}`));
    const kept = withEarlier(many, { id: "new", document: written("x") }, 2);
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([MAX_EARLIER, "new", `s${MAX_EARLIER - 2}`]);
  });

  test.each([
    ["a long one takes the place of the oldest", MAX_EARLIER_CHARS * 0.6, ["new", "small"]],
    ["one that is too long is not kept, and costs the others nothing", MAX_EARLIER_CHARS, ["small", "long"]],
  ])("%s", (_what, chars, expected) => {
    const before = [earlier("small"), earlier("long", "x".repeat(MAX_EARLIER_CHARS * 0.6))];
    expect(ids(withEarlier(before, { id: "new", document: written("y".repeat(chars)) }, 2))).toEqual(expected);
  });
});
