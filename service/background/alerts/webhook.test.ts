import type { LookupAddress } from "node:dns";
import { afterEach, describe, expect, test } from "vitest";
import { Receiver, answerWith } from "./test-receiver";
import { WebhookClient } from "./webhook";

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function receiver(answer = answerWith(200)): Promise<Receiver> {
  const started = await Receiver.start(answer);
  opened.unshift(started);
  return started;
}

function client(addresses: readonly string[] = ["127.0.0.1"], publicOnly = false): WebhookClient {
  const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));
  const made = new WebhookClient({ publicOnly, resolve: (_name, _options, done) => done(null, found) });
  opened.unshift(made);
  return made;
}

const named = ({ url }: Receiver) => url.replace("127.0.0.1", "receiver.test");
const REFUSED = { isDelivered: false, error: "Not delivered", isPrivate: true };
const DELIVERED = { isDelivered: true, isPrivate: true };

describe("a notification", () => {
  test("is posted as it is, to the address of a name", async () => {
    const server = await receiver(answerWith(204));
    const body = '{"text":"é 配送"}';
    expect(await client().post(`${named(server)}/hook?key=1`, { "webhook-id": "msg_1" }, body)).toEqual(DELIVERED);
    expect(server.received).toMatchObject([
      { body, headers: { "content-type": "application/json", "user-agent": "loupe", "webhook-id": "msg_1" } },
    ]);
  });

  test.each([302, 401, 404, 410, 500])(
    "to a private address tells nothing of a response of status %i",
    async (status) => {
      const server = await receiver(answerWith(status));
      expect(await client().post(server.url, {}, "{}")).toEqual(REFUSED);
      expect(server.received).toHaveLength(1);
    },
  );

  test("follows no redirect", async () => {
    const other = await receiver();
    for (const location of [other.url, "http://169.254.169.254/latest/meta-data"]) {
      const server = await receiver(answerWith(307, { location }));
      expect(await client().post(server.url, {}, "{}")).toEqual(REFUSED);
    }
    expect(other.received).toEqual([]);
  });

  test("is not sent to the service's own port", async () => {
    const server = await receiver();
    const own = new WebhookClient({ publicOnly: false, ownPort: Number(new URL(server.url).port) });
    opened.unshift(own);
    expect(await own.post(server.url, {}, "{}")).toEqual(REFUSED);
    expect(server.received).toEqual([]);
  });

  test("is not read to the end of an endless response", async () => {
    const part = Buffer.alloc(64 * 1024);
    const server = await receiver((response) => {
      const write = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on("drain", write);
      write();
    });
    expect(await client().post(server.url, {}, "{}")).toEqual(DELIVERED);
  });

  test("to nobody fails as every other failure at a private address", async () => {
    const server = await receiver();
    await server.close();
    opened.splice(opened.indexOf(server), 1);
    expect(await client().post(`${named(server)}/secret-path`, {}, "{}")).toEqual(REFUSED);
  });
});

describe("no notification is sent", () => {
  test.each([
    ["to a metadata address", "http://169.254.169.254/latest", ["127.0.0.1"]],
    ["to one that is written as a number", "http://2852039166/latest", ["127.0.0.1"]],
    ["to one within IPv6", "http://[::ffff:169.254.169.254]/", ["127.0.0.1"]],
    ["to a link-local address", "http://[fe80::1]/", ["127.0.0.1"]],
    ["to this machine without a name", "http://0.0.0.0/", ["127.0.0.1"]],
    ["to a name of a metadata address", "http://receiver.test/", ["169.254.169.254"]],
    ["to a name of a link-local address", "http://receiver.test/", ["fe80::1"]],
    ["to a name of several addresses, one of which is refused", "http://receiver.test/", ["127.0.0.1", "169.254.1.1"]],
    ["to a name without addresses", "http://receiver.test/", []],
  ])("%s", async (_what, url, addresses) => {
    expect(await client(addresses).post(url, {}, "{}")).toEqual(REFUSED);
  });

  test("to a private network, if only public ones are allowed", async () => {
    const server = await receiver();
    for (const url of [server.url, named(server)])
      expect(await client(["127.0.0.1"], true).post(url, {}, "{}")).toEqual(REFUSED);
    expect(server.received).toEqual([]);
  });

  test("when a name leads elsewhere than at the first attempt", async () => {
    const server = await receiver(answerWith(200, { connection: "close" }));
    const answers = ["127.0.0.1", "127.0.0.1", "169.254.169.254", "169.254.169.254"];
    const rebinding = new WebhookClient({
      publicOnly: false,
      resolve: (_name, _options, done) => done(null, [{ address: answers.shift() ?? "", family: 4 }]),
    });
    opened.unshift(rebinding);
    expect(await rebinding.post(named(server), {}, "{}")).toEqual(DELIVERED);
    expect(await rebinding.post(named(server), {}, "{}")).toEqual(REFUSED);
    expect(server.received).toHaveLength(1);
  });
});
