import type { CallRow } from "@/lib/contract/calls";
import { createConnectionGate } from "@/lib/client/connection-gate";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { callTable } from "../call-table";
import { callsViewOf } from "../calls-options";
import { connect } from "../connect";
import { type Context, openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";
import { Follower } from "../follower";

const DEFAULT_ROWS = 10;

/** Shows the newest traces, and then those that arrive. */
export const run: Run = async (context, given) => {
  const { notes, zone, signal } = context;
  const isFollowing = given.is("follow");
  const roots = !given.is("calls");
  const view = { ...callsViewOf(given, { zone, now: Date.now(), roots }), sort: NEWEST_TRACES.sort };
  // The first requests fail at once, so that a wrong address is noticed.
  const { client, projectId, settings } = await openConnection(context, given);
  const print = printer(context, given.is("json"));
  const first = await Follower.start({ client, projectId, view, limit: given.count("limit", DEFAULT_ROWS, 0) }, signal);
  await print(first.rows);
  if (!isFollowing) return EXIT.done;
  const gate = createConnectionGate();
  let isLost = false;
  gate.subscribe(() => {
    const { outage } = gate;
    if ((outage !== undefined) === isLost) return;
    isLost = outage !== undefined;
    void notes.text(isLost ? `loupe: ${outage?.message ?? ""} Trying again until it does.` : "loupe: Connected again.");
  });
  // Ends the pause before the next attempt.
  signal.addEventListener("abort", () => gate.retryNow());
  for await (const rows of first.follower.follow(connect(settings, gate), signal)) await print(rows);
  return EXIT.done;
};

/** Prints rows as they come, in columns that stay where they are. */
function printer({ out, zone }: Context, isJson: boolean): (rows: readonly CallRow[]) => Promise<void> {
  const table = out.growingTable();
  return async (rows) => {
    if (isJson) for (const row of rows) await out.json(row);
    else {
      const { columns, cells } = callTable(rows, { zone });
      await table(columns, cells);
    }
  };
}
