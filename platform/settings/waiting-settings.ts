import type { SettingDefinition } from "./setting-definition.ts";
import { truth, wholeNumber } from "./setting-schemas.ts";

const threads = {
  type: "whole number",
  default: "1",
  schema: wholeNumber(1, 64),
  proxy: false,
  stored: "atOnce",
  waitsFor: "roles and their enforcement",
} as const;

const yesOrNo = { type: "true or false", schema: truth, proxy: false, stored: "atOnce" } as const;
const people = "people, and requests decided in full";
const vault = "the vault";
const nodes = "several nodes that replicate";

/** The settings of the interface specification whose parts are still to come. */
export const waitingSettings = {
  managedGroupInheritance: {
    ...yesOrNo,
    name: "MANAGED GROUP INHERITANCE COPY TARGET",
    description:
      "A managed group inherits the authorization phases of its target system; on where the installation is new, off after an upgrade.",
    default: "true",
    waitsFor: people,
  },
  authorizationPhasePropagation: {
    ...yesOrNo,
    name: "IDWFM AUTH PHASE PROPAGATION",
    description: "An answer that was given in an earlier phase counts in later phases that list the same person.",
    default: "false",
    waitsFor: people,
  },
  randomizeLocalFallback: {
    ...yesOrNo,
    name: "IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK",
    description:
      "The local node randomizes when the managing node is unavailable; when off, bulk randomization asks for confirmation.",
    default: "true",
    waitsFor: vault,
  },
  historyIncludesFailedPasswords: {
    ...yesOrNo,
    name: "PASSWORD HISTORY VIEW INCLUDE FAILED PASSWORDS",
    description: "A search of the password history shows failed randomizations, too.",
    default: "false",
    waitsFor: vault,
  },
  blockCheckAllNodes: {
    ...yesOrNo,
    name: "IDPM BLOCK CHECK ALL NODES",
    description: "A password reset asks all nodes for records that block it.",
    default: "false",
    waitsFor: nodes,
  },
  autoresThreads: {
    ...threads,
    name: "PSUPDATE AUTORES THREADS",
    description: "Requests that autores submits side by side.",
  },
  rbacenforceThreads: {
    ...threads,
    name: "PSUPDATE RBACENFORCE THREADS",
    description: "Requests that rbacenforce submits side by side.",
  },
  noKillRetry: {
    ...yesOrNo,
    name: "NoKillRetry",
    variable: "NO_KILL_RETRY",
    description: "Ends the retry of a change that its database has killed, which otherwise is tried for ever.",
    default: "false",
    waitsFor: nodes,
  },
} as const satisfies Record<string, SettingDefinition>;
