/** What a file in a message is for the person who reads it. */
export type Medium = "image" | "audio" | "video" | "file";

/** The type of bytes about which nothing is known. */
export const UNKNOWN_TYPE = "application/octet-stream";

/** Media types by the ending of a file's name, which is also what some APIs call a format. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["svg", "image/svg+xml"],
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["ogg", "audio/ogg"],
  ["opus", "audio/opus"],
  ["flac", "audio/flac"],
  ["aac", "audio/aac"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
  ["pdf", "application/pdf"],
  ["json", "application/json"],
  ["csv", "text/csv"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["html", "text/html"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
]);

/** The media type of a file by the last part of its name, or by a format; undefined if it is not known. */
export function typeOfEnding(name: string): string | undefined {
  return BY_ENDING.get(name.split(".").at(-1)?.toLowerCase() ?? "");
}

/** The ending of a file of this type; empty if it is not known. */
export function endingOf(mediaType: string): string {
  for (const [ending, type] of BY_ENDING) if (type === mediaType.toLowerCase()) return `.${ending}`;
  return "";
}

/** What a file of this type is; undefined if the type says nothing about that. */
export function mediumOf(mediaType: string | undefined): Medium | undefined {
  const [kind = "", name] = mediaType?.toLowerCase().split("/") ?? [];
  if (name === undefined || mediaType === UNKNOWN_TYPE) return undefined;
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}

// SVG is missing because it can contain scripts.
const SHOWN: readonly [Medium, RegExp][] = [
  ["image", /^image\/(png|jpe?g|gif|webp|avif)$/i],
  ["audio", /^audio\/(wave?|x-wav|vnd\.wave|mpeg|mp3|mp4|m4a|x-m4a|ogg|opus|webm|flac|x-flac|aac)$/i],
  ["video", /^video\/(mp4|webm|ogg|quicktime)$/i],
];

/** The element that a file of this type is shown with; undefined if it is only offered for download. */
export function shownAs(mediaType: string): Medium | undefined {
  return SHOWN.find(([, types]) => types.test(mediaType))?.[0];
}

/** Bytes at the beginning of a file that tell its type. */
export const SIGNATURE_BYTES = 16;

/** The first bytes of files, as Latin-1 text; `.` is any byte. */
const SIGNATURES: readonly [RegExp, string][] = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xFF\xD8\xFF/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^RIFF.{4}WAVE/s, "audio/wav"],
  [/^(ID3|\xFF[\xFB\xF3\xF2])/, "audio/mpeg"],
  [/^OggS/, "audio/ogg"],
  [/^fLaC/, "audio/flac"],
  [/^.{4}ftypavif/s, "image/avif"],
  [/^.{4}ftypM4A/s, "audio/mp4"],
  [/^.{4}ftyp/s, "video/mp4"],
  [/^.E\xDF\xA3/s, "video/webm"],
  [/^%PDF-/, "application/pdf"],
];

/** The type that a file's first bytes tell; undefined if they tell none. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const latin1 = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  return SIGNATURES.find(([signature]) => signature.test(latin1))?.[1];
}
