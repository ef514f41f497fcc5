import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse } from "./setting-schemas.ts";

const yesOrNo = (preset: boolean) => ({ ...trueOrFalse(preset), stored: "atOnce" }) as const;
const nodes = "several nodes that replicate";

/** Settings of the interface specification for features that do not exist yet. */
export const waitingSettings = {
  noKillRetry: {
    ...yesOrNo(false),
    name: "NoKillRetry",
    variable: "NO_KILL_RETRY",
    description: "Ends the retry of a change that its database has killed, which otherwise is tried for ever.",
    waitsFor: nodes,
  },
} as const satisfies Record<string, SettingDefinition>;
