import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse } from "./setting-schemas.ts";

/** The settings of managed accounts and their passwords. */
export const vaultSettings = {
  randomizeLocalFallback: {
    ...trueOrFalse(true),
    stored: "atOnce",
    name: "IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK",
    description:
      "The local node randomizes when the managing node is unavailable; when off, a change of many passwords has to be confirmed.",
  },
  historyIncludesFailedPasswords: {
    ...trueOrFalse(false),
    stored: "atOnce",
    name: "PASSWORD HISTORY VIEW INCLUDE FAILED PASSWORDS",
    description: "The password history of a managed account shows passwords that never came into force, too.",
  },
} as const satisfies Record<string, SettingDefinition>;
