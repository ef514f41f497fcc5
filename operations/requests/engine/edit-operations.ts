import type { AccessEnd } from "#domain/access/access-end.ts";
import type { FormValues } from "#domain/catalogue/form-fields.ts";
import { ServiceError } from "#domain/errors.ts";
import { familyOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import { canonicalJson, type OrderAttributes } from "#domain/requests/order.ts";
import { dependencies } from "#domain/requests/step-graph.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { checkOperations } from "./check-operations.ts";
import { noteEdited } from "./note-event.ts";
import { subjectOf } from "./subject-of.ts";

type Operation = Row<"requestOperations">;

const editedFields = ["accountKey", "attributes", "form"] as const;
type EditedField = (typeof editedFields)[number];

/** Changes of an operation; a missing field stays unchanged. */
export interface OperationChange extends AccessEnd {
  readonly sequence: number;
  readonly accountKey?: string | null | undefined;
  readonly attributes?: OrderAttributes | null | undefined;
  readonly form?: FormValues | null | undefined;
}

/** An operation after its change. */
export interface WantedOperation extends Pick<
  Operation,
  | "key"
  | "sequence"
  | "code"
  | "targetSystemKey"
  | "accountKey"
  | "groupKey"
  | "roleKey"
  | "sodRuleKey"
  | "control"
  | "attributes"
  | "form"
  | "until"
  | "forHours"
> {
  /** Fields missing in the change, which keep their values at the time of the change. */
  readonly leftOut: readonly (EditedField | "until" | "forHours")[];
}

/**
 * Returns the changed operations of a request.
 * @throws OPERATION_UNKNOWN
 */
export async function changedOperations(
  { store }: ServiceContext,
  requestKey: string,
  changes: readonly OperationChange[],
): Promise<readonly WantedOperation[]> {
  const rows = await store.select("requestOperations", { where: { requestKey } });
  return changes.map((change, index) => {
    const { sequence, accountKey, attributes, form, until, forHours } = change;
    const end = { until, forHours };
    const row = rows.find((one) => one.sequence === sequence);
    // An operation that was denied by itself has ended.
    if (row === undefined || isFinalResult(row.result))
      throw new ServiceError("OPERATION_UNKNOWN", { target: `operations/${index}/sequence` });
    return {
      key: row.key,
      sequence,
      code: row.code,
      targetSystemKey: row.targetSystemKey,
      groupKey: row.groupKey,
      roleKey: row.roleKey,
      sodRuleKey: row.sodRuleKey,
      control: row.control,
      accountKey: accountKey === undefined ? row.accountKey : accountKey,
      attributes: attributes === undefined ? row.attributes : (attributes ?? {}),
      form: form === undefined ? row.form : form,
      ...(isEndChanged(end) ? wholeEnd(end) : { until: row.until, forHours: row.forHours }),
      leftOut: [
        ...(isEndChanged(end) ? [] : (["until", "forHours"] as const)),
        ...editedFields.filter((name) => change[name] === undefined),
      ],
    };
  });
}

/**
 * Edits operations of a locked request, with the order of all of them; returns those that have changed.
 * @throws every code of `checkOperations`
 */
export async function editOperations(
  context: CallContext,
  request: Row<"reqbatch">,
  wanted: readonly WantedOperation[],
): Promise<readonly Operation[]> {
  const { store } = context;
  const rows = await store.select("requestOperations", {
    where: { requestKey: request.key },
    orderBy: [["sequence", "asc"]],
    forUpdate: true,
  });
  const alive = rows.filter(({ result }) => !isFinalResult(result));
  const wantedOf = new Map(wanted.map((operation) => [operation.key, operation]));
  const ownerKey = alive.some(({ associatedBy }) => associatedBy === "none") ? null : request.recipientKey;
  const operations = alive.map((row) => asWanted(row, wantedOf.get(row.key)));
  for (const [index, { code, accountKey }] of operations.entries()) {
    const { keepsAccount: message } = familyOf(code);
    if (message !== undefined && accountKey !== alive[index]?.accountKey)
      throw new ServiceError("OPERATION_FIELD_UNFIT", { target: `operations/${index}/accountKey`, message });
  }
  const changedKeys = new Set(wantedOf.keys());
  const edited = { before: alive, changed: changedKeys, phasedTargets: await targetsInPhases(context, request.key) };
  const checked = await checkOperations(context, { operations, ownerKey, personKey: ownerKey, edited });
  const recipient = { key: request.recipientKey, id: (await store.get("users", request.recipientKey))?.id ?? "" };
  const whole = alive.map((row, index): Operation => {
    if (!wantedOf.has(row.key)) return row;
    const change = checked.operations[index];
    const { accountKey = null, attributes, memberships = null, form = null } = change ?? row;
    const end = wholeEnd(change ?? row);
    const changed = { ...row, ...change?.names, accountKey, attributes: attributes ?? {}, memberships, form, ...end };
    return { ...changed, subject: subjectOf(changed, recipient) };
  });
  const before = dependencies(rows.map((row) => whole.find(({ key }) => key === row.key) ?? row));
  const saved: Operation[] = [];
  for (const { key, ...row } of whole) {
    const { accountKey, attributes, memberships, form, accountName, groupName, subject, until, forHours } = row;
    const changes = { accountKey, attributes, memberships, form, accountName, groupName, subject, until, forHours };
    saved.push(await store.save("requestOperations", { key, ...changes, dependsOn: before.get(key) ?? [] }));
  }
  const isOther = (row: Operation, index: number) => content(row) !== content(alive[index]);
  const changed = saved.filter(isOther);
  if (changed.length > 0) noteEdited(context, request.key, { changed, operations: saved });
  return changed;
}

/** Returns the target systems whose own phases a request has: the present phases of others decide nothing here. */
async function targetsInPhases({ store }: CallContext, requestKey: string): Promise<ReadonlySet<string>> {
  const where = { requestKey, resourceType: "targetSystem" } as const;
  const phases = await store.select("requestPhases", { where });
  return new Set(phases.flatMap(({ resourceKey }) => resourceKey ?? []));
}

const content = (row: Operation | undefined) =>
  canonicalJson([row?.accountKey ?? null, row?.attributes ?? {}, row?.form ?? {}, wholeEnd(row ?? {})]);

const isEndChanged = ({ until, forHours }: AccessEnd) => until !== undefined || forHours !== undefined;

/** Returns an end of which one part was named: the other is none then. */
const wholeEnd = ({ until = null, forHours = null }: AccessEnd) => ({ until, forHours });

/**
 * Returns the wanted operation. Another edit may have come between the read and the lock: a change that leaves a field out preserves that
 * edit's value.
 */
function asWanted(row: Operation, wanted: WantedOperation | undefined) {
  if (wanted === undefined) return row;
  const { leftOut, ...whole } = wanted;
  return { ...whole, ...Object.fromEntries(leftOut.map((name) => [name, row[name]])) };
}
