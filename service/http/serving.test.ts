import { Agent, get } from "node:http";
import { afterEach, expect, test } from "vitest";
import { StartError } from "@/service/store/start-error";
import { type Serving, startServing } from "./serving";

const HOST = "127.0.0.1";
const NEVER_MS = 60_000;
const running: Serving[] = [];
afterEach(() => Promise.all(running.splice(0).map((serving) => serving.stop(0))));

type Answer = { body: string; connection?: string };

/** A server that answers when the test decides, and reports when a request has arrived. */
async function hold(respond: () => Response = () => new Response("done")) {
  let arrived = () => {};
  let finish = () => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const serving = await startServing(
    async () => {
      arrived();
      await finished;
      return respond();
    },
    HOST,
    0,
  );
  running.push(serving);
  return { serving, arrival, finish };
}

function ask(port: number, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ host: HOST, port, agent }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.on("end", () => resolve({ body, connection: response.headers.connection })).on("error", reject);
    }).on("error", reject);
  });
}

test("a stop lets requests in flight finish, accepts no new ones, and closes all connections", async () => {
  const { serving, arrival, finish } = await hold();
  const agent = new Agent({ keepAlive: true });
  const answer = ask(serving.port, agent);
  await arrival;
  const stopped = serving.stop(NEVER_MS);
  await expect(ask(serving.port, new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
  finish();
  expect(await answer).toEqual({ body: "done", connection: "close" });
  await stopped;
  agent.destroy();
});

test("while it drains, requests are answered, each as the last one of its connection", async () => {
  const { serving, finish } = await hold();
  finish();
  const agent = new Agent({ keepAlive: true });
  expect((await ask(serving.port, agent)).connection).not.toBe("close");
  await serving.drain(0);
  expect(await ask(serving.port, agent)).toEqual({ body: "done", connection: "close" });
  expect(await ask(serving.port, agent)).toEqual({ body: "done", connection: "close" });
  agent.destroy();
});

test("a stop cuts what does not end", async () => {
  const { serving, arrival } = await hold();
  const answer = ask(serving.port, new Agent()).catch((error: Error) => error.message);
  await arrival;
  await serving.stop(0);
  expect(await answer).toBe("socket hang up");
});

test("a streamed response that ends in time does not delay a stop", async () => {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("first,"));
      end = () => {
        controller.enqueue(new TextEncoder().encode("last"));
        controller.close();
      };
    },
  });
  const { serving, arrival, finish } = await hold(() => new Response(body));
  finish();
  const agent = new Agent({ keepAlive: true });
  const answer = ask(serving.port, agent);
  await arrival;
  const stopped = serving.stop(NEVER_MS);
  end();
  expect((await answer).body).toBe("first,last");
  await stopped;
  agent.destroy();
});

test("a port in use is named in the error", async () => {
  const { serving } = await hold();
  await expect(startServing(() => new Response(), HOST, serving.port)).rejects.toThrow(StartError);
});
