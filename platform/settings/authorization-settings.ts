import { authorizersMax, phaseAuthorizersMax } from "#domain/limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse, wholeNumber } from "./setting-schemas.ts";

/** Settings that decide, besides their phases, who authorizes requests; a phase takes their values when it opens. */
export const authorizationSettings = {
  managedGroupInheritance: {
    ...trueOrFalse(true),
    name: "MANAGED GROUP INHERITANCE COPY TARGET",
    description:
      "A group inherits the authorization phases of its target system as its phaseInheritance says; when off, phases of its own take their place. On where the installation is new, off after an upgrade.",
    stored: "atOnce",
  },
  authorizationPhasePropagation: {
    ...trueOrFalse(false),
    name: "IDWFM AUTH PHASE PROPAGATION",
    description: "An answer that was given in an earlier phase counts in later phases that ask the same person.",
    stored: "atOnce",
  },
  authorizersMax: {
    ...wholeNumber("whole number", authorizersMax, 1, phaseAuthorizersMax),
    name: "MAX AUTH ALLOWED",
    description:
      "Authorizers of one phase of a request; one that would ask more goes on hold, until a workflow manager decides.",
    stored: "atOnce",
  },
  requestersApprove: {
    ...trueOrFalse(false),
    name: "IDWFM AUTO APPROVE",
    description: "Count a request as approved by the requester in phases where they are an approver.",
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
