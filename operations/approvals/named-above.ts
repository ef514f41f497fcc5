import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { SubjectKind } from "../kernel/subject.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../plug-ins/engine/plugin-user.ts";
import type { Subject } from "./subject.ts";

/** Replacements named by a plug-in, by the keys of authorizers who have not answered; for others the manager is asked. */
export type NamedAbove = ReadonlyMap<string, readonly string[]>;

/**
 * Asks the plug-in of the installation for the replacements of authorizers whose time is over; it belongs before the transaction. A plug-in
 * that cannot be used is logged, and the managers are asked.
 */
export async function namedAbove(
  context: CallContext,
  kind: SubjectKind<CallContext>,
  key: string,
): Promise<NamedAbove> {
  const { store, settings, clock } = context;
  const subject = settings.escalationPlugin === null ? undefined : await kind.read(context, key);
  if (subject === undefined) return new Map();
  const moments = await kind.moments(context, subject);
  const items = (await kind.waitingItems?.(context, subject)) ?? [];
  const due = moments.flatMap((one) => (one.kind === "escalation" && one.at <= clock.now() ? [one.key] : []));
  const named = new Map<string, readonly string[]>();
  for (const asked of due) {
    const silent = await store.get("requestAuthorizers", asked);
    const item = items.find(({ phase }) => phase.key === silent?.requestPhaseKey);
    const to = silent && (await askPlugin(context, subject, { silent, item: item?.phase }));
    if (to) named.set(asked, to);
  }
  return named;
}

/** Somebody who has not answered. */
interface Silent {
  readonly silent: Row<"requestAuthorizers">;
  /** Item of the subject that waits for them; left out if a phase does. */
  readonly item?: { readonly sequence: number } | undefined;
}

/** Asks the plug-in for the replacements of one person; undefined if there is none, or it cannot be used. */
export async function askPlugin(
  context: CallContext,
  subject: Subject,
  { silent: { userKey, requestPhaseKey, askedAt }, item }: Silent,
): Promise<readonly string[] | undefined> {
  const { settings, clock, plugins, log } = context;
  const { escalationPlugin: name } = settings;
  const open = name === null ? undefined : await openOf(context, requestPhaseKey, item);
  if (name === null || open === undefined) return undefined;
  const { phase, operation, openedAt } = open;
  const asked = {
    request: await subject.described(context),
    phase,
    operation,
    authorizer: await pluginUser(context, userKey),
    waitingSince: new Date(askedAt ?? openedAt ?? clock.now()).toISOString(),
  };
  try {
    const services = pluginServices(context);
    return (await plugins.ask({ kind: "escalation", name, request: asked, services })).to;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    log.warn({ err: error, plugin: name, requestKey: subject.key }, "A plug-in names nobody; the manager is asked.");
    return undefined;
  }
}

/** Returns the numbers of the phase, or of the item, that waits for somebody; undefined if none does. */
async function openOf({ store }: CallContext, requestPhaseKey: string, item: Silent["item"]) {
  if (item !== undefined) return { phase: null, operation: item.sequence, openedAt: null };
  const phase = await store.get("requestPhases", requestPhaseKey);
  return phase && { phase: phase.sequence, operation: null, openedAt: phase.openedAt };
}
