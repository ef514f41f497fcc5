import type { Secret } from "#connectors/contract/index.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import type { ChainStep } from "#domain/chains/auth-chain.ts";
import type { JsonObject, JsonValue } from "#domain/json.ts";

import type { TokenRefusal } from "../../identity/engine/token-set.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Attempt } from "./attempt.ts";
import type { ChosenPassword } from "./choose-password.ts";

/** A step of a sign-in, as its component sees it. */
export interface StepAtHand {
  readonly attempt: Attempt;
  readonly aim: AttemptAim;
  readonly name: string;
  readonly configuration: ChainStep["configuration"];
  /** Target of each outcome of the component. */
  readonly outcomes: ChainStep["outcomes"];
  /** State that the component returned when it asked; null before. */
  readonly state: JsonValue;
}

/** Entered values by field name. */
export type Entered = Readonly<Record<string, Secret>>;

/** A turn that asks for input, for the first time or again. */
export interface AskTurn {
  readonly asked: Asked;
  /** State that the component gets back with the input, stored sealed. */
  readonly state: JsonValue;
  /** Given user name, if there is one. */
  readonly userName?: string;
  /** Writes in the transaction in which the step asks. */
  readonly alsoWrites?: () => Promise<void>;
  /** Reason why the previous input was refused, for the audit. */
  readonly failed?: { readonly reason: string; readonly userKey?: string };
}

/** A turn with an outcome, from which the chain continues. */
export interface OutcomeTurn {
  readonly outcome: string;
  /** Reason for the audit. */
  readonly reason: string;
  /** Key of the user, if the outcome proves their identity. */
  readonly userKey?: string;
  /** Given user name, if there is one. */
  readonly userName?: string;
  /** True if a step of another chain proved it before, so that this step is skipped. */
  readonly isKept?: boolean;
  /** Choice made in a closing step, for the aim of the sign-in. */
  readonly chosen?: ChosenPassword;
  /** Sessions held elsewhere from now on, if they change. */
  readonly sessions?: JsonObject;
  /** Error code shown if the chain ends here. Only a user who has proved their identity learns more than that it failed. */
  readonly refused?: TokenRefusal["refused"];
}

/** A turn that moves to another chain. */
export interface ChainTurn {
  readonly chain: string;
  readonly number: number;
}

/** Result of a step. */
export type Turn = AskTurn | OutcomeTurn | ChainTurn;

/** A component of authentication chains. */
export interface SignInComponent<Judged = unknown> {
  /** Begins the step: returns its fields, or its outcome at once. Not inside a transaction. */
  begin(context: CallContext, step: StepAtHand): Promise<Turn>;
  /** Checks the input: hashes, plug-ins, the network. Not inside a transaction. */
  judge(context: CallContext, step: StepAtHand, entered: Entered): Promise<Judged>;
  /** Decides about the checked input, in the transaction in which the sign-in continues. */
  decide(context: CallContext, step: StepAtHand, judged: Judged): Promise<Turn>;
}

/** Declares a component; `judge` and `decide` share one type of result. */
export function signInComponent<Judged>(component: SignInComponent<Judged>): SignInComponent {
  return component;
}
