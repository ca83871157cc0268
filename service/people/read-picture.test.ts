import type { LookupAddress } from "node:dns";
import { afterEach, expect, test } from "vitest";
import { PICTURE_BYTES, PICTURE_PIXELS } from "@/lib/contract/limits";
import { Receiver } from "@/service/background/alerts/test-receiver";
import { readPicture } from "./read-picture";

const opened: Receiver[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** The beginning of a PNG of that width, with so many bytes. */
function png(width = 3, length = 100): Buffer {
  const content = Buffer.alloc(length);
  content.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(5, 20);
  return content;
}
const PNG = png();

/** A host of pictures at the provider's own address. */
async function host(answer: Parameters<Receiver["answerWith"]>[0]) {
  const started = await Receiver.start(answer);
  opened.push(started);
  return started;
}

const sending = (content: Uint8Array, headers: Record<string, string> = {}, status = 200) =>
  host((response) => void response.writeHead(status, headers).end(content));

const leadingTo =
  (address: string) => (_name: string, _options: unknown, done: (e: null, a: LookupAddress[]) => void) =>
    done(null, [{ address, family: 4 }]);

test("a picture is read as it is, up to the largest, whatever the answer says of it", async () => {
  for (const content of [PNG, png(PICTURE_PIXELS, PICTURE_BYTES)]) {
    const { url, received } = await sending(content, { "content-type": "text/html" });
    expect(await readPicture(url)).toEqual({ type: "image/png", bytes: new Uint8Array(content) });
    expect(received[0]?.headers).not.toHaveProperty("cookie");
  }
});

test.each(["<svg/>", "<!doctype html>", ""])("%j is refused, also if it is called a PNG", async (content) => {
  const { url } = await sending(Buffer.from(content), { "content-type": "image/png" });
  await expect(readPicture(url)).rejects.toThrow("not a PNG, JPEG, WebP or GIF picture");
});

test("one pixel or byte too many is refused, and an endless answer is not read to its end", async () => {
  const wide = await sending(png(PICTURE_PIXELS + 1));
  await expect(readPicture(wide.url)).rejects.toThrow("1025 × 5 pixels");
  const { url } = await sending(png(3, PICTURE_BYTES + 1));
  await expect(readPicture(url)).rejects.toThrow("more than 32768 bytes");
  const endless = await host((response) => {
    response.write(PNG);
    const write = () => {
      while (!response.destroyed && response.write(PNG));
    };
    response.on("drain", write);
    write();
  });
  await expect(readPicture(endless.url)).rejects.toThrow("more than 32768 bytes");
});

test.each([302, 307, 404, 500])("an answer with status %i is refused, and no redirect followed", async (status) => {
  const other = await sending(PNG);
  const { url } = await sending(PNG, { location: other.url }, status);
  await expect(readPicture(url)).rejects.toThrow(`status ${status}`);
  expect(other.received).toEqual([]);
});

test.each([
  ["before its head", () => undefined],
  ["within the picture", (response: { write(part: Uint8Array): unknown }) => void response.write(PNG)],
])("an answer that stops %s is given up", async (_when, answer) => {
  const { url } = await host(answer);
  await expect(readPicture(url, { patienceMs: 200 })).rejects.toThrow("aborted due to timeout");
});

const named = ({ url }: Receiver) => url.replace("127.0.0.1", "pictures.test");

test("a picture is read from a private address", async () => {
  const resolve = leadingTo("127.0.0.1");
  const { type } = await readPicture(named(await sending(PNG)), { resolve });
  expect(type).toBe("image/png");
});

test("nothing connects to metadata of a cloud under the provider's name", async () => {
  const host = await sending(PNG);
  const read = readPicture(named(host), { resolve: leadingTo("169.254.169.254") });
  await expect(read).rejects.toThrow("not one that is connected to");
  expect(host.received).toEqual([]);
});
