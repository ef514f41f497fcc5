import { stepFieldNameMaxCharacters, stepFieldsMax } from "#domain/chain-limits.ts";
import type { AskedField } from "#domain/chains/asked-fields.ts";
import { pluginAuthenticates, pluginNameOf } from "#domain/chains/component-of-step.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { ServiceError } from "#domain/errors.ts";
import type { ChainComponentPatch } from "#plugins/contract/chain-component.ts";
import type { Row } from "#store/tables.ts";

import { countWrong } from "../../../identity/engine/count-wrong.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { pluginServices } from "../../../plug-ins/engine/plugin-services.ts";
import { passwordRefusalOf } from "../../../proofs/user-state.ts";
import { type Entered, type OutcomeTurn, signInComponent, type StepAtHand, type Turn } from "../component.ts";
import { enteredSecret } from "../entered.ts";
import { type PersonAtHand, personAtHand, shownPerson } from "../person-at-hand.ts";

/** Answer of a plug-in about a step. */
interface Said {
  /** Undefined if the plug-in could not be asked, or asks for more than a step can show. */
  readonly patch: ChainComponentPatch | undefined;
  readonly person: PersonAtHand | undefined;
}

/** Step by a plug-in of this installation. It fails if the plug-in cannot be asked. */
export const plugin = signInComponent<Said>({
  async begin(context, step) {
    const { patch, person } = await ask(context, step, {});
    if (patch !== undefined && "ask" in patch) return asking(patch);
    return decided(context, step, { patch, person }, (key) => context.store.get("users", key));
  },
  async judge(context, step, entered) {
    const asked = step.attempt.memory.asked?.fields ?? [];
    return ask(context, step, Object.fromEntries(asked.map(({ name }) => [name, enteredSecret(entered, name)])));
  },
  async decide(context, step, said) {
    const { patch, person } = said;
    if (patch !== undefined && "ask" in patch) return asking(patch);
    const { store } = context;
    const turn = await decided(context, step, said, (key) => store.lock("users", key));
    // Wrong input is counted; a plug-in that could not be asked is not.
    if (pluginAuthenticates(step) && patch !== undefined && turn.outcome === "failed" && turn.refused === undefined) {
      const user = await store.lock("users", keyOf(person));
      await countWrong(context, person?.name ?? "", user);
    }
    return turn;
  },
});

async function ask(context: CallContext, step: StepAtHand, fields: Entered): Promise<Said> {
  const { plugins, caller } = context;
  const { attempt, configuration, outcomes, state } = step;
  const person = await personAtHand(context, attempt);
  const name = pluginNameOf(attempt.chain.steps[step.name]?.component ?? "") ?? "";
  const request = {
    user: person === undefined ? null : shownPerson(context, person),
    fields,
    configuration,
    outcomes: Object.keys(outcomes),
    state: typeof state === "string" ? state : null,
    ip: caller.ip ?? null,
  };
  try {
    const patch = await plugins.ask({ kind: "chainComponent", name, request, services: pluginServices(context) });
    if ("outcome" in patch || canBeFilledIn(patch.ask)) return { patch, person };
    context.log.error({ plugin: name }, "A plug-in of a chain asks for more fields, or longer names, than a step may.");
  } catch (error) {
    // The plug-in host has logged the reason.
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
  }
  return { patch: undefined, person };
}

type Question = Extract<ChainComponentPatch, { readonly ask: unknown }>;

function canBeFilledIn(fields: Question["ask"]): boolean {
  return fields.length <= stepFieldsMax && fields.every(({ name }) => name.length <= stepFieldNameMaxCharacters);
}

function asking({ ask: asked, state }: Question): Turn {
  const fields = asked.map(({ name, label, hidden }): AskedField => ({
    name,
    kind: hidden ? "password" : "text",
    label: {
      en: label,
      de: label,
    },
    autocomplete: "off",
  }));
  return { asked: { title: stepTexts.signIn, fields }, state };
}

/** Computes the outcome of the step. The user that the plug-in names counts only if the chain says that the step proves identity. */
async function decided(
  context: CallContext,
  step: StepAtHand,
  { patch, person }: Said,
  find: (userKey: string) => Promise<Row<"users"> | undefined>,
): Promise<OutcomeTurn> {
  if (patch === undefined || "ask" in patch) return { outcome: "failed", reason: "the plug-in could not be asked" };
  const { outcome } = patch;
  const reason = `the plug-in says ${outcome}`;
  if (!pluginAuthenticates(step) || outcome !== "passed") return { outcome, reason };
  const user = await find(patch.userKey ?? keyOf(person));
  if (user === undefined) return { outcome: "failed", reason: "the plug-in has proved nobody whom we know" };
  const proved = { userKey: user.key, userName: user.id };
  const refused = passwordRefusalOf(user, context);
  if (refused === undefined) return { outcome, reason, ...proved };
  // The input may have been guessed, so a stranger does not learn the refusal.
  return { outcome: "failed", reason: `${reason}, of a user who is kept out`, ...(person?.isProved && { refused }) };
}

function keyOf(person: PersonAtHand | undefined): string {
  return person?.user?.key ?? "";
}
