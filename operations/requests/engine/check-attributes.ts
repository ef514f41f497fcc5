import { guardsOf } from "#connectors/contract/guarded-attributes.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { ChangedMembership, WrittenMemberships } from "#domain/requests/changed-memberships.ts";
import { canonicalJson, type OrderAttributes } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import {
  attributeDefinitions,
  type AttributeRules,
  attributeRules,
  type AttributeVerdict,
  attributeVerdict,
  definedTypes,
} from "./attribute-rules.ts";
import { definedAttributes, type WrittenAttributes, writtenBy } from "./defined-attributes.ts";
import { mayChangeTarget, mayManage, targetChanges } from "./may-change.ts";
import { type FoundMemberships, storedMemberships, writtenMemberships } from "./written-memberships.ts";

/** An operation whose attributes are checked. */
export interface AttributeCheck {
  readonly operation: CodedOperation;
  readonly target: Row<"targetSystems">;
  /** Key of the user from whose profile new accounts are made; null if they have no owner. */
  readonly personKey: string | null;
  /** True if no one approves it. */
  readonly direct: boolean;
  /** True if it gives access through a role: whoever put the role in force has decided about its attributes. */
  readonly throughRole: boolean;
  /** The operation as it was before an edit, and the target systems whose phases its request has. */
  readonly edited?: EditedFrom | undefined;
}

/** State before an edit. */
export interface EditedFrom {
  readonly before: Row<"requestOperations">;
  readonly phasedTargets: ReadonlySet<string>;
}

/** A broken rule of an operation. */
export interface Problem {
  readonly code: ErrorCode;
  readonly field: string;
  readonly message?: string | undefined;
}

/** Attributes of an operation with the values of definitions, and their problems. */
export interface CheckedAttributes {
  readonly attributes: CodedOperation["attributes"];
  readonly memberships: WrittenMemberships | null;
  /** Groups whose memberships they change. */
  readonly groups: readonly Row<"groups">[];
  readonly problems: readonly Problem[];
}

/**
 * Checks the attributes of an operation: those set by definitions are added. Each attribute must be one that the catalog would show, fit
 * its definition, and name groups that can be requested.
 */
export async function checkAttributes(context: CallContext, check: AttributeCheck): Promise<CheckedAttributes> {
  const { operation, target, edited } = check;
  const written = writtenBy(operation.code);
  const judged = written && (await judgedAttributes(context, check, written));
  const { attributes = operation.attributes, misfits = [] } = judged ?? {};
  const nothing = { attributes, memberships: edited?.before.memberships ?? null, groups: [], problems: misfits };
  const names = changedNames(attributes ?? {}, edited);
  if (written === undefined || !isOther(check, names)) return nothing;
  const known = (await attributeRules(context, [target]))(target.id, written.of);
  const rules = { ...known, hasPhases: isDecided(check, known) };
  const refused = await refusedAttributes(context, check, { rules, names });
  const whole = { ...operation, attributes };
  const found = asksNobody(check) ? noMemberships : await writtenMemberships(context, { operation: whole, ...rules });
  const unfit = await refusedMemberships(context, check, found);
  return {
    attributes,
    memberships: storedMemberships(found),
    groups: found.changes.map(({ group }) => group),
    problems: [...refused, ...misfits, ...unfit],
  };
}

/** Reports whether no phase of the request decides about memberships that attributes give. */
const asksNobody = ({ direct, throughRole }: AttributeCheck) => direct || throughRole;

/** Applies the definitions to attributes; returns the result and the values that do not fit. */
async function judgedAttributes(
  context: CallContext,
  { operation, target, personKey }: AttributeCheck,
  written: WrittenAttributes,
): Promise<Pick<CheckedAttributes, "attributes"> & { readonly misfits: readonly Problem[] }> {
  const all = await attributeDefinitions(context, [target.id]);
  const definitions = all.filter(({ discoveredObjectType }) => discoveredObjectType === definedTypes[written.of]);
  const judged = await definedAttributes(context, { operation, written, definitions, personKey });
  const misfits = (judged?.faults ?? []).map(({ attribute, message }): Problem => ({
    code: "ATTRIBUTE_INVALID",
    field: `attributes/${attribute}`,
    message,
  }));
  return { attributes: judged?.attributes ?? operation.attributes, misfits };
}

/** Reports whether attributes are requested now; another account has other memberships. */
function isOther({ operation, edited }: AttributeCheck, names: readonly string[]): boolean {
  return names.length > 0 || (edited !== undefined && edited.before.accountKey !== (operation.accountKey ?? null));
}

/** Reports whether people decide about requests for the target system; a direct change has its own policy. */
function isDecided({ direct, edited, target }: AttributeCheck, { hasPhases }: AttributeRules): boolean {
  return direct || (edited?.phasedTargets.has(target.id) ?? hasPhases);
}

const noMemberships: FoundMemberships = { changes: [], keeps: [], unknown: [] };

/** Returns the names whose values are requested now; values from before an edit were accepted then. */
function changedNames(attributes: OrderAttributes, edited: EditedFrom | undefined): readonly string[] {
  const before = edited?.before.attributes ?? {};
  const isSame = (name: string) => Object.hasOwn(before, name) && sameValues(before[name], attributes[name]);
  return Object.keys(attributes).filter((name) => name !== nameAttribute && !isSame(name));
}

function sameValues(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? []) === canonicalJson(other ?? []);
}

interface Asked {
  readonly rules: AttributeRules;
  readonly names: readonly string[];
}

async function refusedAttributes(
  context: CallContext,
  { target, direct, throughRole }: AttributeCheck,
  { rules, names }: Asked,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  if (throughRole) return problems;
  let mayDefine: Promise<boolean> | undefined;
  const mayDefineAttributes = () => (mayDefine ??= mayChangeTarget(context, targetChanges.defineAttributes, target.id));
  for (const name of names) {
    const field = `attributes/${name}`;
    const verdict = attributeVerdict(name, rules);
    const isGuarded = guardsOf(rules.guards, rules.of, name).length > 0;
    if (verdict === "guarded" || verdict === "unattended") {
      problems.push({ code: "ATTRIBUTE_GUARDED", field, message: refusals[verdict](name, target.id) });
    } else if (direct && isGuarded && !(await mayDefineAttributes())) {
      problems.push({ code: "ATTRIBUTE_GUARDED", field, message: refusals.direct(name, target.id) });
    } else if (verdict === "undefined" && !(await mayDefineAttributes())) {
      problems.push({ code: "ATTRIBUTE_UNDEFINED", field, message: refusals.undefined(name, target.id) });
    }
  }
  return problems;
}

const refusals = {
  undefined: (name, target) =>
    `The target system '${target}' doesn't define '${name}', so it can't be set. Leave it out, or ask an administrator to add an attribute definition for it.`,
  guarded: (name, target) =>
    `The connector of '${target}' guards '${name}': it gives rights, touches what belongs to others, or changes a state. Leave it out, or ask an administrator to set mayGiveRights in its attribute definition.`,
  unattended: (name, target) =>
    `'${name}' is guarded, and '${target}' has no approval phases, so no one would decide about it. Leave it out, or ask an administrator to add authorizationPhases.`,
  direct: (name, target) =>
    `'${name}' is guarded, and no one decides about a direct change. Leave it out and submit a request, or have someone do it who may define attributes of '${target}'.`,
} as const satisfies Readonly<
  Record<Exclude<AttributeVerdict, "taken"> | "direct", (name: string, target: string) => string>
>;

async function refusedMemberships(
  context: CallContext,
  { operation, target, edited }: AttributeCheck,
  { changes, unknown }: FoundMemberships,
): Promise<readonly Problem[]> {
  const problems: Problem[] = unknown.map((name) => ({
    code: "GROUP_UNKNOWN",
    field: `attributes/${name}`,
    message: `A value of '${name}' names no group on record of the target system '${target.id}'. Correct it, or run discovery first.`,
  }));
  for (const change of changes) {
    const { attribute, group } = change;
    const field = `attributes/${attribute}`;
    if (edited === undefined) problems.push(...(await unmanaged(context, group, field)));
    else if (!isDecidedAlready(edited, operation, change)) {
      const message = `This change of '${attribute}' needs the approval phases of the group '${group.shortId}', which the request doesn't have. Submit another request for it.`;
      problems.push({ code: "OPERATION_FIELD_UNFIT", field, message });
    }
  }
  return problems;
}

/** Reports whether a membership was requested before an edit, so that its phases are those of the request. */
function isDecidedAlready(
  { before }: EditedFrom,
  { accountKey = null }: CodedOperation,
  { code, groupKey }: ChangedMembership,
): boolean {
  const changes = before.memberships?.changes ?? [];
  return before.accountKey === accountKey && changes.some((one) => one.code === code && one.groupKey === groupKey);
}

/** Returns the refusal of a group that cannot be requested because it is not managed; a caller who may make it managed may request it. */
export async function unmanaged(
  context: CallContext,
  group: Row<"groups">,
  field: string,
): Promise<readonly Problem[]> {
  const { key, managed, shortId } = group;
  if (managed || (await mayManage(context, group))) return [];
  const message = `The group '${shortId}' isn't managed, so it can't be requested. Choose a managed group, or ask an administrator to manage this one: POST /v2/groups(${key})/manage, or 'gatehouse group manage'.`;
  return [{ code: "GROUP_NOT_MANAGED", field, message }];
}
