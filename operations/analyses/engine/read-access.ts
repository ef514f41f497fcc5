import { miningPageGrants } from "#domain/analysis-limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { createAccessCollector, type HeldAccess } from "#domain/role-mining/held-access.ts";
import type { HeldGrant } from "#store/analyses/held-grants.ts";

import type { AnalysisProgress } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { readerOf } from "../../kernel/reads-of.ts";

/** Terms of reading what people have. */
export interface AccessTerms {
  /** Attribute by whose values people are divided; null if they are not. */
  readonly attribute: string | null;
  readonly now: number;
  readonly signal: AbortSignal;
  report(progress: AnalysisProgress): void;
}

/** Access of people with what its numbers stand for. */
export interface NamedAccess {
  readonly held: HeldAccess;
  readonly departmentOf: Uint32Array;
  /** Keys of the people, ascending. */
  readonly userKeys: readonly string[];
  readonly entitlements: readonly Omit<HeldGrant, "userKey">[];
  /** Attribute by whose values people are divided; null if they are not. */
  readonly attribute: string | null;
  /** Value of each department; null for people without one. */
  readonly departments: readonly (string | null)[];
}

/**
 * Reads everything that people have and roles can give, in pages. People and entitlements are numbered in the order of their keys, so that the
 * same access has the same numbers.
 */
export async function readAccess(context: CallContext, terms: AccessTerms): Promise<NamedAccess> {
  const grants = await readGrants(context, terms);
  const people = ordered(grants.people.names());
  const things = ordered(grants.things.names());
  const collector = createAccessCollector();
  for (const [person, thing] of grants.pairs()) collector.add(people.place(person), things.place(thing));
  const held = collector.collected(people.names.length, things.names.length);
  const division = await divide(context, people.names, terms);
  return { held, ...division, userKeys: people.names, entitlements: things.names.map(thingOf) };
}

/** Numbers of texts in the order in which they came. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

interface ReadGrants {
  readonly people: Numbers;
  readonly things: Numbers;
  /** Returns the numbers of the person and the thing of each grant. */
  pairs(): Iterable<readonly [number, number]>;
}

async function readGrants(context: CallContext, { now, signal, report }: AccessTerms): Promise<ReadGrants> {
  const reads = context.store.heldGrantsFor(readerOf(context));
  const people = new Numbers();
  const things = new Numbers();
  const pages: Uint32Array[] = [];
  let done = 0;
  for (let after: string | null = ""; after !== null;) {
    signal.throwIfAborted();
    const { grants, next } = await reads.page({ after, max: miningPageGrants, now });
    const page = new Uint32Array(grants.length * 2);
    grants.forEach((grant, index) => page.set([people.of(grant.userKey), things.of(nameOf(grant))], index * 2));
    pages.push(page);
    done += grants.length;
    report({ done, total: null });
    after = next;
  }
  return {
    people,
    things,
    *pairs() {
      for (const page of pages)
        for (let at = 0; at < page.length; at += 2) yield [page[at] as number, page[at + 1] as number] as const;
    },
  };
}

const nameOf = ({ targetSystemKey, groupKey }: HeldGrant) => JSON.stringify([targetSystemKey, groupKey ?? ""]);

function thingOf(name: string): Omit<HeldGrant, "userKey"> {
  const [targetSystemKey, groupKey] = JSON.parse(name) as [string, string];
  return { targetSystemKey, groupKey: groupKey === "" ? null : groupKey };
}

/** Returns names in their order, with the place that each number has in it. */
function ordered(names: readonly string[]): { readonly names: readonly string[]; place(number: number): number } {
  const order = [...names.keys()].toSorted((a, b) => ((names[a] ?? "") < (names[b] ?? "") ? -1 : 1));
  const places = new Uint32Array(names.length);
  order.forEach((number, place) => (places[number] = place));
  return { names: order.map((number) => names[number] as string), place: (number) => places[number] as number };
}

type Division = Pick<NamedAccess, "departmentOf" | "departments" | "attribute">;

/** Divides people by the value of an attribute; of several values the first one counts. */
async function divide(
  context: CallContext,
  userKeys: readonly string[],
  { attribute, signal }: AccessTerms,
): Promise<Division> {
  const departmentOf = new Uint32Array(userKeys.length);
  if (attribute === null) return { attribute, departmentOf, departments: [null] };
  const values: (string | null)[] = [];
  for (let from = 0; from < userKeys.length; from += peopleAtOnce) {
    signal.throwIfAborted();
    values.push(...(await valuesOf(context, userKeys.slice(from, from + peopleAtOnce), attribute)));
  }
  const departments = [null, ...new Set(values.filter((value) => value !== null).toSorted())];
  const numbers = new Map(departments.map((value, number) => [value, number]));
  values.forEach((value, person) => (departmentOf[person] = numbers.get(value) ?? 0));
  return { attribute, departmentOf, departments };
}

const peopleAtOnce = 500;

async function valuesOf(
  context: CallContext,
  userKeys: readonly string[],
  name: string,
): Promise<readonly (string | null)[]> {
  const reads = context.store.readsFor(readerOf(context));
  const where = allOf(eq("name", name), oneOf("userKey", userKeys));
  const rows = await reads.select("userAttributes", { where });
  const values = new Map<string, string>();
  for (const { userKey, value } of rows) {
    const known = values.get(userKey);
    if (known === undefined || value < known) values.set(userKey, value);
  }
  return userKeys.map((key) => values.get(key) ?? null);
}
