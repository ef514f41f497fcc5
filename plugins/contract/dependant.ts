import type { Secret } from "#connectors/contract/index.ts";

import type { PluginAccount } from "./request.ts";

/** A dependent of a managed account: something that must have its password, such as a service that signs in with it. */
export interface DependantRequest {
  /** `tell`: give the dependent this password, which it may have already. `test`: check that the dependent works with it. */
  readonly act: "tell" | "test";
  readonly password: Secret;
  /** The managed account. */
  readonly account: PluginAccount;
  /** Setting that the dependent was added with, such as the name of the service; null = none. */
  readonly setting: string | null;
}

/** Result of the act. */
export interface DependantPatch {
  readonly result: "done" | "refused";
  /** Message for people; required if refused. */
  readonly message?: string | undefined;
}
