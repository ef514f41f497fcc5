import type { Asked } from "#domain/chains/asked-fields.ts";
import type { AuthChain } from "#domain/chains/auth-chain.ts";
import type { StepProof } from "#domain/chains/step-mark.ts";
import type { JsonObject, JsonValue } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import type { FactsAtDoor } from "../../chains/engine/facts-at-door.ts";

/** What a sign-in knows beside its row; it is kept sealed. */
export interface AttemptMemory {
  /** What the chain was chosen by, but for the name. */
  readonly facts: FactsAtDoor;
  /** Who somebody says that they are; null = nobody has said it yet. */
  readonly userName: string | null;
  /** What the component at hand remembers. */
  readonly state: JsonValue;
  /** What is asked now; null while nothing is. */
  readonly asked: Asked | null;
  /** What is to be known of the aim when it is reached. */
  readonly aimed: JsonObject;
  /** When the chain has allowed it, milliseconds UTC, where something is asked behind it. */
  readonly allowedAt?: number;
  /** What steps have proved so far, and what of it still stands for steps of a chain that was chosen anew. */
  readonly proofs: readonly StepProof[];
  readonly kept: readonly StepProof[];
  /** Whether a step of the chain has asked for the chain that is selected, and gone on because there was none. */
  readonly hasSelected: boolean;
  /** Identifiers of sessions elsewhere by which somebody was proved, by component. */
  readonly sessions: JsonObject;
}

/** A sign-in that is under way, with what it remembers and the chain that it walks. */
export interface Attempt {
  readonly row: Row<"signInAttempts">;
  readonly memory: AttemptMemory;
  readonly chain: AuthChain;
}
