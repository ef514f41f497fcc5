/** An event as the record keeps it. */
export interface KeptEvent {
  readonly key: string;
  readonly requestKey: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly kind: string;
  readonly happenedAt: number;
  readonly actor: string | null;
  /** Its facts as canonical JSON (RFC 8785), letter by letter as they were written. */
  readonly content: string;
  /** A check of each field, by which a changed one is told from the others. */
  readonly checks: string;
  /** Of the event and of the hash before: anybody can make it. */
  readonly hash: string;
  /** Keyed, of the hash: only the service can make it. */
  readonly mac: string;
  /** Of the hash of the last event; null in all others. */
  readonly signature: string | null;
}

/** What the hash of an event is over. */
export type HashedEvent = Omit<KeptEvent, "hash" | "mac" | "signature">;

/** What is made and checked with keys and hashes, which rules have not. */
export interface LedgerHashes {
  /** The hash of an event behind an event with another hash; behind the first there is an empty one. */
  hashOf(event: HashedEvent, previous: string): string;
  isMac(hash: string, mac: string): boolean;
  isSignature(hash: string, signature: string): boolean;
}

/** The text that stands for all that an event says beside its place. */
export function contentText({ kind, happenedAt, actor, content, checks }: HashedEvent): string {
  return JSON.stringify([kind, happenedAt, actor, content, checks]);
}

const checkCharacters = 7;
const base = 36;

/** The fields of an event with their values as texts: those of every event, then its facts in their order. */
export function eventFields(
  { key, requestKey, sequence, kind, happenedAt, actor }: Omit<HashedEvent, "content" | "checks">,
  facts: object,
): readonly (readonly [name: string, text: string])[] {
  const all = { key, requestKey, sequence, kind, happenedAt, actor, ...facts };
  return Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** The checks of fields, one behind the other. */
export function checksOf(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields.map(([name, text]) => checkOf(`${name} ${text}`)).join("");
}

/** The place of the first field whose check is another one; undefined where they are all the same. */
export function firstDifference(checks: string, others: string): number | undefined {
  const places = Math.max(checks.length, others.length) / checkCharacters;
  for (let place = 0; place < places; place++) {
    const part = (text: string) => text.slice(place * checkCharacters, (place + 1) * checkCharacters);
    if (part(checks) !== part(others)) return place;
  }
  return undefined;
}

// FNV-1a of 32 bits: each step can be undone, so texts that differ in one character never have the same check.
function checkOf(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state >>> 0).toString(base).padStart(checkCharacters, "0");
}
