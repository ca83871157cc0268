import type { LookupAddress } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { Pool } from "undici";
import { type Resolve, checkedConnector, leadsToRefused } from "./checked-connector";
import type { OutboundRules } from "./outbound-addresses";

const leadingTo =
  (...addresses: string[]): Resolve =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
const nowhere: Resolve = (_name, _options, done) => done(new Error("ENOTFOUND"), []);

const PUBLIC = { publicOnly: true };
const PRIVATE = { publicOnly: false };

test.each<[string, OutboundRules, Resolve, boolean]>([
  ["https://api.example.com/v1", PUBLIC, leadingTo("8.8.8.8", "2606:4700::1111"), false],
  ["https://api.example.com/v1", PUBLIC, leadingTo("8.8.8.8", "10.0.0.1"), true],
  ["https://api.example.com/v1", PRIVATE, leadingTo("8.8.8.8", "10.0.0.1"), false],
  ["https://api.example.com/v1", PRIVATE, leadingTo("8.8.8.8", "169.254.169.254"), true],
  ["https://api.example.com/v1", PUBLIC, nowhere, false],
  ["http://localhost./v1", PUBLIC, leadingTo("127.0.0.1"), true],
  ["http://127.0.0.1:8000/v1", PUBLIC, nowhere, true],
  ["http://127.0.0.1:8000/v1", PRIVATE, nowhere, false],
  ["http://127.0.0.1./v1", PUBLIC, nowhere, true],
  ["http://127.1/v1", PUBLIC, nowhere, true],
  ["http://2130706433/v1", PUBLIC, nowhere, true],
  ["http://0x7f000001/v1", PUBLIC, nowhere, true],
  ["http://0177.0.0.1/v1", PUBLIC, nowhere, true],
  ["http://①②⑦.0.0.1/v1", PUBLIC, nowhere, true],
  ["http://2852039166/latest", PRIVATE, nowhere, true],
  ["http://0251.0376.0251.0376/latest", PRIVATE, nowhere, true],
  ["http://169.254.169.254./latest", PRIVATE, nowhere, true],
  ["http://[::ffff:169.254.169.254]/latest", PRIVATE, nowhere, true],
  ["http://[fd00:ec2::254]/latest", PRIVATE, nowhere, true],
  ["http://[fd12::1]/v1", PUBLIC, nowhere, true],
  ["http://[fd12::1]/v1", PRIVATE, nowhere, false],
  ["http://[::]/v1", PRIVATE, nowhere, true],
  ["http://0.0.0.0/v1", PRIVATE, nowhere, true],
  ["http://0/v1", PRIVATE, nowhere, true],
  ["http://100.64.0.1/v1", PUBLIC, nowhere, true],
  ["http://127.0.0.1:3001/v1", { publicOnly: false, ownPort: 3001 }, nowhere, true],
  ["http://loupe.lan:3001/v1", { publicOnly: false, ownPort: 3001 }, leadingTo("127.0.0.1"), true],
  ["http://loupe.lan:3001/v1", { publicOnly: false, ownPort: 3001 }, leadingTo("10.0.0.1"), false],
])("%s with %j is refused when it is entered (%#)", async (url, rules, resolve, isRefused) => {
  expect(await leadsToRefused(url, rules, resolve)).toBe(isRefused);
});

/** A server on this machine, and what asking it by a name gives. */
async function server(rules: OutboundRules, resolve: Resolve) {
  let received = 0;
  const listening = createServer((_request, response) => {
    received += 1;
    response.writeHead(200, { connection: "close" }).end("hello");
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = listening.address() as AddressInfo;
  const withPort = rules.ownPort === 0 ? { ...rules, ownPort: port } : rules;
  const connect = checkedConnector({ rules: withPort, timeoutMs: 5_000, resolve });
  const pool = new Pool(`http://model.test:${port}`, { connect });
  onTestFinished(async () => {
    await pool.destroy();
    listening.close();
  });
  const ask = async () => (await pool.request({ path: "/", method: "GET" })).body.text();
  return { ask, received: () => received };
}

test("a name is connected to at its address", async () => {
  const { ask } = await server(PRIVATE, leadingTo("127.0.0.1"));
  expect(await ask()).toBe("hello");
});

test.each<[string, OutboundRules, Resolve]>([
  ["to a private address", PUBLIC, leadingTo("127.0.0.1")],
  ["to several addresses, one of which is refused", PRIVATE, leadingTo("127.0.0.1", "169.254.169.254")],
  ["to nothing", PRIVATE, leadingTo()],
  ["to the service's own port", { publicOnly: false, ownPort: 0 }, leadingTo("127.0.0.1")],
])("a name that leads %s is not", async (_what, rules, resolve) => {
  const { ask, received } = await server(rules, resolve);
  await expect(ask()).rejects.toMatchObject({ code: "LOUPE_REFUSED_ADDRESS" });
  expect(received()).toBe(0);
});

test("a name that leads elsewhere when it is looked up anew is not", async () => {
  const answers = ["127.0.0.1", "169.254.169.254"];
  const { ask, received } = await server(PRIVATE, (name, options, done) =>
    leadingTo(answers.shift() ?? "")(name, options, done),
  );
  expect(await ask()).toBe("hello");
  await expect(ask()).rejects.toMatchObject({ code: "LOUPE_REFUSED_ADDRESS" });
  expect(received()).toBe(1);
});
