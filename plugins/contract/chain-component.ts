import type { Secret } from "#connectors/contract/index.ts";

import type { PluginUser } from "./request.ts";

/** A step of an authentication chain. */
export interface ChainComponentRequest {
  /** Who is signing in; null where that is not known yet. */
  readonly user: PluginUser | null;
  /** What was entered, by the names for which it has asked; empty when the step begins. */
  readonly fields: Readonly<Record<string, Secret>>;
  /** What it has returned as `state` the last time; null when the step begins. */
  readonly state: string | null;
  /** What the chain says of this step. */
  readonly configuration: Readonly<Record<string, string | number | boolean>>;
  /** The outcomes that the chain goes on from. */
  readonly outcomes: readonly string[];
  readonly ip: string | null;
}

/** A field that somebody is to fill in. */
export interface AskedField {
  readonly name: string;
  readonly label: string;
  /** Whether it is hidden while it is typed. */
  readonly hidden: boolean;
}

/** How the step ends, or what it asks for before. */
export type ChainComponentPatch =
  | {
      /** One of `outcomes`. */
      readonly outcome: string;
      /** Who it is, where the step has found out. */
      readonly userKey?: string | undefined;
    }
  | {
      readonly ask: readonly AskedField[];
      /** Is given back with what was entered; never a secret. */
      readonly state: string | null;
    };
