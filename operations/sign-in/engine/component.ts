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
  /** Where each outcome of the component leads. */
  readonly outcomes: ChainStep["outcomes"];
  /** What the component has remembered when it has asked; null before. */
  readonly state: JsonValue;
}

/** What was entered, by the names of the fields that were asked for. */
export type Entered = Readonly<Record<string, Secret>>;

/** A step asks, or asks once more. */
export interface AskTurn {
  readonly asked: Asked;
  /** Is there again when something was entered; it is kept sealed. */
  readonly state: JsonValue;
  /** The name that was given, where one was. */
  readonly userName?: string;
  /** What is written with it, in the transaction in which the step asks. */
  readonly alsoWrites?: () => Promise<void>;
  /** Why what was entered will not do, for the audit. */
  readonly failed?: { readonly reason: string; readonly userKey?: string };
}

/** A step has come to an outcome, from which the chain goes on. */
export interface OutcomeTurn {
  readonly outcome: string;
  /** Why, for the audit. */
  readonly reason: string;
  /** Who it is, where the outcome proves that. */
  readonly userKey?: string;
  /** The name that was given, where one was. */
  readonly userName?: string;
  /** Whether a step has proved it before in another chain, so that this one is passed by it. */
  readonly isKept?: boolean;
  /** What was chosen, where the step stands behind the chain: what the sign-in is for takes it. */
  readonly chosen?: ChosenPassword;
  /** The sessions elsewhere that are held from now on, where they change. */
  readonly sessions?: JsonObject;
  /** What is told where the chain ends here: more than that it has failed only to who has proved who they are. */
  readonly refused?: TokenRefusal["refused"];
}

/** A step hands on to another chain. */
export interface ChainTurn {
  readonly chain: string;
  readonly number: number;
}

/** What becomes of a step. */
export type Turn = AskTurn | OutcomeTurn | ChainTurn;

/** A component of authentication chains. */
export interface SignInComponent<Judged = unknown> {
  /** Begins the step: what it asks for, or how it ends at once. Not inside a transaction. */
  begin(context: CallContext, step: StepAtHand): Promise<Turn>;
  /** Looks at what was entered: hashes, plug-ins, the network. Not inside a transaction. */
  judge(context: CallContext, step: StepAtHand, entered: Entered): Promise<Judged>;
  /** Decides, in the transaction in which the sign-in goes on. */
  decide(context: CallContext, step: StepAtHand, judged: Judged): Promise<Turn>;
}

/** Declares a component, so that what it judges is what it decides by. */
export function signInComponent<Judged>(component: SignInComponent<Judged>): SignInComponent {
  return component;
}
