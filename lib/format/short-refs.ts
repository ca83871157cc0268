import { readAnyRef } from "@/lib/contract/refs";
import { versionOfRef } from "@/lib/contract/version-name";

const REF = /(?:core|weave):\/\/\/[^\s"\\]+/g;
const DIGEST_CHARS = 7;

/** A text whose refs to objects and ops are written as `support:3fa2c1b`; other refs, and those cut off, stay. */
export function shortRefs(text: string): string {
  return text.replaceAll(REF, (written) => {
    const ref = readAnyRef(written);
    return ref && "name" in ref ? `${ref.name}:${versionOfRef(ref.digest).slice(0, DIGEST_CHARS)}` : written;
  });
}
