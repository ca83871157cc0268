import { checkedConnector } from "@/lib/network/checked-connector";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import { UPSTREAM_CONNECT_MS } from "@/lib/contract/limits";
import type { SharedPlaces } from "./places";
import { Upstream } from "./upstream";
import type { UpstreamConfig } from "./upstream-config";

/** A stored model server, as it is to be used; without a configuration if it cannot be. `version` changes with it. */
export type StoredUpstream = { id: string; version: string; config?: UpstreamConfig };

/** What is stored, if its version is another than the known one. */
export type ReadStored = (
  known: string | undefined,
) => Promise<{ version: string; servers: StoredUpstream[] } | undefined>;

export type StoredOptions = {
  read: ReadStored;
  /** Which addresses they may have. */
  rules: OutboundRules;
  /** Gets the error of a reading after one that succeeded. */
  warn: (error: unknown) => void;
};

type Entry = { version: string; upstream: Upstream };

/** The stored model servers, as they were read last. One that is changed or deleted ends the answers under way first. */
export class StoredUpstreams {
  readonly #options: StoredOptions & { places?: SharedPlaces; onChange: () => void };
  #entries = new Map<string, Entry>();
  readonly #retired = new Set<Upstream>();
  #version: string | undefined;
  #isRead = false;
  #hasFailed = false;
  #reading: Promise<void> | undefined;

  constructor(options: StoredOptions & { places?: SharedPlaces; onChange: () => void }) {
    this.#options = options;
  }

  get current(): Upstream[] {
    return [...this.#entries.values()].map(({ upstream }) => upstream);
  }

  /** Throws what the store throws if they have never been read, and cannot be now. */
  async ensureRead(): Promise<void> {
    if (!this.#isRead) await this.#read();
  }

  /** Reads what has changed. If that fails, everything stays as it is. */
  async refresh(): Promise<void> {
    try {
      await this.#read();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.warn(error);
      this.#hasFailed = true;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.current, ...this.#retired].map((upstream) => upstream.close()));
  }

  async #read(): Promise<void> {
    this.#reading ??= this.#apply().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #apply(): Promise<void> {
    const found = await this.#options.read(this.#version);
    this.#isRead = true;
    if (!found) return;
    // One that cannot be used may become usable without being changed: by another secret.
    this.#version = found.servers.every(({ config }) => config) ? found.version : undefined;
    const before = this.#entries;
    this.#entries = new Map(found.servers.flatMap((server) => this.#entryOf(server, before.get(server.id))));
    const isKept = (entry: Entry) => [...this.#entries.values()].includes(entry);
    const left = [...before.values()].filter((entry) => !isKept(entry));
    if (left.length === 0 && this.#entries.size === before.size) return;
    this.#options.onChange();
    for (const { upstream } of left) {
      this.#retired.add(upstream);
      void upstream.retire().finally(() => this.#retired.delete(upstream));
    }
  }

  #entryOf({ id, version, config }: StoredUpstream, known: Entry | undefined): [string, Entry][] {
    if (known?.version === version) return [[id, known]];
    if (!config) return [];
    const { rules, places } = this.#options;
    const connect = checkedConnector({ rules, timeoutMs: UPSTREAM_CONNECT_MS });
    return [[id, { version, upstream: new Upstream(config, { source: "stored", id, connect, places }) }]];
  }
}
