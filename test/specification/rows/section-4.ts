import type { SpecificationSection } from "./row.ts";

const target = "/v2/targetSystems({targetSystemKey})";
const definition = `${target}/attributeDefinitions({attributeDefinitionKey})`;
const credential = `${target}/credentials({targetSystemCredentialKey})`;
const managed = "/v2/managedSystemPolicies({managedSystemPolicyId})";

/** Endpoints. */
export const section4: SpecificationSection = {
  number: 4,
  title: "Endpoints",
  rows: [
    { id: "4.keys", says: "keys stand in parentheses, as OData writes them", at: ["GET /v2/users({userKey})"] },
    { id: "4.query-options", says: "query options are validated", at: ["GET /v2/targetSystems"] },
    { id: "4.order-by", says: "a set names by which properties it may be ordered", at: ["GET /v2/targetSystems"] },
    { id: "4.expand-depth", says: "`$expand` is bounded", repeats: ["8.expand-depth"] },
    {
      id: "4.policy",
      says: "every call is subject to a policy",
      at: [
        "GET /v2/targetSystems",
        "POST /v2/requests",
        "PATCH /v2/accounts({accountKey})",
        "DELETE /v2/groups({groupKey})",
      ],
    },
    {
      id: "4.group-password-policy",
      says: "GET the password policy of a target group",
      at: ["GET /v2/targetGroups({targetGroupKey})/passwordPolicy"],
    },
    {
      id: "4.group-target-systems",
      says: "GET the target systems of a target group",
      at: ["GET /v2/targetGroups({targetGroupKey})/targetSystems"],
    },
    {
      id: "4.userinfo",
      says: "GET userinfo: subject, user name and scopes of who calls",
      at: ["GET /identity/connect/userinfo"],
    },
    { id: "4.create-account", says: "POST an account; superusers only by default", at: ["POST /v2/accounts"] },
    {
      id: "4.update-account",
      says: "PATCH an account: password, locked",
      at: ["PATCH /v2/accounts({accountKey})"],
    },
    { id: "4.delete-account", says: "DELETE an account", at: ["DELETE /v2/accounts({accountKey})"] },
    { id: "4.delete-group", says: "DELETE a group", at: ["DELETE /v2/groups({groupKey})"] },
    {
      id: "4.update-group",
      says: "PATCH the attributes of a group, at `/group` too",
      at: ["PATCH /v2/groups({groupKey})"],
    },
    { id: "4.update-target-system", says: "PATCH a target system", at: [`PATCH ${target}`] },
    { id: "4.delete-target-system", says: "DELETE a target system", at: [`DELETE ${target}`] },
    {
      id: "4.definitions",
      says: "POST and DELETE attribute definitions; targetsystems_get is asked too",
      at: [`POST ${target}/attributeDefinitions`, `DELETE ${definition}`],
    },
    {
      id: "4.credentials",
      says: "POST a credential; targetsystems_get is asked too",
      at: [`POST ${target}/credentials`],
    },
    {
      id: "4.credential",
      says: "GET, POST and DELETE one credential; targetsystems_get is asked too",
      at: [`GET ${credential}`, `POST ${credential}`, `DELETE ${credential}`],
    },
    {
      id: "4.add-question",
      says: "POST a question of a user; fails at once where the user does not exist",
      at: ["POST /v2/users({userKey})/credentials"],
    },
    {
      id: "4.managed-system-policies",
      says: "GET policies of managed systems, and their systems and accounts; read-only",
      at: [
        "GET /v2/managedSystemPolicies",
        `GET ${managed}`,
        `GET ${managed}/managedAccounts`,
        `GET ${managed}/managedSystems`,
      ],
    },
    { id: "4.users", says: "GET users, with and without a display name", at: ["GET /v2/users"] },
    {
      id: "4.session-logs",
      says: "GET session logs, their summary and their analytics; read-only",
      at: ["GET /v2/sessionLogs", "GET /v2/sessionLogs/summary", "GET /v2/sessionLogAnalytics"],
    },
    {
      id: "4.password-policy",
      says: "GET and PATCH password policies",
      at: ["GET /v2/passwordPolicies", "PATCH /v2/passwordPolicies({passwordPolicyId})"],
    },
    {
      id: "4.batch-id",
      says: "password resets take X-BATCH-ID, in either spelling, with a batch that is known",
      at: ["POST /v2/accounts({accountKey})/resetPassword", "POST /v2/users({userKey})/resetPasswords"],
    },
    {
      id: "4.soap-single-call",
      says: "SOAP: user name and password in `sessdat` of a single call",
      at: ["POST /idapisoap"],
    },
  ],
};
