import { afterEach, expect, test } from "vitest";
import { WAITING_COMPLETIONS_PER_PROJECT } from "@/lib/contract/limits";
import { PlaceKeeper, type Visitor } from "./place-keeper";
import { SupervisedPlaces } from "./shared-places";

const SERVER = { key: "a 2", name: "local", limit: 2 };

const requests: AbortController[] = [];
afterEach(() => {
  for (const one of requests.splice(0)) one.abort();
});

function newSignal(): AbortSignal {
  const controller = new AbortController();
  requests.push(controller);
  return controller.signal;
}

/** A process of the supervisor, without the channel between them. */
function processOf(keeper: PlaceKeeper) {
  let visitor: Visitor | undefined;
  const places = new SupervisedPlaces((report) => {
    if (report.type === "enter" || report.type === "leave") visitor?.handle(report);
  });
  visitor = keeper.visitor((order) => places.handle(order));
  const enter = (project = "acme/a", signal = newSignal(), server = SERVER) => places.enter(server, project, signal);
  const enterNow = () => places.enter(SERVER, "acme/a", newSignal(), { now: true });
  return { enter, enterNow, die: () => visitor?.end() };
}

/** What of these has been let in, after everything that can happen has happened. */
async function settled(entering: readonly Promise<unknown>[]): Promise<string[]> {
  const states = entering.map(() => "waits");
  entering.forEach((one, place) => {
    one.then(
      () => (states[place] = "entered"),
      (error: unknown) => (states[place] = error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise((resolve) => setImmediate(resolve));
  return states;
}

test("processes together have as many places as the server may have requests", async () => {
  const keeper = new PlaceKeeper();
  const [first, second] = [processOf(keeper), processOf(keeper)];
  const entering = [first.enter(), second.enter(), first.enter(), second.enter()];
  expect(await settled(entering)).toEqual(["entered", "entered", "waits", "waits"]);
  (await entering[0])?.();
  expect(await settled(entering)).toEqual(["entered", "entered", "entered", "waits"]);
  expect(await settled([second.enter("acme/a", undefined, { ...SERVER, key: "b 2" })])).toEqual(["entered"]);
});

test("a request that does not wait gets only a place that is free, of all processes", async () => {
  const keeper = new PlaceKeeper();
  const [first, second] = [processOf(keeper), processOf(keeper)];
  const entering = [first.enter(), second.enterNow(), first.enterNow(), second.enter()];
  const refused = "The model server local may have 2 requests at once; no place is free";
  expect(await settled(entering)).toEqual(["entered", "entered", refused, "waits"]);
  (await entering[1])?.();
  expect(await settled([...entering, first.enterNow()])).toEqual(["entered", "entered", refused, "entered", refused]);
});

test("projects take turns, whichever process they are at", async () => {
  const keeper = new PlaceKeeper();
  const [first, second] = [processOf(keeper), processOf(keeper)];
  const entering = ["a", "a", "a", "a"].map((project) => first.enter(`acme/${project}`));
  const other = second.enter("acme/b");
  expect(await settled([...entering, other])).toEqual(["entered", "entered", "waits", "waits", "waits"]);
  (await entering[0])?.();
  (await entering[1])?.();
  expect(await settled([...entering, other])).toEqual(["entered", "entered", "entered", "waits", "entered"]);
});

test("a process that dies leaves its places, and waits for none", async () => {
  const keeper = new PlaceKeeper();
  const [first, second] = [processOf(keeper), processOf(keeper)];
  const lost = [first.enter(), first.enter(), first.enter()];
  const kept = [second.enter(), second.enter()];
  expect(await settled([...lost, ...kept])).toEqual(["entered", "entered", "waits", "waits", "waits"]);
  first.die();
  expect(await settled([...lost, ...kept])).toEqual(["entered", "entered", "waits", "entered", "entered"]);
});

test("a request that leaves while it waits does not get a place", async () => {
  const { enter } = processOf(new PlaceKeeper());
  const leaving = new AbortController();
  const entering = [enter(), enter(), enter("acme/a", leaving.signal), enter()];
  expect(await settled(entering)).toEqual(["entered", "entered", "waits", "waits"]);
  leaving.abort(new Error("left"));
  (await entering[0])?.();
  expect(await settled(entering)).toEqual(["entered", "entered", "left", "entered"]);
  expect(await settled([enter("acme/a", leaving.signal)])).toEqual(["left"]);
});

test("a request that leaves while it is let in leaves its place", async () => {
  const { enter } = processOf(new PlaceKeeper());
  const leaving = new AbortController();
  const [gone, kept] = [enter("acme/a", leaving.signal), enter()];
  leaving.abort(new Error("left"));
  const entering = [gone, kept, enter()];
  expect(await settled(entering)).toEqual(["left", "entered", "entered"]);
});

test("too many that wait are refused, with the reason", async () => {
  const { enter } = processOf(new PlaceKeeper());
  const entering = Array.from({ length: WAITING_COMPLETIONS_PER_PROJECT + 3 }, () => enter());
  await expect(Promise.race(entering.slice(2))).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfterSeconds: 1,
    message: `The model server local may have 2 requests at once; ${WAITING_COMPLETIONS_PER_PROJECT} of this project are already waiting`,
  });
});
