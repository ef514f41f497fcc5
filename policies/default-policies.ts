import { helpDeskClass } from "#domain/identity/user-classes.ts";
import { policyName, policyOf } from "#domain/policy-name.ts";

import { access } from "./access-policies.ts";
import { analyses } from "./analysis-policies.ts";
import { checkouts } from "./checkout-policies.ts";
import { enforcement } from "./enforcement-policies.ts";
import { nodePolicies } from "./node-policies.ts";
import { findsPeople, passwords } from "./password-policies.ts";
import { anyUser, policies, type Policy, readsOf, superusers, writesOf } from "./policy.ts";
import { roles } from "./role-policies.ts";
import { separationOfDuties } from "./sod-policies.ts";
import { targets } from "./target-policies.ts";
import { templates, usableTemplate } from "./template-policies.ts";

const ownRow = "IsSuperuser() || resource.userKey == principal.key";
const ownUser = "IsSuperuser() || resource.key == principal.key";
const answersFor = "resource.managerKey == principal.key || resource.sponsorKey == principal.key";
const ownRequest =
  "IsSuperuser() || resource.requesterKey == principal.key || resource.recipientKey == principal.key" +
  " || principal.key in resource.authorizerKeys";
// Users request for themselves and for their direct reports; a request for others needs a policy of the installation.
const ownSubmission =
  "IsSuperuser() || resource.recipientKey == principal.key || principal.key in resource.recipientManagerKeys";

const signingIn: readonly Policy[] = [
  ...policies(null, "'_EXPLICIT_REST_API_USERS_' in principal.classes", [
    policyName("/identity/connect/token", "post_create"),
  ]),
  ...policies(null, anyUser, [
    policyName("/identity/connect/userinfo", "get"),
    // For every user who can sign in, is not locked and not disabled.
    policyName("/react/session", "post_create"),
    policyOf.get("react/session"),
    policyOf.remove("react/session"),
  ]),
  ...policies(null, "'_EXPLICIT_API_USERS_' in principal.classes", [policyName("/idapi/login", "post_create")]),
];

const people: readonly Policy[] = [
  // Managers and sponsors answer for people, and are led to their pages.
  ...policies("user", `${ownUser} || ${answersFor}`, readsOf("users")),
  ...policies("user", `IsSuperuser() || ${answersFor}`, [policyOf.action("users/extend")]),
  ...policies("user", ownUser, [
    policyOf.action("users/resetPasswords"),
    policyOf.action("targetGroups/resetPasswords"),
    policyOf.action("users/chooseNotices"),
    policyOf.action("users/endSession"),
    policyOf.action("users/withdrawConsent"),
  ]),
  ...policies("sessionLog", "IsSuperuser() || resource.actor == principal.key", readsOf("users/sessions")),
  ...policies("consent", ownRow, readsOf("users/consents")),
  ...policies(null, superusers, [
    policyOf.create("users"),
    policyOf.action("users/trialImport"),
    policyOf.action("users/import"),
  ]),
  ...policies("user", superusers, [
    policyOf.update("users"),
    policyOf.action("users/disable"),
    policyOf.action("users/enable"),
    policyOf.action("users/issuePasswordLink"),
    policyOf.action("users/mergeTwin"),
    policyOf.action("users/leave"),
  ]),
  ...policies("user", "resource.key == principal.key", [
    // No user claims for someone else: the password would prove the wrong person's right.
    policyOf.action("users/claimAccount"),
    // No user proves the identity of someone else.
    policyOf.action("users/prove"),
    policyOf.action("users/answerProof"),
    // No user enrolls the credentials of someone else.
    policyOf.action("users/beginOneTimeCode"),
    policyOf.action("users/confirmOneTimeCode"),
    policyOf.action("users/beginPasskey"),
    policyOf.action("users/confirmPasskey"),
  ]),
  ...policies("account", ownRow, [policyOf.list("users/accounts")]),
  ...policies("userAttribute", ownRow, readsOf("users/attributes")),
  ...policies("userCredential", ownRow, readsOf("users/credentials")),
  ...policies("userCredentialOwner", ownRow, [
    policyOf.create("users/credentials"),
    policyOf.remove("users/credentials"),
  ]),
  ...policies("userClass", superusers, [policyOf.list("users/classes"), ...readsOf("userClasses")]),
  ...policies("userClassMember", superusers, readsOf("userClasses/members")),
  // User of a membership: userclasses_members_get is checked before it.
  ...policies("user", anyUser, [policyOf.get("userClasses/members/person")]),
  ...policies(null, superusers, [
    ...writesOf("userClasses"),
    policyOf.create("userClasses/members"),
    policyOf.remove("userClasses/members"),
    policyOf.action("userClasses/trial"),
  ]),
  // Users for whom the caller may request: users_get is checked before it.
  ...policies("user", "IsSuperuser() || resource.managerKey == principal.key", [policyOf.list("users/reports")]),
  // A caller who may read a user may know the name of the manager: users_get is checked before it.
  ...policies("user", anyUser, [policyOf.get("users/manager"), policyOf.get("users/sponsor")]),
  // Of others the operation tells them to callers who may reset their passwords.
  ...policies("user", anyUser, [policyOf.action("users/passwordRules")]),
  ...policies("leavingStep", superusers, readsOf("users/leaving")),
  // Passwords of those who have more rights than the caller, besides the policy of the reset.
  ...policies("user", superusers, [policyOf.action("users/resetPasswordsAbove")]),
  // The help desk has to find users; its findings are audited.
  ...policies("user", findsPeople, readsOf("people")),
  // The help desk verifies who is on the telephone.
  ...policies("user", findsPeople, [policyOf.action("users/identify"), policyOf.action("users/answerIdentification")]),
  // … and lets them sign in again, without a way to become someone else.
  ...policies("user", `IsSuperuser() || ('${helpDeskClass}' in principal.classes && !resource.superuser)`, [
    policyOf.action("users/unlock"),
  ]),
];

const accountsAndGroups: readonly Policy[] = [
  ...policies(null, superusers, [
    policyOf.create("accounts"),
    ...writesOf("groups"),
    policyOf.action("groups/setAuthorizationPhases"),
    policyOf.action("groups/manage"),
    policyOf.action("groups/unmanage"),
    policyOf.action("groups/setFulfilment"),
    policyOf.create("groups/owners"),
    policyOf.remove("groups/owners"),
  ]),
  ...policies("account", superusers, [
    ...readsOf("accounts"),
    policyOf.update("accounts"),
    policyOf.remove("accounts"),
    policyOf.list("groups/members"),
    policyOf.list("targetSystems/accounts"),
  ]),
  ...policies("account", ownRow, [
    policyOf.action("accounts/resetPassword"),
    policyOf.get("operations/account"),
    policyOf.get("passwordBlocks/account"),
  ]),
  ...policies("account", "resource.userKey == principal.key", [
    policyOf.action("accounts/changePassword"),
    policyOf.action("accounts/verifyPassword"),
  ]),
  ...policies("user", superusers, [policyOf.get("accounts/user"), policyOf.list("groups/owners")]),
  ...policies("targetSystem", superusers, [
    policyOf.get("accounts/targetSystem"),
    policyOf.get("groups/targetSystem"),
    policyOf.get("operations/targetSystem"),
  ]),
  ...policies("accountAttribute", superusers, [
    ...readsOf("accounts/attributes"),
    policyOf.get("accounts/attributes/data/value"),
    policyOf.get("accounts/attributes/data/value/$value"),
  ]),
  // The owner of an account may know its groups, and reads them with it: users({key})/accounts?$expand=groupMemberships.
  ...policies(
    "groupMembership",
    "IsSuperuser() || principal.key in resource.ownerKeys",
    readsOf("accounts/groupMemberships"),
  ),
  // A caller who may read a membership may know its group: accounts_groupmemberships_get_list is checked before it.
  ...policies("group", anyUser, [policyOf.get("accounts/groupMemberships/group")]),
  ...policies("group", superusers, [
    ...readsOf("groups"),
    policyOf.get("operations/group"),
    policyOf.list("targetSystems/groups"),
  ]),
  ...policies("groupAttribute", superusers, readsOf("groups/attributes")),
];

const requests: readonly Policy[] = [
  ...policies("requestSubmission", ownSubmission, [policyOf.create("requests")]),
  ...policies(
    "catalogueItem",
    `IsSuperuser() || (resource.requestable && (${usableTemplate}))`,
    readsOf("catalogueItems"),
  ),
  ...policies(null, superusers, [
    policyOf.update("catalogueItems"),
    policyOf.action("catalogueItems/trialFill"),
    policyOf.action("catalogueItems/fill"),
    policyOf.action("catalogueItems/trialSet"),
    policyOf.action("catalogueItems/set"),
  ]),
  // A caller who may submit requests for the recipient: requests_post_create is checked before this.
  ...policies(null, anyUser, [policyOf.action("catalogueItems/standing")]),
  // Callers who may know the person, or the class, anyway may read the names of the prospective approvers and of owners.
  ...policies("user", `${findsPeople} || resource.key == principal.key`, [
    policyOf.get("catalogueItems/phases/person"),
    policyOf.get("catalogueItems/owner"),
  ]),
  ...policies("userClass", superusers, [policyOf.get("catalogueItems/phases/userClass")]),
  ...policies("request", ownRequest, [...readsOf("requests"), policyOf.get("requests/explain")]),
  // The approver or requester that a request waits for may read it anyway, and a further check takes databases longer than the search.
  ...policies("request", anyUser, [policyOf.list("requests/waitingForMe")]),
  // A caller who may read a request may read all of it, with the names of its people: requests_get is checked before these.
  ...policies("user", anyUser, [
    policyOf.get("requests/requester"),
    policyOf.get("requests/recipient"),
    policyOf.get("requests/decisions/person"),
    policyOf.get("requests/comments/person"),
  ]),
  ...policies("operation", anyUser, readsOf("requests/operations")),
  ...policies("phase", anyUser, readsOf("requests/phases")),
  ...policies("decision", anyUser, readsOf("requests/decisions")),
  ...policies("requestEvent", anyUser, readsOf("requests/events")),
  ...policies("ticket", anyUser, readsOf("requests/tickets")),
  // Authorizers escalate what they are asked themselves.
  ...policies("phase", "IsSuperuser() || principal.key in resource.authorizerKeys", [
    policyOf.action("requests/escalate"),
  ]),
  ...policies(null, superusers, [policyOf.action("requests/resolveHold")]),
  ...policies("requestComment", anyUser, readsOf("requests/comments")),
  ...policies("phase", "principal.key in resource.authorizerKeys", [
    policyOf.action("requests/decide"),
    policyOf.action("requests/unapprove"),
    policyOf.action("requests/sendBack"),
  ]),
  ...policies("phase", superusers, [policyOf.action("requests/override")]),
  // Only people to whom a task is offered accept or decline it; superusers do the rest in their place, with a reason.
  ...policies("operation", "principal.key in resource.implementerKeys", [
    policyOf.action("requests/acceptTask"),
    policyOf.action("requests/declineTask"),
    policyOf.action("requests/revealTaskPassword"),
  ]),
  ...policies("operation", "IsSuperuser() || principal.key in resource.implementerKeys", [
    policyOf.action("requests/completeTask"),
    policyOf.action("requests/failTask"),
    policyOf.action("requests/handOnTask"),
  ]),
  // A caller who may read a request may comment on it: requests_get is checked before this.
  ...policies("request", anyUser, [policyOf.action("requests/comment")]),
  ...policies("request", "IsSuperuser() || principal.key in resource.authorizerKeys", [
    policyOf.action("requests/ask"),
  ]),
  ...policies("request", "resource.requesterKey == principal.key", [
    policyOf.action("requests/answer"),
    policyOf.action("requests/resubmit"),
  ]),
  // The state of the request determines which of them may edit it.
  ...policies("request", "resource.requesterKey == principal.key || principal.key in resource.authorizerKeys", [
    policyOf.action("requests/edit"),
  ]),
  ...policies("request", "resource.requesterKey == principal.key || resource.recipientKey == principal.key", [
    policyOf.action("requests/cancel"),
  ]),
  ...policies(
    "operation",
    "IsSuperuser() || principal.key in resource.requesterKeys || principal.key in resource.recipientKeys",
    readsOf("operations"),
  ),
];

const delegationParties =
  "IsSuperuser() || resource.delegatorKey == principal.key || resource.delegateKey == principal.key";

const delegations: readonly Policy[] = [
  ...policies("delegation", delegationParties, [...readsOf("delegations"), policyOf.action("delegations/end")]),
  // Users delegate their own decisions; those of others need a policy of the installation.
  ...policies("delegation", "resource.delegatorKey == principal.key", [policyOf.create("delegations")]),
  ...policies("delegation", "resource.delegateKey == principal.key", [
    policyOf.action("delegations/accept"),
    policyOf.action("delegations/refuse"),
  ]),
  // A caller who may read a delegation may know its people: delegations_get is checked before these.
  ...policies("user", anyUser, [policyOf.get("delegations/delegator"), policyOf.get("delegations/delegate")]),
];

const notices: readonly Policy[] = [
  ...policies("notice", ownRow, readsOf("notices")),
  ...policies("notice", "resource.userKey == principal.key", [policyOf.update("notices")]),
  ...policies("noticeMail", superusers, readsOf("noticeMails")),
  // A caller who may read a notification may know its user; the request has policies of its own.
  ...policies("user", anyUser, [policyOf.get("notices/user")]),
  ...policies("request", ownRequest, [policyOf.get("notices/request")]),
];

const ownTicket =
  "IsSuperuser() || principal.key in resource.requesterKeys || principal.key in resource.recipientKeys" +
  " || principal.key in resource.authorizerKeys";

const service: readonly Policy[] = [
  ...policies("ticket", ownTicket, readsOf("tickets")),
  ...policies("request", ownRequest, [policyOf.get("tickets/request")]),
  ...policies("webhook", superusers, readsOf("webhooks")),
  ...policies("webhookDelivery", superusers, readsOf("webhooks/deliveries")),
  ...policies("pluginDelivery", superusers, readsOf("pluginDeliveries")),
  ...policies("ticketSystem", superusers, readsOf("ticketSystems")),
  ...policies(null, superusers, [
    ...writesOf("webhooks"),
    policyOf.action("pluginDeliveries/retry"),
    ...writesOf("ticketSystems"),
    policyOf.action("ticketSystems/rotateSecret"),
    policyOf.action("webhooks/redeliver"),
    policyOf.action("webhooks/rotateSecret"),
  ]),
  ...policies("samlProvider", superusers, readsOf("samlProviders")),
  ...policies(null, superusers, writesOf("samlProviders")),
  ...policies("importRule", superusers, readsOf("importRules")),
  ...policies(null, superusers, [...writesOf("importRules"), policyOf.action("importRules/trial")]),
  ...policies("proxyServer", superusers, [...readsOf("proxyServers"), policyOf.get("proxyServers/status")]),
  ...policies("client", superusers, readsOf("clients")),
  ...policies("clientToken", superusers, readsOf("clients/tokens")),
  // A caller who may read a client, or its tokens, may know the user: clients_get is checked before these.
  ...policies("user", anyUser, [policyOf.get("clients/user"), policyOf.get("clients/tokens/user")]),
  ...policies(null, superusers, [
    ...writesOf("clients"),
    policyOf.action("clients/rotateSecret"),
    policyOf.action("clients/revokeTokens"),
  ]),
  ...policies("setting", superusers, readsOf("settings")),
  ...policies(null, superusers, [policyOf.update("settings")]),
  ...policies("authChain", superusers, readsOf("authChains")),
  ...policies("authChainVersion", superusers, readsOf("authChains/versions")),
  ...policies(null, superusers, [
    ...writesOf("authChains"),
    policyOf.action("authChains/reset"),
    policyOf.action("authChains/rollBack"),
    policyOf.action("authChains/check"),
    policyOf.action("authChains/try"),
  ]),
  ...policies("managedSystemPolicy", superusers, readsOf("managedSystemPolicies")),
  ...policies("managedSystem", superusers, [
    ...readsOf("managedSystems"),
    ...readsOf("managedSystemPolicies/managedSystems"),
  ]),
  ...policies("managedSystemPolicy", superusers, [policyOf.list("managedSystems/policies")]),
  ...policies("managedAccount", superusers, readsOf("managedSystemPolicies/managedAccounts")),
  ...policies("managedHost", superusers, readsOf("managedHosts")),
  ...policies("vaultEntry", superusers, readsOf("managedAccounts/passwordHistory")),
  ...policies("managedAccountDependant", superusers, readsOf("managedAccountDependants")),
  ...policies("run", superusers, [...readsOf("runs"), policyOf.get("runs/progress")]),
  ...policies("vaultOrder", superusers, readsOf("runs/orders")),
  // A caller who may read the orders of a run may know the account: runs_orders_get is checked before it.
  ...policies("managedAccount", anyUser, [policyOf.get("runs/orders/managedAccount")]),
  ...policies(null, superusers, [
    ...writesOf("managedSystemPolicies"),
    ...writesOf("managedSystems"),
    policyOf.action("managedSystems/bind"),
    policyOf.action("managedSystems/unbind"),
    policyOf.create("managedAccounts"),
    policyOf.action("managedAccounts/move"),
    policyOf.action("managedAccounts/disable"),
    policyOf.action("managedAccounts/enable"),
    policyOf.action("managedAccounts/randomize"),
    policyOf.action("managedAccounts/verify"),
    policyOf.action("managedAccounts/override"),
    policyOf.create("managedAccountDependants"),
    policyOf.action("managedAccountDependants/move"),
    policyOf.action("managedAccountDependants/remove"),
    policyOf.action("managedSystemPolicies/randomize"),
    policyOf.action("managedSystemPolicies/verify"),
    policyOf.action("runs/pause"),
    policyOf.action("runs/resume"),
    policyOf.action("runs/stop"),
  ]),
  ...policies("sessionLog", superusers, readsOf("sessionLogs")),
  ...policies("sessionLogEntry", superusers, [policyOf.list("sessionLogs/data"), ...readsOf("sessionLogData")]),
  ...policies("sessionLogDay", superusers, readsOf("sessionLogAnalytics")),
  ...policies(null, superusers, [
    policyOf.get("sessionLogs/summary"),
    policyOf.action("sessionLogData/verify"),
    policyOf.create("proxyServers"),
    policyOf.action("proxyServers/invite"),
    policyOf.action("proxyServers/entrust"),
    policyOf.action("proxyServers/revoke"),
    policyOf.update("proxyServers"),
    policyOf.remove("proxyServers"),
    policyOf.action("policies/dryRun"),
  ]),
  ...policies("policy", superusers, [
    ...readsOf("policies"),
    policyOf.update("policies"),
    policyOf.action("policies/reset"),
    policyOf.action("policies/rollBack"),
    policyOf.action("policies/check"),
    policyOf.action("policies/explain"),
  ]),
  ...policies("policyVersion", superusers, readsOf("policies/versions")),
];

/** Policies of a new installation. A name that is missing here is denied to everyone. */
export const defaultPolicies: readonly Policy[] = [
  ...signingIn,
  ...people,
  ...checkouts,
  ...accountsAndGroups,
  ...access,
  ...analyses,
  ...passwords,
  ...targets,
  ...requests,
  ...roles,
  ...enforcement,
  ...templates,
  ...separationOfDuties,
  ...delegations,
  ...notices,
  ...nodePolicies,
  ...service,
];

/** Returns the default policy of a name; undefined if there is no policy of that name. */
export function defaultPolicy(name: string): Policy | undefined {
  return byName.get(name);
}

const byName = new Map(defaultPolicies.map((policy) => [policy.name, policy]));
