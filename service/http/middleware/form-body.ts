import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import { BODY_BYTES } from "@/lib/contract/limits";
import type { ServiceContext } from "./env";
import { readBody } from "./body";

const LIMITS = { packedBytes: BODY_BYTES, unpackedBytes: BODY_BYTES };
const FORM_TYPE = "multipart/form-data";

/**
 * The fields of a form, a file as `File`; unchecked otherwise. Throws `unsupported_media_type`, `too_large`,
 * `bad_request` for a form that cannot be read, and `invalid` for a repeated field.
 */
export async function readFormBody(c: ServiceContext): Promise<Record<string, string | File>> {
  const contentType = c.req.header("content-type") ?? "";
  if (contentType.split(";")[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new AppError("unsupported_media_type", `The Content-Type must be ${FORM_TYPE}`);
  const form = await parseForm(await readBody(c, LIMITS), contentType);
  const fields = new Map<string, string | File>();
  for (const [path, value] of form) {
    const message = "appears more than once";
    if (fields.has(path)) throw invalidField(path, message);
    fields.set(path, value);
  }
  return Object.fromEntries(fields);
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  } catch (cause) {
    throw new AppError("bad_request", `The body is not valid ${FORM_TYPE}`, { cause });
  }
}
