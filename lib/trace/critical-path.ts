import { type TimelineExtent, timeSpan } from "./timeline";
import type { SpanNode, SpanTree } from "./span-tree";

/** A stretch of time that a call itself determined: microseconds since 1970. */
export interface PathSection {
  start: number;
  end: number;
}

/** The sections of each call on the path, the latest first; a call that is not on it has no entry. */
export type CriticalPath = ReadonlyMap<string, readonly PathSection[]>;

interface Frame {
  node: SpanNode | undefined;
  start: number;
  /** Time before this is still to be attributed. */
  until: number;
  /** The last to end first. */
  children: readonly Window[];
  next: number;
}

interface Window {
  node: SpanNode;
  start: number;
  end: number;
}

/**
 * Which call determined each moment of a trace: what has to become faster for the trace to. From the end backwards to
 * the last child that had ended, through it, and on from its start; a call that ran in parallel is not on the path. As
 * Jaeger defines it (jaegertracing/jaeger-ui, `TracePage/CriticalPath`), after Zhang and others, "CRISP: Critical Path
 * Analysis of Large-Scale Microservice Architectures", USENIX ATC 2022; here a child may also end in the very
 * microsecond the next begins, and a trace of several roots is one time in which they follow each other. Children are
 * cut to their parent's time; a call that runs ends at `now` (milliseconds since 1970). Without recursion.
 */
export function criticalPath(tree: SpanTree, now: number): CriticalPath {
  const sections = new Map<string, PathSection[]>();
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const roots = windowsIn(tree.roots, all, now);
  const end = roots[0]?.end;
  if (end === undefined) return sections;
  const frames: Frame[] = [{ node: undefined, start: all.start, until: end, children: roots, next: 0 }];
  const add = ({ node }: Frame, from: number, to: number) => {
    // A parent that has not been received determines nothing.
    if (!node?.row || to <= from) return;
    const known = sections.get(node.id);
    if (known) known.push({ start: from, end: to });
    else sections.set(node.id, [{ start: from, end: to }]);
  };
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const child = nextChild(frame);
    if (!child) {
      add(frame, frame.start, frame.until);
      frames.pop();
      continue;
    }
    add(frame, child.end, frame.until);
    frame.until = child.start;
    const children = windowsIn(child.node.children, child, now);
    frames.push({ node: child.node, start: child.start, until: child.end, children, next: 0 });
  }
  return sections;
}

/** Microseconds that a call determined. */
export function pathDuration(sections: readonly PathSection[]): number {
  return sections.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The last of the children to end that had ended by then. */
function nextChild(frame: Frame): Window | undefined {
  while (frame.next < frame.children.length) {
    const child = frame.children[frame.next];
    frame.next += 1;
    if (child && child.end <= frame.until) return child;
  }
  return undefined;
}

function windowsIn(nodes: readonly SpanNode[], { start, end }: PathSection, now: number): Window[] {
  const windows: Window[] = [];
  for (const node of nodes) {
    const span = spanOf(node, now);
    if (!span) continue;
    const window = { node, start: Math.max(span.start, start), end: Math.min(span.start + span.duration, end) };
    if (window.end >= window.start) windows.push(window);
  }
  return windows.sort((a, b) => b.end - a.end || b.start - a.start);
}

/** A parent that has not been received lasts as long as its children. */
function spanOf({ row, children }: SpanNode, now: number): TimelineExtent | undefined {
  if (row) return timeSpan(row, now);
  const spans = children.flatMap((child) => (child.row && timeSpan(child.row, now)) ?? []);
  if (spans.length === 0) return undefined;
  const start = spans.reduce((first, span) => Math.min(first, span.start), Number.POSITIVE_INFINITY);
  const end = spans.reduce((last, span) => Math.max(last, span.start + span.duration), start);
  return { start, duration: end - start };
}
