import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount, PluginUser } from "./request.ts";

/** A checked-out password that is about to be disclosed. */
export interface DisclosureRequest {
  readonly password: Secret;
  readonly account: PluginAccount;
  readonly user: PluginUser;
  /** Time when the check-out ends, such as `2030-01-31T12:00:00Z`. */
  readonly endsAt: string;
}

/** Form and content of the disclosed password. */
export interface DisclosurePatch {
  readonly how: "display" | "copy";
  /** The password, or a text made from it. */
  readonly content: Secret | string;
}
