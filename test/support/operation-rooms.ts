import { besideIn } from "./beside.ts";

const above = besideIn("operations");

/** The rooms within operations and the other ones that each may import; beyond, they may import the same as operations. */
export const operationRooms: Readonly<Record<string, { readonly beside: readonly string[] }>> = {
  // The abilities of targets: their options, their connectors, the proxies that serve them, and their implementers.
  "operations/abilities": above("kernel password-blocks people"),
  // Who has what, why, since when and until when.
  "operations/access": above("kernel notices requests"),
  "operations/accounts": above("abilities identity kernel notices password-blocks people plug-ins requests"),
  // The phases of approvers about any subject; it knows no kind: the tables hand them in.
  // Simulations of changes and the search for roles, computed by the hub and kept.
  "operations/analyses": above("kernel"),
  "operations/approvals": above("authorization-phases kernel notices people plug-ins"),
  "operations/audit": above("kernel"),
  "operations/authorization-phases": above("kernel people"),
  "operations/catalogue": above("abilities authorization-phases kernel read requests"),
  "operations/chains": above("kernel proofs"),
  "operations/checkouts": above(
    "abilities authorization-phases kernel managed-accounts notices plug-ins proxies requests runs secret-ways vault",
  ),
  "operations/clients": above("identity kernel session-logs"),
  "operations/delegations": above("kernel notices proofs requests users"),
  "operations/discovery": above("abilities import-rules kernel proxies requests"),
  // Differences between people, roles and access, the runs that resolve them, and exceptions.
  "operations/enforcement": above("kernel requests roles user-classes"),
  "operations/groups": above("abilities authorization-phases kernel requests"),
  "operations/identity": above("abilities chains kernel proofs proxies session-logs"),
  "operations/import-rules": above("kernel managed-accounts vault"),
  // The machinery of every operation, above all `invoke`. It knows no capability: the tables pass in the additions of each one.
  "operations/kernel": above("proofs"),
  "operations/managed-accounts": above("abilities accounts authorization-phases kernel runs secret-ways vault"),
  "operations/managed-hosts": above("kernel proxies runs vault"),
  // Mass resets of passwords, onboarding and offboarding: the choice, the runs, the orders and the steps.
  "operations/mass-resets": above("abilities accounts identity kernel notices proxies requests runs users vault"),
  // The nodes of the installation: their keys and states, and the changes that travel between them.
  "operations/nodes": above("kernel password-blocks proxies"),
  "operations/notices": above("kernel people plug-ins"),
  // Blocks of password resets, and the check for them.
  "operations/password-blocks": above("kernel notices"),
  "operations/password-policies": above("abilities accounts kernel"),
  // The tries of password changes that failed because a target did not answer; what queues and ends them stands beside the operations of requests.
  "operations/password-queue": above("abilities kernel requests"),
  // The senders that report passwords set on target systems, and what sets these on other accounts.
  "operations/password-senders": above("abilities accounts kernel notices proxies requests vault"),
  "operations/people": above("kernel policies read"),
  "operations/plug-ins": above("kernel people"),
  "operations/policies": above("kernel"),
  // The proof of passwords, with its queue and its counts; it knows nothing of a call.
  "operations/proofs": above(""),
  "operations/proxies": above("abilities kernel secret-ways"),
  // The reads of all sets, as data.
  "operations/read": above("kernel"),
  "operations/requests": above("abilities approvals kernel notices password-blocks people plug-ins proxies vault"),
  // Roles: their versions and members, and what performs operations about them.
  "operations/roles": above("abilities authorization-phases kernel requests user-classes"),
  // The state, the lanes and the end of long runs; it knows no kind: the tables hand them in.
  "operations/runs": above("kernel"),
  "operations/saml": above("kernel proofs secret-ways"),
  "operations/sample": above("kernel policies"),
  // The guard of changes that could redirect a secret: the permission that they need, and the users who get a notice.
  "operations/secret-ways": above("kernel notices"),
  "operations/session-logs": above("kernel"),
  "operations/sessions": above("chains identity kernel proofs sample session-logs"),
  "operations/settings": above("kernel target-systems"),
  "operations/setup": above("abilities identity kernel nodes policies runs settings target-systems vault"),
  "operations/sign-in": above(
    "accounts chains identity kernel password-blocks people plug-ins proofs requests saml sessions",
  ),
  "operations/simulations": above("approvals authorization-phases kernel"),
  "operations/sod": above("authorization-phases kernel"),
  // The top: the contributions of all capabilities, combined. The composition passes them in, so no room imports them.
  "operations/tables": above(
    "access accounts analyses approvals catalogue chains checkouts delegations discovery enforcement groups identity kernel managed-accounts mass-resets notices policies proxies requests roles settings simulations sod target-systems templates user-classes users vault webhooks",
  ),
  "operations/target-groups": above("abilities kernel"),
  "operations/target-systems": above(
    "abilities authorization-phases kernel managed-accounts proxies requests secret-ways",
  ),
  "operations/templates": above("abilities authorization-phases kernel requests"),
  "operations/ticket-systems": above("kernel"),
  "operations/user-classes": above("abilities kernel policies requests"),
  "operations/users": above(
    "abilities accounts approvals identity kernel notices password-blocks people requests secret-ways",
  ),
  "operations/vault": above("abilities kernel notices people plug-ins proxies runs"),
  "operations/webhooks": above("kernel"),
};
