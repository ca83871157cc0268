import type { Client } from "@/lib/client/client";

/** For how long names are collected before they are asked for together, milliseconds. */
const GATHER_MS = 5;
/** Owners in one request, as many as the service accepts. */
const OWNERS = 1000;
interface Waiting {
  owner: string;
  resolve: (name: string | null) => void;
}

const waiting = new Map<Client, Waiting[]>();

/** Reads the name of an owner, together with those that are asked for at the same time; null if there is none. */
export async function nameOf(owner: string, client: Client): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = waiting.get(client);
    if (asked) {
      asked.push({ owner, resolve });
      return;
    }
    waiting.set(client, [{ owner, resolve }]);
    setTimeout(() => void ask(client), GATHER_MS);
  });
}

async function ask(client: Client): Promise<void> {
  const asked = waiting.get(client) ?? [];
  waiting.delete(client);
  for (let start = 0; start < asked.length; start += OWNERS) {
    const part = asked.slice(start, start + OWNERS);
    const names = await namesOf([...new Set(part.map(({ owner }) => owner))], client);
    for (const { owner, resolve } of part) resolve(names.get(owner) ?? null);
  }
}

async function namesOf(owners: string[], client: Client): Promise<Map<string, string>> {
  try {
    const { people } = await client.request("peopleNames", { owners });
    return new Map(people.flatMap(({ owner, name }) => (name === undefined ? [] : [[owner, name]])));
  } catch {
    return new Map();
  }
}
