import { ServiceError } from "#domain/errors.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { deficitExceptionCode, surplusExceptionCode } from "#domain/requests/named-codes.ts";
import { type Difference, thingName } from "#domain/roles/differences.ts";
import { accessCodes } from "#domain/roles/enforcement-terms.ts";
import { roleRemovalCode } from "#domain/roles/removal-code.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import {
  entitlementsOf,
  operationsForEntitlements,
  operationsForRole,
} from "../../roles/engine/operations-for-role.ts";

/** Request that resolves differences of a person. */
export interface PlannedRequest {
  readonly reason: string;
  readonly operations: readonly RequestedOperation[];
  /** True if the phases of the role decide; otherwise it is approved at once. */
  readonly asksPhases: boolean;
  /** Key of the role from which the person is excluded, because its condition would choose them again; null if none. */
  readonly excludedRoleKey: string | null;
}

/** Plan of the requests of a person, with the reasons why some cannot be made. */
export interface RequestPlan {
  readonly requests: readonly PlannedRequest[];
  readonly refusals: readonly ServiceError[];
}

const dayMs = 86_400_000;

/** Makes the requests that resolve the differences of a person; each role, and each decision of people, has one of its own. */
export async function planRequests(
  context: CallContext,
  userKey: string,
  differences: readonly Difference[],
): Promise<RequestPlan> {
  const plan = { requests: [] as PlannedRequest[], refusals: [] as ServiceError[] };
  const attempt = async (make: () => Promise<readonly PlannedRequest[]>) => {
    try {
      plan.requests.push(...(await make()));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === "unavailable" || error.kind === "internal") throw error;
      plan.refusals.push(error);
    }
  };
  const of = (kind: Difference["kind"], ...resolutions: readonly Difference["resolution"][]) =>
    differences.filter((one) => one.kind === kind && resolutions.includes(one.resolution));
  for (const { roleKey } of of("member", "add")) await attempt(() => addRole(context, { userKey, roleKey }));
  for (const { roleKey } of of("member", "remove")) await attempt(() => removeRole(context, roleKey));
  for (const { roleKey } of of("surplus", "request").filter(isFirstOfRole))
    await attempt(() => requestRole(context, { userKey, roleKey }));
  for (const { roleKey } of of("deficit", "removal").filter(isFirstOfRole))
    await attempt(async () => [{ ...atOnce(lacksWords, [removal(roleKey)]), excludedRoleKey: roleKey }]);
  await attempt(() => changeAccess(context, userKey, [...of("deficit", "add"), ...of("surplus", "remove")]));
  for (const kind of ["deficit", "surplus"] as const)
    for (const [, some] of Map.groupBy(of(kind, "exception"), ({ roleKey }) => roleKey))
      await attempt(async () => [exceptions(context, kind, some)]);
  return plan;
}

const isFirstOfRole = ({ roleKey }: Difference, index: number, all: readonly Difference[]) =>
  all.findIndex((other) => other.roleKey === roleKey) === index;

const choosesWords = "The role is for this person.";
const leavesWords = "The role is no longer for this person.";
const lacksWords = "The person lacks access that the role gives.";
const accessWords = "The access of the person differs from that of their roles.";
const beyondWords = "The person has access that none of their roles gives.";

function atOnce(reason: string, operations: readonly RequestedOperation[]): PlannedRequest {
  return { reason, operations, asksPhases: false, excludedRoleKey: null };
}

const removal = (roleKey: string | null): RequestedOperation => ({ code: roleRemovalCode, roleKey });

interface WantedRole {
  readonly userKey: string;
  readonly roleKey: string | null;
}

async function asksPhases({ store }: CallContext, roleKey: string | null): Promise<boolean> {
  return (await store.get("roles", roleKey ?? ""))?.asksPhases === true;
}

async function addRole(context: CallContext, { userKey, roleKey }: WantedRole): Promise<readonly PlannedRequest[]> {
  const operations = await operationsForRole(context, { userKey, roleKey: roleKey ?? "" });
  return [{ ...atOnce(choosesWords, operations), asksPhases: await asksPhases(context, roleKey) }];
}

async function removeRole(context: CallContext, roleKey: string | null): Promise<readonly PlannedRequest[]> {
  return [{ ...atOnce(leavesWords, [removal(roleKey)]), asksPhases: await asksPhases(context, roleKey) }];
}

async function requestRole(context: CallContext, { userKey, roleKey }: WantedRole): Promise<readonly PlannedRequest[]> {
  const operations = await operationsForRole(context, { userKey, roleKey: roleKey ?? "" });
  return [{ ...atOnce(beyondWords, operations), asksPhases: true }];
}

/** Plans what gives and takes access. */
async function changeAccess(
  context: CallContext,
  userKey: string,
  differences: readonly Difference[],
): Promise<readonly PlannedRequest[]> {
  const operations = [...(await giving(context, userKey, differences)), ...taking(differences)];
  const chunks = Math.ceil(operations.length / requestOperationsMax);
  return Array.from({ length: chunks }, (_, index) =>
    atOnce(accessWords, operations.slice(index * requestOperationsMax, (index + 1) * requestOperationsMax)),
  );
}

async function giving(
  context: CallContext,
  userKey: string,
  differences: readonly Difference[],
): Promise<readonly RequestedOperation[]> {
  const missing = differences.filter(({ kind }) => kind === "deficit");
  const operations: RequestedOperation[] = [];
  for (const [roleKey, some] of Map.groupBy(missing, (one) => one.roleKey))
    operations.push(
      ...(roleKey === null ? some.flatMap(asEverybody) : await throughRole(context, { userKey, roleKey }, some)),
    );
  // Two roles may need the same account.
  return operations.filter(
    ({ code, targetSystemKey }, index) =>
      code !== accessCodes.account.gives ||
      operations.findIndex((other) => other.code === code && other.targetSystemKey === targetSystemKey) === index,
  );
}

/** Returns the operation for an account that a target system asks of everybody. */
function asEverybody({ thing }: Difference): readonly RequestedOperation[] {
  if (thing === null) return [];
  return [{ code: accessCodes.account.gives, targetSystemKey: thing.targetSystemKey, attributes: {} }];
}

async function throughRole(
  context: CallContext,
  wanted: { readonly userKey: string; readonly roleKey: string },
  missing: readonly Difference[],
): Promise<readonly RequestedOperation[]> {
  const entitlements = await entitlementsOf(context, wanted.roleKey);
  const lacked = new Set(missing.flatMap(({ thing }) => (thing === null ? [] : [thingName(thing)])));
  const some = entitlements.filter(
    ({ targetSystemKey, groupKey }) => targetSystemKey !== null && lacked.has(thingName({ targetSystemKey, groupKey })),
  );
  return operationsForEntitlements(context, wanted, some);
}

function taking(differences: readonly Difference[]): readonly RequestedOperation[] {
  const surpluses = differences.filter(({ kind }) => kind === "surplus");
  return surpluses.flatMap(({ thing, accountKey }): readonly RequestedOperation[] => {
    if (thing === null) return [];
    const { access, targetSystemKey, groupKey } = thing;
    return [{ code: accessCodes[access].takes, targetSystemKey, accountKey, groupKey }];
  });
}

function exceptions(
  { clock, settings }: CallContext,
  kind: "deficit" | "surplus",
  differences: readonly Difference[],
): PlannedRequest {
  const until = clock.now() + settings.exceptionDays * dayMs;
  const [code, words] =
    kind === "deficit" ? ([deficitExceptionCode, lacksWords] as const) : ([surplusExceptionCode, beyondWords] as const);
  const things = new Map(differences.map((one) => [JSON.stringify(one.thing), one]));
  const operations = [...things.values()].slice(0, requestOperationsMax).map(({ thing, roleKey }) => ({
    code,
    roleKey,
    targetSystemKey: thing?.targetSystemKey,
    groupKey: thing?.groupKey ?? null,
    until,
  }));
  return { ...atOnce(words, operations), asksPhases: true };
}
