import type { Row } from "#store/tables.ts";

import type { RequestRoom } from "../request-room.ts";
import { attributesText, recordOf, type RecordOfWorld, sortedText } from "./record-of.ts";
import type { RealObject, World } from "./world.ts";

type Store = RequestRoom["store"];
type Operation = Row<"requestOperations">;

/** Finds the objects and memberships that have lost their rows without a confirmation although the world still has them. */
export function goneUnasked(world: World, before: RecordOfWorld, after: RecordOfWorld): string[] {
  const goneOf = (kind: "accounts" | "groups"): string[] => {
    const left = new Set(after[kind].map(({ stableId }) => stableId));
    const gone = before[kind].filter(({ stableId }) => !left.has(stableId) && world.objects.has(stableId));
    const names = gone.map(({ shortId }) => shortId).join(" ");
    return gone.length === 0 ? [] : [`${kind} that are there went without a question: ${names}`];
  };
  const left = new Set(after.memberships);
  const ended = before.memberships.filter((pair) => !left.has(pair) && isMembership(world, pair));
  const memberships =
    ended.length === 0 ? [] : [`memberships that are there went without a question: ${ended.join(" ")}`];
  return [...goneOf("accounts"), ...goneOf("groups"), ...memberships];
}

function isMembership({ objects }: World, pair: string): boolean {
  const [member = "", group = ""] = pair.split(" in ");
  return objects.has(member) && objects.get(group)?.members.has(member) === true;
}

/** Finds recorded accounts that never existed, never had their recorded name, or are recorded as enabled but are not. */
export function invented(world: World, { accounts }: RecordOfWorld): string[] {
  return accounts.flatMap(({ stableId, shortId, enabled }) => {
    const real = world.everMade.get(stableId);
    if (real?.type !== "account") return [`the record has ${shortId} (${stableId}), which never was`];
    if (!real.names.has(shortId)) return [`the record calls ${real.name} ${shortId}`];
    const isShut = world.objects.has(stableId) && !real.enabled;
    return enabled && isShut ? [`${shortId} is shown as enabled and is not`] : [];
  });
}

/** Finds accounts of users who did not request them. */
export async function wronglyOwned(store: Store, world: World, { accounts }: RecordOfWorld): Promise<string[]> {
  const wrong: string[] = [];
  for (const { stableId, shortId, userKey } of accounts) {
    if (userKey === null) continue;
    const madeBy = world.everMade.get(stableId)?.madeBy ?? null;
    const operation = madeBy === null ? undefined : await store.get("requestOperations", madeBy);
    const request = operation && (await store.get("reqbatch", operation.requestKey));
    if (request?.recipientKey !== userKey) wrong.push(`${shortId} belongs to somebody who did not ask for it`);
  }
  return wrong;
}

/** Objects of an operation, as recorded and as they really are. */
interface Facts {
  readonly done: Operation;
  readonly account: Row<"accounts"> | undefined;
  readonly real: RealObject | undefined;
  readonly isMember: boolean;
}

/** Reports whether an operation says that its target did not show the result of the change: then the rows are unchanged. */
const isUnseen = ({ errorMessage }: Operation) => errorMessage?.includes("does not show the object") === true;

const isNamed = ({ account, real }: Facts) => real !== undefined && real.name === account?.shortId;

/** Conditions that hold after an operation has succeeded. */
const needs: Readonly<Record<string, (facts: Facts) => boolean>> = {
  DELU: ({ account }) => account === undefined,
  DNAU: ({ real }) => real?.enabled === false,
  ENAU: ({ real }) => real?.enabled === true,
  GRUA: ({ isMember }) => isMember,
  GRUD: ({ isMember }) => !isMember,
  ACUA: (facts) => isNamed(facts) && facts.real?.madeBy === facts.done.key,
  UPDA: (facts) => isNamed(facts) || isUnseen(facts.done),
};

/** Finds the results of a succeeded operation that are not true, on the target or in the rows. */
export async function notDone(store: Store, world: World, done: Operation): Promise<string[]> {
  const facts = await factsOf(store, world, done);
  const { account, real } = facts;
  const { code } = done;
  if (needs[code]?.(facts) === false)
    return [`${code} succeeded and is not so: ${account?.shortId}, there ${real?.name}`];
  if (code !== "UPDA" || real === undefined || account === undefined || isUnseen(done)) return [];
  const [told, there] = [await attributesText(store, account.key), sortedText(real.attributes)];
  return told === there ? [] : [`after ${code} the record has ${told}, the target ${there}`];
}

async function factsOf(store: Store, { objects }: World, done: Operation): Promise<Facts> {
  const account = done.accountKey === null ? undefined : await store.get("accounts", done.accountKey);
  const group = done.groupKey === null ? undefined : await store.get("groups", done.groupKey);
  const stableId = account?.stableId ?? "";
  const isMember = objects.get(group?.stableId ?? "")?.members.has(stableId) === true;
  return { done, account, real: objects.get(stableId), isMember };
}

/** Finds the faults that may never occur, whatever has happened. */
export async function neverSo(store: Store, world: World): Promise<string[]> {
  const now = await recordOf(store, world);
  return [...invented(world, now), ...(await wronglyOwned(store, world, now))];
}
