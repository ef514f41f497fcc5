import { z } from "zod";

import { allOf, eq, gt, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { sodChangesMax, sodPeopleOfRound, sodRulesOfRound } from "#domain/sod-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";
import { nameOf, readsOf, type ViolationDifference, violationDifference } from "./engine/violation-difference.ts";

const tablesOfPeople = ["grants", "roleMembers", "accessExceptions"] as const;
const none: ViolationDifference = { begun: [], changed: [], ended: [] };

/** Round of a look for violations. */
export interface ViolationRound {
  /** Key of the last rule that was looked at; null if all were. */
  readonly after: string | null;
  /** True if the same round would find more to record. */
  readonly more: boolean;
}

/**
 * Records the violations that have begun or ended since the last look: of the rules after one of them, as many as one statement finds, or of
 * the people of rows that have changed. At most so many are recorded as one transaction takes. Of several nodes one does it.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const keepViolations = defineOperation({
  name: "violations.keep",
  input: z.strictObject({
    after: z.string().optional(),
    changed: z
      .strictObject({ table: z.enum(tablesOfPeople), keys: z.array(z.string()).max(sodPeopleOfRound) })
      .optional(),
  }),
  callers: ["engine"],
  audit: { operation: "SDVI", when: "never" },
  async prepare(context, { after = "", changed }) {
    if (!(await isLeading(context))) return { last: null, found: none };
    if (changed !== undefined) {
      const userKeys = await peopleOf(context, changed);
      return { last: null, found: userKeys.length === 0 ? none : await violationDifference(context, { userKeys }) };
    }
    const reads = readsOf(context);
    const ruleKeys = await reads.firstKeys("sodRules", gt("key", after), sodRulesOfRound);
    const last = ruleKeys.length < sodRulesOfRound ? null : (ruleKeys.at(-1) ?? null);
    const found = ruleKeys.length === 0 ? none : await violationDifference(context, { ruleKeys });
    if (last !== null) return { last, found };
    return { last, found: { ...found, ended: [...found.ended, ...(await ofRemoved(context))] } };
  },
  async run(context, _given, { last, found }): Promise<ViolationRound> {
    return { after: last, more: await record(context, found) };
  },
});

/** Returns the people of rows, as far as these are still there. */
async function peopleOf(
  { store }: CallContext,
  { table, keys }: { readonly table: (typeof tablesOfPeople)[number]; readonly keys: readonly string[] },
): Promise<readonly string[]> {
  const rows: readonly { readonly userKey: string | null }[] = await store.select(table, { where: oneOf("key", keys) });
  return [...new Set(rows.flatMap(({ userKey }) => userKey ?? []))];
}

/** Returns the keys of open violations of rules that were removed. */
async function ofRemoved({ store }: CallContext): Promise<readonly string[]> {
  const where = allOf(eq("endedAt", null), noneOf(related("rule")));
  return (await store.select("violations", { where, limit: sodChangesMax + 1 })).map(({ key }) => key);
}

/** Writes a difference, as much of it as one transaction takes; returns true if there is more. */
async function record(context: CallContext, found: ViolationDifference): Promise<boolean> {
  const { store, ids, clock } = context;
  const { begun, changed, ended } = found;
  const now = clock.now();
  const beginning = begun.slice(0, sodChangesMax);
  const room = sodChangesMax - beginning.length;
  // Two hubs that have found the same follow each other, and the second sees what the first has written.
  for (const key of [...new Set(beginning.map(({ ruleKey }) => ruleKey))].toSorted()) await store.lock("sodRules", key);
  const where = (keys: readonly string[]) => allOf(oneOf("userKey", keys), eq("endedAt", null));
  const people = [...new Set(beginning.map(({ userKey }) => userKey))];
  const known = people.length === 0 ? [] : await store.select("violations", { where: where(people) });
  const there = new Set(known.map(nameOf));
  await store.addAll(
    "violations",
    beginning.filter((one) => !there.has(nameOf(one))).map((one) => ({ ...one, key: ids.guid(), foundAt: now })),
  );
  const rest = [
    ...changed.map(({ key, ...changes }) => ({ key, ...changes })),
    ...ended.map((key) => ({ key, endedAt: now })),
  ];
  for (const one of rest.slice(0, room)) {
    const row = await store.lock("violations", one.key);
    if (row?.endedAt === null) await store.save("violations", one);
  }
  return begun.length > beginning.length || rest.length > room;
}
