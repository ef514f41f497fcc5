import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import type { PhaseInheritance, PhaseResource } from "#domain/requests/phase-resources.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { BatchPhase } from "#domain/templates/batch-content.ts";
import type { Row } from "#store/tables.ts";

import type { PlannedPhase } from "../../approvals/planned-phase.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { byPerformer } from "./performers-of.ts";

/** Approval phases for the operations of a request. */
export interface PhasePlan {
  readonly phases: readonly PlannedPhase[];
  /** Resources that authorize each operation, in their order, whether or not they have phases. */
  readonly resources: readonly (readonly PhaseResource[])[];
}

/** Template by which operations are requested, with its own phases. */
export interface PhasedTemplate {
  readonly templateKey: string;
  readonly phases: readonly BatchPhase[];
}

/** Resources whose phases are planned. */
interface Planned {
  readonly groups: ReadonlyMap<string, Row<"groups">>;
  /** Template whose phases come first; undefined if there is none. */
  readonly template?: PhasedTemplate | undefined;
  /** Keys of the rules of separation of duties whose phases decide too, after all others. */
  readonly sodRules?: readonly string[];
}

/**
 * Finds the phases of operations, one after another: those of the template by which they are requested, of their target systems, of their
 * groups, and of the rules of separation of duties that they would violate. This fixes their number; a rule that is changed before its phase opens is read again then.
 */
export async function planPhases(
  context: CallContext,
  operations: readonly CodedOperation[],
  { groups, template, sodRules = [] }: Planned,
): Promise<PhasePlan> {
  const { store, settings } = context;
  const told = await toldByPerformers(context, operations);
  const targetKeys = new Set(operations.flatMap(({ targetSystemKey }) => targetSystemKey ?? []));
  const ofType = (type: PhaseResource["resourceType"], keys: Iterable<string>) =>
    allOf(eq("resourceType", type), oneOf("resourceKey", [...keys]));
  const rows = await store.select("authorizationPhases", {
    where: anyOf(
      ofType("targetSystem", targetKeys),
      ofType("managedGroup", groups.keys()),
      ...[...Map.groupBy([...told.values()].flat(), ({ resourceType }) => resourceType)].map(([type, all]) =>
        ofType(
          type,
          all.map(({ resourceKey }) => resourceKey),
        ),
      ),
    ),
    orderBy: [["sequence", "asc"]],
  });
  const found = Map.groupBy(rows, nameOf);
  const resources = operations.map((operation) => {
    const { targetSystemKey, groupKey } = operation;
    const byPerformers = told.get(operation);
    if (byPerformers !== undefined) return byPerformers;
    const target = { resourceType: "targetSystem", resourceKey: targetKeyOf({ targetSystemKey }) } as const;
    const group = groups.get(groupKey ?? "");
    if (group === undefined) return [target];
    const own = { resourceType: "managedGroup", resourceKey: group.key } as const;
    const alone = found.has(nameOf(own)) ? "none" : "inheritedOnly";
    return authorizing<PhaseResource>(settings.managedGroupInheritance ? group.phaseInheritance : alone, target, own);
  });
  const phases: PlannedPhase[] = ofTemplate(template);
  const targetOf = new Map<string, string | null>();
  for (const [index, { targetSystemKey }] of operations.entries())
    for (const resource of resources[index] ?? [])
      targetOf.set(nameOf(resource), isWithoutTarget(resource) ? null : (targetSystemKey ?? null));
  for (const [resource, targetSystemKey] of targetOf)
    for (const row of found.get(resource) ?? []) phases.push(plannedOf(row, targetSystemKey, phases.length + 1));
  return { phases: await withRulePhases(context, phases, sodRules), resources };
}

/** Returns phases with those of rules of separation of duties after them, each rule once. */
export async function withRulePhases(
  { store }: Pick<CallContext, "store">,
  phases: readonly PlannedPhase[],
  ruleKeys: readonly string[],
): Promise<readonly PlannedPhase[]> {
  const planned = new Set(phases.flatMap((one) => (one.resourceType === "sodRule" ? (one.resourceKey ?? []) : [])));
  const missing = ruleKeys.filter((key) => !planned.has(key));
  if (missing.length === 0) return phases;
  const rows = await store.select("authorizationPhases", {
    where: allOf(eq("resourceType", "sodRule"), oneOf("resourceKey", missing)),
    orderBy: [["sequence", "asc"]],
  });
  const inOrder = missing.flatMap((key) => rows.filter(({ resourceKey }) => resourceKey === key));
  const last = Math.max(0, ...phases.map(({ sequence }) => sequence));
  return [...phases, ...inOrder.map((row, index) => plannedOf(row, null, last + index + 1))];
}

function plannedOf(row: Row<"authorizationPhases">, targetSystemKey: string | null, sequence: number): PlannedPhase {
  const { key: ruleKey, version: ruleVersion, resourceType, resourceKey } = row;
  const { rule, minApprovals, maxDenials, reasonRequired, mayEdit } = row;
  const from = { targetSystemKey, resourceType, resourceKey, ruleKey, ruleVersion };
  return { ...from, sequence, rule, minApprovals, maxDenials, reasonRequired, mayEdit };
}

/** Reports whether a resource with phases belongs to no target system. */
const isWithoutTarget = ({ resourceType }: PhaseResource) => ["role", "sodRule"].includes(resourceType);

/** Returns the phases of a template, which are about the whole request. */
function ofTemplate(template: PhasedTemplate | undefined): PlannedPhase[] {
  if (template === undefined) return [];
  const from = { targetSystemKey: null, resourceType: "template", resourceKey: template.templateKey } as const;
  return template.phases.map((phase, index) => ({ ...phase, ...from, sequence: index + 1 }));
}

/** Returns whose phases decide about the operations of performers that say so themselves. */
async function toldByPerformers(
  context: CallContext,
  operations: readonly CodedOperation[],
): Promise<ReadonlyMap<CodedOperation, readonly PhaseResource[]>> {
  const told = new Map<CodedOperation, readonly PhaseResource[]>();
  // The phases of a role decide about everything that it gives.
  for (const operation of operations)
    if (operation.roleKey) told.set(operation, [{ resourceType: "role", resourceKey: operation.roleKey }]);
  for (const { performer, operations: own } of await byPerformer(context, operations)) {
    const resources = (await performer.authorizedBy?.(context, own)) ?? [];
    for (const [index, all] of resources.entries()) {
      const operation = own[index];
      if (operation !== undefined && !told.has(operation)) told.set(operation, all);
    }
  }
  return told;
}

/** Returns the map key of a resource with phases. */
export function nameOf({ resourceType, resourceKey }: PhaseResource): string {
  return `${resourceType} ${resourceKey}`;
}

/** Returns those of a target system's and a group's values that apply to the group, in its order. */
export function authorizing<T>(inheritance: PhaseInheritance, target: T, own: T): readonly T[] {
  if (inheritance === "add") return [target, own];
  return inheritance === "none" ? [own] : [target];
}
