import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

export interface ObjectFile {
  name: string;
  digest: string;
}

/**
 * The files of a value in the format of Weave's SDKs, a custom type: an op's code, an image; none for any other value.
 */
export function filesOf(val: JsonText): ObjectFile[] {
  if (!val.text.includes('"files"')) return [];
  const node = JsonNode.parse(val);
  const type = node.get("_type")?.string();
  if (type !== "CustomWeaveType" && type !== "Op") return [];
  return [...(node.get("files")?.entries() ?? [])].flatMap(([name, digest]) => {
    const text = digest.string();
    return text === undefined ? [] : [{ name, digest: text }];
  });
}

const IMAGES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** The media type of a file that is shown as an image, by its name; an SVG is treated as text because it can contain scripts. */
export function imageType(name: string): string | undefined {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return Object.hasOwn(IMAGES, ending) ? IMAGES[ending] : undefined;
}
