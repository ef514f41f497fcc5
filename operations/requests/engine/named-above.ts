import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { momentsOf } from "./moments-of.ts";
import { pluginRequest, pluginUser } from "./plugin-request.ts";

/** By the keys of authorizers who have not answered, whom a plug-in names in their place; who is not in it has a manager. */
export type NamedAbove = ReadonlyMap<string, readonly string[]>;

/**
 * Asks the plug-in of the installation for those who are to be asked in the place of authorizers whose time is over; it belongs before
 * the transaction. One that cannot be used is told in the log, and the managers are asked.
 */
export async function namedAbove(context: CallContext, requestKey: string): Promise<NamedAbove> {
  const { store, settings, clock } = context;
  const request = settings.escalationPlugin === null ? undefined : await store.get("reqbatch", requestKey);
  if (request === undefined) return new Map();
  const moments = await momentsOf(context, request);
  const due = moments.flatMap((one) => (one.kind === "escalation" && one.at <= clock.now() ? [one.key] : []));
  const named = new Map<string, readonly string[]>();
  for (const key of due) {
    const silent = await store.get("requestAuthorizers", key);
    const to = silent && (await askPlugin(context, request, silent));
    if (to) named.set(key, to);
  }
  return named;
}

/** Whom the plug-in names in the place of one authorizer; undefined where there is none, or it cannot be used. */
export async function askPlugin(
  context: CallContext,
  request: Row<"reqbatch">,
  { userKey, requestPhaseKey, askedAt }: Row<"requestAuthorizers">,
): Promise<readonly string[] | undefined> {
  const { store, settings, clock, plugins, log } = context;
  const { escalationPlugin: name } = settings;
  const phase = name === null ? undefined : await store.get("requestPhases", requestPhaseKey);
  if (name === null || phase === undefined) return undefined;
  const since = askedAt ?? phase.openedAt ?? clock.now();
  const asked = {
    request: await pluginRequest(context, request),
    phase: phase.sequence,
    authorizer: await pluginUser(context, userKey),
    waitingSince: new Date(since).toISOString(),
  };
  try {
    const services = pluginServices(context);
    return (await plugins.ask({ kind: "escalation", name, request: asked, services })).to;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    log.warn({ err: error, plugin: name, requestKey: request.key }, "A plug-in names nobody; the manager is asked.");
    return undefined;
  }
}
