import { browserStorage, type SafeStorage, storedJson } from "./safe-storage";

/** A text that was typed and not yet sent. */
export interface KeptDraft {
  text: string;
  /** When it was last changed, milliseconds since 1970. */
  at: number;
  /** The version it was written for, as its form names it: a draft for `v3` is marked once there is a v4. */
  about?: string;
}

const prefix = "loupe:draft:";
const day = 24 * 60 * 60 * 1000;
export const DRAFT_LIMITS = {
  /** Maximum length of a draft, characters. The browser has about five million for everything. */
  chars: 1_500_000,
  /** Maximum total length of all drafts of all people in this browser, characters. */
  allChars: 3_000_000,
  drafts: 300,
  ageMs: 30 * day,
};

interface DraftStore {
  read: (owner: string, key: string) => KeptDraft | undefined;
  /** False if it will be lost with this page: too long, or the storage is full or blocked. */
  keep: (owner: string, key: string, draft: KeptDraft) => boolean;
  drop: (owner: string, key: string) => void;
  /** The drafts whose keys have this prefix, latest first. */
  under: (owner: string, start: string) => { key: string; draft: KeptDraft }[];
}

/**
 * A store of drafts, each by the person who wrote it and its subject. It does not depend on the browser's storage:
 * without it a draft lasts as long as the page.
 */
export function createDraftStore(storage: SafeStorage, now: () => number = Date.now): DraftStore {
  /** Drafts that the storage did not accept. */
  const unstored = new Map<string, KeptDraft>();
  /** Parsed texts, so that the same text is the same object. */
  const parsed = new Map<string, { stored: string; draft: KeptDraft | undefined }>();

  const readStored = (place: string): KeptDraft | undefined => {
    const stored = storage.read(place);
    if (stored === null) return undefined;
    const known = parsed.get(place);
    if (known?.stored === stored) return known.draft;
    const draft = parseDraft(stored);
    parsed.set(place, { stored, draft });
    return draft;
  };
  const isFresh = ({ at }: KeptDraft) => now() - at <= DRAFT_LIMITS.ageMs;
  const remove = (place: string) => {
    parsed.delete(place);
    storage.remove(place);
  };

  /** All drafts but one, the oldest first. */
  const others = (except: string) =>
    storage
      .keys(prefix)
      .flatMap((place) => {
        const draft = place === except ? undefined : readStored(place);
        return draft ? [{ place, at: draft.at, chars: draft.text.length }] : [];
      })
      .toSorted((one, other) => one.at - other.at);

  /** Before another draft is stored, invalid and expired ones are removed, and the oldest if there are too many. */
  const sweep = (place: string, chars: number) => {
    for (const old of storage.keys(prefix)) {
      const draft = readStored(old);
      if (!draft || !isFresh(draft)) remove(old);
    }
    const all = others(place);
    let over = all.reduce((sum, one) => sum + one.chars, chars) - DRAFT_LIMITS.allChars;
    for (const [index, one] of all.entries()) {
      if (over <= 0 && all.length - index < DRAFT_LIMITS.drafts) return;
      over -= one.chars;
      remove(one.place);
    }
  };

  /** Removes the oldest other drafts until enough characters are free; none if that would not suffice. */
  const makeRoom = (place: string, chars: number): boolean => {
    const all = others(place);
    if (all.reduce((sum, one) => sum + one.chars, 0) < chars) return false;
    let needed = chars;
    for (const one of all) {
      if (needed <= 0) break;
      needed -= one.chars;
      remove(one.place);
    }
    return true;
  };

  return {
    read(owner, key) {
      const place = placeOf(owner, key);
      const draft = unstored.get(place) ?? readStored(place);
      return draft && isFresh(draft) ? draft : undefined;
    },
    keep(owner, key, draft) {
      const place = placeOf(owner, key);
      const stored = JSON.stringify(draft);
      const write = () => storage.write(place, stored);
      const isNew = !unstored.has(place) && readStored(place) === undefined;
      const length = draft.text.length;
      if (length <= DRAFT_LIMITS.chars) {
        if (isNew) sweep(place, length);
        if (write() || (makeRoom(place, stored.length) && write())) {
          unstored.delete(place);
          return true;
        }
      }
      // An older version of it must not reappear instead.
      remove(place);
      unstored.set(place, draft);
      return false;
    },
    drop(owner, key) {
      const place = placeOf(owner, key);
      unstored.delete(place);
      remove(place);
    },
    under(owner, start) {
      const begin = placeOf(owner, start);
      const all = new Set([...unstored.keys()].filter((place) => place.startsWith(begin)).concat(storage.keys(begin)));
      return [...all]
        .flatMap((place) => {
          const draft = unstored.get(place) ?? readStored(place);
          return draft && isFresh(draft) ? [{ key: place.slice(placeOf(owner, "").length), draft }] : [];
        })
        .toSorted((one, other) => other.draft.at - one.draft.at);
    },
  };
}

/** The drafts of this browser. */
export const drafts = createDraftStore(browserStorage);

function placeOf(owner: string, key: string): string {
  return `${prefix}${owner}:${key}`;
}

function parseDraft(stored: string): KeptDraft | undefined {
  const kept = storedJson(stored);
  if (typeof kept !== "object" || kept === null || !("text" in kept) || !("at" in kept)) return undefined;
  const { text, at } = kept;
  if (typeof text !== "string" || typeof at !== "number") return undefined;
  return { text, at, ...("about" in kept && typeof kept.about === "string" ? { about: kept.about } : {}) };
}
