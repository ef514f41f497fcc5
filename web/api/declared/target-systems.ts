// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `targetSystems` in the order of their declaration. */
export const targetSystems = {
  name: "targetSystems",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    type: {"kind":"text","writing":"always","nullable":true},
    description: {"kind":"text","writing":"always","required":true},
    address: {"kind":"structure","writing":"always","nullable":true},
    targetGroup: {"kind":"text","writing":"always","initial":"DEFAULT","of":"targetGroups","by":"targetGroupDetails"},
    helpUrl: {"kind":"text","writing":"always","nullable":true},
    mode: {"kind":"member","writing":"always","initial":"automatic","members":["automatic","manual"]},
    fulfilment: {"kind":"member","writing":"always","initial":"connector","members":["connector","implementer","none"]},
    confirmBy: {"kind":"member","writing":"always","initial":"person","members":["person","discovery"]},
    enabled: {"kind":"flag","writing":"always","initial":true},
    sourceOfProfiles: {"kind":"flag","writing":"always","initial":false},
    autoAttachBy: {"kind":"text","writing":"always","nullable":true},
    groupOwnerAttribute: {"kind":"text","writing":"always","nullable":true},
    passwordSenderOffline: {"kind":"member","writing":"always","initial":"accept","members":["accept","refuse"]},
    proxyServers: {"kind":"texts","writing":"always"},
    listSchedule: {"kind":"text","writing":"always","nullable":true},
    authorizationPhases: {"kind":"structure","writing":"always","required":true},
    implementers: {"kind":"structure","writing":"always","required":true},
    newIdCaseSetProgram: {"kind":"text","writing":"always","nullable":true,"part":"options"},
    stillApplicablePlugin: {"kind":"text","writing":"always","nullable":true,"part":"options"},
    ticketSystem: {"kind":"text","writing":"always","nullable":true,"part":"options"},
    networkResourcePlatform: {"kind":"text","writing":"always","nullable":true,"part":"options"},
    autoApprove: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    userAccountsMandatory: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    allowClaimAccounts: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    allowPasswordChange: {"kind":"flag","writing":"always","initial":true,"part":"options"},
    allowAccountUnlock: {"kind":"flag","writing":"always","initial":true,"part":"options"},
    allowPasswordVerify: {"kind":"flag","writing":"always","initial":true,"part":"options"},
    verifyAfterReset: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    createPrivilegeManagedSystem: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    allowAccountEnable: {"kind":"flag","writing":"always","initial":true,"part":"options"},
    automaticallyDiscoverResourcesToLoad: {"kind":"flag","writing":"always","initial":false,"part":"options"},
    context_strict: {"kind":"flag","writing":"always","initial":true,"part":"options"},
  },
} as const satisfies DeclaredResource;
