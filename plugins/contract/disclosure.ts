import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount, PluginUser } from "./request.ts";

/** A checked-out password that is about to be disclosed. */
export interface DisclosureRequest {
  readonly password: Secret;
  readonly account: PluginAccount;
  readonly user: PluginUser;
  /** When the check-out ends, such as `2030-01-31T12:00:00Z`. */
  readonly endsAt: string;
}

/** What the person gets, and how. */
export interface DisclosurePatch {
  readonly how: "display" | "copy";
  /** The password, or what is made of it. */
  readonly content: Secret | string;
}
