import { AppError } from "@/lib/contract/app-error";
import { addressOf, type Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { BODY_BYTES } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import { validate } from "@/lib/contract/validate";
import { mediaDigest } from "@/lib/trace/langfuse-media";
import { requireAccess } from "@/service/people/keys/identity";
import { signedParameters } from "@/service/people/keys/signed-request";
import type { ServiceDeps } from "@/service/http/deps";
import { readBody } from "@/service/http/middleware/body";
import type { ServiceContext } from "@/service/http/middleware/env";
import { bytesRoute, JSON_HEADERS } from "@/service/http/routes/route";
import { digestOf } from "@/service/store/objects/digest";
import { langfuseRoute, type LangfuseCaller } from "./langfuse-route";

const LIMITS = { packedBytes: BODY_BYTES, unpackedBytes: BODY_BYTES };
const MEDIA_ID_CHARS = 22;
/** A file of this media is named by its content type, the only thing known about it. */
const isContentType = (name: string) => /^[\w.+-]+\/[\w.+-]+$/.test(name);

/** Media are files: an ID is the beginning of the digest in the usual base64url, so no other record is needed. */
export const mediaRoutes = {
  langfuseMediaCreate: langfuseRoute(endpoints.langfuseMediaCreate, async (deps, media, caller) => {
    const { contentType: type, contentLength, sha256Hash } = media;
    if (contentLength > BODY_BYTES)
      throw new AppError("too_large", `The file is larger than the limit of ${BODY_BYTES} bytes`);
    const hash = sha256Hash.replace("=", "").replaceAll("+", "-").replaceAll("/", "_");
    const mediaId = hash.slice(0, MEDIA_ID_CHARS);
    const digest = mediaDigest(hash);
    if (await deps.store.findFile(caller.project, digest)) return { value: { mediaId, uploadUrl: null } };
    const fields = { digest, type, length: String(contentLength) };
    const { address } = await signedAddress(deps, endpoints.langfuseMediaUpload, fields, caller);
    return { value: { mediaId, uploadUrl: address } };
  }),

  langfuseMedia: langfuseRoute(endpoints.langfuseMedia, async (deps, { media_id: mediaId }, caller) => {
    const file = await deps.store.findFile(caller.project, mediaDigest(mediaId));
    if (!file) throw new AppError("not_found", `There is no media file ${mediaId} in project ${caller.project}`);
    const { digest, name, size_bytes: contentLength, created_at: uploadedAt } = file;
    const contentType = isContentType(name) ? name : "application/octet-stream";
    const { address: url, expires } = await signedAddress(deps, endpoints.langfuseMediaContent, { digest }, caller);
    return { value: { mediaId, contentType, contentLength, uploadedAt, url, urlExpiry: expires } };
  }),

  langfuseMediaUploaded: langfuseRoute(endpoints.langfuseMediaUploaded, async () => ({ value: {} })),

  langfuseMediaUpload: { endpoint: endpoints.langfuseMediaUpload, answer: takeUpload },

  langfuseMediaContent: bytesRoute(
    endpoints.langfuseMediaContent,
    ({ project }) => project,
    async function* ({ store }, { project, digest }) {
      const parts = await store.readFile(project, digest);
      if (!parts) throw new AppError("not_found", `There is no file ${digest} in project ${project}`);
      yield* parts;
    },
  ),
};

/** An address of an endpoint for files that needs no key, and when it expires. */
async function signedAddress(
  deps: ServiceDeps,
  endpoint: Endpoint,
  fields: Record<string, string>,
  { identity, project, publicUrl }: LangfuseCaller,
): Promise<{ address: string; expires: string }> {
  const signed = await signedParameters(deps, identity.keyId, endpoint.method, { ...fields, project });
  return { address: publicUrl + addressOf(endpoint, signed), expires: toTimestamp(Number(signed.expires) * 1000) };
}

async function takeUpload(c: ServiceContext, { store }: ServiceDeps): Promise<Response> {
  const { request, role } = endpoints.langfuseMediaUpload;
  const identity = c.get("identity");
  if (!identity) throw new AppError("forbidden", "This endpoint requires an API key with a role on the project");
  const { project, digest, type, length } = validate(request, { ...c.req.query(), ...c.req.param() });
  requireAccess(identity, project, role);
  const content = await readBody(c, LIMITS);
  if (content.length !== length || digestOf(content) !== digest)
    throw new AppError("bad_request", "The body does not match the size and hash that this upload URL was created for");
  await store.createFile({ project_id: project, name: type, content });
  return c.body("{}", 200, JSON_HEADERS);
}
