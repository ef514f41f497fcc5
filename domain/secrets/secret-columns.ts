import type { SecretKind } from "./secret-kinds.ts";

const atTarget = ["storedLogin", "managedPassword", "typedPassword"] as const;
const managed = ["managedPassword"] as const;

/**
 * Columns that decide where secrets travel or who gets them, with the kinds of those secrets. Only operations of the table of ways
 * (`secret-ways.ts`) write a value other than null there: the writer of rows refuses any other.
 */
export const secretColumns: Readonly<Record<string, Readonly<Record<string, readonly SecretKind[]>>>> = {
  targetSystems: { type: atTarget, address: atTarget, proxyServers: atTarget, sourceOfProfiles: managed },
  proxyServers: { enrolmentTokenHash: atTarget, signingKey: atTarget, sealingKey: atTarget },
  targetSystemCredentials: { managedAccountKey: managed },
  managedAccounts: { policyId: managed },
  managedAccountDependants: { accountKey: managed, plugin: managed },
  checkoutRights: { userClassId: managed },
  userClasses: { condition: managed },
  userClassMembers: { userKey: managed },
  passwordDeliveries: { tokenHash: ["typedPassword"] },
  users: { passwordLinkHash: managed },
  samlProviders: {
    issuer: managed,
    certificates: managed,
    nameAttribute: managed,
    userAttribute: managed,
    superusers: managed,
  },
  managedHosts: { enrolmentTokenHash: managed, signingKey: managed, sealingKey: managed },
  nodes: { signingKey: managed, sealingKey: managed },
  nodeLinks: { signingKey: managed, sealingKey: managed },
  nodeInvitations: { tokenHash: managed },
  managedSystemPolicies: { mode: managed, disclosurePlugins: managed },
  settings: { storedValue: ["settingSecret", "typedPassword"] },
  webhooks: { url: ["webhookSecret"] },
};
