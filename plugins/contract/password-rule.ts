import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount, PluginUser } from "./request.ts";

/** A password that somebody wants to set. */
export interface PasswordRuleRequest {
  readonly password: Secret;
  /** Whose it will be; null where it belongs to nobody. */
  readonly user: PluginUser | null;
  /** For which account; null where it is for no single one. */
  readonly account: PluginAccount | null;
  readonly passwordPolicyId: string;
}

/** Whether the password keeps the rule. */
export interface PasswordRulePatch {
  readonly accepted: boolean;
  /** What the person is told, without the password; needed where it is not accepted. */
  readonly message?: string | undefined;
}
