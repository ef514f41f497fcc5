import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import { type FoundImplementer, type Implementers, implementersOf } from "../abilities/implementers-of.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { offerTask } from "./engine/offer-task.ts";
import { pluginRequest } from "./engine/plugin-request.ts";
import { settleWork } from "./engine/settle-work.ts";

/** Answers of the plug-ins for an operation: keys of users by the plug-in that names them, and the words of those that cannot be used. */
interface Answers {
  readonly named: readonly FoundImplementer[];
  readonly problems: readonly string[];
}

/**
 * Asks plug-ins for the implementers of the operations of a request whose moment this process has leased, and offers the operations to them.
 * Words of a plug-in that cannot be used are the reason of the hold, if nobody else is there. Not handled if another process has done it.
 */
export const findImplementers = defineOperation({
  name: "requests.findImplementers",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQFI", when: "never" },
  async prepare(context, { key }) {
    const request = await context.store.get("reqbatch", key);
    const asked = new Map<string, Answers>();
    for (const operation of request ? await calculating(context, key) : [])
      asked.set(operation.key, await askedFor(context, request as Row<"reqbatch">, operation));
    return asked;
  },
  async run(context, { key }, asked): Promise<{ handled: boolean }> {
    const { store } = context;
    const request = await store.lock("reqbatch", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!request || !isWorkStatus(request.status)) return { handled: true };
    const problems: string[] = [];
    for (const operation of await calculating(context, key)) {
      const answers = asked.get(operation.key);
      // One that came later has its own moment.
      if (answers === undefined) continue;
      const { people } = await implementersOf(context, operation, request.recipientKey);
      await offerTask(context, { request, operation }, withNamed(people, answers.named, request.recipientKey));
      problems.push(...answers.problems);
    }
    const operations = await store.select("requestOperations", { where: { requestKey: key } });
    await settleWork(context, request, operations, problems.length === 0 ? undefined : problems.join(" "));
    return { handled: true };
  },
});

function calculating({ store }: CallContext, requestKey: string): Promise<readonly Row<"requestOperations">[]> {
  return store.select("requestOperations", {
    where: { requestKey, task: "calculating" },
    orderBy: [["sequence", "asc"]],
  });
}

/** Asks each plug-in that the implementers of an operation name. */
async function askedFor(
  context: CallContext,
  request: Row<"reqbatch">,
  operation: Row<"requestOperations">,
): Promise<Answers> {
  const found = await implementersOf(context, operation, request.recipientKey);
  const named: FoundImplementer[] = [];
  const problems: string[] = [];
  for (const plugin of found.plugins) {
    const keys = await namesOf(context, { request, operation, found }, plugin);
    if (typeof keys === "string") problems.push(keys);
    else named.push(...keys.map((userKey) => ({ userKey, via: [`plugin('${plugin}')`] })));
  }
  const users = await context.store.select("users", {
    where: oneOf(
      "key",
      named.map(({ userKey }) => userKey),
    ),
  });
  const enabled = new Set(users.flatMap(({ key, disabled }) => (disabled ? [] : [key])));
  return { named: named.filter(({ userKey }) => enabled.has(userKey)), problems };
}

interface Asked {
  readonly request: Row<"reqbatch">;
  readonly operation: Row<"requestOperations">;
  readonly found: Implementers;
}

/** Returns the keys that a plug-in names, or the words why it cannot be used. */
async function namesOf(
  context: CallContext,
  { request, operation, found }: Asked,
  name: string,
): Promise<readonly string[] | string> {
  const asked = {
    request: await pluginRequest(context, request),
    operation: operation.sequence,
    implementers: found.people.map(({ userKey }) => userKey),
  };
  try {
    const services = pluginServices(context);
    return (await context.plugins.ask({ kind: "implementers", name, request: asked, services })).userKeys;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return error.detail === undefined ? error.message : `${error.message} Its own words: ${error.detail}`;
  }
}

/** Adds those whom plug-ins name to the implementers, each once; nobody implements what is for themselves. */
function withNamed(
  people: readonly FoundImplementer[],
  named: readonly FoundImplementer[],
  recipientKey: string,
): readonly FoundImplementer[] {
  const all = new Map(people.map((person) => [person.userKey, person]));
  for (const { userKey, via } of named) {
    if (userKey === recipientKey) continue;
    all.set(userKey, { userKey, via: [...(all.get(userKey)?.via ?? []), ...via] });
  }
  return [...all.values()];
}
