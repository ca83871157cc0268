import { JsonNode } from "@/lib/json/node";

import { base64Url, looksLikeBase64, typeOfBase64, typeOfDataUrl } from "./data-url";
import { type MediaReference, splitMedia } from "./langfuse-media";
import { type Medium, mediumOf, typeOfEnding } from "./media-types";

/**
 * An image or another file in a message. `url` is a web address, the file itself as a `data:` URL, or whatever the
 * client sent in their place. With none of `url`, `file`, `fileId` and `text`, the client did not record the file.
 */
export interface MediaPart {
  type: "media";
  medium: Medium;
  mediaType?: string;
  name?: string;
  url?: string;
  /** The digest of a file of the project, or its beginning. */
  file?: string;
  /** The ID of a file that the provider stores. */
  fileId?: string;
  /** The text of a document that was sent as text, or the transcript of audio. */
  text?: string;
}

/** Types of parts that are media, in the APIs and SDKs that name them. */
const TYPES: Readonly<Record<string, Medium>> = {
  ...named("image", "image_url input_image output_image image-url image-data image-file-id image_generation_call"),
  ...named("image", "image computer_screenshot anthropic_image"),
  ...named("audio", "audio input_audio output_audio audio_url audio-url"),
  ...named("video", "video input_video video_url video-url"),
  ...named(
    "file",
    "file input_file file_data file-data file-url file-id uploaded-file container_upload media resource",
  ),
  ...named("file", "document anthropic_document document_url document-url text-plain blob binary uri resource_link"),
};

function named(medium: Medium, types: string): Record<string, Medium> {
  return Object.fromEntries(types.split(" ").map((type) => [type, medium]));
}

const TYPE_NAMES = ["type", "kind", "block_type"];
/** Members that hold the media of a part without a type: Gemini's, and Bedrock's if there is no other. */
const NAMED_MEMBERS = ["inline_data", "inlineData", "file_data", "fileData"];
const ONLY_MEMBERS: readonly [string, Medium][] = [
  ["image", "image"],
  ["image_url", "image"],
  ["audio", "audio"],
  ["video", "video"],
  ["document", "file"],
];
/** Members in which a part keeps what it says about its media, at several levels. */
const HOLDERS = [
  ...NAMED_MEMBERS,
  ...ONLY_MEMBERS.map(([name]) => name),
  ..."source content data file input_audio audio_url video_url document_url resource s3Location location".split(" "),
];
const HOLDER_LEVELS = 4;

/** Members with an address, and members with either an address or base64. */
const ADDRESSES = "url uri file_uri fileUri file_url fileUrl image_url audio_url video_url document_url path".split(
  " ",
);
const CONTENTS = "file_data data base64 bytes blob binary_content b64_json result image audio video content".split(" ");
const MEDIA_TYPES = "media_type mediaType mime_type mimeType image_mimetype video_mimetype document_mimetype".split(
  " ",
);
const FORMATS = ["format", "output_format"];
const NAMES = "filename file_name fileName name title display_name displayName".split(" ");

/** The media that a part of a message is, in any of the known conventions; undefined for any other part. */
export function readMedia(item: JsonNode): MediaPart | undefined {
  if (item.kind !== "object") return undefined;
  const medium = mediumIn(item);
  return medium ? mediaIn(described(item), medium) : weaveFile(item);
}

/** Media whose position says what they are: base64, an address or an object. */
export function mediaAs(medium: Medium, node: JsonNode): MediaPart | undefined {
  const text = node.string();
  if (text !== undefined) return mediaOf(medium, {}, urlOf(text, false, undefined));
  return node.kind === "object" ? (readMedia(node) ?? mediaIn(node, medium)) : undefined;
}

const EMBEDDED = /^data:(image|audio|video|application)\/[\w.+-]{1,100};base64,\S{0,100}/i;

/** A text that is a `data:` URL and nothing else. */
export function embeddedMedia(text: string): MediaPart | undefined {
  return EMBEDDED.test(text) ? mediaOf("file", {}, text) : undefined;
}

/** A part of a message that an instrumentation wrote into a text, as JSON: Traceloop's for LangChain. */
export function writtenMedia(text: string): MediaPart | undefined {
  const item = /^\{"type": ?"/.test(text) ? JsonNode.read(text) : undefined;
  const media = item && readMedia(item);
  return media && isAvailable(media) ? media : undefined;
}

/** A file that Langfuse's SDKs uploaded separately from the message. */
export function referencedMedia({ text, mediaType, digest }: MediaReference): MediaPart {
  return { type: "media", medium: mediumOf(mediaType) ?? "file", url: text, mediaType, file: digest };
}

function mediumIn(item: JsonNode): Medium | undefined {
  const type = textIn([item], TYPE_NAMES);
  if (type !== undefined) return Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (NAMED_MEMBERS.some((name) => item.get(name)?.kind === "object")) return "file";
  return item.size === 1 ? ONLY_MEMBERS.find(([name]) => item.get(name)?.kind === "object")?.[1] : undefined;
}

/** OpenInference puts a part for which it has no attributes into the part's text, as JSON. */
function described(item: JsonNode): JsonNode {
  const text = item.get("text")?.string();
  const inner = text?.startsWith("{") ? JsonNode.read(text) : undefined;
  return inner && mediumIn(inner) ? inner : item;
}

function mediaIn(item: JsonNode, medium: Medium): MediaPart {
  const places = placesOf(item);
  const format = textIn(places, FORMATS);
  const stated = textIn(places, MEDIA_TYPES) ?? (format && (typeOfEnding(format) ?? `${medium}/${format}`));
  const mediaType = stated?.includes("/") ? stated : undefined;
  const document = textOfDocument(item);
  const about = {
    mediaType,
    name: textIn(places, NAMES),
    fileId: fileIdIn(item, places),
    text: document ?? textIn(places, ["text", "transcript"]),
  };
  const address = textIn(places, ADDRESSES);
  const content = address ?? (document === undefined ? contentIn(places) : undefined);
  const url = content === undefined ? undefined : urlOf(content, address !== undefined, mediaType);
  return mediaOf(modalityIn(item) ?? medium, about, url);
}

/** Undefined is absence. */
type About = { [name in "mediaType" | "name" | "fileId" | "text"]?: string | undefined };

function mediaOf(medium: Medium, { mediaType: stated, name, fileId, text }: About, url: string | undefined): MediaPart {
  const [reference] = splitMedia(url ?? "");
  if (reference && typeof reference !== "string")
    return { ...referencedMedia(reference), ...(name === undefined ? {} : { name }) };
  const mediaType = stated ?? (url === undefined ? undefined : typeOfDataUrl(url));
  return {
    type: "media",
    medium: mediumOf(mediaType) ?? medium,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(fileId === undefined ? {} : { fileId }),
    ...(text === undefined ? {} : { text }),
  };
}

/** The part and the objects in which it describes its media, from the outside in. */
function placesOf(item: JsonNode, levels = HOLDER_LEVELS): JsonNode[] {
  if (levels === 0) return [item];
  const held = HOLDERS.map((name) => item.get(name)).filter((node) => node?.kind === "object");
  return [item, ...held.flatMap((node) => (node ? placesOf(node, levels - 1) : []))];
}

/** OpenTelemetry's word for what a part is. */
function modalityIn(item: JsonNode): Medium | undefined {
  const modality = item.get("modality")?.string();
  if (modality === undefined) return undefined;
  return modality === "image" || modality === "audio" || modality === "video" ? modality : "file";
}

function fileIdIn(item: JsonNode, places: readonly JsonNode[]): string | undefined {
  const hasId = item.get("source_type")?.string() === "id";
  const id = hasId ? item.get("id") : item.at(["document", "document", "id"]);
  return textIn(places, ["file_id", "fileId"]) ?? id?.string();
}

/** The text of a document that is sent as text: Anthropic's, LangChain's and OpenInference's. */
function textOfDocument(item: JsonNode): string | undefined {
  const source = item.get("source");
  const type = source?.get("type")?.string();
  if (type === "text") return source?.get("data")?.string();
  if (type === "content") return joinedText(source?.get("content"));
  return item.at(["document", "document", "content"])?.string();
}

function joinedText(content: JsonNode | undefined): string | undefined {
  const texts = [...(content?.items() ?? [])].flatMap((block) => block.get("text")?.string() ?? []);
  return content?.string() ?? (texts.length > 0 ? texts.join("\n") : undefined);
}

function contentIn(places: readonly JsonNode[]): string | undefined {
  return textIn(places, CONTENTS) ?? base64Of(places.map((place) => place.get("data")).find(isBytes));
}

/** Node's form of bytes in JSON: a list of numbers. */
const isBytes = (node: JsonNode | undefined) => node?.kind === "array" && node.item(0)?.kind === "number";

function base64Of(bytes: JsonNode | undefined): string | undefined {
  const characters = [...(bytes?.items() ?? [])].map((byte) => String.fromCharCode((byte.number() ?? 0) & 255));
  return characters.length > 0 ? btoa(characters.join("")) : undefined;
}

const SCHEME = /^[a-z][a-z\d+.-]{1,30}:/i;

/** Base64 as a `data:` URL; any other text as it is, such as a path, or a word in place of what was not recorded. */
function urlOf(text: string, isAddress: boolean, mediaType: string | undefined): string {
  if (isAddress || SCHEME.test(text) || text.startsWith("@@@") || !looksLikeBase64(text)) return text;
  return base64Url(text, mediaType ?? typeOfBase64(text));
}

/** A file in the format of Weave's SDKs: an image, audio, a video, or content of any type. */
function weaveFile(item: JsonNode): MediaPart | undefined {
  if (item.get("_type")?.string() !== "CustomWeaveType") return undefined;
  for (const [name, digest] of item.get("files")?.entries() ?? []) {
    const file = digest.string();
    if (file === undefined || !/^(image|audio|video|content|file)(\.|$)/.test(name)) continue;
    const mediaType = typeOfEnding(name);
    const medium = mediumOf(mediaType) ?? "file";
    return { type: "media", medium, ...(mediaType === undefined ? {} : { mediaType }), file };
  }
  return undefined;
}

/** Whether there is a file to show or to open, rather than a word about it. */
export function isAvailable({ url, file, fileId }: MediaPart): boolean {
  return file !== undefined || fileId !== undefined || (url !== undefined && /^(data:|https?:\/\/)/i.test(url));
}

/** The first text under one of the names, in the outermost place that has one; an empty one is none. */
function textIn(places: readonly JsonNode[], names: readonly string[]): string | undefined {
  for (const place of places) {
    for (const name of names) {
      const text = place.get(name)?.string();
      if (text) return text;
    }
  }
  return undefined;
}
