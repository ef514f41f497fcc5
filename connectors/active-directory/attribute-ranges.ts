import type { Entry } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { fromWire } from "#connectors/ldap-client/values.ts";

import type { DomainSession } from "./session.ts";

interface Range {
  readonly name: string;
  readonly attribute: string;
  /** The place of its last value; undefined = it holds the rest of them. */
  readonly last: number | undefined;
}

/**
 * The entry with all values of its attributes: a controller gives 1,500 at once, as `member;range=0-1499`, and the rest only when it
 * is asked for. Source: MS-ADTS 3.1.1.3.1.3.3.
 * @throws broken where the controller does not give the rest
 */
export async function withWholeAttributes(
  session: DomainSession,
  entry: Entry,
  binary: readonly string[],
): Promise<Entry> {
  const ranges = rangesOf(entry);
  if (ranges.length === 0) return entry;
  const whole: Entry = { ...entry };
  for (const range of ranges) {
    Reflect.deleteProperty(whole, range.name);
    whole[range.attribute] = (await valuesFrom(session, { entry, range, binary })) as string[] | Buffer[];
  }
  return whole;
}

interface Reading {
  readonly entry: Entry;
  readonly range: Range;
  readonly binary: readonly string[];
}

async function valuesFrom(session: DomainSession, { entry, range, binary }: Reading): Promise<unknown[]> {
  const values = fromWire(entry[range.name]);
  let { last } = range;
  while (last !== undefined) {
    const asked = `${range.attribute};range=${last + 1}-*`;
    const rest: Entry | undefined = await entryAt(
      session,
      entry.dn,
      [asked],
      isOneOf(binary, range.attribute) ? [asked] : [],
    );
    const next: Range | undefined =
      rest && rangesOf(rest).find(({ attribute }) => isOneOf([attribute], range.attribute));
    if (rest === undefined || next === undefined || (next.last !== undefined && next.last <= last))
      throw new ConnectorError(
        "broken",
        `The domain controller gives ${values.length} values of "${range.attribute}" of ${entry.dn} and not the rest.`,
      );
    values.push(...fromWire(rest[next.name]));
    ({ last } = next);
  }
  return values;
}

function rangesOf(entry: Entry): Range[] {
  // The library puts what was asked for into an entry that does not have it, without values.
  const given = Object.keys(entry).filter((name) => fromWire(entry[name]).length > 0);
  return given.flatMap((name) => {
    const [, attribute, end] = /^([^;]+);range=\d+-(\d+|\*)$/i.exec(name) ?? [];
    if (attribute === undefined || end === undefined) return [];
    return [{ name, attribute, last: end === "*" ? undefined : Number(end) }];
  });
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}
