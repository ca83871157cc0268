import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { PEOPLE_PICTURES, PICTURE_BYTES } from "@/lib/contract/limits";
import { peopleQueryResponse } from "@/lib/contract/people";
import { Receiver } from "@/service/background/alerts/test-receiver";
import { usePeople } from "@/service/people/testing/test-people";
import { readBackup } from "@/service/store/maintenance/backup";
import { ADMIN_KEY } from "./test-service";

const people = usePeople();

const hosts: Receiver[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

/** A picture of one pixel, which each rest makes another one. */
const png = (rest: string) => Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.from(rest)]);
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const shown = (content: Uint8Array) => `data:image/png;base64,${Buffer.from(content).toString("base64")}`;

/** A host of pictures, with an answer for each path; those that are missing never end. */
async function startHost(answers: Record<string, Uint8Array | string | { redirect: string }>) {
  const host = await Receiver.start((response, { path }) => {
    const answer = answers[path];
    if (answer === undefined) return void response.write(png("begins"));
    if (typeof answer === "object" && "redirect" in answer)
      return void response.writeHead(302, { location: answer.redirect }).end();
    response.writeHead(200, { "content-type": "image/png" }).end(answer);
  });
  hosts.push(host);
  return { address: await people.provider().picturesFrom(host.url), url: host.url, received: host.received };
}

/** Signs somebody in at a service of its own; its log has what became of the picture. */
async function signIn(account: string, picture: string | undefined) {
  const claims = { email: `${account}@example.com`, email_verified: true, groups: ["readers"], picture };
  await people.provider().account(account, claims);
  const log: { msg: string; reason?: string }[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const { id_token, access_token, refresh_token, nonce } = await people.authorize(account);
  const tokens = { id_token, access_token, refresh_token, nonce };
  const answer = await people.post("/people/sign_in", tokens, undefined, people.open({ logger }));
  return {
    status: answer.status,
    /** Why the picture was refused, once it is known. */
    reason: () => log.find(({ msg }) => msg === "the picture of a person was not read")?.reason,
  };
}

async function pictureOf(account: string): Promise<string | undefined> {
  const answer = await people.post("/people/query", { search: `${account}@example.com` }, ADMIN_KEY);
  return peopleQueryResponse.parse(await answer.json()).people[0]?.picture;
}

test("the picture that the provider states is shown, read once, and in backups", async () => {
  const host = await startHost({ "/ada.png": png("ada") });
  expect((await signIn("ada", `${host.address}/ada.png`)).status).toBe(200);
  await expect.poll(() => pictureOf("ada")).toBe(shown(png("ada")));
  await signIn("ada", `${host.address}/ada.png`);
  // Comes after whatever the second sign-in has asked for.
  await signIn("other", `${host.address}/ada.png`);
  await expect.poll(() => pictureOf("other")).toBe(shown(png("ada")));
  expect(host.received).toHaveLength(2);

  let backup = "";
  for await (const part of readBackup(people.client())) backup += part;
  expect(backup).toContain(png("ada").toString("hex"));
});

test("another picture replaces it, and it is gone when the provider states none", async () => {
  const host = await startHost({ "/1.png": png("one"), "/2.png": png("two"), "/3.png": "<svg/>" });
  await signIn("grace", `${host.address}/1.png`);
  await expect.poll(() => pictureOf("grace")).toBe(shown(png("one")));
  await signIn("grace", `${host.address}/2.png`);
  await expect.poll(() => pictureOf("grace")).toBe(shown(png("two")));
  await signIn("grace", undefined);
  expect(await pictureOf("grace")).toBeUndefined();

  // Nor does it stay when the next one cannot be read; that one is read again with the next sign-in.
  await signIn("grace", `${host.address}/2.png`);
  await expect.poll(() => pictureOf("grace")).toBe(shown(png("two")));
  for (const read of [4, 5]) {
    const { reason } = await signIn("grace", `${host.address}/3.png`);
    await expect.poll(reason).toContain("not a PNG");
    expect(await pictureOf("grace")).toBeUndefined();
    expect(host.received).toHaveLength(read);
  }
});

test("whatever cannot be shown is refused, and the person is signed in", async () => {
  const other = await startHost({ "/": png("elsewhere") });
  const host = await startHost({
    "/svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "/html": "<!doctype html>",
    "/large": png("x".repeat(PICTURE_BYTES)),
    "/moved": { redirect: other.url },
  });
  for (const [path, why] of [
    ["/svg", "not a PNG"],
    ["/html", "not a PNG"],
    ["/large", "more than"],
    ["/moved", "status 302"],
    ["/slow", "timeout"],
  ]) {
    const { status, reason } = await signIn("eve", host.address + path);
    expect(status).toBe(200);
    await expect.poll(reason, { timeout: 30_000 }).toContain(why);
    expect(await pictureOf("eve")).toBeUndefined();
  }
  expect(other.received).toEqual([]);
});

test("nothing is asked for a picture that is not at the provider", async () => {
  const { url, received } = await startHost({ "/": png("elsewhere") });
  for (const picture of [url, url.replace("127.0.0.1", "localhost")]) {
    const { status, reason } = await signIn("dora", picture);
    expect([status, reason()]).toEqual([200, undefined]);
  }
  expect(received).toEqual([]);
});

test("an answer has the pictures of its first people only", async () => {
  await people.client().query(
    `insert into people (id, issuer, subject, owner, picture_type, picture_bytes)
     select gen_random_uuid(), 'test', n::text, 'many ' || lpad(n::text, 3, '0'), 'image/png', $1
     from generate_series(0, $2) as n`,
    [png("many"), PEOPLE_PICTURES],
  );
  const answer = await people.post("/people/query", { search: "many " }, ADMIN_KEY);
  const pictures = peopleQueryResponse.parse(await answer.json()).people.map(({ picture }) => picture);
  expect(pictures).toEqual([...Array.from({ length: PEOPLE_PICTURES }, () => shown(png("many"))), undefined]);
});
