// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `massResets` in the order of their declaration. */
export const massResets = {
  name: "massResets",
  properties: {
    number: {"kind":"text","writing":"never"},
    reason: {"kind":"longText","writing":"create","required":true},
    state: {"kind":"member","writing":"never","initial":"draft","members":["draft","queued","running","paused","stopped","ended"]},
    chosenBy: {"kind":"member","writing":"never","members":["condition","users","accounts","file"]},
    condition: {"kind":"longText","writing":"create","nullable":true},
    targetSystemKeys: {"kind":"texts","writing":"create","nullable":true},
    targetGroupIds: {"kind":"texts","writing":"create","nullable":true},
    withoutOwner: {"kind":"flag","writing":"create","initial":false},
    passwordPolicyId: {"kind":"text","writing":"create","nullable":true},
    mustChange: {"kind":"flag","writing":"create","initial":false},
    endSessions: {"kind":"flag","writing":"create","initial":false},
    delivery: {"kind":"member","writing":"create","initial":"none","members":["none","file","link","myAccess"]},
    deliveryHours: {"kind":"number","writing":"create","initial":72,"min":1,"max":720},
    canaries: {"kind":"number","writing":"create","initial":0,"min":0,"max":1000},
    canaryFailuresMax: {"kind":"number","writing":"create","initial":0,"min":0,"max":1000},
    failuresMax: {"kind":"number","writing":"create","initial":50,"min":0,"max":500000},
    failureShareMax: {"kind":"number","writing":"create","initial":5,"min":0,"max":100},
    ratePerMinute: {"kind":"number","writing":"create","nullable":true,"min":1,"max":60000},
    people: {"kind":"number","writing":"never","initial":0},
    accounts: {"kind":"number","writing":"never","initial":0},
    chosen: {"kind":"structure","writing":"never"},
    skipped: {"kind":"structure","writing":"never"},
    trialAt: {"kind":"time","writing":"never","nullable":true},
    requesterKey: {"kind":"text","writing":"never","nullable":true,"of":"users","by":"requester"},
    startedByKey: {"kind":"text","writing":"never","nullable":true,"of":"users","by":"startedBy"},
    pausedBecause: {"kind":"member","writing":"never","nullable":true,"members":["asked","canary","failures"]},
    problem: {"kind":"longText","writing":"never","nullable":true},
    requestId: {"kind":"text","writing":"never"},
    createdAt: {"kind":"time","writing":"never"},
    startedAt: {"kind":"time","writing":"never","nullable":true},
    endedAt: {"kind":"time","writing":"never","nullable":true},
  },
} as const satisfies DeclaredResource;
