import { Secret } from "#connectors/contract/index.ts";
import { signInAttemptMinutes } from "#domain/chain-limits.ts";
import { builtInComponents } from "#domain/chains/chain-components.ts";
import { optionOf } from "#domain/chains/check-configuration.ts";
import { firstOf, isFalsy } from "#domain/chains/selects.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import { allOf, eq, sameFolded } from "#domain/query/condition.ts";
import { relayStateRandomBytes } from "#domain/saml-limits.ts";
import type { Row } from "#store/tables.ts";

import { hashOf } from "../../../identity/engine/client.ts";
import { maySignIn } from "../../../identity/engine/may-sign-in.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { namedUser } from "../../../kernel/named-user.ts";
import { refusalOf } from "../../../proofs/user-state.ts";
import { trustOf } from "../../../saml/engine/trust-of.ts";
import { type AskTurn, type OutcomeTurn, signInComponent, type StepAtHand, type Turn } from "../component.ts";
import { heldIdentifier, samlState, withoutIdentifier } from "../saml-memory.ts";
import { giftOf } from "../sign-in-purposes.ts";

/** Step that sends the browser to an identity provider and continues by its answer. */
export const saml = signInComponent<null>({
  async begin(context, step) {
    const { configuration, attempt } = step;
    const option = optionOf(configuration, builtInComponents.saml.options, "provider");
    const id = String(option) || (attempt.memory.facts.provider ?? "");
    const provider = id === "" ? undefined : await context.store.get("samlProviders", id);
    return provider?.enabled === true ? ask(context, step, provider) : failed(step, "no such identity provider");
  },
  judge: async () => null,
  async decide(context, step) {
    const { provider, answered, fault } = samlState.parse(step.state);
    const { asked } = step.attempt.memory;
    // A browser that returns without an answer of the provider may still bring it.
    if (!answered && asked !== null) return { asked, state: step.state };
    if (!answered || fault !== null) return failed(step, fault ?? "no answer");
    const row = await context.store.get("samlProviders", provider);
    if (row?.enabled !== true) return failed(step, "the identity provider is there no more");
    return admit(context, step, row);
  },
});

async function ask(context: CallContext, { attempt }: StepAtHand, provider: Row<"samlProviders">): Promise<AskTurn> {
  const { clock, ids, store } = context;
  const relayState = ids.token(relayStateRandomBytes);
  const requestId = `_${ids.guid()}`;
  const now = clock.now();
  const { requestAddress } = await import("#platform/saml/saml.ts");
  const redirect = await requestAddress(trustOf(context, provider), { id: requestId, nowMs: now }, relayState);
  const request = {
    key: ids.guid(),
    relayStateHash: hashOf(new Secret(relayState)),
    requestId,
    providerId: provider.id,
    attemptKey: attempt.row.key,
    expiresAt: now + signInAttemptMinutes * 6e4,
  };
  return {
    asked: { title: stepTexts.signIn, fields: [], redirect },
    state: { provider: provider.id, requestId, answered: false, fault: null },
    async alsoWrites() {
      await store.add("samlRequests", request);
    },
  };
}

/** Decides whether a provider's answer lets the user in; only the audit gets the reasons of a failure. */
async function admit(context: CallContext, step: StepAtHand, provider: Row<"samlProviders">): Promise<Turn> {
  const name: unknown = firstOf(heldIdentifier(step.attempt.memory.sessions));
  if (isFalsy(name) || typeof name !== "string") return failed(step, "it names nobody");
  const key = await userKeyOf(context, provider, name);
  const user = key === undefined ? undefined : await context.store.lock("users", key);
  if (user === undefined) return failed(step, "it names no user, or several");
  const refused = refusalOf(user, context.clock.now()) ?? (await beyondBounds(context, provider, user));
  if (refused !== undefined) return failed(step, refused, user.key);
  const { allowed, reason } = await maySignIn(context, user, giftOf(step.aim));
  if (!allowed) return failed(step, reason, user.key);
  return { outcome: "passed", reason: `told by ${provider.id}`, userKey: user.key, userName: user.id };
}

/** Finds the user of a name: exactly, else ignoring case. Returns undefined if the name is ambiguous. */
async function userKeyOf(
  context: CallContext,
  { userAttribute }: Row<"samlProviders">,
  name: string,
): Promise<string | undefined> {
  if (userAttribute === null) return (await namedUser(context, name))?.key;
  const { store } = context;
  const bearers = await store.select("userAttributes", { where: { name: userAttribute, value: name } });
  if (bearers.length > 0) return onlyUser(bearers);
  return onlyUser(
    await store.select("userAttributes", { where: allOf(eq("name", userAttribute), sameFolded("value", name)) }),
  );
}

function onlyUser([first, ...others]: readonly { readonly userKey: string }[]): string | undefined {
  return others.every(({ userKey }) => userKey === first?.userKey) ? first?.userKey : undefined;
}

/** Returns the reason for which a provider may not name a user; undefined if it may. */
async function beyondBounds(
  { store }: CallContext,
  { superusers, userClass }: Row<"samlProviders">,
  { key, superuser }: Row<"users">,
): Promise<string | undefined> {
  if (superuser && !superusers) return "it may not name superusers";
  if (userClass === null) return undefined;
  const classes = classesOf(await store.select("userClassMembers", { where: { userKey: key } }));
  return classes.includes(userClass) ? undefined : `it names a user who is not in ${userClass}`;
}

/** Makes the failed outcome. It removes the provider's session, so that nothing of it is held in the next step (specification 5). */
function failed({ attempt }: StepAtHand, reason: string, userKey?: string): OutcomeTurn {
  const sessions = withoutIdentifier(attempt.memory.sessions);
  return { outcome: "failed", reason: `SAML: ${reason}`, sessions, ...(userKey !== undefined && { userKey }) };
}
