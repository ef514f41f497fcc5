import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount, PluginUser } from "./request.ts";

/** A password that someone wants to set. */
export interface PasswordRuleRequest {
  readonly password: Secret;
  /** User whose password it will be; null if it belongs to no user. */
  readonly user: PluginUser | null;
  /** Account whose password it will be; null if it is for no single account. */
  readonly account: PluginAccount | null;
  readonly passwordPolicyId: string;
}

/** Verdict on the password. */
export interface PasswordRulePatch {
  readonly accepted: boolean;
  /** Message for the user, without the password; required if `accepted` is false. */
  readonly message?: string | undefined;
}
