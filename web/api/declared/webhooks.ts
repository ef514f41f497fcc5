// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `webhooks` in the order of their declaration. */
export const webhooks = {
  name: "webhooks",
  properties: {
    url: {"kind":"text","writing":"always","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    eventTypes: {"kind":"members","writing":"always","nullable":true,"members":["gatehouse.request.submitted","gatehouse.request.held","gatehouse.request.scheduled","gatehouse.request.performing","gatehouse.request.completed","gatehouse.request.denied","gatehouse.request.cancelled","gatehouse.request.expired","gatehouse.phase.opened","gatehouse.phase.approved","gatehouse.phase.denied","gatehouse.authorizer.reminded","gatehouse.decision.overridden","gatehouse.decision.unapproved","gatehouse.decision.voided","gatehouse.request.sentBack","gatehouse.request.resubmitted","gatehouse.request.edited","gatehouse.request.asked","gatehouse.request.answered","gatehouse.request.commented","gatehouse.authorizer.escalated","gatehouse.delegation.asked","gatehouse.delegation.changed","gatehouse.decision.made","gatehouse.operation.ended","gatehouse.account.created","gatehouse.account.ownerChanged","gatehouse.account.changed","gatehouse.account.removed","gatehouse.group.created","gatehouse.group.changed","gatehouse.group.removed","gatehouse.membership.added","gatehouse.membership.removed","gatehouse.user.created","gatehouse.user.locked","gatehouse.user.unlocked","gatehouse.user.disabled","gatehouse.user.enabled","gatehouse.user.changed","gatehouse.user.moved","gatehouse.user.leavingStepDone","gatehouse.user.removed","gatehouse.targetSystem.created","gatehouse.targetSystem.changed","gatehouse.targetSystem.removed","gatehouse.policy.changed","gatehouse.managedAccount.conflict","gatehouse.managedAccount.randomized","gatehouse.checkout.emergency","gatehouse.checkout.asked","gatehouse.checkout.out","gatehouse.checkout.ended","gatehouse.checkout.changed","gatehouse.checkout.reviewed","gatehouse.disclosure.used","gatehouse.vaultRun.ended","gatehouse.webhook.disabled"]},
    enabled: {"kind":"flag","writing":"change","initial":true},
    disabledReason: {"kind":"text","writing":"never","nullable":true},
    disabledAt: {"kind":"time","writing":"never","nullable":true},
    previousSecretUntil: {"kind":"time","writing":"never","nullable":true},
    createdAt: {"kind":"time","writing":"never"},
    position: {"kind":"number","writing":"never"},
    deliveredAt: {"kind":"time","writing":"never","nullable":true},
    failingSince: {"kind":"time","writing":"never","nullable":true},
    waiting: {"kind":"number","writing":"never"},
    dead: {"kind":"number","writing":"never"},
  },
} as const satisfies DeclaredResource;
