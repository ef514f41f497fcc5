import { vaultRunsKeptDays } from "#domain/vault-run-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { trueOrFalse, wholeNumber } from "./setting-schemas.ts";

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
  vaultAcknowledgedBy: {
    ...wholeNumber("nodes", 1, 1, 2),
    stored: "atOnce",
    name: "VAULT ACKNOWLEDGED BY",
    description:
      "Nodes that have a new password before its target system gets it: 1 = the one that has made it; 2 = another one too, which is to be replicating.",
  },
  vaultRunsKeptDays: {
    ...wholeNumber("days", vaultRunsKeptDays, 1, 3_650),
    stored: "atOnce",
    name: "VAULT_RUNS_KEPT_DAYS",
    description:
      "Days for which runs over managed accounts, with what they had to do, are kept after their end; passwords are kept for ever.",
  },
} as const satisfies Record<string, SettingDefinition>;
