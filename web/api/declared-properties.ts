// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredProperty } from "./declared-property.ts";

/** Properties of the resources on pages, in the order of their declarations. */
export const declaredProperties = {
  users: {
    id: {"kind":"text","writing":"always","required":true},
    displayName: {"kind":"text","writing":"always","nullable":true},
    mail: {"kind":"text","writing":"always","nullable":true},
    language: {"kind":"text","writing":"never","nullable":true},
    noticeDelivery: {"kind":"member","writing":"never","nullable":true,"members":["atOnce","daily","none"]},
    digestHour: {"kind":"number","writing":"never","nullable":true},
    locked: {"kind":"flag","writing":"never","initial":false},
    disabled: {"kind":"flag","writing":"never","initial":false},
    managerKey: {"kind":"text","writing":"always","nullable":true,"of":"users","by":"manager"},
    timeZone: {"kind":"text","writing":"always","nullable":true},
    calendar: {"kind":"text","writing":"always","nullable":true},
  },
  userClasses: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","required":true},
    condition: {"kind":"longText","writing":"always","nullable":true},
  },
  clients: {
    id: {"kind":"text","writing":"create","required":true},
    displayName: {"kind":"text","writing":"always","nullable":true},
    isPublic: {"kind":"flag","writing":"create","initial":false},
    firstParty: {"kind":"flag","writing":"always","initial":false},
    enabled: {"kind":"flag","writing":"always","initial":true},
    grants: {"kind":"members","writing":"always","required":true,"members":["password","authorization_code","client_credentials","refresh_token"]},
    scopes: {"kind":"members","writing":"always","members":["api","openid","offline_access"]},
    redirectUris: {"kind":"texts","writing":"always"},
    postLogoutRedirectUris: {"kind":"texts","writing":"always"},
    userKey: {"kind":"text","writing":"never","nullable":true,"of":"users","by":"user"},
  },
  webhooks: {
    url: {"kind":"text","writing":"always","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    eventTypes: {"kind":"members","writing":"always","nullable":true,"members":["gatehouse.request.submitted","gatehouse.request.held","gatehouse.request.scheduled","gatehouse.request.performing","gatehouse.request.completed","gatehouse.request.denied","gatehouse.request.cancelled","gatehouse.request.expired","gatehouse.phase.opened","gatehouse.phase.approved","gatehouse.phase.denied","gatehouse.authorizer.reminded","gatehouse.decision.overridden","gatehouse.decision.unapproved","gatehouse.decision.voided","gatehouse.request.sentBack","gatehouse.request.resubmitted","gatehouse.request.edited","gatehouse.request.asked","gatehouse.request.answered","gatehouse.request.commented","gatehouse.authorizer.escalated","gatehouse.delegation.asked","gatehouse.delegation.changed","gatehouse.decision.made","gatehouse.operation.ended","gatehouse.account.created","gatehouse.account.ownerChanged","gatehouse.account.changed","gatehouse.account.removed","gatehouse.group.created","gatehouse.group.changed","gatehouse.group.removed","gatehouse.membership.added","gatehouse.membership.removed","gatehouse.user.created","gatehouse.user.locked","gatehouse.user.unlocked","gatehouse.user.disabled","gatehouse.user.enabled","gatehouse.user.changed","gatehouse.user.removed","gatehouse.targetSystem.created","gatehouse.targetSystem.changed","gatehouse.targetSystem.removed","gatehouse.policy.changed","gatehouse.managedAccount.conflict","gatehouse.managedAccount.randomized","gatehouse.checkout.emergency","gatehouse.checkout.asked","gatehouse.checkout.out","gatehouse.checkout.ended","gatehouse.checkout.changed","gatehouse.checkout.reviewed","gatehouse.disclosure.used","gatehouse.vaultRun.ended","gatehouse.webhook.disabled"]},
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
  importRules: {
    sequence: {"kind":"number","writing":"always","required":true,"min":1,"max":1000000},
    objectType: {"kind":"member","writing":"always","required":true,"members":["managedSystem","managedAccount"]},
    action: {"kind":"member","writing":"always","required":true,"members":["bind","unbind","delete"]},
    policyId: {"kind":"text","writing":"always","nullable":true,"of":"managedSystemPolicies","by":"policy"},
    description: {"kind":"text","writing":"always","nullable":true},
    condition: {"kind":"longText","writing":"always","required":true},
    enabled: {"kind":"flag","writing":"always","initial":true},
  },
  samlProviders: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    entryPoint: {"kind":"text","writing":"always","required":true},
    issuer: {"kind":"text","writing":"always","required":true},
    certificates: {"kind":"texts","writing":"always","required":true},
    entityId: {"kind":"text","writing":"always","nullable":true},
    nameAttribute: {"kind":"text","writing":"always","nullable":true},
    userAttribute: {"kind":"text","writing":"always","nullable":true},
    signatureAlgorithms: {"kind":"members","writing":"always","nullable":true,"members":["rsa-sha256","rsa-sha512","rsa-pss-sha256"]},
    clockSkewSeconds: {"kind":"number","writing":"always","initial":30,"min":0,"max":300},
    userClass: {"kind":"text","writing":"always","nullable":true},
    superusers: {"kind":"flag","writing":"always","initial":false},
    enabled: {"kind":"flag","writing":"always","initial":true},
  },
  targetGroups: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    helpUrl: {"kind":"text","writing":"always","nullable":true},
    syncPasswords: {"kind":"flag","writing":"always","initial":false,"waits":true},
    uniquePasswords: {"kind":"flag","writing":"always","initial":false,"waits":true},
    passwordChangeRestriction: {"kind":"member","writing":"always","initial":"anyNumber","members":["anyNumber","allAccounts","oneAccount"],"waits":true},
    passwordPolicyId: {"kind":"text","writing":"always","initial":"DEFAULT","of":"passwordPolicies","by":"passwordPolicy"},
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, DeclaredProperty>>>>;

/** A resource whose forms and facts come from its declaration. */
export type DeclaredName = keyof typeof declaredProperties;
