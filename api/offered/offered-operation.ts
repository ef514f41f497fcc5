import type { Caller, ServiceContext } from "#operations/kernel/context.ts";

import type { ObjectShape, Shape } from "./shape.ts";

/** An operation as the library and SOAP offer it. */
export interface OfferedOperation {
  /** The public name: capability and verb, as `users.endSession`. */
  readonly name: string;
  /** The policy that its last step asks; null where the call itself says which. */
  readonly policy: string | null;
  readonly input: ObjectShape;
  /** What it answers; null where it is nothing. */
  readonly output: Shape | null;
  /** True where it may answer nothing, because nothing is left to be done. */
  readonly mayAnswerNothing: boolean;
  /** True where the answer holds a secret that was made for this one call. */
  readonly givesSecret: boolean;
  /**
   * Runs it for a caller, whose input stands as a door of JSON has it.
   * @throws whatever the operation refuses
   */
  run(context: ServiceContext, caller: Caller, input: unknown): Promise<unknown>;
}
