import { isActing } from "#domain/identity/acting-users.ts";
import { isAsked, activeDelegatesOf, wayOf } from "#domain/requests/active-delegates.ts";
import { handOver } from "#domain/requests/escalation.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { PhaseVotes } from "./authorize-subject.ts";
import { nearestActingAbove } from "./nearest-acting-above.ts";
import type { OpenPhase } from "./refresh-delegates.ts";
import { escalationRule } from "./waited-for.ts";

type Authorizer = Row<"requestAuthorizers">;

/** An authorizer who has not answered, and the replacements that a plug-in names; without any the nearest manager is asked. */
interface Silent {
  readonly silent: Authorizer;
  readonly named?: readonly string[] | undefined;
}

/**
 * Escalates for an authorizer who has not answered an open phase: asks the nearest manager, or the first named replacement. The settings
 * decide whether that user replaces or joins the authorizer. They always join if the authorizer acts only for others, or the new user is
 * one already. Returns the key of the user; undefined if no one can be asked.
 */
export async function escalatePerson(
  context: CallContext,
  open: OpenPhase,
  { authorizers }: Pick<PhaseVotes, "authorizers">,
  { silent, named }: Silent,
): Promise<string | undefined> {
  const { subject, phase } = open;
  await context.store.save("requestAuthorizers", { key: silent.key, escalatedAt: context.clock.now() });
  const above = await whoIsAsked(context, open, authorizers, { silent, named });
  if (above === undefined) return undefined;
  const known = authorizers.find(({ userKey }) => userKey === above);
  const way = wayOf({ by: "escalation", from: silent.userKey });
  if (known?.via?.includes(way)) return undefined;
  const isReplaced = known === undefined && isAsked(silent) && escalationRule(context).mode === "replace";
  if (isReplaced) {
    await replace(context, open, authorizers, { silent, by: above });
    return above;
  }
  await (known === undefined
    ? ask(context, open, { userKey: above, via: [way] })
    : context.store.save("requestAuthorizers", { key: known.key, via: [...(known.via ?? []), way] }));
  subject.note(context, "joined", { phase: phase.sequence, user: above, way });
  return above;
}

/**
 * Replaces an authorizer of an open phase who no longer decides, as an escalation of the mode `replace` does. Where the nearest manager is
 * an authorizer already, or no one can be asked, the authorizer is removed. Returns the key of the user who is asked instead; undefined if
 * there is none.
 */
export async function replacePerson(
  context: CallContext,
  open: OpenPhase,
  { authorizers }: Pick<PhaseVotes, "authorizers">,
  { silent, named }: Silent,
): Promise<string | undefined> {
  const { subject, phase } = open;
  const above = isAsked(silent) ? await whoIsAsked(context, open, authorizers, { silent, named }) : undefined;
  if (above !== undefined && authorizers.every(({ userKey }) => userKey !== above)) {
    await replace(context, open, authorizers, { silent, by: above });
    return above;
  }
  await context.store.remove("requestAuthorizers", silent.key);
  subject.note(context, "withdrawn", { phase: phase.sequence, user: silent.userKey });
  return undefined;
}

interface Replacement {
  readonly silent: Authorizer;
  /** Key of the user who is asked instead. */
  readonly by: string;
}

async function replace(
  context: CallContext,
  open: OpenPhase,
  authorizers: readonly Authorizer[],
  { silent, by }: Replacement,
): Promise<void> {
  const { subject, phase } = open;
  const { key, veto, inputRequired } = silent;
  const { handed, kept } = handOver(silent, authorizers);
  await ask(context, open, { userKey: by, via: handed, veto, inputRequired });
  await (kept.length === 0
    ? context.store.remove("requestAuthorizers", key)
    : context.store.save("requestAuthorizers", { key, via: kept, veto: false, inputRequired: false }));
  subject.note(context, "replaced", { phase: phase.sequence, user: silent.userKey, by });
}

async function ask(
  { store, clock, ids }: CallContext,
  { subject, phase }: OpenPhase,
  authorizer: Pick<Authorizer, "userKey" | "via"> & Partial<Authorizer>,
): Promise<void> {
  const place = { requestKey: subject.key, requestPhaseKey: phase.key, askedAt: clock.now() };
  await store.add("requestAuthorizers", { ...authorizer, ...place, key: ids.guid() });
}

/** Returns the key of the user to ask: the first named one, or else the nearest manager, among those who may be asked. */
async function whoIsAsked(
  context: CallContext,
  { subject, phase }: OpenPhase,
  authorizers: readonly Authorizer[],
  { silent, named }: Silent,
): Promise<string | undefined> {
  const asked = authorizers.filter(
    (one) => isAsked(one) && !activeDelegatesOf([one]).some(({ by }) => by === "escalation"),
  );
  const excluded = [subject.requesterKey, subject.recipientKey, ...(phase.excluded ?? [])];
  const outOfQuestion = new Set([...excluded, ...asked.map(({ userKey }) => userKey)]);
  return named ? firstOf(context, named, outOfQuestion) : nearestActingAbove(context, silent.userKey, outOfQuestion);
}

/** Returns the first of some users who is enabled and may be asked. */
async function firstOf(
  { store, clock }: CallContext,
  userKeys: readonly string[],
  outOfQuestion: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const key of userKeys) {
    const user = outOfQuestion.has(key) ? undefined : await store.get("users", key);
    if (user !== undefined && isActing(user, clock.now())) return key;
  }
  return undefined;
}
