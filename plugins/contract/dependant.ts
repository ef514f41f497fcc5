import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount } from "./request.ts";

/** Something that must have the password of a managed account, such as a service that signs in with it. */
export interface DependantRequest {
  /** `tell` = it is to have this password from now on, and may have it already; `test` = say whether it works with it. */
  readonly act: "tell" | "test";
  readonly password: Secret;
  /** The managed account. */
  readonly account: PluginAccount;
  /** What the dependant was added with, such as the name of the service; null = nothing. */
  readonly setting: string | null;
}

/** Whether that is so now. */
export interface DependantPatch {
  readonly result: "done" | "refused";
  /** What people are told; needed where it is refused. */
  readonly message?: string | undefined;
}
