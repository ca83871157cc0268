import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { JsonText } from "@/lib/json/text";
import { type ChatMessage, type Conversation, hasRoles, readConversation } from "./conversation";
import { exceptionText, readExceptions } from "./exceptions";
import { type LogBlock, messageBlocks, payloadBlocks } from "./log-blocks";
import { MessageHistory } from "./message-history";
import { parentsFirst, type SpanNode, type SpanTree } from "./span-tree";
import { timeSpan } from "./timeline";

/** Input and output of a call. */
export interface CallPayload {
  inputs?: JsonText | undefined;
  output?: JsonText | undefined;
  /** They were not read, since those of the calls before it are too long. */
  isLeftOut?: boolean;
}

/** A text of an entry. `sameAs` is the call above whose entry has the same long text. */
export interface EntryBlock extends LogBlock {
  sameAs?: { id: string; name: string };
}

/**
 * What a call was given and what came of it. A call with calls below it has two entries, around those: its `start` with
 * the input, and its `end` with output and error, unless it has neither.
 */
export interface LogEntry {
  key: string;
  id: string;
  row: CallRow;
  /** From 0 for roots. */
  level: number;
  part: "call" | "start" | "end";
  /** Milliseconds from the start of the log to that of the call, or to its end; undefined if unknown. */
  atMs: number | undefined;
  /** The messages at the beginning of its input that an entry above has. */
  earlier: readonly ChatMessage[];
  blocks: EntryBlock[];
  /** Its input and output were not read. */
  isLeftOut: boolean;
}

export interface TraceLog {
  entries: LogEntry[];
  /** Calls without an entry, since their payloads are not known. */
  remaining: number;
  /** The index after the last call that has an entry. */
  moreAt: number;
}

/** Repeated texts are folded from this length on. */
const LONG_CHARS = 200;
const NO_ATTRIBUTES = new JsonText("{}");
const microsecondsPerMs = 1000;

/**
 * A trace, or some of its calls with all calls below them, as one text from top to bottom: in the order of the tree, which
 * is that of time among the calls below one caller. Has the calls whose payloads are given. Not recursive.
 */
export function traceLog(tree: Pick<SpanTree, "roots">, payloads: ReadonlyMap<string, CallPayload>): TraceLog {
  const reader = new EntryReader(firstStart(tree));
  const entries: LogEntry[] = [];
  let [shown, all, moreAt] = [0, 0, 0];
  const waiting: { node: SpanNode; level: number; isEnd: boolean }[] = [];
  const push = (nodes: readonly SpanNode[], level: number) => {
    for (const node of nodes.toReversed()) waiting.push({ node, level, isEnd: false });
  };
  push(tree.roots, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level, isEnd } = next;
    const { row, children } = node;
    const payload = payloads.get(node.id);
    if (row && payload) {
      const part = isEnd ? "end" : children.length > 0 ? "start" : "call";
      const entry = reader.read(row, payload, level, part);
      if (part !== "end" || entry.blocks.length > 0) entries.push(entry);
      if (!isEnd) {
        shown += 1;
        moreAt = entries.length;
      }
    }
    if (isEnd) continue;
    if (row) all += 1;
    if (children.length === 0) continue;
    if (row && payload) waiting.push({ node, level, isEnd: true });
    // A parent that was not received has no line of its own.
    push(children, row ? level + 1 : level);
  }
  return { entries, remaining: all - shown, moreAt };
}

/** Reads entries from top to bottom. */
class EntryReader {
  readonly #startUs: number | undefined;
  readonly #history = new MessageHistory();
  readonly #texts = new Map<string, { id: string; name: string }>();

  /** The start of the log in microseconds since 1970. */
  constructor(startUs: number | undefined) {
    this.#startUs = startUs;
  }

  read(row: CallRow, payload: CallPayload, level: number, part: LogEntry["part"]): LogEntry {
    const { earlier, blocks } = this.#content(row, payload, part);
    const span = timeSpan(row, 0);
    const us = span && span.start + (part === "end" ? span.duration : 0);
    const atMs = us === undefined || this.#startUs === undefined ? undefined : (us - this.#startUs) / microsecondsPerMs;
    const key = part === "end" ? `end ${row.id}` : `start ${row.id}`;
    const isLeftOut = payload.isLeftOut === true && part !== "end";
    return { key, id: row.id, row, level, part, atMs, earlier, blocks: this.#folded(row, blocks), isLeftOut };
  }

  #content(row: CallRow, payload: CallPayload, part: LogEntry["part"]): Pick<LogEntry, "earlier" | "blocks"> {
    const { inputs, output } = payload;
    const chat = conversationOf(row, payload);
    let earlier: readonly ChatMessage[] = [];
    const blocks: LogBlock[] = [];
    if (part !== "end") {
      const messages = chat?.input ?? [];
      const shared = this.#history.shared(messages);
      earlier = messages.slice(0, shared);
      blocks.push(...(chat ? messages.slice(shared).flatMap(messageBlocks) : payloadBlocks("input", inputs)));
      this.#history.add(messages);
    }
    if (part !== "start") {
      blocks.push(...(chat ? chat.output.flatMap(messageBlocks) : payloadBlocks("output", output)));
      if (chat) for (const answer of chat.output) this.#history.add([...chat.input, answer]);
      blocks.push(...errorBlocks(row));
    }
    return { earlier, blocks };
  }

  #folded(row: CallRow, blocks: readonly LogBlock[]): EntryBlock[] {
    return blocks.map((block) => {
      if (block.text.length < LONG_CHARS) return block;
      const sameAs = this.#texts.get(block.text);
      if (sameAs) return { ...block, sameAs };
      this.#texts.set(block.text, { id: row.id, name: callName(row) });
      return block;
    });
  }
}

function errorBlocks(row: CallRow): LogBlock[] {
  if (row.exception === undefined) return [];
  const [own] = readExceptions({ exception: row.exception, attributes: NO_ATTRIBUTES });
  return [{ label: "error", text: own ? exceptionText(own) : row.exception, isCode: true, isError: true }];
}

// A log is read again with every call that is received.
const chats = new WeakMap<CallPayload, { chat: Conversation | undefined }>();

/** Arguments and result of a function may look like a question and its answer; a model and an agent have those. */
function conversationOf({ overview }: CallRow, payload: CallPayload): Conversation | undefined {
  const known = chats.get(payload);
  if (known) return known.chat;
  const { inputs, output } = payload;
  const isSpoken = overview?.kind === "llm" || overview?.kind === "agent" || hasRoles(inputs, output);
  const chat = isSpoken ? readConversation(inputs, output) : undefined;
  chats.set(payload, { chat });
  return chat;
}

function firstStart(tree: Pick<SpanTree, "roots">): number | undefined {
  let first: number | undefined;
  for (const { row } of parentsFirst(tree)) {
    const span = row && timeSpan(row, 0);
    if (span && (first === undefined || span.start < first)) first = span.start;
  }
  return first;
}
