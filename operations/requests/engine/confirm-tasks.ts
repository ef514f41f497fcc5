import type { Capability } from "#connectors/contract/index.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { allOf, eq, lt, oneOf } from "#domain/query/condition.ts";
import {
  definitionOf,
  objectTypeOf,
  type OperationCode,
  operationCodesWhere,
} from "#domain/requests/operation-codes.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import { offeredTo, peopleOfTask, type Task } from "#domain/requests/task.ts";
import { withAccessCause } from "#store/grants/access-cause.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Applied } from "../../kernel/performer.ts";
import { alsoGiven } from "../../kernel/rows/also-given.ts";
import { objectOf } from "../../kernel/rows/object-rows.ts";
import { notice } from "../../notices/engine/notice.ts";
import { continueWork } from "./answer-task.ts";
import { causeOf } from "./apply-outcome.ts";
import { recordConfirmed, recordWork } from "./record-outcome.ts";
import { noteOffered, offersOf, saveTask } from "./task-rows.ts";

type Operation = Row<"requestOperations">;
type Request = Row<"reqbatch">;

/** Completed work as a discovery shows it: what it has made, if the record does not know that yet, or the words why it is not there. */
type Seen = { readonly made?: Applied } | { readonly missing: string };

type Looker = (context: CallContext, request: Request, operation: Operation) => Promise<Seen>;

/** Ways in which a discovery shows the work of a function of connectors; other work is confirmed by the word of its implementer. */
const lookers: { readonly [C in Capability]?: Looker } = {
  create: madeObject,
  delete: goneObject,
  enable: stateIs(true),
  disable: stateIs(false),
  addMember: membershipIs(true),
  removeMember: membershipIs(false),
};

const confirmable: readonly OperationCode[] = operationCodesWhere(({ capability }) => looker(capability) !== undefined);

function looker(capability: Capability | null): Looker | undefined {
  return capability === null ? undefined : lookers[capability];
}

/** Reports whether a discovery can show that an operation was performed. */
export function isConfirmable(code: OperationCode): boolean {
  return confirmable.includes(code);
}

/** Discovery of a target system that has ended well. */
export interface EndedListing {
  readonly targetSystemKey: string;
  /** Time at which its listing began: it shows nothing of what came later. */
  readonly listedAt: number;
}

/**
 * Confirms the completed tasks of a target system by its discovery that has just ended: what it shows has succeeded, and the rest comes back to
 * its implementer with what was seen.
 */
export async function confirmTasks(context: CallContext, { targetSystemKey, listedAt }: EndedListing): Promise<void> {
  const { store } = context;
  const where = allOf(
    oneOf("code", confirmable),
    eq("result", "P"),
    eq("targetSystemKey", targetSystemKey),
    eq("task", "unconfirmed"),
    lt("taskSince", listedAt),
  );
  for (const { key, requestKey } of await store.select("requestOperations", { where, orderBy: [["key", "asc"]] })) {
    const request = await store.lock("reqbatch", requestKey);
    const operation = await store.get("requestOperations", key);
    if (!request || operation?.task !== "unconfirmed") continue;
    const seen = await withAccessCause(causeOf({ request, operation }, context.clock.now()), async () => {
      const look = looker(definitionOf(operation.code).capability);
      const looked = (await look?.(context, request, operation)) ?? {};
      if (!("missing" in looked)) await confirm(context, operation, looked.made);
      return looked;
    });
    if ("missing" in seen) await giveBack(context, { request, operation, listedAt }, seen.missing);
    await continueWork(context, request, { hasEnded: !("missing" in seen) });
  }
}

async function confirm(context: CallContext, operation: Operation, made: Applied | undefined): Promise<void> {
  const closed = await context.store.save("requestOperations", { key: operation.key, task: "closed" });
  if (made === undefined) await recordWork(context, closed, { object: undefined, words: operation.errorMessage });
  else await recordConfirmed(context, closed, made);
}

interface Unconfirmed {
  readonly request: Request;
  readonly operation: Operation;
  readonly listedAt: number;
}

/** Gives a task back to its implementer, or to all others if that one is away, with what was seen. */
async function giveBack(context: CallContext, { request, operation, listedAt }: Unconfirmed, missing: string) {
  const { store } = context;
  const errorCode: ErrorCode = "TASK_UNCONFIRMED";
  const errorMessage = `The discovery of ${new Date(listedAt).toISOString()} shows that ${missing}.`;
  await store.save("requestOperations", { key: operation.key, errorCode, errorMessage });
  const offers = (await offersOf(context, [operation])).get(operation.key) ?? [];
  const { implementerKey } = operation;
  const isThere = implementerKey !== null && (await store.get("users", implementerKey))?.disabled === false;
  const isTheirs =
    isThere && offers.some(({ userKey, declinedAt }) => userKey === implementerKey && declinedAt === null);
  const task: Task = isTheirs ? { task: "accepted", implementerKey } : offeredTo(offers, null);
  const back = await saveTask(context, { operation, offers }, task);
  noteOffered(context, { operation: back, offers });
  const to = peopleOfTask(task, offers);
  notice(context, "taskReturned", { requestKey: request.key, to, facts: { operation: operation.sequence } });
}

/** Looks for a new account or group by the ID that its implementer has given, or else by its name. */
async function madeObject(context: CallContext, request: Request, operation: Operation): Promise<Seen> {
  const isAccount = objectTypeOf(definitionOf(operation.code)) === "account";
  return isAccount ? madeAccount(context, request, operation) : madeGroup(context, operation);
}

async function madeGroup({ store }: CallContext, operation: Operation): Promise<Seen> {
  const { stableId, groupName } = operation;
  const targetSystemKey = targetKeyOf(operation);
  const shortId = groupName ?? "";
  const [byId] = await store.select("groups", { where: { targetSystemKey, stableId: stableId ?? "" }, limit: 1 });
  const [byName] = byId ? [byId] : await store.select("groups", { where: { targetSystemKey, shortId }, limit: 1 });
  if (byName === undefined) return { missing: `there is no group '${shortId}'` };
  await store.save("groups", { key: byName.key, managed: true });
  return { made: { groupKey: byName.key, name: byName.shortId } };
}

async function madeAccount(context: CallContext, { recipientKey }: Request, operation: Operation): Promise<Seen> {
  const { store } = context;
  const { stableId, associatedBy } = operation;
  const targetSystemKey = targetKeyOf(operation);
  const shortId = operation.accountName ?? "";
  const [byId] = await store.select("accounts", { where: { targetSystemKey, stableId: stableId ?? "" }, limit: 1 });
  const [found] = byId ? [byId] : await store.select("accounts", { where: { targetSystemKey, shortId }, limit: 1 });
  if (found === undefined) return { missing: `there is no account '${shortId}'` };
  const { key, shortId: name, userKey } = found;
  if (userKey !== null && userKey !== recipientKey)
    return { missing: `the account '${name}' belongs to somebody else` };
  if (associatedBy !== "none" && userKey === null)
    await store.save("accounts", { key, userKey: recipientKey, associatedBy: associatedBy ?? "auto" });
  // The discovery has found what the operation gave.
  await alsoGiven(context, { kind: "account", accountKey: key }, operation);
  return { made: { accountKey: key, name } };
}

async function goneObject({ store }: CallContext, _request: Request, operation: Operation): Promise<Seen> {
  const type = objectTypeOf(definitionOf(operation.code));
  const object = await objectOf(store, operation, type);
  return object === undefined ? {} : { missing: `the ${type} '${object.shortId}' is still there` };
}

function stateIs(enabled: boolean): Looker {
  return async ({ store }, _request, operation): Promise<Seen> => {
    const account = await objectOf(store, operation, "account");
    if (account?.enabled === enabled) return {};
    if (account === undefined) return { missing: "the account is not there" };
    const state = account.enabled === null ? "of an unknown state" : account.enabled ? "enabled" : "disabled";
    return { missing: `the account '${account.shortId}' is ${state}` };
  };
}

function membershipIs(wanted: boolean): Looker {
  return async ({ store }, _request, operation): Promise<Seen> => {
    const account = await objectOf(store, operation, "account");
    const group = await objectOf(store, operation, "group");
    if (!account || !group) return { missing: "the account or the group is not there" };
    const where = { groupKey: group.key, accountKey: account.key };
    const isMember = (await store.count("groupMemberships", where)) > 0;
    if (isMember === wanted) return {};
    return { missing: `'${account.shortId}' is ${isMember ? "still" : "not"} a member of '${group.shortId}'` };
  };
}
