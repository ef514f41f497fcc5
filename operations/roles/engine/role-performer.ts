import { endOfAccess, hasEnd } from "#domain/access/access-end.ts";
import { requestedWords } from "#domain/audit/requested-words.ts";
import { type ErrorCode, errors, ServiceError } from "#domain/errors.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { RequestOrigin } from "#domain/requests/request-origin.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { NumberedOperation, Performer } from "../../kernel/performer.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";
import { operationsForRole } from "./operations-for-role.ts";
import { judgedRoleCondition } from "./role-condition.ts";
import { addRoleMember, removeRoleMember } from "./role-members.ts";

type Operation = Row<"requestOperations">;

/** Performer of memberships in roles: what a role gives follows as operations of its own, and what it gave ends. */
export const rolePerformer: Performer<CallContext> = {
  check: refuseUnfit,
  async expanded(context, userKey, { code, roleKey = null }) {
    if (roleKey === null || !gives(code)) return [];
    const [, ...parts] = await operationsForRole(context, { userKey, roleKey });
    return parts;
  },
  async begin(context, operation) {
    const request = await requireRow(context, "reqbatch", operation.requestKey);
    const told = gives(operation.code)
      ? await give(context, request, operation)
      : await take(context, request, operation);
    await auditMembership(context, request, operation, told);
    const finishedAt = context.clock.now();
    if (told.result === "F")
      return { result: OperationResult.Failed, errorCode: told.code, errorMessage: told.message, finishedAt };
    const { done = true, message } = told;
    return done
      ? { result: OperationResult.Success, finishedAt }
      : { result: OperationResult.NoLongerApplicable, errorMessage: message, finishedAt };
  },
};

/** Returns true for the operation that makes somebody a member of a role. */
const gives = (code: Operation["code"]) => definitionOf(code).end !== undefined;

/** Outcome of a change of a membership; `done` is false where there was nothing to do. */
type Told =
  | { readonly result: "S"; readonly done?: boolean; readonly message: string | null }
  | { readonly result: "F"; readonly code: ErrorCode; readonly message: string };

const failed = (code: ErrorCode): Told => ({ result: "F", code, message: errors[code].message });

async function give(context: CallContext, request: Row<"reqbatch">, operation: Operation): Promise<Told> {
  const { store, clock } = context;
  const { recipientKey: userKey, key: requestKey } = request;
  const roleKey = operation.roleKey ?? "";
  const role = await store.get("roles", roleKey);
  if (role === undefined) return failed("ROLE_UNKNOWN");
  if (role.state !== "inForce") return failed("ROLE_NOT_IN_FORCE");
  if (await isExcluded(context, { userKey, roleKey })) return failed("ROLE_EXCLUDED");
  // What autores gives follows from a condition or another assignment, and ends with it.
  if (request.origin !== RequestOrigin.Autores) {
    const until = endOfAccess(operation, clock.now());
    await assign(context, {
      userKey,
      roleKey,
      until,
      requestKey,
      createdBy: request.requesterKey || null,
      reason: request.reason ?? "",
    });
  }
  const isNew = await addRoleMember(context, { userKey, roleKey });
  return { result: "S", message: isNew ? null : "The recipient had the role already." };
}

async function take(context: CallContext, request: Row<"reqbatch">, operation: Operation): Promise<Told> {
  const { store } = context;
  const about = { userKey: request.recipientKey, roleKey: operation.roleKey ?? "" };
  for (const { key, because } of await store.select("roleAssignments", { where: about, forUpdate: true }))
    if (because !== "excluded" && request.requesterKey !== "") await store.remove("roleAssignments", key);
  const ended = await removeRoleMember(context, about);
  if (ended === undefined)
    return { result: "S", done: false, message: "The recipient did not have the role any more." };
  return { result: "S", message: `${ended} accesses end` };
}

interface Assignment extends Pick<
  Row<"roleAssignments">,
  "userKey" | "roleKey" | "until" | "requestKey" | "createdBy" | "reason"
> {}

/** Records that a request gives a role; a later end replaces an earlier one, and no end replaces any. */
async function assign({ store, ids, clock }: CallContext, assignment: Assignment): Promise<void> {
  const { userKey, roleKey, until } = assignment;
  const because = "request";
  const [known] = await store.select("roleAssignments", { where: { userKey, roleKey, because }, forUpdate: true });
  const isLonger = known !== undefined && (known.until === null || (until !== null && known.until >= until));
  if (isLonger && (known.until ?? Infinity) > clock.now()) return;
  await store.save("roleAssignments", {
    key: known?.key ?? ids.guid(),
    ...assignment,
    because,
    createdAt: clock.now(),
  });
}

/** Reports whether a person is excluded from a role now. */
async function isExcluded(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  { userKey, roleKey }: { readonly userKey: string; readonly roleKey: string },
): Promise<boolean> {
  const [exclusion] = await store.select("roleAssignments", {
    where: { userKey, roleKey, because: "excluded" },
    limit: 1,
  });
  return exclusion !== undefined && (exclusion.until === null || exclusion.until > clock.now());
}

/**
 * Refuses a request about a role that cannot be carried out: for a role that is not in force, or that its recipient has or lacks already.
 * @throws ROLE_NOT_IN_FORCE, ROLE_EXCLUDED, ROLE_HELD, ROLE_NOT_HELD, ROLE_CHOSEN
 */
async function refuseUnfit(
  context: CallContext,
  userKey: string,
  operations: readonly NumberedOperation[],
): Promise<void> {
  for (const operation of operations) {
    const { code, sequence, roleKey = null } = operation;
    const role = await context.store.get("roles", roleKey ?? "");
    // What is missing or unknown is told by the check of each operation.
    if (role === undefined) continue;
    const refusal = gives(code)
      ? await whyNotGiven(context, { role, userKey, operation })
      : await whyNotTaken(context, { role, userKey });
    if (refusal !== undefined) throw new ServiceError(refusal, { target: `operations/${sequence - 1}/roleKey` });
  }
}

interface Asked {
  readonly role: Row<"roles">;
  readonly userKey: string;
}

async function whyNotGiven(
  context: CallContext,
  { role, userKey, operation }: Asked & { readonly operation: NumberedOperation },
): Promise<ErrorCode | undefined> {
  const { store, clock } = context;
  const about = { userKey, roleKey: role.key };
  if (role.state !== "inForce") return "ROLE_NOT_IN_FORCE";
  if (await isExcluded(context, about)) return "ROLE_EXCLUDED";
  if ((await store.count("roleMembers", about)) === 0) return undefined;
  const [known] = await store.select("roleAssignments", { where: { ...about, because: "request" }, limit: 1 });
  const later = hasEnd(operation) ? (endOfAccess(operation, clock.now()) ?? Infinity) : Infinity;
  // Who has the role by its condition may ask for it too, and keeps it then.
  return known !== undefined && (known.until ?? Infinity) >= later ? "ROLE_HELD" : undefined;
}

async function whyNotTaken(context: CallContext, { role, userKey }: Asked): Promise<ErrorCode | undefined> {
  const { store } = context;
  if ((await store.count("roleMembers", { userKey, roleKey: role.key })) === 0) return "ROLE_NOT_HELD";
  if (role.condition === null || role.state !== "inForce" || context.caller.kind !== "user") return undefined;
  const condition = await judgedRoleCondition(context, role.condition);
  return (await store.count("users", allOf(eq("key", userKey), condition))) > 0 ? "ROLE_CHOSEN" : undefined;
}

async function auditMembership(
  { store, caller }: CallContext,
  request: Row<"reqbatch">,
  operation: Operation,
  { result, message }: Told,
): Promise<void> {
  const { requesterKey, recipientKey, requestId, batchId, key } = request;
  await store.audit({
    sessid: caller.sessid,
    operation: operation.code,
    result,
    actor: requesterKey,
    recipient: recipientKey,
    ident: operation.key,
    batchId: batchId ?? key,
    requested: requestedWords([operation]),
    requestId,
    message,
  });
}
