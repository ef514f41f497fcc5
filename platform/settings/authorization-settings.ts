import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse } from "./setting-schemas.ts";

/** What says who authorizes requests, beside their phases; a phase takes it as it is when it opens. */
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
  requestersApprove: {
    ...trueOrFalse(false),
    name: "IDWFM AUTO APPROVE",
    description: "Who asks for something approves it by asking, in each phase that asks this person.",
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
