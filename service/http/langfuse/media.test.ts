import { createHash } from "node:crypto";
import { LangfuseMedia } from "@langfuse/client";
import { expect, test } from "vitest";
import { ADMIN_KEY } from "@/service/http/routes/test-service";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");
const about = (bytes: Buffer) => ({
  contentType: "image/png" as const,
  contentLength: bytes.length,
  sha256Hash: sha256(bytes),
  traceId: "t",
  field: "input",
});

/** Asks for an address and uploads to it without a key, as the SDKs do. */
async function upload(bytes: Buffer, sent = bytes) {
  const { mediaId, uploadUrl } = await langfuse.client.api.media.getUploadUrl(about(bytes));
  if (!uploadUrl) throw new Error("the file is stored already");
  const answer = await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(sent) });
  return { mediaId, uploadUrl, status: answer.status };
}

test("an uploaded file is found by the reference in a message, by the SDK and by digest", async () => {
  const { mediaId, status } = await upload(PNG);
  expect(status).toBe(200);
  await langfuse.client.api.media.patch(mediaId, { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200 });

  const media = new LangfuseMedia({ source: "bytes", contentBytes: PNG, contentType: "image/png" });
  expect(await media.getId()).toBe(mediaId);
  const obj = { image: await media.getTag() };
  const resolved = await langfuse.client.media.resolveReferences({ obj, resolveWith: "base64DataUri" });
  expect(resolved).toEqual({ image: `data:image/png;base64,${PNG.toString("base64")}` });
  expect(await langfuse.client.api.media.get(mediaId)).toMatchObject({
    mediaId,
    contentType: "image/png",
    contentLength: PNG.length,
  });

  const digest = mediaId.replaceAll("-", "X").replaceAll("_", "Y");
  const content = await langfuse.service.post("/file/content", { project_id: PROJECT, digest });
  expect(Buffer.from(await content.arrayBuffer())).toEqual(PNG);
});

test("a file that is stored already needs no upload, but another project does", async () => {
  const bytes = Buffer.from("known");
  await upload(bytes);
  const again = await langfuse.ask("POST", "/api/public/media", about(bytes));
  expect(again.body).toMatchObject({ uploadUrl: null });
  const elsewhere = await langfuse.ask("POST", "/api/public/media", about(bytes), { "x-project": "acme/other" });
  expect(elsewhere.body).toMatchObject({ mediaId: again.body.mediaId, uploadUrl: expect.stringContaining("acme") });
});

test("other bytes than announced are not stored", async () => {
  const { mediaId, status } = await upload(Buffer.from("announced"), Buffer.from("something"));
  expect(status).toBe(400);
  expect(await langfuse.ask("GET", `/api/public/media/${mediaId}`)).toMatchObject({ status: 404 });
});

test.each([
  ["a changed project", (url: URL) => url.searchParams.set("project", "acme/other")],
  ["a changed signature", (url: URL) => url.searchParams.set("signature", "x")],
  ["a later expiry", (url: URL) => url.searchParams.set("expires", "9999999999")],
  ["another key", (url: URL) => url.searchParams.set("key", "someone")],
  ["no signature", (url: URL) => url.searchParams.delete("signature")],
])("an address with %s is refused, even with a key", async (_, change) => {
  const { uploadUrl } = await langfuse.client.api.media.getUploadUrl(about(Buffer.from(_)));
  const url = new URL(uploadUrl ?? "");
  change(url);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  expect((await fetch(url, { method: "PUT", headers, body: _ })).status).toBe(401);
});

test("an address is for its method, for ten minutes, and as long as its key is not revoked", async () => {
  const roles = [{ project_pattern: PROJECT, role: "member" }];
  const created = await langfuse.service.post("/keys/create", { owner: "ada", default_project: PROJECT, roles });
  const { key, api_key } = await created.json();
  const authorization = `Bearer ${api_key}`;
  const body = about(Buffer.from("mine"));
  const answer = await langfuse.ask("POST", "/api/public/media", body, { authorization });
  const { pathname, search } = new URL(answer.body.uploadUrl);
  const app = langfuse.service.app();
  expect((await app.request(pathname + search)).status).toBe(401);
  const later = langfuse.service.app({ clock: () => new Date(Date.parse("2026-11-20T08:51:00Z")) });
  const put = { method: "PUT", body: "mine" };
  expect((await later.request(pathname + search, put)).status).toBe(401);
  await langfuse.service.post("/keys/revoke", { id: key.id });
  expect((await app.request(pathname + search, put)).status).toBe(401);
});

test.each([
  [{ ...about(PNG), contentLength: 10 ** 9 }, 413],
  [{ ...about(PNG), sha256Hash: "short" }, 422],
  [{ ...about(PNG), contentType: undefined }, 422],
])("%j gets no address", async (body, status) => {
  expect(await langfuse.ask("POST", "/api/public/media", body)).toMatchObject({ status });
});
