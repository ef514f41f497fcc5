import type { Caller, ServiceContext } from "#operations/kernel/context.ts";

import type { ObjectShape, Shape } from "./shape.ts";

/** An operation that the library and SOAP offer. */
export interface OfferedOperation {
  /** Public name: capability and verb, as `users.endSession`. */
  readonly name: string;
  /** Policy of its last step; null if the call itself names the policy. */
  readonly policy: string | null;
  readonly input: ObjectShape;
  /** Shape of its answer; null if it answers nothing. */
  readonly output: Shape | null;
  /** True if it may answer nothing, because nothing is left to do. */
  readonly mayAnswerNothing: boolean;
  /** True if the answer holds a secret that was made for this one call. */
  readonly givesSecret: boolean;
  /**
   * Runs it for a caller. The input has the form of JSON.
   * @throws the errors of the operation
   */
  run(context: ServiceContext, caller: Caller, input: unknown): Promise<unknown>;
}
