import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { requestDay, requestNumber } from "#domain/requests/request-number.ts";
import { originOf } from "#domain/requests/request-origin.ts";
import { isActive, RequestStatus } from "#domain/requests/request-status.ts";
import { dependencies } from "#domain/requests/step-graph.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { noNames } from "../../kernel/inputs/operation-names.ts";
import { type TriedEntry, turnColumns } from "./password-turns.ts";

/** Fields of a new request. */
export interface NewRequest {
  readonly recipientKey: string;
  readonly reason?: string | null | undefined;
  readonly startAt?: number | null | undefined;
  /** Start of the recipient, before which it is not carried out; null if it does not wait for that. */
  readonly recipientStartsAt: number | null;
  /** Key of the request or mass reset that contains this one. */
  readonly batchId?: string | null | undefined;
  /** Key of the batch by which a template requests it; null if it is submitted alone. */
  readonly batchKey?: string | null;
  /** Number of its operations without approval; 0 by default. */
  readonly selfApproved?: number | undefined;
  /** Initial status; by default that of a request which the engine begins. */
  readonly status?: "P" | "A" | "W" | "H";
  /** Reason of a hold. */
  readonly holdReason?: string | null;
  /** Numbers of the operations that give what the recipient has already; null if nobody has looked. */
  readonly alreadyHeld?: readonly number[] | null;
  /** True if one of its target systems names a ticket system; null if nobody has looked. */
  readonly ticketed?: boolean | null;
  /** True for a direct write on target systems, which needs no approval. */
  readonly direct?: boolean;
}

/** One operation of a new request. */
export interface NewOperation extends CodedOperation {
  /** New password, or the one to verify. */
  readonly password?: Secret | undefined;
  readonly currentPassword?: Secret | undefined;
  /** True if the owner must change the new password at the next sign-in. */
  readonly mustChange?: boolean | null | undefined;
  /** Rules of the policy that the new password breaks without being refused. */
  readonly warnings?: Row<"requestOperations">["warnings"] | undefined;
  /** Way in which an account that it creates gets its owner: `auto` for the recipient, as usual; `none` for no owner. */
  readonly associatedBy?: "auto" | "admin" | "none";
  /** Key of the grant whose time was over, which it ends. */
  readonly endsGrantKey?: string;
  /** Entry of the password queue that it tries. */
  readonly tries?: TriedEntry;
  /** Key of the account whose reported password change it repeats. */
  readonly reportedAccountKey?: string | null;
}

/** A saved operation of a new request. */
export type SavedOperation = Pick<
  Row<"requestOperations">,
  | "key"
  | "sequence"
  | "code"
  | "targetSystemKey"
  | "accountKey"
  | "groupKey"
  | "roleKey"
  | "sodRuleKey"
  | "attributes"
  | "form"
  | "until"
  | "forHours"
  | "dependsOn"
>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Saves the row of a new request.
 * @throws START_IN_PAST
 */
export async function saveRequest(context: CallContext, request: NewRequest): Promise<Row<"reqbatch">> {
  const { store, clock, ids, settings, caller } = context;
  const now = clock.now();
  const expiresAt = now + settings.requestLifeDays * dayMs;
  const startAt = startOf(request, { now, expiresAt });
  const status = request.status ?? RequestStatus.Processing;
  return store.add("reqbatch", {
    key: ids.guid(),
    number: requestNumber(now, await store.distinctNumber(`request-${requestDay(now)}`)),
    status,
    active: isActive(status),
    origin: originOf(caller.module),
    requesterKey: caller.key ?? "",
    recipientKey: request.recipientKey,
    reason: request.reason ?? null,
    startAt,
    recipientStartsAt: request.recipientStartsAt,
    expiresAt,
    createdAt: now,
    selfApproved: request.selfApproved ?? 0,
    operationId: context.operationId,
    requestId: caller.requestId,
    submittedBy: caller.module,
    batchId: request.batchId ?? null,
    batchKey: request.batchKey ?? null,
    holdReason: request.holdReason ?? null,
    alreadyHeld: request.alreadyHeld ?? null,
    ticketed: request.ticketed ?? null,
    direct: request.direct ?? false,
  });
}

/** Returns the columns about what an operation gives: its form, the end of the access, and the grant that it ends instead. */
function givenColumns({ form, until, forHours, endsGrantKey, needsManaged }: NewOperation) {
  const end = { until: until ?? null, forHours: forHours ?? null, endsGrantKey: endsGrantKey ?? null };
  return { form: form ?? null, ...end, needsManaged: needsManaged ?? false };
}

/** Returns the columns about the role and the rule of an operation. */
function aboutColumns({ roleKey, sodRuleKey, control }: NewOperation) {
  return { roleKey: roleKey ?? null, sodRuleKey: sodRuleKey ?? null, control: control ?? null };
}

function startOf({ startAt = null }: NewRequest, { now, expiresAt }: { now: number; expiresAt: number }) {
  if (startAt === null || (startAt > now && startAt < expiresAt)) return startAt;
  throw new ServiceError("START_IN_PAST", { target: "startAt" });
}

/** Saves the operations of a request with their order; passwords are sealed to their rows. Returns the saved operations. */
export async function saveOperations(
  { store, ids, clock }: CallContext,
  requestKey: string,
  operations: readonly NewOperation[],
): Promise<readonly SavedOperation[]> {
  const turns: Awaited<ReturnType<typeof turnColumns>>[] = [];
  for (const operation of operations) turns.push(await turnColumns({ store }, operation));
  const keyed = operations.map((operation, index) => ({ ...operation, key: ids.guid(), sequence: index + 1 }));
  const before = dependencies(keyed);
  const rows = keyed.map(({ key, password, currentPassword, ...operation }) => {
    const seal = (secret: Secret | undefined, column: string) =>
      secret === undefined ? null : store.seal(secret, { table: "requestOperations", key, column });
    return {
      key,
      requestKey,
      sequence: operation.sequence,
      code: operation.code,
      targetSystemKey: operation.targetSystemKey ?? null,
      ...aboutColumns(operation),
      accountKey: operation.accountKey ?? null,
      groupKey: operation.groupKey ?? null,
      attributes: operation.attributes ?? {},
      memberships: operation.memberships ?? null,
      ...givenColumns(operation),
      ...(operation.names ?? noNames),
      subject: operation.subject ?? null,
      dependsOn: before.get(key) ?? [],
      password: seal(password, "password"),
      currentPassword: seal(currentPassword, "currentPassword"),
      associatedBy: operation.associatedBy ?? null,
      mustChange: operation.mustChange ?? null,
      ...turns[operation.sequence - 1],
      warnings: operation.warnings ?? null,
      createdAt: clock.now(),
    };
  });
  await store.addAll("requestOperations", rows);
  return rows;
}
