import type { SpecificationSection } from "./row.ts";

const createGroup = "POST /v2/targetGroups";
const changeGroup = "PATCH /v2/targetGroups({targetGroupKey})";
const createTarget = "POST /v2/targetSystems";
const changeTarget = "PATCH /v2/targetSystems({targetSystemKey})";
const options = "PATCH /v2/targetSystems({targetSystemKey})/options({optionName})";
const definitions = "/v2/targetSystems({targetSystemKey})/attributeDefinitions";
const definition = `${definitions}({attributeDefinitionKey})`;

const passwordDoors = [
  "POST /v2/accounts({accountKey})/changePassword",
  "POST /v2/accounts({accountKey})/resetPassword",
  "PATCH /v2/accounts({accountKey})",
  "POST /v2/users({userKey})/resetPasswords",
  "POST /v2/targetGroups({targetGroupKey})/resetPasswords",
  "POST /v2/users({userKey})/passwordRules",
];

/** Resources and their fields. */
export const section2: SpecificationSection = {
  number: 2,
  title: "Resources and their fields",
  rows: [
    {
      id: "2.last-updated",
      says: "every model of version 2 says which module and which node wrote it last",
      at: ["GET /v2/$metadata", "GET /v2/targetGroups({targetGroupKey})"],
    },
    { id: "2.target-group.help-url", says: "TargetGroup: helpUrl", at: [createGroup, changeGroup] },
    {
      id: "2.target-group.sync-passwords",
      says: "TargetGroup: syncPasswords",
      at: [createGroup, changeGroup, ...passwordDoors],
    },
    {
      id: "2.target-group.unique-passwords",
      says: "TargetGroup: uniquePasswords",
      at: [createGroup, changeGroup, ...passwordDoors],
    },
    {
      id: "2.target-group.password-change-restriction",
      says: "TargetGroup: passwordChangeRestriction",
      at: [createGroup, changeGroup, ...passwordDoors],
    },
    {
      id: "2.target-group.together",
      says: "TargetGroup: what keeps passwords the same, apart or restricted is honoured",
      at: [createGroup, changeGroup, ...passwordDoors],
    },
    {
      id: "2.target-group.password-policy",
      says: "TargetGroup: its password policy has an address of its own",
      at: ["GET /v2/targetGroups({targetGroupKey})/passwordPolicy"],
    },
    {
      id: "2.target-system.address",
      says: "TargetSystem: an empty address is refused",
      at: [createTarget, changeTarget],
    },
    {
      id: "2.target-system.description",
      says: "TargetSystem: an empty description is refused",
      at: [createTarget, changeTarget],
    },
    {
      id: "2.target-system.target-group",
      says: "TargetSystem: targetGroup is 'DEFAULT' unless it is given",
      at: [createTarget],
    },
    { id: "2.target-system.help-url", says: "TargetSystem: helpUrl", at: [changeTarget] },
    {
      id: "2.target-system.discover-resources",
      says: "TargetSystem: automaticallyDiscoverResourcesToLoad is saved by PATCH, and makes what a listing finds managed",
      at: [changeTarget, "targetSystems.discover"],
    },
    {
      id: "2.option.new-id-case",
      says: "option newIdCaseSetProgram: a program sets the case of new ids",
      at: [options, "POST /v2/accounts", "POST /v2/groups", "POST /v2/requests"],
    },
    {
      id: "2.option.platform",
      says: "option networkResourcePlatform: the type of managed groups and network resources",
      at: [options, "GET /v2/groups({groupKey})"],
    },
    {
      id: "2.option.accounts-mandatory",
      says: "option userAccountsMandatory: users must have accounts",
      at: [options, "enforcementRuns.start"],
    },
    {
      id: "2.option.claim",
      says: "option allowClaimAccounts: users may take accounts that were attached automatically",
      at: [options, "POST /v2/users({userKey})/claimAccount"],
    },
    {
      id: "2.option.password-change",
      says: "option allowPasswordChange: users may change their passwords",
      at: [options, "POST /v2/accounts({accountKey})/changePassword", "POST /v2/accounts({accountKey})/resetPassword"],
    },
    {
      id: "2.option.unlock",
      says: "option allowAccountUnlock: users may unlock accounts",
      at: [options, "PATCH /v2/accounts({accountKey})"],
    },
    {
      id: "2.option.password-verify",
      says: "option allowPasswordVerify: users may verify their passwords",
      at: [options, "POST /v2/accounts({accountKey})/verifyPassword"],
    },
    {
      id: "2.option.privilege-managed-system",
      says: "option createPrivilegeManagedSystem: makes the managed system for privileged access",
      at: [options],
    },
    {
      id: "2.option.enable",
      says: "option allowAccountEnable: accounts may be enabled",
      at: [options, "PATCH /v2/accounts({accountKey})"],
    },
    {
      id: "2.option.boolean",
      says: "boolean options are shown as true and false",
      at: ["GET /v2/targetSystems({targetSystemKey})/options"],
    },
    {
      id: "2.definition.mapped-attribute",
      says: "TargetSystemAttributeDefinition: mappedAttribute may be empty",
      at: [`POST ${definitions}`, `PATCH ${definition}`],
    },
    {
      id: "2.definition.object-type",
      says: "TargetSystemAttributeDefinition: an empty discoveredObjectType is refused",
      at: [`POST ${definitions}`],
    },
    {
      id: "2.definition.attribute",
      says: "TargetSystemAttributeDefinition: an empty attribute is refused",
      at: [`POST ${definitions}`],
    },
    {
      id: "2.definition.target-system",
      says: "the target system is looked at before its attribute definitions are read",
      at: [`GET ${definitions}`, `GET ${definition}`],
    },
    { id: "2.definition.patch", says: "a PATCH of an attribute definition is validated", at: [`PATCH ${definition}`] },
    {
      id: "2.credential.key",
      says: "TargetSystemCredential: is found by targetSystemCredentialKey",
      at: ["GET /v2/targetSystems({targetSystemKey})/credentials({targetSystemCredentialKey})"],
    },
    {
      id: "2.session-log",
      says: "SessionLog can be read",
      at: ["GET /v2/sessionLogs", "GET /v2/sessionLogs({sessionLogKey})"],
    },
    {
      id: "2.session-log-analytics",
      says: "SessionLogAnalytics has an address",
      at: ["GET /v2/sessionLogAnalytics", "GET /v2/sessionLogAnalytics({sessionLogAnalyticsKey})"],
    },
    {
      id: "2.session-log-data.batch-id",
      says: "SessionLogData bears the batchId that the header X-BATCH-ID of a password reset has named",
      at: ["GET /v2/sessionLogData", "POST /v2/accounts({accountKey})/resetPassword"],
    },
    {
      id: "2.password-policy.subtypes",
      says: "PasswordPolicy can be read, with a subtype for each group of rules",
      at: ["GET /v2/passwordPolicies"],
    },
    {
      id: "2.password-policy.patch",
      says: "PasswordPolicy can be patched",
      at: ["PATCH /v2/passwordPolicies({passwordPolicyId})"],
    },
    {
      id: "2.account.locked",
      says: "accounts: a PATCH cannot lock",
      at: ["PATCH /v2/accounts({accountKey})"],
    },
    {
      id: "2.account.password-caller",
      says: "accounts: the audit of a password set by PATCH names who called",
      at: ["PATCH /v2/accounts({accountKey})"],
    },
    {
      id: "2.account.below",
      says: "accounts: user, target system, attributes and group memberships stand below one",
      at: [
        "GET /v2/accounts({accountKey})/user",
        "GET /v2/accounts({accountKey})/targetSystem",
        "GET /v2/accounts({accountKey})/attributes",
        "GET /v2/accounts({accountKey})/attributes({accountAttributeKey})",
        "GET /v2/accounts({accountKey})/groupMemberships",
      ],
    },
    {
      id: "2.account.attribute-value",
      says: "accounts: an attribute has its data, its value and the bare value",
      at: ["GET /v2/accounts({accountKey})/attributes({accountAttributeKey})"],
    },
    { id: "2.group.patch", says: "groups: a PATCH changes attributes", at: ["PATCH /v2/groups({groupKey})"] },
    {
      id: "2.group.membership",
      says: "groups: memberships are complete JSON under full metadata",
      at: ["GET /v2/groups({groupKey})/members", "GET /v2/accounts({accountKey})/groupMemberships"],
    },
    {
      id: "2.user.display-name",
      says: "users: one without a display name cuts no answer short",
      at: ["GET /v2/users"],
    },
    {
      id: "2.user.question",
      says: "users: credentials are of the type Question",
      at: ["GET /v2/users({userKey})/credentials", "POST /v2/users({userKey})/credentials"],
    },
    {
      id: "2.managed-system-policy.below",
      says: "managedSystemPolicies: managed accounts and managed systems stand below one",
      at: [
        "GET /v2/managedSystemPolicies({managedSystemPolicyId})/managedAccounts",
        "GET /v2/managedSystemPolicies({managedSystemPolicyId})/managedSystems",
      ],
    },
  ],
};
