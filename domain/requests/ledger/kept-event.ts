/** Event as it is stored. */
export interface KeptEvent {
  readonly key: string;
  readonly requestKey: string;
  /** Number in the ledger, from 1, without gaps. */
  readonly sequence: number;
  readonly kind: string;
  readonly happenedAt: number;
  readonly actor: string | null;
  /** Facts as canonical JSON (RFC 8785), letter by letter as they were written. */
  readonly content: string;
  /** Checks of the fields, one each, by which a changed field is told from the others. */
  readonly checks: string;
  /** Hash of the event and of the hash before; anyone can compute it. */
  readonly hash: string;
  /** Keyed hash of the hash; only the service can compute it. */
  readonly mac: string;
  /** Signature of the hash for kinds of events that are signed; null for all others. */
  readonly signature: string | null;
}

/** Input of the hash of an event. */
export type HashedEvent = Omit<KeptEvent, "hash" | "mac" | "signature">;

/** Functions that need keys and hashes, which rules do not have. */
export interface LedgerHashes {
  /** Returns the hash of an event after an event with the hash `previous`, which is empty for the first event. */
  hashOf(event: HashedEvent, previous: string): string;
  isMac(hash: string, mac: string): boolean;
  isSignature(hash: string, signature: string): boolean;
}

/** Returns the text that represents everything an event says, besides its place. */
export function contentText({ kind, happenedAt, actor, content, checks }: HashedEvent): string {
  return JSON.stringify([kind, happenedAt, actor, content, checks]);
}

const checkCharacters = 7;
const base = 36;

/** Returns the fields of an event with their values as JSON: the common fields first, then its facts in their order. */
export function eventFields(
  { key, requestKey, sequence, kind, happenedAt, actor }: Omit<HashedEvent, "content" | "checks">,
  facts: object,
): readonly (readonly [name: string, text: string])[] {
  const all = { key, requestKey, sequence, kind, happenedAt, actor, ...facts };
  return Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** Returns the checks of fields, concatenated. */
export function checksOf(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields.map(([name, text]) => checkOf(`${name} ${text}`)).join("");
}

/** Returns the place of the first field whose checks differ; undefined if all are the same. */
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
