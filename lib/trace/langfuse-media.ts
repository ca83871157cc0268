/** A file that Langfuse's SDKs uploaded separately from the message: the text that refers to it, and its digest. */
export type MediaReference = { text: string; mediaType: string; digest: string };

const REFERENCE = /@@@langfuseMedia:type=([^|@]+)\|id=([\w-]+)\|source=[^|@]*@@@/;

/** The digest, or its beginning, that an ID of media means: the same hash in another spelling. */
export function mediaDigest(mediaId: string): string {
  return mediaId.replaceAll("-", "X").replaceAll("_", "Y");
}

/** A text as its parts, none of them empty: plain texts and references to media. */
export function splitMedia(text: string): (string | MediaReference)[] {
  const parts: (string | MediaReference)[] = [];
  let rest = text;
  for (let found = REFERENCE.exec(rest); found; found = REFERENCE.exec(rest)) {
    const [whole, mediaType = "", id = ""] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    parts.push({ text: whole, mediaType, digest: mediaDigest(id) });
    rest = rest.slice(found.index + whole.length);
  }
  return rest === "" ? parts : [...parts, rest];
}
