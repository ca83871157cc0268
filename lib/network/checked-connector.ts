import { type LookupAddress, type LookupOptions, lookup as lookUpName } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import { buildConnector } from "undici";
import { type OutboundRules, mayConnect } from "./outbound-addresses";

/** For how long somebody who enters an address waits for its name to be looked up. */
const LOOKUP_MS = 5_000;

/** Looks up the addresses of a name, as `dns.lookup` does. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** An address that must not be connected to. */
class RefusedAddress extends Error {
  readonly code = "LOUPE_REFUSED_ADDRESS";

  constructor() {
    super("The address is not one that is connected to");
  }
}

type ConnectorOptions = { rules: OutboundRules; timeoutMs: number; resolve?: Resolve };

/**
 * Connects as undici does, but only to addresses that the rules allow, else fails with `RefusedAddress`. They are checked
 * for every connection: when its name is looked up, and again on the connected socket.
 */
export function checkedConnector({
  rules,
  timeoutMs,
  resolve = lookUpName,
}: ConnectorOptions): buildConnector.connector {
  const isRefused = (address: string, port?: number) => !mayConnect(address, rules, port);
  const connect = buildConnector({ timeout: timeoutMs, lookup: checkedLookup(resolve, isRefused) });
  return (options, callback) => {
    // A name is looked up by the function above, an address by none.
    if (isIP(bare(options.hostname)) !== 0 && isRefused(bare(options.hostname)))
      return callback(new RefusedAddress(), null);
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (!isRefused(socket.remoteAddress ?? "", socket.remotePort)) return callback(null, socket);
      socket.destroy();
      callback(new RefusedAddress(), null);
    });
  };
}

const bare = (host: string) => host.replaceAll(/^\[|\]$/g, "");

/** Looks a name up; fails if any of its addresses is refused, since the client may connect to any. */
function checkedLookup(resolve: Resolve, isRefused: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return done(error, []);
      if (!first || addresses.some(({ address }) => isRefused(address))) return done(new RefusedAddress(), []);
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/**
 * Whether a URL leads to an address that the rules refuse, as far as can be known before connecting. A name that cannot
 * be looked up now does not; it is checked when it is connected to.
 */
export async function leadsToRefused(
  url: string,
  rules: OutboundRules,
  resolve: Resolve = lookUpName,
): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (protocol === "https:" ? 443 : 80);
  const host = bare(hostname);
  if (isIP(host) !== 0) return !mayConnect(host, rules, number);
  const found = await new Promise<LookupAddress[]>((done) => {
    const timer = setTimeout(() => done([]), LOOKUP_MS);
    resolve(host, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      done(error ? [] : addresses);
    });
  });
  return found.some(({ address }) => !mayConnect(address, rules, number));
}
