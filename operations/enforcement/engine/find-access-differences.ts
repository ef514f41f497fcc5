import { enforcementPagePeople, enforcementRangePeople, enforcementReadsMax } from "#domain/enforcement-limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { type PersonDifferences, thingName } from "#domain/roles/differences.ts";
import { type ContainingRole, resolveDeficit, resolveMandatory, resolveSurplus } from "#domain/roles/resolve.ts";
import { inParallel } from "#platform/in-parallel.ts";
import type { LackingRow, MissingAccountRow, SurplusRow } from "#store/roles/access-differences.ts";
import type { PeopleRange } from "#store/roles/people-range.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { SearchLimits } from "./find-member-differences.ts";
import { FoundPeople } from "./found-people.ts";

/** Rows that a search has found. */
interface Rows {
  readonly lacking: LackingRow[];
  readonly surplus: SurplusRow[];
  readonly missing: MissingAccountRow[];
}

/** Names of the access that is given and taken before differences are resolved, by the key of the person. */
export interface SettledAccess {
  readonly given: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ending: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Finds the access that people lack, or have beyond their roles, with the ways in which the roles resolve that.
 * Where several roles contain the same access, that of which a person lacks least is asked for, with what is settled.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function findAccessDifferences(
  context: CallContext,
  { userKeys }: Pick<SearchLimits, "userKeys">,
  settled?: SettledAccess,
): Promise<readonly PersonDifferences[]> {
  const rows: Rows = { lacking: [], surplus: [], missing: [] };
  const { store, caller, clock, settings } = context;
  const terms = { nowMs: clock.now(), attribute: settings.enforceRolesAttribute };
  const bounds = userKeys === null ? await store.accessDifferences(caller.id).bounds(enforcementRangePeople) : [];
  let reader = 0;
  await inParallel(rangesOf(userKeys, bounds), enforcementReadsMax, async (people) => {
    const reads = store.accessDifferences(`${caller.id} ${(reader += 1) % enforcementReadsMax}`);
    rows.lacking.push(...(await reads.lacking(people, terms)));
    rows.surplus.push(...(await reads.surplus(people, terms)));
    rows.missing.push(...(await reads.mandatory(people, terms)));
  });
  const found = new FoundPeople();
  await addDeficits(context, rows, found);
  await addSurpluses(context, { rows: rows.surplus, settled }, found);
  return found.inOrder();
}

function rangesOf(userKeys: readonly string[] | null, bounds: readonly string[]): readonly PeopleRange[] {
  if (userKeys === null)
    return [...bounds, null].map((upTo, index) => ({ after: index === 0 ? null : (bounds[index - 1] ?? null), upTo }));
  const pages = Math.ceil(userKeys.length / enforcementPagePeople);
  return Array.from({ length: pages }, (_, page) => ({
    userKeys: userKeys.slice(page * enforcementPagePeople, (page + 1) * enforcementPagePeople),
  }));
}

async function addDeficits({ store }: CallContext, { lacking, missing }: Rows, found: FoundPeople): Promise<void> {
  const roles = new Map((await rolesOf({ store }, lacking)).map((role) => [role.key, role]));
  const asked = new Map(missing.map((one) => [nameOf({ ...one, groupKey: null }), one]));
  for (const [name, rows] of Map.groupBy(lacking, nameOf)) {
    const deficits = rows.flatMap(({ roleKey, access, targetSystemKey, groupKey, isDenied }) => {
      const role = roles.get(roleKey);
      return role === undefined ? [] : [{ thing: { access, targetSystemKey, groupKey }, role, isDenied }];
    });
    const [first] = rows;
    const resolved = resolveDeficit(deficits);
    if (first === undefined) continue;
    // The target system asks for the account anyway; a role that adds it says with which attributes.
    const isAdded = resolved.some(({ resolution }) => resolution === "add");
    if (isAdded) asked.delete(name);
    if (!asked.has(name)) found.add(first.userKey, ...resolved);
  }
  for (const { userKey, targetSystemKey } of asked.values()) found.add(userKey, resolveMandatory(targetSystemKey));
}

async function rolesOf(
  { store }: Pick<CallContext, "store">,
  rows: readonly { readonly roleKey: string }[],
): Promise<readonly Row<"roles">[]> {
  const keys = [...new Set(rows.map(({ roleKey }) => roleKey))];
  return keys.length === 0 ? [] : store.select("roles", { where: oneOf("key", keys) });
}

function nameOf(row: Pick<LackingRow, "userKey" | "targetSystemKey" | "groupKey">): string {
  return `${row.userKey} ${thingName(row)}`;
}

interface Surpluses {
  readonly rows: readonly SurplusRow[];
  readonly settled: SettledAccess | undefined;
}

async function addSurpluses(context: CallContext, { rows, settled }: Surpluses, found: FoundPeople): Promise<void> {
  if (rows.length === 0) return;
  const entitlements = await entitlementsOf(context);
  for (const row of once(rows)) {
    const { userKey, access, targetSystemKey, groupKey, accountKey, isDenied } = row;
    const containing = entitlements.containing.get(thingName(row)) ?? [];
    const deciding = containing.filter(({ surplus }) => surplus !== "none");
    // Nothing is to be chosen of one.
    const held = deciding.length < 2 ? undefined : await heldBy(context, userKey, settled);
    const roles: readonly ContainingRole[] = deciding.map(({ key, id, surplus, deficit }) => ({
      key,
      id,
      surplus,
      deficit,
      further: [...(entitlements.within.get(key) ?? [])].filter((name) => held?.has(name) === false).length,
    }));
    const thing = { access, targetSystemKey, groupKey };
    const difference = resolveSurplus({ thing, accountKey, isDenied }, roles);
    if (difference !== undefined) found.add(userKey, difference);
  }
}

/** Returns the same access of several grants once; a denial since the first of them counts. */
function once(rows: readonly SurplusRow[]): readonly SurplusRow[] {
  const byAccess = Map.groupBy(rows, ({ accountKey, groupKey }) => JSON.stringify([accountKey, groupKey]));
  return [...byAccess.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, isDenied: same.some(({ isDenied }) => isDenied) }];
  });
}

/** Access that roles in force contain: the roles of each thing, and the things of each role. */
interface Entitlements {
  readonly containing: ReadonlyMap<string, readonly Row<"roles">[]>;
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
}

async function entitlementsOf({ store }: CallContext): Promise<Entitlements> {
  const roles = new Map((await store.select("roles", { where: { state: "inForce" } })).map((role) => [role.key, role]));
  const containing = new Map<string, Row<"roles">[]>();
  const within = new Map<string, Set<string>>();
  for (const { roleKey, kind, targetSystemKey, groupKey } of await store.select("roleEntitlements")) {
    const role = roles.get(roleKey);
    if (role === undefined || kind === "role" || targetSystemKey === null) continue;
    const name = thingName({ targetSystemKey, groupKey });
    const things = within.get(roleKey) ?? new Set();
    within.set(roleKey, things);
    // A role may contain the same thing by several roles within it.
    if (things.has(name)) continue;
    things.add(name);
    containing.set(name, [...(containing.get(name) ?? []), role]);
  }
  return { containing, within };
}

async function heldBy(
  { store }: CallContext,
  userKey: string,
  settled: SettledAccess | undefined,
): Promise<ReadonlySet<string>> {
  const rows = await store.select("grants", {
    where: allOf(eq("userKey", userKey), eq("endedAt", null), oneOf("kind", ["account", "membership"])),
  });
  const ending = settled?.ending.get(userKey) ?? new Set();
  const staying = rows.map(thingName).filter((name) => !ending.has(name));
  return new Set([...staying, ...(settled?.given.get(userKey) ?? [])]);
}
