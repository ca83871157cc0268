import { diffArrays } from "diff";

/** Conversations that differ in more messages are paired by role only, since finding what they share takes too long. */
export const MAX_ALIGNED = 1_000;

/** A message of the earlier conversation and the one in its place in the later one; either may have none. */
export type MessagePair<Message> = readonly [before: Message | undefined, after: Message | undefined];

/**
 * The messages of two conversations side by side. Those of equal keys are pairs, in the same order; between them the
 * first message of a role is a pair with the first one of that role.
 */
export function alignMessages<Message extends { role: string }>(
  before: readonly Message[],
  after: readonly Message[],
  keyOf: (message: Message) => string,
): MessagePair<Message>[] {
  const parts = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MAX_ALIGNED });
  if (!parts) return pairByRole(before, after);
  const pairs: MessagePair<Message>[] = [];
  let [from, to] = [0, 0];
  let [removed, added]: [Message[], Message[]] = [[], []];
  const closeGap = () => {
    for (const pair of pairByRole(removed, added)) pairs.push(pair);
    [removed, added] = [[], []];
  };
  for (const part of parts) {
    const left = part.added ? [] : before.slice(from, from + part.count);
    const right = part.removed ? [] : after.slice(to, to + part.count);
    from += left.length;
    to += right.length;
    if (part.removed) removed = left;
    else if (part.added) added = right;
    else {
      closeGap();
      for (const [index, message] of left.entries()) pairs.push([message, right[index]]);
    }
  }
  closeGap();
  return pairs;
}

function pairByRole<Message extends { role: string }>(
  removed: readonly Message[],
  added: readonly Message[],
): MessagePair<Message>[] {
  const pairs: MessagePair<Message>[] = [];
  const lastOfRole = new Map(added.map(({ role }, place) => [role, place]));
  let next = 0;
  for (const message of removed) {
    if ((lastOfRole.get(message.role) ?? -1) < next) {
      pairs.push([message, undefined]);
      continue;
    }
    for (; added[next]?.role !== message.role; next += 1) pairs.push([undefined, added[next]]);
    pairs.push([message, added[next]]);
    next += 1;
  }
  for (const other of added.slice(next)) pairs.push([undefined, other]);
  return pairs;
}
