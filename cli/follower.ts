import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { atLeast, whereAll } from "@/lib/contract/conditions";
import { type CallsView, sortCalls } from "@/lib/filter/calls-view";
import { selectCalls } from "@/lib/filter/select-calls";
import { runningIds } from "@/lib/live/running-calls";
import { nextPoll, type Poll } from "@/lib/live/poll";
import { readWatermark, streamRows } from "@/lib/queries/call-rows";
import { WATERMARK_MS } from "@/lib/queries/polling";

/** Rows that arrived or ended up to so long before the last reading are read again: commits and clocks differ. */
const OVERLAP_MS = 60_000;
/** Only traces that started since are looked at, so that each reading is short. */
const LOOKED_AT_MS = 3_600_000;
/** Rows of the first reading, and of a later one. */
const FIRST_ROWS = 1_000;
const MOST_ROWS = 10_000;
/** After so long without its parent a call is taken for the root of its trace: many programs send calls when they end. */
const ORPHAN_MS = 60_000;
/** Rows whose state is remembered. */
const REMEMBERED = 20_000;

interface Followed {
  projectId: string;
  view: CallsView;
}

/** Reads the calls of a view that arrive, and those that end, each in each state once. */
export class Follower {
  readonly #followed: Followed;
  /** The state in which each row was last returned. */
  readonly #seen = new Map<string, CallRow>();
  /** Calls whose parents have not arrived, and when they are taken for roots. */
  readonly #orphans = new Map<string, number>();
  #poll: Poll | undefined;

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  /** Reads the newest rows, oldest first, and begins to follow from there. */
  static async start(
    { client, limit, ...followed }: Followed & { client: Client; limit: number },
    signal: AbortSignal,
  ): Promise<{ follower: Follower; rows: CallRow[] }> {
    const follower = new Follower(followed);
    const { projectId, view } = followed;
    const { latest } = await readWatermark(projectId, client, signal);
    follower.#poll = nextPoll(undefined, latest);
    const now = Date.now();
    // More are known than shown, since what arrived before is not new.
    const rows = await follower.#read(
      client,
      { ...selectCalls(view, now), limit: Math.max(limit, FIRST_ROWS) },
      signal,
    );
    const known = follower.#unseen(rows);
    return { follower, rows: limit === 0 ? [] : known.slice(-limit) };
  }

  /** New rows, and rows in a new state, as they are found. Ends only with the signal, or an error that stays. */
  async *follow(client: Client, signal: AbortSignal): AsyncGenerator<CallRow[]> {
    const { projectId } = this.#followed;
    for (;;) {
      const began = performance.now();
      try {
        const { latest } = await readWatermark(projectId, client, signal);
        const { isDue, ...poll } = nextPoll(this.#poll, latest);
        const rows = isDue ? await this.#readNew(client, latest, signal) : [];
        rows.push(...(await this.#readOrphans(client, signal)));
        this.#poll = poll;
        if (rows.length > 0) yield rows;
      } catch (error) {
        // Read again from the same place.
        if (!(error instanceof ApiError) || error.code !== "cut_off") throw error;
      }
      // A slow reading takes at most a quarter of the time.
      await pause(Math.max(WATERMARK_MS, 3 * (performance.now() - began)), undefined, { signal });
    }
  }

  async #readNew(client: Client, latest: string | null, signal: AbortSignal): Promise<CallRow[]> {
    const { view } = this.#followed;
    const until = latest === null ? Date.now() : Date.parse(latest);
    const before = this.#poll?.latest;
    const since = new Date((before ? Date.parse(before) : until) - OVERLAP_MS).toISOString();
    const { filter, query } = selectCalls(view, Date.now());
    const conditions = [
      ...(query ? [query.$expr] : []),
      { $or: [atLeast("overview.received_at", since), atLeast("ended_at", since)] },
      atLeast("started_at", new Date(until - LOOKED_AT_MS).toISOString()),
    ];
    const read = { ...(filter && { filter }), query: whereAll(conditions), limit: MOST_ROWS };
    const rows = await this.#read(client, read, signal);
    const ids = runningIds([{ rows: [...this.#seen.values()] }], rows);
    const running = ids.length === 0 ? [] : await this.#read(client, { filter: { call_ids: ids } }, signal);
    return this.#unseen([...rows, ...running]);
  }

  async #read(
    client: Client,
    selection: Omit<Parameters<typeof streamRows>[0], "projectId">,
    signal: AbortSignal,
  ): Promise<CallRow[]> {
    const { projectId, view } = this.#followed;
    const rows: CallRow[] = [];
    const query = { projectId, ...selection, sort_by: sortCalls(view), extras: true };
    for await (const row of streamRows(query, client, signal)) if (!this.#isWaiting(row)) rows.push(row);
    return rows;
  }

  /** Those of the calls without their parents that still are roots after the time in which these usually arrive. */
  async #readOrphans(client: Client, signal: AbortSignal): Promise<CallRow[]> {
    const ripe = [...this.#orphans].flatMap(([id, until]) => (until <= Date.now() ? [id] : []));
    for (const id of ripe) this.#orphans.delete(id);
    if (ripe.length === 0) return [];
    const { filter, query } = selectCalls(this.#followed.view, Date.now());
    return this.#unseen(await this.#read(client, { filter: { ...filter, call_ids: ripe }, query }, signal));
  }

  /** Whether the parent of a root may arrive yet. */
  #isWaiting({ id, parent_id, overview }: CallRow): boolean {
    if (!this.#followed.view.roots || parent_id === undefined) return false;
    const until = (overview?.received_at ? Date.parse(overview.received_at) : Date.now()) + ORPHAN_MS;
    if (until <= Date.now()) return false;
    if (this.#orphans.size < REMEMBERED) this.#orphans.set(id, until);
    return true;
  }

  /** The rows that are new or in a new state, oldest first. */
  #unseen(rows: readonly CallRow[]): CallRow[] {
    const fresh = rows.filter((row) => this.#seen.get(row.id)?.overview?.status !== row.overview?.status);
    for (const row of fresh) {
      this.#seen.delete(row.id);
      this.#seen.set(row.id, row);
    }
    for (const id of this.#seen.keys()) {
      if (this.#seen.size <= REMEMBERED) break;
      this.#seen.delete(id);
    }
    return fresh.toSorted((a, b) => ((a.started_at ?? "") < (b.started_at ?? "") ? -1 : 1));
  }
}
