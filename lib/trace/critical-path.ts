import { type TimelineExtent, timeSpan } from "./timeline";
import type { SpanNode, SpanTree } from "./span-tree";

/** A section of time that a call determined: microseconds since 1970. */
export interface PathSection {
  start: number;
  end: number;
}

/** The sections of each call on the path, latest first; a call that is not on the path has no entry. */
export type CriticalPath = ReadonlyMap<string, readonly PathSection[]>;

interface Frame {
  node: SpanNode | undefined;
  start: number;
  /** Time before this is not attributed yet. */
  until: number;
  /** By end, latest first. */
  children: readonly Window[];
  next: number;
}

interface Window {
  node: SpanNode;
  start: number;
  end: number;
}

/**
 * The call that determined each moment of a trace, and must become faster to make the trace faster. Walks back from the
 * end to the last child that had ended, through that child, and on from its start; calls that ran in parallel are not
 * on the path. Follows Jaeger's definition (jaegertracing/jaeger-ui, `TracePage/CriticalPath`), after Zhang and others,
 * "CRISP: Critical Path Analysis of Large-Scale Microservice Architectures", USENIX ATC 2022, with two differences: a
 * child may end in the same microsecond in which the next begins, and several roots of a trace are treated as
 * consecutive. Children are limited to their parent's time; a running call ends at `now` (milliseconds since 1970). Not
 * recursive.
 */
export function criticalPath(tree: SpanTree, now: number): CriticalPath {
  const sections = new Map<string, PathSection[]>();
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const roots = windowsIn(tree.roots, all, now);
  const end = roots[0]?.end;
  if (end === undefined) return sections;
  const frames: Frame[] = [{ node: undefined, start: all.start, until: end, children: roots, next: 0 }];
  const add = ({ node }: Frame, from: number, to: number) => {
    // A parent that has not been received determines no time.
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

/** The last child to end that had ended by then. */
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
