import { type CallWrite, RANK } from "@/service/store/calls/call-write";

/** Fields that apply to a whole trace, though each span reports them by itself. */
type Context = Pick<CallWrite, "thread_id" | "user_id">;

/**
 * Writes that give the spans of an export the thread and the user of another span of their trace, so that spans that
 * arrive together need not be updated later. They have the rank of starts, and so outrank nothing.
 */
export function sharedContext(writes: readonly CallWrite[]): CallWrite[] {
  const contexts = contextsOf(writes);
  return writes.flatMap((write) => {
    const shared = contexts.get(traceKey(write));
    if (!shared) return [];
    const { project_id, id, trace_id, parent_id } = write;
    const thread_id = write.thread_id === undefined ? shared.thread_id : undefined;
    const user_id = write.user_id === undefined ? shared.user_id : undefined;
    if (thread_id === undefined && user_id === undefined) return [];
    const turn_id = thread_id !== undefined && parent_id === undefined ? id : undefined;
    return [{ project_id, id, trace_id, rank: RANK.start, thread_id, user_id, turn_id }];
  });
}

/** The values of the root of each trace, else of the first span with one; traces without any are left out. */
function contextsOf(writes: readonly CallWrite[]): Map<string, Context> {
  const contexts = new Map<string, Context>();
  const saying = writes.filter(({ thread_id, user_id }) => thread_id !== undefined || user_id !== undefined);
  for (const write of saying.toSorted(rootFirst)) {
    const { thread_id, user_id } = contexts.get(traceKey(write)) ?? {};
    contexts.set(traceKey(write), {
      thread_id: thread_id ?? write.thread_id,
      user_id: user_id ?? write.user_id,
    });
  }
  return contexts;
}

function rootFirst(a: CallWrite, b: CallWrite): number {
  const depth = Number(a.parent_id !== undefined) - Number(b.parent_id !== undefined);
  if (depth !== 0) return depth;
  return (a.started_at ?? "") < (b.started_at ?? "") ? -1 : 1;
}

const traceKey = ({ project_id, trace_id }: CallWrite) => `${project_id}\n${trace_id}`;
