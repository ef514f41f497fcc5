import type { RowReason } from "#domain/analyses/analysis-rows.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { type Difference, type PersonDifferences, thingName } from "#domain/roles/differences.ts";
import type { Overlay } from "#store/analyses/overlay.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { roleGiving } from "../../kernel/rows/role-giving.ts";
import { findAccessDifferences, type SettledAccess } from "./find-access-differences.ts";
import { findMemberDifferences } from "./find-member-differences.ts";
import { planRequests } from "./plan-requests.ts";
import { nameOf, openOperations } from "./submit-requests.ts";
import { toBeResolved } from "./to-be-resolved.ts";

/** Operation that autores or rbacenforce would ask for. */
export interface PredictedOperation {
  readonly userKey: string;
  readonly code: RequestedOperation["code"];
  readonly roleKey: string | null;
  readonly targetSystemKey: string | null;
  readonly groupKey: string | null;
  readonly accountKey: string | null;
  readonly why: RowReason;
}

/** Returns the text that two predictions of the same operation share. */
export function predictionName(one: PredictedOperation): string {
  return JSON.stringify([one.userKey, nameOf(one)]);
}

/** Returns a context whose reads see other rows in some tables. */
function imagining(context: CallContext, overlay: Overlay): CallContext {
  return { ...context, store: { ...context.store, ...context.store.imagined(context.caller.id, overlay) } };
}

/**
 * Predicts what autores, and after it rbacenforce, would ask for some people, if some tables had other rows. What autores asks for counts as
 * given and taken then, except for a role that is taken after its phases.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function predictOperations(
  context: CallContext,
  overlay: Overlay,
  userKeys: readonly string[],
): Promise<readonly PredictedOperation[]> {
  const imagined = imagining(context, overlay);
  const members = await findMemberDifferences(imagined, { userKeys, roleKeys: null });
  const byAutores = await planned(imagined, members);
  const changes = await memberChanges(imagined, members);
  const later = { ...overlay, roleMembers: await membersAfter(imagined, changes) };
  const after = changes.length === 0 ? imagined : imagining(context, later);
  const settled = await settledBy(after, { changes, byAutores });
  const lasting = withoutSettled(await findAccessDifferences(after, { userKeys }, settled), settled);
  const predicted = new Map<string, PredictedOperation>();
  for (const one of [...byAutores, ...(await planned(after, lasting))]) {
    const name = predictionName(one);
    if (!predicted.has(name)) predicted.set(name, one);
  }
  return [...predicted.values()];
}

/** Parts of the differences of a person, each with the reason of its operations. */
const parts: readonly { readonly why: RowReason; has(difference: Difference): boolean }[] = [
  { why: "roleForPerson", has: ({ kind, resolution }) => kind === "member" && resolution === "add" },
  { why: "roleNotForPerson", has: ({ kind, resolution }) => kind === "member" && resolution === "remove" },
  { why: "accountMandatory", has: ({ kind, roleKey }) => kind === "deficit" && roleKey === null },
  { why: "accessMissing", has: ({ kind, roleKey }) => kind === "deficit" && roleKey !== null },
  { why: "accessBeyond", has: ({ kind }) => kind === "surplus" },
];

async function planned(
  context: CallContext,
  people: readonly PersonDifferences[],
): Promise<readonly PredictedOperation[]> {
  const operations: PredictedOperation[] = [];
  for (const { userKey, differences } of await toBeResolved(context, people)) {
    const asked = new Set((await openOperations(context, userKey)).map(nameOf));
    for (const { why, has } of parts) {
      const some = differences.filter(has);
      if (some.length === 0) continue;
      const { requests } = await planRequests(context, userKey, some);
      for (const request of requests)
        for (const one of request.operations)
          if (!asked.has(nameOf(one))) operations.push(predictedOf(one, userKey, why));
    }
  }
  return operations;
}

function predictedOf(operation: RequestedOperation, userKey: string, why: RowReason): PredictedOperation {
  const { code, roleKey = null, targetSystemKey = null, groupKey = null, accountKey = null } = operation;
  return { userKey, code, roleKey, targetSystemKey, groupKey, accountKey, why };
}

/** Change of a membership that autores makes. */
interface MemberChange {
  readonly userKey: string;
  readonly roleKey: string;
  readonly joins: boolean;
}

async function memberChanges(
  { store }: CallContext,
  people: readonly PersonDifferences[],
): Promise<readonly MemberChange[]> {
  const all = people.flatMap(({ userKey, differences }) =>
    differences.flatMap(({ kind, resolution, roleKey }) =>
      kind === "member" && roleKey !== null ? [{ userKey, roleKey, joins: resolution === "add" }] : [],
    ),
  );
  const keys = [...new Set(all.map(({ roleKey }) => roleKey))];
  const asking = keys.length === 0 ? [] : await store.select("roles", { where: oneOf("key", keys) });
  const asks = new Set(asking.filter(({ asksPhases }) => asksPhases).map(({ key }) => key));
  return all.filter(({ joins, roleKey }) => joins || !asks.has(roleKey));
}

/** Returns the memberships of those whose roles change, as they are afterwards. */
async function membersAfter({ store }: CallContext, changes: readonly MemberChange[]) {
  const userKeys = [...new Set(changes.map(({ userKey }) => userKey))];
  if (userKeys.length === 0) return { column: "userKey", values: [], rows: [] };
  const now = await store.select("roleMembers", { where: oneOf("userKey", userKeys) });
  const isTaken = (row: Row<"roleMembers">) =>
    changes.some(({ userKey, roleKey, joins }) => !joins && row.userKey === userKey && row.roleKey === roleKey);
  const joined = changes.filter(({ joins }) => joins);
  const added = joined.map(({ userKey, roleKey }) => ({ key: `${userKey} ${roleKey}`, userKey, roleKey, from: 0 }));
  return { column: "userKey", values: userKeys, rows: [...now.filter((row) => !isTaken(row)), ...added] };
}

interface ByAutores {
  readonly changes: readonly MemberChange[];
  readonly byAutores: readonly PredictedOperation[];
}

/** Returns what is settled by autores: access that it asks for, and access that ends with a role. */
async function settledBy(context: CallContext, { changes, byAutores }: ByAutores): Promise<SettledAccess> {
  const given = byAutores.flatMap(({ userKey, targetSystemKey, groupKey }) =>
    targetSystemKey === null ? [] : [{ userKey, name: thingName({ targetSystemKey, groupKey }) }],
  );
  return { given: byPerson(given), ending: byPerson(await endingAccess(context, changes)) };
}

interface NamedAccess {
  readonly userKey: string;
  readonly name: string;
}

function byPerson(access: readonly NamedAccess[]): ReadonlyMap<string, ReadonlySet<string>> {
  const people = Map.groupBy(access, ({ userKey }) => userKey);
  return new Map([...people].map(([userKey, some]) => [userKey, new Set(some.map(({ name }) => name))]));
}

/** Leaves out what is settled. */
function withoutSettled(
  people: readonly PersonDifferences[],
  { given, ending }: SettledAccess,
): readonly PersonDifferences[] {
  const isOpen = (userKey: string, { kind, thing }: Difference) =>
    thing === null || (kind === "deficit" ? given : ending).get(userKey)?.has(thingName(thing)) !== true;
  return people.map(({ userKey, differences }) => ({
    userKey,
    differences: differences.filter((one) => isOpen(userKey, one)),
  }));
}

/** Returns the access of people that ends with the roles which are taken from them. */
async function endingAccess(context: CallContext, changes: readonly MemberChange[]): Promise<readonly NamedAccess[]> {
  const { store } = context;
  const taken = new Set(changes.flatMap(({ userKey, roleKey, joins }) => (joins ? [] : [`${userKey} ${roleKey}`])));
  const userKeys = [...new Set(changes.flatMap(({ userKey, joins }) => (joins ? [] : [userKey])))];
  if (userKeys.length === 0) return [];
  const grants = await store.select("grants", { where: allOf(oneOf("userKey", userKeys), eq("endedAt", null)) });
  const through = grants.filter(({ userKey, roleKey }) => taken.has(`${userKey} ${roleKey}`));
  const ending: Row<"grants">[] = [];
  for (const grant of through) if ((await roleGiving(context, grant)) === undefined) ending.push(grant);
  const staying = grants.filter((grant) => !ending.includes(grant));
  // An account stays for what else it is needed for.
  const needed = new Set(staying.filter(isDirectMembership).map(({ accountKey }) => accountKey));
  const isLasting = ({ kind, until, throughGroup }: Row<"grants">) =>
    kind !== "ownership" && throughGroup === null && (until === null || until > context.clock.now());
  const names = new Set(staying.filter(isLasting).map(accessName));
  const gone = ending.filter(({ kind, accountKey }) => kind !== "account" || !needed.has(accountKey));
  return gone
    .filter((grant) => !names.has(accessName(grant)))
    .map((grant) => ({ userKey: grant.userKey ?? "", name: thingName(grant) }));
}

const isDirectMembership = ({ kind, throughGroup }: Row<"grants">) => kind === "membership" && throughGroup === null;

const accessName = (grant: Row<"grants">) => `${grant.userKey} ${thingName(grant)}`;
