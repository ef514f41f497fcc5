import { describe, expect, it } from "vitest";

import { v2Routes } from "#api/v2/routes.ts";

/** The verbs of each address as the specification and the domain rules name them; `set | one`. */
const verbs: Readonly<Record<string, string>> = {
  targetGroups: "GET POST | GET PATCH DELETE",
  "targetGroups/passwordPolicy": "GET",
  "targetGroups/targetSystems": "GET",
  targetSystems: "GET POST | GET PATCH DELETE",
  "targetSystems/targetGroupDetails": "GET",
  "targetSystems/options": "GET | GET PATCH",
  "targetSystems/credentials": "GET POST | GET POST PATCH DELETE",
  "targetSystems/attributeDefinitions": "GET POST | GET PATCH DELETE",
  "targetSystems/accounts": "GET",
  "targetSystems/groups": "GET",
  accounts: "GET POST | GET PATCH DELETE",
  "accounts/user": "GET",
  "accounts/targetSystem": "GET",
  "accounts/attributes": "GET | GET",
  "accounts/groupMemberships": "GET | GET",
  "accounts/groupMemberships/group": "GET",
  groups: "GET POST | GET PATCH DELETE",
  "groups/owners": "GET POST | DELETE",
  "groups/attributes": "GET | GET",
  "groups/members": "GET",
  "groups/targetSystem": "GET",
  users: "GET POST | GET PATCH",
  "users/accounts": "GET",
  "users/attributes": "GET | GET",
  "users/credentials": "GET POST | GET DELETE",
  "users/roles": "GET",
  "users/classes": "GET",
  "users/reports": "GET",
  "users/sessions": "GET | GET",
  people: "GET | GET",
  userClasses: "GET POST | GET PATCH DELETE",
  "userClasses/members": "GET POST | GET DELETE",
  "userClasses/members/person": "GET",
  passwordPolicies: "GET | GET PATCH",
  managedSystemPolicies: "GET | GET",
  "managedSystemPolicies/rights": "GET | GET",
  "managedSystemPolicies/commands": "GET | GET",
  "managedSystemPolicies/managedSystems": "GET | GET",
  "managedSystemPolicies/managedAccounts": "GET | GET",
  managedAccounts: "GET | GET",
  "managedAccounts/passwordHistory": "GET | GET",
  managedHosts: "GET | GET",
  managedAccountDependants: "GET | GET",
  vaultRuns: "GET | GET",
  "vaultRuns/orders": "GET | GET",
  importRules: "GET POST | GET PATCH DELETE",
  sessionLogs: "GET | GET",
  "sessionLogs/data": "GET",
  "sessionLogs/summary": "GET",
  sessionLogAnalytics: "GET | GET",
  sessionLogData: "GET | GET",
  catalogueItems: "GET | GET",
  requests: "GET POST | GET",
  "requests/operations": "GET | GET",
  "requests/phases": "GET | GET",
  "requests/decisions": "GET | GET",
  "requests/decisions/person": "GET",
  "requests/comments": "GET | GET",
  "requests/comments/person": "GET",
  "requests/events": "GET | GET",
  "requests/waitingForMe": "GET",
  simulations: "POST",
  "requests/explain": "GET",
  "requests/requester": "GET",
  "requests/recipient": "GET",
  delegations: "GET POST | GET",
  "delegations/delegator": "GET",
  "delegations/delegate": "GET",
  notices: "GET | GET PATCH",
  noticeMails: "GET | GET",
  "notices/request": "GET",
  "notices/user": "GET",
  roles: "GET | GET",
  proxyServers: "GET | GET",
  nodes: "GET | GET",
  settings: "GET | GET PATCH",
  checkouts: "GET POST | GET",
  "checkouts/user": "GET",
  "checkouts/managedAccount": "GET",
  "checkouts/disclosures": "GET | GET",
  "checkouts/commands": "GET | GET",
  operations: "GET | GET",
  webhooks: "GET POST | GET PATCH DELETE",
  "webhooks/deliveries": "GET | GET",
  "operations/account": "GET",
  "operations/group": "GET",
  "operations/targetSystem": "GET",
};

const actions = new Set([
  "POST requests/decide",
  "POST requests/unapprove",
  "POST requests/override",
  "POST requests/comment",
  "POST requests/ask",
  "POST requests/answer",
  "POST requests/sendBack",
  "POST requests/edit",
  "POST requests/resubmit",
  "POST requests/cancel",
  "POST requests/resolveHold",
  "POST requests/escalate",
  "POST delegations/accept",
  "POST delegations/refuse",
  "POST delegations/end",
  "POST accounts/resetPassword",
  "POST accounts/changePassword",
  "POST accounts/verifyPassword",
  "POST users/resetPasswords",
  "POST users/claimAccount",
  "POST users/chooseNotices",
  "POST users/disable",
  "POST users/enable",
  "POST users/issuePasswordLink",
  "POST groups/setAuthorizationPhases",
  "POST targetSystems/discover",
  "POST targetSystems/testConnection",
  "GET proxyServers/status",
  "POST proxyServers/invite",
  "POST proxyServers/revoke",
  "POST operations/confirm",
  "POST operations/abort",
  "POST managedSystemPolicies/randomize",
  "POST managedSystemPolicies/verify",
  "POST managedAccounts/randomize",
  "POST managedAccounts/verify",
  "POST managedAccounts/override",
  "POST managedAccounts/disable",
  "POST managedAccounts/enable",
  "POST managedAccounts/vouch",
  "POST managedSystemPolicies/grantRight",
  "POST managedSystemPolicies/withdrawRight",
  "POST managedSystemPolicies/listCommand",
  "POST managedSystemPolicies/unlistCommand",
  "POST managedSystemPolicies/setAuthorizationPhases",
  "POST users/endSession",
  "POST checkouts/checkIn",
  "POST checkouts/extend",
  "POST checkouts/revoke",
  "POST checkouts/review",
  "POST checkouts/disclose",
  "POST checkouts/reveal",
  "POST checkouts/runCommand",
  "GET vaultRuns/progress",
  "POST vaultRuns/pause",
  "POST vaultRuns/resume",
  "POST vaultRuns/stop",
  "POST importRules/trial",
  "POST userClasses/trial",
  "POST webhooks/redeliver",
  "POST webhooks/rotateSecret",
]);

const nameOf = (path: string) => path.replace("/v2/", "").replaceAll(/\([^)]*\)/g, "");
const order = ["GET", "POST", "PATCH", "DELETE"];

function verbsOf(name: string): string {
  const routes = v2Routes.filter(({ path }) => path.startsWith("/v2/") && nameOf(path) === name);
  const of = (one: boolean) =>
    routes
      .filter(({ path }) => path.endsWith(")") === one)
      .map(({ method }) => method)
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
      .join(" ");
  return [of(false), of(true)].filter((text) => text !== "").join(" | ");
}

describe("each resource answers exactly its verbs", () => {
  it.each(Object.entries(verbs))("%s: %s", (name, expected) => expect(verbsOf(name)).toBe(expected));

  it("and nothing else is there but actions and the documents of the service", () => {
    const others = v2Routes
      .filter(({ path }) => path.startsWith("/v2/") && !/\$|\.json$/.test(path))
      .map(({ method, path }) => ({ label: `${method} ${nameOf(path)}`, name: nameOf(path) }))
      .filter(({ name, label }) => verbs[name] === undefined && !actions.has(label));
    expect(others.map(({ label }) => label)).toEqual([]);
  });
});
