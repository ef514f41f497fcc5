import { type GuardedAttribute, guardsOf } from "#connectors/contract/guarded-attributes.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import type { ChangedMembership, WrittenMemberships } from "#domain/requests/changed-memberships.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { isNamedBy } from "./attribute-memberships.ts";
import { asksPhases } from "./attribute-rules.ts";

type Stored = Pick<ServiceContext, "store">;
type Group = Row<"groups">;

/** Limit of looked-up values of one attribute; beyond it they name no group. */
const namedGroupsMax = 1000;

/** A membership that an attribute changes, with the attribute and the group. */
export interface FoundChange extends ChangedMembership {
  readonly attribute: string;
  readonly group: Group;
}

/** Memberships that the attributes of an operation write. */
export interface FoundMemberships extends Omit<WrittenMemberships, "changes"> {
  readonly changes: readonly FoundChange[];
  /** Attributes with a value that names no group on record. */
  readonly unknown: readonly string[];
}

/** An operation with what its connector guards of the objects that it is about. */
interface Writing {
  readonly operation: CodedOperation;
  readonly of: GuardedAttribute["of"];
  readonly guards: readonly GuardedAttribute[];
}

const nothing: FoundMemberships = { changes: [], keeps: [], unknown: [] };

/**
 * Finds the memberships and owners of groups that the attributes of an operation write. A value counts for every group that it may name.
 * Present memberships among them are kept; those no longer named are removed.
 */
export async function writtenMemberships(
  context: Stored,
  { operation, of, guards }: Writing,
): Promise<FoundMemberships> {
  const { attributes, groupKey = null } = operation;
  const written = Object.entries(attributes ?? {}).flatMap(([name, values]) =>
    guardsOf(guards, of, name)
      .filter(asksPhases)
      .map(({ names }) => ({ name, values: values.map(String), names })),
  );
  if (written.length === 0) return nothing;
  const owned = written.filter(({ names }) => names === "groupOwners");
  const group = groupKey === null ? undefined : await context.store.get("groups", groupKey);
  // A group that does not exist yet has only its target system's phases, for any owner.
  const owners = group ? owned.map(({ name }) => changeOf({ code: "GROA", attribute: name }, group)) : [];
  const joined = await joinedGroups(
    context,
    operation,
    written.filter(({ names }) => names === "groupIds"),
  );
  return { ...joined, changes: [...owners, ...joined.changes] };
}

function changeOf(change: Pick<FoundChange, "code" | "attribute">, group: Group): FoundChange {
  return { ...change, group, groupKey: group.key };
}

interface NamedGroups {
  readonly name: string;
  readonly values: readonly string[];
}

async function joinedGroups(
  context: Stored,
  operation: CodedOperation,
  named: readonly NamedGroups[],
): Promise<FoundMemberships> {
  if (named.length === 0) return nothing;
  const memberOf = await membershipsOf(context, operation);
  const before = await recordedValues(context, operation);
  const changes: FoundChange[] = [];
  const keeps = new Set<string>();
  const unknown = new Set<string>();
  for (const { name, values } of named) {
    if (values.length > namedGroupsMax) {
      unknown.add(name);
      continue;
    }
    const recorded = before.filter((row) => isNamedIn(row.name, [name])).map(({ value }) => value);
    const groups = await groupsNamed(context, targetKeyOf(operation), [...values, ...recorded]);
    const wanted = new Set<string>();
    for (const value of values) {
      const found = groups.filter((group) => isNamedBy(group, value));
      if (found.length === 0) unknown.add(name);
      for (const group of found) {
        wanted.add(group.key);
        if (memberOf.has(group.key)) keeps.add(group.key);
        else changes.push(changeOf({ code: "GRUA", attribute: name }, group));
      }
    }
    const left = groups.filter(({ key }) => !wanted.has(key));
    const others = recorded.length > 0 ? [] : await otherGroups(context, memberOf, wanted);
    changes.push(...[...left, ...others].map((group) => changeOf({ code: "GRUD", attribute: name }, group)));
  }
  const all = new Map(changes.map((change) => [`${change.code} ${change.groupKey}`, change]));
  return { changes: [...all.values()], keeps: [...keeps], unknown: [...unknown] };
}

/** Returns the groups of which an account is a direct member: indirect memberships do not depend on this attribute. */
async function membershipsOf({ store }: Stored, { accountKey }: CodedOperation): Promise<ReadonlySet<string>> {
  if (!accountKey) return new Set();
  const rows = await store.select("groupMemberships", { where: { accountKey, throughGroup: null } });
  return new Set(rows.map(({ groupKey }) => groupKey));
}

async function recordedValues(
  { store }: Stored,
  { accountKey }: CodedOperation,
): Promise<readonly Pick<Row<"accountAttributes">, "name" | "value">[]> {
  return accountKey ? store.select("accountAttributes", { where: { accountKey } }) : [];
}

/** Returns the other groups of an account, which an attribute that was never read replaces. */
async function otherGroups(
  { store }: Stored,
  memberOf: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): Promise<readonly Group[]> {
  const keys = [...memberOf].filter((key) => !wanted.has(key));
  return keys.length === 0 ? [] : store.select("groups", { where: oneOf("key", keys) });
}

async function groupsNamed(
  { store }: Stored,
  targetSystemKey: string,
  values: readonly string[],
): Promise<readonly Group[]> {
  if (values.length === 0) return [];
  const columns = ["stableId", "shortId", "longId"] as const;
  const isNamed = anyOf(...columns.map((column) => oneOf(column, [...new Set(values)])));
  return store.select("groups", { where: allOf(eq("targetSystemKey", targetSystemKey), isNamed) });
}

/** Returns the memberships stored with the operation; null if it writes none. */
export function storedMemberships({ changes, keeps }: FoundMemberships): WrittenMemberships | null {
  if (changes.length + keeps.length === 0) return null;
  return { changes: changes.map(({ code, groupKey }) => ({ code, groupKey })), keeps };
}

/**
 * Reports whether the account of an operation is still a member of the groups that its attributes keep. If not, the operation would grant a
 * membership that no one approved.
 */
export async function keepsMemberships(
  { store }: Stored,
  { accountKey, memberships }: Pick<Row<"requestOperations">, "accountKey" | "memberships">,
): Promise<boolean> {
  const keeps = memberships?.keeps ?? [];
  if (keeps.length === 0 || accountKey === null) return true;
  return (
    (await store.count(
      "groupMemberships",
      allOf(eq("accountKey", accountKey), eq("throughGroup", null), oneOf("groupKey", [...keeps])),
    )) === keeps.length
  );
}
