import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import { ModuleName } from "#domain/module-name.ts";
import { allOf, eq, related } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { type AtomicCall, runAtomically } from "../kernel/atomic-group.ts";
import { engineCaller } from "../kernel/callers.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { notice } from "../notices/engine/notice.ts";
import { decide } from "./decide.ts";

const audit = { operation: "RQDS", when: "never" } as const;
const pageMax = 100;

/** Lists decisions that other nodes have sent about requests of this one, and that are not taken yet; the oldest first. */
export const listSentDecisions = defineOperation<Record<string, never>, readonly string[]>({
  name: "requests.listSentDecisions",
  kind: "read",
  callers: ["engine"],
  audit,
  async run({ store }) {
    if (!(await store.homes.isShared())) return [];
    const sent = await store.select("sentDecisions", {
      where: allOf(eq("state", "sent"), related("request", eq("homeNode", store.node))),
      orderBy: [["sentAt", "asc"]],
      limit: pageMax,
    });
    return sent.map(({ key }) => key);
  },
});

/**
 * Records in the transaction of a sent decision that it was taken.
 * @throws CONFLICT if another process has taken it
 */
const noteTaken = defineOperation<{ key: string }, object>({
  name: "requests.noteSentDecision",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit,
  async run({ store, clock }, { key }) {
    const sent = await store.lock("sentDecisions", key);
    if (sent?.state !== "sent") throw new ServiceError("CONFLICT", { target: "key" });
    await store.save("sentDecisions", { key, state: "taken", settledAt: clock.now() });
    return {};
  },
});

/** Records that a sent decision does not count, and tells who has made it. */
const noteRefused = defineOperation<{ key: string; code: string }, object>({
  name: "requests.refuseSentDecision",
  input: z.strictObject({ key: z.string(), code: z.string() }),
  callers: ["engine"],
  audit,
  async run(context, { key, code }) {
    const { store, clock } = context;
    const sent = await store.lock("sentDecisions", key);
    if (sent?.state !== "sent") return {};
    await store.save("sentDecisions", { key, state: "refused", refusal: code, settledAt: clock.now() });
    const { requestKey, userKey, phase, decision: answer } = sent;
    if ((await store.get("users", userKey)) !== undefined)
      notice(context, "decisionRefused", { requestKey, to: [userKey], facts: { phase, answer } });
    return {};
  },
});

/**
 * Takes a decision that another node has sent, as a call of the user who has made it: with the policies, the people and the state of now,
 * because no other node is believed in that. Of two decisions that cannot both count the second is refused, and its author is told.
 */
export async function takeSentDecision(service: ServiceContext, key: string): Promise<void> {
  const sent = await service.store.get("sentDecisions", key);
  if (sent?.state !== "sent") return;
  const engine = engineCaller(ModuleName.Idwfm, key);
  const refusal = await refusalOf(service, { engine, sent });
  if (refusal === undefined) return;
  const isFinal = refusal instanceof ServiceError && refusal.kind !== "unavailable" && refusal.kind !== "internal";
  if (!isFinal) throw refusal;
  await invoke(noteRefused, service, engine, { key, code: refusal.code });
}

interface Taking {
  readonly engine: Caller;
  readonly sent: Row<"sentDecisions">;
}

type Attempt = { readonly done: unknown } | { readonly error: Error };

async function refusalOf(service: ServiceContext, { engine, sent }: Taking): Promise<Error | undefined> {
  const { key, requestKey, phase, decision, operations, comment, expect } = sent;
  const author = await authorOf(service, sent, engine);
  if (author === undefined) return new ServiceError("FORBIDDEN", { detail: "the author may not act" });
  const input = { key: requestKey, phase, decision, operations, comment, expect };
  const calls: readonly ((within: ServiceContext) => Promise<unknown>)[] = [
    (within) => invoke(noteTaken, within, engine, { key }),
    (within) => invoke(decide, within, author, input),
  ];
  const attempts = calls.map((call): AtomicCall<Attempt> => async (within) => {
    try {
      return { done: await call(within) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  });
  const result = await runAtomically(service, attempts, (attempt) => "error" in attempt);
  // Another process has taken it.
  if (result.done !== null || result.place === 0) return undefined;
  return "error" in result.failed ? result.failed.error : undefined;
}

/** Returns the author of a sent decision as a caller with the rights of now; undefined if the user may not act. */
async function authorOf(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  { key: requestId, userKey }: Row<"sentDecisions">,
  { sessid, module }: Caller,
): Promise<Caller | undefined> {
  const user = await store.get("users", userKey);
  if (user === undefined || !isActing(user, clock.now())) return undefined;
  const { key, id, superuser } = user;
  const classes = classesOf(await store.select("userClassMembers", { where: { userKey: key } }));
  return { kind: "user", key, id, superuser, classes, sessid, module, requestId };
}
