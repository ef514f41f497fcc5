import { type ErrorCode, type ErrorDetail, errors, ServiceError } from "#domain/errors.ts";
import {
  definitionOf,
  familyOf,
  isOperationCode,
  type ObjectNeed,
  type OperationCode,
  requestOperationCodes,
} from "#domain/requests/operation-codes.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import type { Row } from "#store/tables.ts";

import { unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { type CodedOperation, type RequestedOperation, secretRule } from "../../kernel/inputs/operation-input.ts";
import { nameAttribute, namesOf, noNames } from "../../kernel/inputs/operation-names.ts";
import { aboutProblems, isThroughRole } from "./check-about.ts";
import { checkedEnd, givenEnd } from "./check-access-end.ts";
import { checkAttributes, type EditedFrom, type Problem, unmanaged } from "./check-attributes.ts";
import { checkedForm, noForm } from "./check-form.ts";
import { type DetailsOfItem, detailsOfItems } from "./item-details.ts";

/** Input for checking the operations of a request. */
export interface Submission {
  /**
   * Owner of the accounts that they may be about, null for accounts without owner; undefined if the policy of the call has decided that.
   */
  readonly ownerKey?: string | null;
  /** Key of the user from whose profile new accounts are made; null if they have no owner. */
  readonly personKey: string | null;
  readonly operations: readonly RequestedOperation[];
  /** True for a call at an address of its own: then codes are allowed that a request cannot hold. */
  readonly direct?: true;
  /** State before an edit: each operation, in their order, and the target systems whose phases the request has. */
  readonly edited?: EditedRequest;
}

/** A request that is edited. */
export interface EditedRequest extends Pick<EditedFrom, "phasedTargets"> {
  readonly before: readonly Row<"requestOperations">[];
  /** Keys of the operations that the edit changes. */
  readonly changed: ReadonlySet<string>;
}

/** Valid operations of a request, and their target systems and groups in the order of their first use. */
export interface CheckedSubmission {
  readonly operations: readonly CodedOperation[];
  readonly targets: ReadonlyMap<string, Row<"targetSystems">>;
  readonly groups: ReadonlyMap<string, Row<"groups">>;
}

/**
 * Validates every operation of a request, and reports all problems together. The returned operations have the attributes that definitions
 * of their target systems set.
 * @throws the code of the first broken rule, with one detail for each broken rule
 */
export async function checkOperations(context: CallContext, submission: Submission): Promise<CheckedSubmission> {
  const targets = new Map<string, Row<"targetSystems">>();
  const groups = new Map<string, Row<"groups">>();
  const accounts = new Map<string, Row<"accounts">>();
  const detailsOf = detailsOfItems(context);
  const checked: CodedOperation[] = [];
  const problems: (ErrorDetail & { code: ErrorCode })[] = [];
  for (const [index, operation] of submission.operations.entries()) {
    const candidate = { submission, operation, index, targets, groups, accounts, detailsOf };
    const judged = await judge(context, candidate);
    if (judged.checked) checked.push(judged.checked);
    for (const { field, code, message = errors[code].message } of judged.problems) {
      const path = submission.direct === true ? [] : ["operations", index];
      problems.push({ code, message, target: [...path, ...(field === "" ? [] : [field])].join("/") });
    }
  }
  const [first] = problems;
  if (first) throw new ServiceError(first.code, { target: first.target, message: first.message, details: problems });
  return { operations: checked, targets, groups };
}

interface Candidate {
  readonly submission: Submission;
  readonly operation: RequestedOperation;
  readonly index: number;
  readonly targets: Map<string, Row<"targetSystems">>;
  readonly groups: Map<string, Row<"groups">>;
  readonly accounts: Map<string, Row<"accounts">>;
  readonly detailsOf: DetailsOfItem;
}

/** Validates an operation: returns its problems, or the normalized operation. */
async function judge(
  context: CallContext,
  candidate: Candidate,
): Promise<{ readonly problems: readonly Problem[]; readonly checked?: CodedOperation }> {
  const { operation, targets } = candidate;
  const problems = await problemsOf(context, candidate);
  const { code, targetSystemKey } = operation;
  if (isOperationCode(code) && definitionOf(code).target === "none")
    return judgeWithoutTarget(context, { ...candidate, operation: { ...operation, code } }, problems);
  // A missing target system defines nothing.
  const target = targets.get(targetSystemKey ?? "");
  if (!isOperationCode(code) || !target) return { problems };
  return judgeAtTarget(context, { ...candidate, operation: { ...operation, code }, target }, problems);
}

interface CandidateAtTarget extends Candidate {
  readonly operation: CodedOperation;
  readonly target: Row<"targetSystems">;
}

async function judgeAtTarget(
  context: CallContext,
  candidate: CandidateAtTarget,
  problems: readonly Problem[],
): Promise<{ readonly problems: readonly Problem[]; readonly checked?: CodedOperation }> {
  const { operation, target, submission, groups } = candidate;
  const { code } = operation;
  const throughRole = isThroughRole(operation);
  const { personKey, direct = false, edited } = submission;
  const checked = await checkAttributes(context, {
    operation,
    target,
    personKey,
    direct,
    throughRole: throughRole && edited === undefined,
    edited: editedFrom(candidate),
  });
  const filled = await filledParts(candidate, operation, context.clock.now());
  const all = [...problems, ...checked.problems, ...filled.problems];
  if (all.length > 0) return { problems: all };
  for (const group of checked.groups) groups.set(group.key, group);
  const { attributes, memberships } = checked;
  const [account, group] = [candidate.accounts.get(operation.accountKey ?? ""), groups.get(operation.groupKey ?? "")];
  const names = namesOf({ target, account, group, creates: definitionOf(code).creates, attributes });
  const named = [...(group ? [group] : []), ...checked.groups];
  // A caller who may manage groups has requested one that is not.
  const needsManaged = !direct && !throughRole && areManaged(named);
  const { form, end } = filled;
  return { problems, checked: { ...operation, attributes, memberships, form, ...end, code, names, needsManaged } };
}

const areManaged = (groups: readonly Row<"groups">[]) => groups.length > 0 && groups.every(({ managed }) => managed);

/** Validates an operation about a role or a rule: it has no target system, and its own check says what it is about. */
async function judgeWithoutTarget(
  context: CallContext,
  candidate: Candidate & { readonly operation: CodedOperation },
  problems: readonly Problem[],
): Promise<{ readonly problems: readonly Problem[]; readonly checked?: CodedOperation }> {
  const { operation } = candidate;
  const filled = await filledParts(candidate, operation, context.clock.now());
  const all = [...problems, ...filled.problems];
  if (all.length > 0) return { problems: all };
  const named =
    definitionOf(operation.code).about === "sodRule"
      ? await context.store.get("sodRules", operation.sodRuleKey ?? "")
      : await context.store.get("roles", operation.roleKey ?? "");
  const names = { ...noNames, aboutName: named?.id ?? null };
  return { problems, checked: { ...operation, attributes: {}, form: filled.form, ...filled.end, names } };
}

/** Returns the form and the end of the access of an operation, as far as its item fills them; a direct write says all itself. */
async function filledParts({ submission, index, detailsOf }: Candidate, operation: CodedOperation, nowMs: number) {
  if (submission.direct === true) return { ...noForm, ...givenEnd(operation, nowMs) };
  const form = await checkedForm(detailsOf, operation, submission.edited?.before[index]);
  const end = await checkedEnd(detailsOf, operation, nowMs);
  return { ...form, ...end, problems: [...form.problems, ...end.problems] };
}

function editedFrom({ submission: { edited }, index }: Candidate): EditedFrom | undefined {
  const before = edited?.before[index];
  return before && edited && { before, phasedTargets: edited.phasedTargets };
}

async function problemsOf(context: CallContext, candidate: Candidate): Promise<readonly Problem[]> {
  const { operation, submission } = candidate;
  const { code } = operation;
  if (!isOperationCode(code) || (definitionOf(code).direct === true && submission.direct !== true)) {
    return [
      {
        code: "OPERATION_CODE_UNKNOWN",
        field: "code",
        message: `code must be one of ${requestOperationCodes().join(", ")}.`,
      },
    ];
  }
  if (familyOf(code).by === null) return [{ code: "NOT_SUPPORTED", field: "code" }];
  const about = await aboutProblems(context, { ...operation, code });
  if (definitionOf(code).target === "none") return [...about, ...duplicates(candidate)];
  return [...about, ...(await problemsAtTarget(context, candidate, code))];
}

/** Finds the problems of an operation on a target system; one that names none is told apart. */
async function problemsAtTarget(
  context: CallContext,
  candidate: Candidate,
  code: OperationCode,
): Promise<readonly Problem[]> {
  const { operation, submission, targets } = candidate;
  const key = operation.targetSystemKey ?? "";
  if (key === "") return [];
  const target = targets.get(key) ?? (await context.store.get("targetSystems", key));
  if (!target) return [{ code: "TARGET_UNKNOWN", field: "targetSystemKey" }];
  targets.set(target.id, target);
  if (!target.enabled) return [{ code: "TARGET_DISABLED", field: "targetSystemKey" }];
  const problems = [
    ...secretProblems(target, operation),
    ...nameProblems(submission, operation, code),
    ...shapeProblems(submission.operations, operation, code),
    ...(await objectProblems(context, candidate)),
    ...duplicates(candidate),
  ];
  const inability = familyOf(code).by === "target" ? await unable(context, target, { ...operation, code }) : undefined;
  if (inability) problems.push(inability);
  return problems;
}

function duplicates({ submission, operation, index }: Candidate): readonly Problem[] {
  const isTwice = submission.operations.slice(0, index).some((other) => isSame(other, operation));
  return isTwice ? [{ code: "OPERATION_DUPLICATE", field: "" }] : [];
}

/** Finds attributes that the connector's own schema marks as secrets, regardless of their names. */
function secretProblems({ secretAttributes }: Row<"targetSystems">, { attributes }: RequestedOperation): Problem[] {
  const names = Object.values(secretAttributes ?? {}).flat();
  const secrets = Object.keys(attributes ?? {}).filter((name) => isNamedIn(name, names));
  return secrets.map((name) => ({
    code: "ATTRIBUTE_INVALID",
    field: `attributes/${name}`,
    message: `${secretRule} (${name}).`,
  }));
}

/** Finds missing names: an account without a name gets its recipient's ID, so one without owner needs a name. */
function nameProblems(
  { personKey }: Submission,
  { attributes }: RequestedOperation,
  code: OperationCode,
): readonly Problem[] {
  const isNamed = attributes?.[nameAttribute] !== undefined;
  if (personKey !== null || isNamed || definitionOf(code).creates !== "account") return [];
  const message = `${code} of an account of nobody needs attributes.${nameAttribute}: there is no recipient whose id it could get.`;
  return [{ code: "OPERATION_FIELD_MISSING", field: `attributes/${nameAttribute}`, message }];
}

/** Needs with which a key may be left out, whatever else the request holds. */
const leavesOut: ReadonlySet<ObjectNeed> = new Set(["none", "optional"]);

function shapeProblems(
  all: readonly RequestedOperation[],
  operation: RequestedOperation,
  code: OperationCode,
): Problem[] {
  const definition = definitionOf(code);
  const problems: Problem[] = [];
  for (const kind of ["account", "group"] as const) {
    const field = `${kind}Key` as const;
    const given = (operation[field] ?? null) !== null;
    if (definition[kind] === "none" && given) {
      problems.push({ code: "OPERATION_FIELD_UNFIT", field, message: `${code} takes no ${field}. Leave it out.` });
    }
    if (given || leavesOut.has(definition[kind])) continue;
    const created =
      definition[kind] === "existingOrCreated" &&
      all.some((other) => creates(other, kind, operation.targetSystemKey ?? ""));
    if (!created)
      problems.push({
        code: "OPERATION_FIELD_MISSING",
        field,
        message: `${code} needs ${field}. Add it and submit again.`,
      });
  }
  if (definition.capability === "update" && Object.keys(operation.attributes ?? {}).length === 0) {
    problems.push({
      code: "OPERATION_FIELD_MISSING",
      field: "attributes",
      message: `${code} needs attributes. Add at least one.`,
    });
  }
  return problems;
}

function creates(operation: RequestedOperation, kind: "account" | "group", targetSystemKey: string): boolean {
  if (operation.targetSystemKey !== targetSystemKey || !isOperationCode(operation.code)) return false;
  return definitionOf(operation.code).creates === kind;
}

async function objectProblems(context: CallContext, candidate: Candidate): Promise<Problem[]> {
  return [
    ...(await accountProblems(context, candidate)),
    ...(await groupProblems(context, candidate)),
    ...(await membershipProblems(context, candidate)),
  ];
}

/** Refuses to remove an indirect member of a group, which must leave the other group. */
async function membershipProblems(
  { store }: CallContext,
  { operation, groups }: Candidate,
): Promise<readonly Problem[]> {
  const { code, accountKey, groupKey } = operation;
  if (!isOperationCode(code) || definitionOf(code).capability !== "removeMember") return [];
  if (!accountKey || !groupKey) return [];
  const [membership] = await store.select("groupMemberships", { where: { groupKey, accountKey }, limit: 1 });
  const other = membership?.throughGroup ?? null;
  if (other === null) return [];
  const name = groups.get(groupKey)?.shortId ?? groupKey;
  const message = `The account is in the group '${name}' by the group '${other}'. Remove it from '${other}'.`;
  return [{ code: "MEMBERSHIP_INDIRECT", field: "groupKey", message }];
}

async function accountProblems(
  { store }: CallContext,
  { operation, submission, accounts }: Candidate,
): Promise<readonly Problem[]> {
  const { accountKey, targetSystemKey } = operation;
  if (!accountKey) return [];
  const field = "accountKey";
  const account = await store.get("accounts", accountKey);
  if (account) accounts.set(accountKey, account);
  if (account === undefined || account.targetSystemKey !== targetSystemKey) return [{ code: "ACCOUNT_UNKNOWN", field }];
  if (!isOfAnother(submission, operation, account)) return [];
  // Authorizers decide about the recipient; another person's account must not travel under that name.
  const message =
    submission.ownerKey === null
      ? "accountKey must be an account of nobody, because recipientKey is null."
      : "accountKey must be an account of the recipient. For accounts of nobody set recipientKey to null.";
  return [{ code: "ACCOUNT_UNKNOWN", field, message }];
}

async function groupProblems(context: CallContext, candidate: Candidate): Promise<readonly Problem[]> {
  const { operation, submission, groups } = candidate;
  const { groupKey, targetSystemKey } = operation;
  if (!groupKey) return [];
  const group = groups.get(groupKey) ?? (await context.store.get("groups", groupKey));
  if (group) groups.set(groupKey, group);
  if (group === undefined || group.targetSystemKey !== targetSystemKey)
    return [{ code: "GROUP_UNKNOWN", field: "groupKey" }];
  const isDecided = submission.direct === true || isThroughRole(operation) || isTakenBefore(candidate);
  return isDecided ? [] : unmanaged(context, group, "groupKey");
}

/** Reports whether an edit leaves an operation alone, or its group was accepted with the request although it was not managed. */
function isTakenBefore({ submission: { edited }, index }: Candidate): boolean {
  const before = edited?.before[index];
  return before !== undefined && (!before.needsManaged || edited?.changed.has(before.key) !== true);
}

/**
 * Reports whether an account belongs to someone else. A privileged account need not belong to the requester of its password: that
 * permission is checked separately.
 */
function isOfAnother({ ownerKey }: Submission, { code }: RequestedOperation, { userKey }: Row<"accounts">): boolean {
  if (isOperationCode(code) && familyOf(code).ofAnyone === true) return false;
  return ownerKey !== undefined && userKey !== ownerKey;
}

function isSame(a: RequestedOperation, b: RequestedOperation): boolean {
  const identity = (operation: RequestedOperation) => {
    const { code, targetSystemKey = null, accountKey = null, groupKey = null, attributes } = operation;
    const isAbout = isOperationCode(code) && definitionOf(code).about !== undefined;
    const about = isAbout ? (operation.roleKey ?? operation.sodRuleKey ?? null) : null;
    return JSON.stringify([code, targetSystemKey, accountKey, groupKey, attributes?.["shortId"] ?? null, about]);
  };
  return identity(a) === identity(b);
}
