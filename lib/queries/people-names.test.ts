import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { refusal, standInRelay } from "@/lib/client/test-relay";

import { personName } from "./people-names";

const read = async (owners: readonly string[]) => {
  const cache = new QueryClient();
  return Promise.all(owners.map((owner) => cache.fetchQuery(personName(owner))));
};

it("asks for the owners of a page in one request; owners who are no person have no name", async () => {
  const people = [{ owner: "ada@example.com", name: "Ada" }, { owner: "nameless" }];
  const requests = standInRelay({ "/people/names": { people } });
  expect(await read(["ada@example.com", "bot", "nameless", "ada@example.com"])).toEqual(["Ada", null, null, "Ada"]);
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ owners: ["ada@example.com", "bot", "nameless"] }]);
});

it.each([
  ["a service without people", {}],
  ["a failure", { "/people/names": refusal("internal", "Broken", { status: 500 }) }],
])("has no names of %s", async (_what, answers) => {
  standInRelay(answers);
  expect(await read(["ada"])).toEqual([null]);
});
