import type { GuardedAttribute } from "#connectors/contract/index.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import type { ReasonRequired } from "#domain/requests/reason-required.ts";
import { simpleRule } from "#operations/authorization-phases/engine/simple-rule.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { saveInitialOptions, saveOption } from "#operations/target-systems/engine/save-option.ts";
import type { Row } from "#store/tables.ts";

import { type AttributeSketch, defineAttributes } from "./define-attributes.ts";

/** One phase as a test writes it: IDs of users, or user classes with a leading underscore. */
export interface PhaseSketch {
  readonly authorizers: readonly string[];
  readonly veto?: readonly string[];
  readonly inputRequired?: readonly string[];
  readonly minApprovals?: number;
  readonly maxDenials?: number;
  readonly reasonRequired?: ReasonRequired;
  /** Rule of the phase, in place of the other fields. */
  readonly rule?: string;
  readonly mayEdit?: boolean;
}

/** A small organization: users by ID, one target system per entry of `targets`, the proxy `local` with the connector `fault`. */
export interface Organisation {
  readonly people: Readonly<Record<string, Row<"users">>>;
}

/** Parts of a test's organization. */
export interface OrganisationSketch {
  readonly people: readonly string[];
  /** Members by user class. */
  readonly classes?: Readonly<Record<string, readonly string[]>>;
  /** Phases by target system; one without phases has `autoApprove`. */
  readonly targets: Readonly<Record<string, readonly PhaseSketch[]>>;
  /** Address of every target system. */
  readonly address?: Row<"targetSystems">["address"];
  readonly capabilities?: readonly string[];
  /** Attributes that every target system defines; absent = `mail` of accounts. */
  readonly attributes?: readonly AttributeSketch[];
  /** Attributes that its connector guards; absent = none. */
  readonly guardedAttributes?: readonly GuardedAttribute[];
}

/** Default capabilities of an organization's connector. */
export const usualCapabilities = [
  "addMember",
  "create",
  "delete",
  "disable",
  "enable",
  "get",
  "list",
  "removeMember",
  "serverInfo",
  "update",
];

/** Writes an organization into an empty store. */
export async function foundOrganisation(context: ServiceContext, sketch: OrganisationSketch): Promise<Organisation> {
  const { store, ids } = context;
  return store.transaction(async () => {
    const people: Record<string, Row<"users">> = {};
    for (const id of sketch.people) people[id] = await store.save("users", { key: ids.guid(), id, displayName: id });
    const keyOf = (id: string) => people[id]?.key ?? "";
    for (const [userClassId, members] of Object.entries(sketch.classes ?? {})) {
      await store.save("userClasses", { id: userClassId, description: userClassId });
      for (const id of members)
        await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey: keyOf(id) });
    }
    await saveProxy(context, "local", sketch.capabilities ?? usualCapabilities, sketch.guardedAttributes);
    for (const [id, phases] of Object.entries(sketch.targets)) {
      await saveTarget(context, id, { address: sketch.address ?? { file: "none" }, autoApprove: phases.length === 0 });
      await defineAttributes(context, id, sketch.attributes ?? ["mail"]);
      for (const [index, phase] of phases.entries())
        await savePhase(context, { resource: ofTarget(id), sequence: index + 1, phase, keyOf });
    }
    return { people };
  });
}

/** Writes an enrolled proxy with the connector `fault`. */
export async function saveProxy(
  { store, clock }: ServiceContext,
  id: string,
  capabilities: readonly string[] = usualCapabilities,
  guardedAttributes: readonly GuardedAttribute[] = [],
): Promise<void> {
  await store.save("proxyServers", {
    id,
    status: "enrolled",
    connectors: [{ id: "fault", version: "1.0.0", capabilities, addressSchema: {}, guardedAttributes }],
    lastSeenAt: clock.now(),
  });
}

/** Writes a target system of the connector `fault`. */
export async function saveTarget(
  context: ServiceContext,
  id: string,
  { address, autoApprove }: { readonly address: Row<"targetSystems">["address"]; readonly autoApprove: boolean },
): Promise<void> {
  await context.store.save("targetSystems", {
    id,
    type: "fault",
    description: id,
    address,
    targetGroup: "DEFAULT",
    mode: "automatic",
    proxyServers: [],
  });
  await saveOption(context, { targetSystemId: id, name: "autoApprove", target: "autoApprove" }, autoApprove);
  await saveInitialOptions(context, id);
}

const ofTarget = (resourceKey: string) => ({ resourceType: "targetSystem", resourceKey }) as const;

/** A phase as a test writes it, with the resource that it belongs to. */
export interface SketchedPhase {
  readonly resource: PhaseResource;
  readonly sequence: number;
  readonly phase: PhaseSketch;
  readonly keyOf: (id: string) => string;
}

/** Writes an approval phase of a target system or a group. */
export async function savePhase(
  { store, ids }: ServiceContext,
  { resource, sequence, phase, keyOf }: SketchedPhase,
): Promise<void> {
  const key = ids.guid();
  const { minApprovals = 1, maxDenials = 1, reasonRequired = "never", mayEdit = false } = phase;
  const authorizers = phase.authorizers.map((id) => {
    const named = id.startsWith("_") ? { userKey: null, userClass: id } : { userKey: keyOf(id), userClass: null };
    const flags = {
      veto: phase.veto?.includes(id) ?? false,
      inputRequired: phase.inputRequired?.includes(id) ?? false,
    };
    return { ...named, ...flags, managerLevels: null, groupOwners: false, plugin: null };
  });
  const rule = phase.rule ?? printRule(simpleRule({ minApprovals, maxDenials, authorizers }));
  const asked = { minApprovals, maxDenials, reasonRequired, mayEdit, rule };
  await store.save("authorizationPhases", { ...resource, key, sequence, ...asked });
  for (const authorizer of authorizers)
    await store.save("authorizationPhaseAuthorizers", { ...authorizer, key: ids.guid(), authorizationPhaseKey: key });
}
