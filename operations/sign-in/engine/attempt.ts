import type { Asked } from "#domain/chains/asked-fields.ts";
import type { AuthChain } from "#domain/chains/auth-chain.ts";
import type { StepProof } from "#domain/chains/step-mark.ts";
import type { JsonObject, JsonValue } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import type { FactsAtDoor } from "../../chains/engine/facts-at-door.ts";

/** Memory of a sign-in beside its row, stored sealed. */
export interface AttemptMemory {
  /** Facts by which the chain was chosen, without the user name. */
  readonly facts: FactsAtDoor;
  /** Given user name; null if none was given yet. */
  readonly userName: string | null;
  /** State of the current component. */
  readonly state: JsonValue;
  /** Fields of the current step; null if there is none. */
  readonly asked: Asked | null;
  /** Facts needed when the aim is reached. */
  readonly aimed: JsonObject;
  /** Time at which the chain allowed the sign-in, milliseconds UTC; set if a closing step follows. */
  readonly allowedAt?: number;
  /** Proofs of the steps so far (`proofs`), and those still valid in a chain that was chosen again (`kept`). */
  readonly proofs: readonly StepProof[];
  readonly kept: readonly StepProof[];
  /** True if a step of the chain looked for a selected chain and continued because there was none. */
  readonly hasSelected: boolean;
  /** Identifiers of sessions elsewhere that proved the user, by component. */
  readonly sessions: JsonObject;
}

/** A sign-in in progress, with its memory and its chain. */
export interface Attempt {
  readonly row: Row<"signInAttempts">;
  readonly memory: AttemptMemory;
  readonly chain: AuthChain;
}
