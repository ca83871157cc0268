import { readAnyRef } from "@/lib/contract/refs";

/** The short name of an op: the name inside a ref such as `weave:///acme/bot/op/plan:x1`, else the text itself. */
export function opName(op: string): string {
  if (!op.includes(":///")) return op;
  // An op can have any text as its name.
  const ref = readAnyRef(op);
  return ref?.kind === "op" ? ref.name : op;
}

/** The display name of a call: its own name, else its op's, else its id. */
export function callName(call: { id: string; display_name?: string; op_name?: string }): string {
  return call.display_name || (call.op_name && opName(call.op_name)) || call.id;
}
