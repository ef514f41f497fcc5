import { attachLastConfirmed } from "../access/engine/attach-last-confirmed.ts";
import { attachToAccounts } from "../accounts/engine/attach-to-accounts.ts";
import { attachToCatalogueItems } from "../catalogue/engine/attach-to-catalogue-items.ts";
import { attachStand } from "../chains/engine/attach-stand.ts";
import { attachToGroups } from "../groups/engine/attach-to-groups.ts";
import type { Attach, AttachNamed } from "../kernel/attachments.ts";
import { attachSystemConfirmation } from "../managed-accounts/engine/attach-confirmation.ts";
import { attachCheckoutPhases } from "../managed-accounts/engine/attach-phases.ts";
import { attachToManagedAccounts } from "../managed-accounts/engine/attach-to-managed-accounts.ts";
import { attachPolicyInForce } from "../policies/engine/attach-in-force.ts";
import { attachAuthorizers, attachImplementers } from "../requests/engine/attach-authorizers.ts";
import { attachRisks } from "../requests/engine/attach-risks.ts";
import { attachToRoles } from "../roles/engine/attach-to-roles.ts";
import { attachInForce } from "../settings/engine/attach-in-force.ts";
import { attachToSodRules } from "../sod/engine/attach-to-rules.ts";
import { attachToTargetSystems } from "../target-systems/engine/target-system-view.ts";
import { attachTemplatePhases } from "../templates/engine/attach-phases.ts";
import { attachProgress } from "../webhooks/engine/attach-progress.ts";
import { attachToConflicts } from "./attach-to-conflicts.ts";

/** The functions that add values which no column holds, by name. */
const attachments = {
  account: attachToAccounts,
  authorizers: attachAuthorizers,
  catalogue: attachToCatalogueItems,
  chainStand: attachStand,
  grant: attachLastConfirmed,
  group: attachToGroups,
  implementers: attachImplementers,
  managedAccount: attachToManagedAccounts,
  managedSystem: attachSystemConfirmation,
  managedSystemPolicy: attachCheckoutPhases,
  policyInForce: attachPolicyInForce,
  replicationConflict: attachToConflicts,
  requestRisks: attachRisks,
  role: attachToRoles,
  settingInForce: attachInForce,
  sodRule: attachToSodRules,
  targetSystem: attachToTargetSystems,
  template: attachTemplatePhases,
  webhookProgress: attachProgress,
} as const satisfies Readonly<Record<string, Attach>>;

/** The name of what adds values to rows. */
export type AttachmentName = keyof typeof attachments;

/** Adds values by the function of a name. */
export const attach: AttachNamed = (name, ...given) => {
  if (!isAttachment(name)) throw new RangeError(`nothing attaches '${name}'`);
  const named: Attach = attachments[name];
  return named(...given);
};

function isAttachment(name: string): name is AttachmentName {
  return Object.hasOwn(attachments, name);
}
