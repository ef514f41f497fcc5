import type { Entry } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";

import type { LdapConnection } from "./connection.ts";
import { entryAt } from "./entry-at.ts";
import { fromWire } from "./values.ts";

type Values = (string | Uint8Array)[];

// Bound for a directory whose ranges never end.
const readsMax = 10_000;

/**
 * Returns an entry with all values of its attributes. Some directories return long lists of values in parts
 * (`member;range=0-1499`), whose rest is then requested. Values of `binary` attributes are bytes. Source: MS-ADTS 3.1.1.3.1.3.3.
 * @throws broken if the directory does not return the rest, or never ends
 */
export async function withAllValues(
  session: LdapConnection,
  entry: Entry,
  binary: readonly string[] = [],
): Promise<Entry> {
  if (!comesInParts(entry)) return entry;
  const names = Object.keys(entry);
  const parts = names.map(partOf).filter((part) => part !== undefined);
  const whole = Object.fromEntries(Object.entries(entry).filter(([name]) => partOf(name) === undefined));
  for (const part of parts) {
    const values = [...fromWire(entry[part.name]), ...(await restOf(session, { dn: entry.dn, part, binary }))];
    // A directory may also return the attribute without a value beside its first part.
    const beside = names.find((name) => name.toLowerCase() === part.attribute.toLowerCase());
    whole[beside ?? part.attribute] = values as string[];
  }
  return whole as Entry;
}

/** Returns true if some attributes of an entry came in parts. Runs for each entry of a listing, nearly always with false. */
export function comesInParts(entry: Entry): boolean {
  for (const name in entry) if (name.includes(";") && partOf(name) !== undefined) return true;
  return false;
}

interface Reading {
  readonly dn: string;
  readonly part: Part;
  readonly binary: readonly string[];
}

async function restOf(session: LdapConnection, { dn, part: first, binary }: Reading): Promise<Values> {
  const { attribute } = first;
  const isBinary = binary.some((name) => name.toLowerCase() === attribute.toLowerCase());
  const values: Values = [];
  let { next } = first;
  for (let reads = 0; next !== undefined; reads += 1) {
    const from = next;
    const asked = `${attribute};range=${from}-*`;
    const entry: Entry = (await entryAt(session, dn, [asked], isBinary ? [asked] : [])) ?? { dn };
    // The library adds a requested attribute without values to an entry that does not have it.
    const part = Object.keys(entry)
      .filter((name) => fromWire(entry[name]).length > 0)
      .map(partOf)
      .find((one) => one?.attribute.toLowerCase() === attribute.toLowerCase() && one.from === from);
    // The attribute was changed or removed meanwhile, or it has no end.
    if (part === undefined || reads === readsMax)
      throw new ConnectorError("broken", `${dn} does not give the rest of its ${attribute} from ${from} on.`);
    values.push(...fromWire(entry[part.name]));
    next = part.next;
  }
  return values;
}

interface Part {
  readonly name: string;
  readonly attribute: string;
  readonly from: number;
  /** Index of the first value of the next part; absent in the last part. */
  readonly next: number | undefined;
}

function partOf(name: string): Part | undefined {
  const [, attribute, from, to] = /^([^;]+(?:;(?!range=)[^;]+)*);range=(\d+)-(\d+|\*)$/i.exec(name) ?? [];
  if (attribute === undefined || from === undefined) return undefined;
  return { name, attribute, from: Number(from), next: to === "*" ? undefined : Number(to) + 1 };
}
