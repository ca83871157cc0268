import { DocumentReader, documentShape, type ReadPart } from "./read-document";
import { readLines } from "./read-lines";
import { readUnit } from "./read-unit";

const PIECE_BYTES = 1024 * 1024;
const BEGINNING_BYTES = 64 * 1024;

/** What was found since the previous part, and the number of bytes read so far. */
export type FilePart = ReadPart & { read: number };

/** Every group and trajectory of a JSON or JSONL file, part by part, and all errors in it; its text is not kept. */
export async function* readTrainingFile(file: Blob & { name?: string }): AsyncGenerator<FilePart> {
  const beginning = (await file.slice(0, BEGINNING_BYTES).text()).replace(/^\uFEFF/, "");
  if (isLines(file.name ?? "", beginning)) yield* readAsLines(file);
  else yield* readAsDocument(file, beginning);
}

async function* readAsLines(file: Blob): AsyncGenerator<FilePart> {
  for await (const { lines, read } of readLines(file)) {
    const part: FilePart = { groups: [], loose: [], problems: [], read };
    for (const line of lines) {
      const place = `line ${line.number}`;
      const unit =
        "text" in line ? readUnit(line.text, place, line.start) : { problems: [{ place, message: line.message }] };
      if ("group" in unit) part.groups.push(unit.group);
      else if ("trajectory" in unit) part.loose.push(unit.trajectory);
      else part.problems.push(...unit.problems);
    }
    yield part;
  }
}

async function* readAsDocument(file: Blob, beginning: string): AsyncGenerator<FilePart> {
  const reader = new DocumentReader(documentShape(beginning));
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
    yield { ...reader.push(bytes), read: from + bytes.length };
  }
  yield { ...reader.end(), read: file.size };
}

/** Determined by the file's name, else by its first line: a line that is a complete value is followed by others. */
function isLines(name: string, beginning: string): boolean {
  if (/\.(jsonl|ndjson)$/i.test(name)) return true;
  const text = beginning.trimStart();
  if (text.startsWith("[")) return false;
  const end = text.indexOf("\n");
  if (end === -1 || text.slice(end).trim() === "") return !text.includes('"trajectory_groups"');
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return !/^\{\s*$/.test(text.slice(0, end)) && !/\.json$/i.test(name);
  }
}
