import { besideIn } from "./beside.ts";

const above = besideIn("operations");

/** The rooms within operations and the other ones that each may import; beyond, they may import the same as operations. */
export const operationRooms: Readonly<Record<string, { readonly beside: readonly string[] }>> = {
  // The abilities of targets: their options, their connectors, the proxies that serve them, and their implementers.
  "operations/abilities": above("kernel people"),
  // Who has what, why, since when and until when.
  "operations/access": above("kernel notices requests"),
  "operations/accounts": above("abilities identity kernel requests"),
  // The phases of approvers about any subject; it knows no kind: the tables hand them in.
  "operations/approvals": above("authorization-phases kernel notices people plug-ins"),
  "operations/audit": above("kernel read"),
  "operations/authorization-phases": above("kernel people"),
  "operations/catalogue": above("abilities authorization-phases kernel read requests"),
  "operations/chains": above("kernel proofs"),
  "operations/checkouts": above(
    "abilities authorization-phases kernel managed-accounts notices plug-ins proxies requests runs secret-ways vault",
  ),
  "operations/clients": above("identity kernel session-logs"),
  "operations/delegations": above("kernel notices proofs requests users"),
  "operations/discovery": above("abilities import-rules kernel proxies requests"),
  "operations/groups": above("abilities authorization-phases kernel read requests"),
  "operations/identity": above("abilities chains kernel proofs proxies session-logs"),
  "operations/import-rules": above("kernel managed-accounts read vault"),
  // The machinery of every operation, above all `invoke`. It knows no capability: the tables pass in the additions of each one.
  "operations/kernel": above("proofs"),
  "operations/managed-accounts": above("abilities accounts authorization-phases kernel runs secret-ways vault"),
  "operations/managed-hosts": above("kernel proxies runs vault"),
  "operations/notices": above("kernel people plug-ins"),
  "operations/password-policies": above("kernel"),
  "operations/people": above("kernel read"),
  "operations/plug-ins": above("kernel people"),
  "operations/policies": above("kernel read"),
  // The proof of passwords, with its queue and its counts; it knows nothing of a call.
  "operations/proofs": above(""),
  "operations/proxies": above("abilities kernel read secret-ways"),
  // The reads of all sets, as data.
  "operations/read": above("kernel"),
  "operations/requests": above("abilities approvals kernel notices people plug-ins proxies vault"),
  // The state, the lanes and the end of long runs; it knows no kind: the tables hand them in.
  "operations/runs": above("kernel"),
  "operations/saml": above("kernel proofs secret-ways"),
  "operations/sample": above("kernel policies"),
  // The guard of changes that could redirect a secret: the permission that they need, and the users who get a notice.
  "operations/secret-ways": above("kernel notices"),
  "operations/session-logs": above("kernel read"),
  "operations/sessions": above("chains identity kernel proofs sample session-logs"),
  "operations/settings": above("kernel target-systems"),
  "operations/setup": above("identity kernel policies runs settings target-systems vault"),
  "operations/sign-in": above("accounts chains identity kernel people plug-ins proofs requests saml sessions users"),
  "operations/simulations": above("approvals authorization-phases kernel"),
  // The top: the contributions of all capabilities, combined. The composition passes them in, so no room imports them.
  "operations/tables": above(
    "access accounts approvals catalogue chains checkouts delegations discovery groups identity kernel managed-accounts notices policies proxies requests settings target-systems templates users vault webhooks",
  ),
  "operations/target-groups": above("kernel target-systems"),
  "operations/target-systems": above(
    "abilities authorization-phases kernel managed-accounts proxies requests secret-ways",
  ),
  "operations/templates": above("abilities authorization-phases kernel requests"),
  "operations/ticket-systems": above("kernel"),
  "operations/user-classes": above("kernel policies read"),
  "operations/users": above("abilities accounts approvals identity kernel notices people requests secret-ways"),
  "operations/vault": above("abilities kernel notices people plug-ins proxies runs"),
  "operations/webhooks": above("kernel"),
};
