import type { Secret } from "#connectors/contract/index.ts";

import type { PluginUser } from "./request.ts";

/** A step of an authentication chain. */
export interface ChainComponentRequest {
  /** User who signs in; null if not known yet. */
  readonly user: PluginUser | null;
  /** Input of the user by field name, as the last `ask` named the fields; empty when the step begins. */
  readonly fields: Readonly<Record<string, Secret>>;
  /** The `state` that the plug-in returned last; null when the step begins. */
  readonly state: string | null;
  /** Configuration of this step in the chain. */
  readonly configuration: Readonly<Record<string, string | number | boolean>>;
  /** Outcomes that the chain handles for this step. */
  readonly outcomes: readonly string[];
  readonly ip: string | null;
}

/** A field that the user fills in. */
export interface AskedField {
  readonly name: string;
  readonly label: string;
  /** True if the input is hidden while the user types. */
  readonly hidden: boolean;
}

/** Outcome that ends the step, or fields to ask for before it ends. */
export type ChainComponentPatch =
  | {
      /** One of `outcomes`. */
      readonly outcome: string;
      /** Key of the user, if the step has identified one. */
      readonly userKey?: string | undefined;
    }
  | {
      readonly ask: readonly AskedField[];
      /** State that comes back with the input; must never hold a secret. */
      readonly state: string | null;
    };
