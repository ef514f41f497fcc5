import { enforcementPagePeople, enforcementReadsMax } from "#domain/enforcement-limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, anyOf, eq, gt, isNever, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { roleAddCode } from "#domain/requests/named-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { RequestOrigin } from "#domain/requests/request-origin.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import type { Difference, PersonDifferences } from "#domain/roles/differences.ts";
import { roleRemovalCode } from "#domain/roles/removal-code.ts";
import { inParallel } from "#platform/in-parallel.ts";
import type { CallersReads } from "#store/callers-reads.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type ChosenRole, chosenRoles } from "./enforced-roles.ts";
import { FoundPeople } from "./found-people.ts";
import { hasRole, isAskedAbout, wantedMembers, wasDeniedAbout } from "./wanted-members.ts";

/** Limits of a search; null for no limit. */
export interface SearchLimits {
  readonly userKeys: readonly string[] | null;
  readonly roleKeys: readonly string[] | null;
}

/** Open request of this utility about a role. */
interface OpenRequest {
  readonly requestKey: string;
  readonly userKey: string;
  readonly code: string;
}

/**
 * Finds the roles that people are to have and do not have, those that they have without a reason, and the open requests about both that no
 * longer apply.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function findMemberDifferences(
  context: CallContext,
  { userKeys, roleKeys }: SearchLimits,
): Promise<readonly PersonDifferences[]> {
  const { store, caller, log } = context;
  const roles = await chosenRoles(context, roleKeys);
  const [assigned, having] = await numbersOf(context, roleKeys);
  const open = await openRequests(context, userKeys);
  const found = new FoundPeople();
  const nowMs = context.clock.now();
  const among = userKeys === null ? always : oneOf("key", userKeys);
  let reader = 0;
  await inParallel(roles, enforcementReadsMax, async (chosen) => {
    const { role, fault, inForceAt } = chosen;
    if (fault !== undefined) {
      log.error({ role: role.id, fault }, "The condition of a role cannot be used; its members stay.");
      return;
    }
    const reads = store.readsFor(`${caller.id} ${(reader += 1) % enforcementReadsMax}`);
    const wanted = wantedMembers(chosen, nowMs, assigned(role.key) > 0);
    const search = { reads, role: chosen, found };
    await addLacking(search, allOf(wanted, among), inForceAt);
    if (having(role.key) > 0) await addUnwanted(search, allOf(among, noneOf(wanted)), inForceAt);
    await addStale(search, wanted, open.get(role.key) ?? []);
  });
  return found.inOrder();
}

/** Returns the numbers of assignments and of members of a role; unknown ones, of single roles, count as some. */
async function numbersOf({ store }: CallContext, roleKeys: readonly string[] | null) {
  if (roleKeys !== null) return [() => 1, () => 1] as const;
  const assigned = await store.countBy("roleAssignments", "roleKey", always);
  const having = await store.countBy("roleMembers", "roleKey", always);
  const of = (counts: ReadonlyMap<string, number>) => (key: string) => counts.get(key) ?? 0;
  return [of(assigned), of(having)] as const;
}

interface Search {
  readonly reads: CallersReads;
  readonly role: ChosenRole;
  readonly found: FoundPeople;
}

async function addLacking({ reads, role: { role }, found }: Search, wanted: Expression, since: number): Promise<void> {
  const asked = anyOf(isAskedAbout(role.key, roleAddCode), wasDeniedAbout(role.key, roleAddCode, since));
  const lacking = allOf(wanted, noneOf(hasRole(role.key)), noneOf(asked));
  for await (const userKey of keysOf(reads, lacking)) found.add(userKey, about(role.key, "add"));
}

async function addUnwanted({ reads, role: { role }, found }: Search, among: Expression, since: number): Promise<void> {
  const asked = anyOf(isAskedAbout(role.key, roleRemovalCode), wasDeniedAbout(role.key, roleRemovalCode, since));
  const unwanted = allOf(hasRole(role.key), among, noneOf(asked));
  for await (const userKey of keysOf(reads, unwanted)) found.add(userKey, about(role.key, "remove"));
}

async function addStale(
  { reads, role: { role }, found }: Search,
  wanted: Expression,
  open: readonly OpenRequest[],
): Promise<void> {
  if (open.length === 0) return;
  const isWanted = new Set<string>();
  const people = [...new Set(open.map(({ userKey }) => userKey))];
  for (let from = 0; from < people.length; from += enforcementPagePeople) {
    const some = allOf(oneOf("key", people.slice(from, from + enforcementPagePeople)), wanted);
    for (const key of await reads.firstKeys("users", some, enforcementPagePeople)) isWanted.add(key);
  }
  for (const { requestKey, userKey, code } of open) {
    if (isWanted.has(userKey) === (code === roleAddCode)) continue;
    found.add(userKey, { ...about(role.key, "cancel"), kind: "stale", requestKey });
  }
}

function about(roleKey: string, resolution: Difference["resolution"]): Difference {
  return { kind: "member", resolution, roleKey, thing: null, accountKey: null, requestKey: null };
}

async function* keysOf(reads: CallersReads, condition: Expression): AsyncGenerator<string> {
  if (isNever(condition)) return;
  for (let after: string | null = null; ;) {
    const next: Expression = after === null ? condition : allOf(condition, gt("key", after));
    const keys: readonly string[] = await reads.firstKeys("users", next, enforcementPagePeople);
    yield* keys;
    if (keys.length < enforcementPagePeople) return;
    after = keys.at(-1) ?? null;
  }
}

/** Returns the open requests of this utility by the keys of their roles. */
async function openRequests(
  { store }: CallContext,
  userKeys: readonly string[] | null,
): Promise<ReadonlyMap<string, readonly OpenRequest[]>> {
  const isOpen = allOf(
    oneOf("status", openStatuses),
    eq("origin", RequestOrigin.Autores),
    userKeys === null ? always : oneOf("recipientKey", userKeys),
  );
  const requests = await store.select("reqbatch", { where: isOpen });
  const operations = await store.select("requestOperations", {
    where: allOf(
      oneOf("code", [roleAddCode, roleRemovalCode]),
      anyOf(eq("result", null), eq("result", OperationResult.Pending)),
      related("request", isOpen),
    ),
  });
  const recipients = new Map(requests.map(({ key, recipientKey }) => [key, recipientKey]));
  const open = operations.flatMap(({ requestKey, roleKey, code }) => {
    const userKey = recipients.get(requestKey);
    return userKey === undefined || roleKey === null ? [] : [{ roleKey, open: { requestKey, userKey, code } }];
  });
  return new Map(
    [...Map.groupBy(open, ({ roleKey }) => roleKey)].map(([roleKey, all]) => [roleKey, all.map((one) => one.open)]),
  );
}
