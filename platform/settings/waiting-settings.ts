import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse, wholeNumber } from "./setting-schemas.ts";

const threads = {
  ...wholeNumber("whole number", 1, 1, 64),
  stored: "atOnce",
  waitsFor: "roles and their enforcement",
} as const;

const yesOrNo = (preset: boolean) => ({ ...trueOrFalse(preset), stored: "atOnce" }) as const;
const nodes = "several nodes that replicate";

/** Settings of the interface specification for features that do not exist yet. */
export const waitingSettings = {
  blockCheckAllNodes: {
    ...yesOrNo(false),
    name: "IDPM BLOCK CHECK ALL NODES",
    description: "A password reset asks all nodes for records that block it.",
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
    ...yesOrNo(false),
    name: "NoKillRetry",
    variable: "NO_KILL_RETRY",
    description: "Ends the retry of a change that its database has killed, which otherwise is tried for ever.",
    waitsFor: nodes,
  },
} as const satisfies Record<string, SettingDefinition>;
