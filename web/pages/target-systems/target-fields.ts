import { waitingProperties } from "#domain/waiting-properties.ts";

import type { TargetSystem } from "../../api/model.ts";
import type { FieldInput } from "../../forms/field-value.ts";

/** A field for a property of a target system. */
export interface TargetField<Name extends keyof TargetSystem = keyof TargetSystem> {
  readonly name: Name;
  readonly is: "text" | "flag" | "lines" | "mode" | "targetGroup";
  readonly isRequired?: true;
}

/** Properties of a target system that have no page of their own. */
export const factFields = [
  { name: "description", is: "text", isRequired: true },
  { name: "enabled", is: "flag" },
  { name: "helpUrl", is: "text" },
  { name: "targetGroup", is: "targetGroup" },
  { name: "proxyServers", is: "lines" },
  { name: "mode", is: "mode" },
  { name: "listSchedule", is: "text" },
  { name: "sourceOfProfiles", is: "flag" },
  { name: "autoAttachBy", is: "text" },
  { name: "groupOwnerAttribute", is: "text" },
] as const satisfies readonly TargetField[];

/** Options of a target system. */
export const optionFields = [
  { name: "autoApprove", is: "flag" },
  { name: "allowPasswordChange", is: "flag" },
  { name: "allowPasswordVerify", is: "flag" },
  { name: "allowAccountUnlock", is: "flag" },
  { name: "allowAccountEnable", is: "flag" },
  { name: "allowClaimAccounts", is: "flag" },
  { name: "userAccountsMandatory", is: "flag" },
  { name: "automaticallyDiscoverResourcesToLoad", is: "flag" },
  { name: "createPrivilegeManagedSystem", is: "flag" },
  { name: "context_strict", is: "flag" },
  { name: "newIdCaseSetProgram", is: "text" },
  { name: "networkResourcePlatform", is: "text" },
] as const satisfies readonly TargetField[];

/** Reports whether a property is fixed, because its other values need a later part of the service. */
export function isWaiting(resource: "targetSystems" | "targetGroups" | "credentials", name: string): boolean {
  return waitingProperties.some((one) => one.resource === resource && one.property === name);
}

/** Inputs of the fields of fixed kinds. */
export const inputs = {
  text: { is: "text" },
  flag: { is: "flag" },
  lines: { is: "lines" },
} as const satisfies Readonly<Record<string, FieldInput>>;
