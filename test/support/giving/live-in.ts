import { ServiceError } from "#domain/errors.ts";
import type { Random } from "#domain/random.fixture.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { decide } from "#operations/requests/decide.ts";
import { edit } from "#operations/requests/edit.ts";
import type { Row } from "#store/tables.ts";

import { seenNow } from "../seen-request.ts";
import { type GivingRoom, groupApprovers } from "./giving-room.ts";
import type { World } from "./make-world.ts";

type Operation = Row<"requestOperations">;

/** An operation that a target system had to carry out. */
export interface Gift {
  readonly operation: Operation;
  /** Groups of which the account was a member before the operation. */
  readonly memberOf: ReadonlySet<string>;
  /** Approvers of this very content. */
  readonly approvedBy: ReadonlySet<string>;
}

/** Returns the content of an operation, to compare it with the content that was approved. */
const contentOf = ({ key, code, targetSystemKey, accountKey, groupKey, attributes }: Operation) =>
  JSON.stringify([key, code, targetSystemKey, accountKey, groupKey, attributes]);

const requestsOfWorld = 4;
const eventsMost = 6;

/** Lets `ada` request several things at random, and people edit and decide them; returns the operations carried out. */
export async function liveIn(room: GivingRoom, world: World, random: Random): Promise<readonly Gift[]> {
  const gifts: Gift[] = [];
  for (let index = 0; index < requestsOfWorld; index++) gifts.push(...(await requested(room, world, random)));
  return gifts;
}

async function requested(room: GivingRoom, world: World, random: Random): Promise<readonly Gift[]> {
  const operations = Array.from({ length: random.below(4) === 0 ? 2 : 1 }, () => someOperation(world, random));
  const request = await attempt(room, () => room.submit(operations));
  if (request === undefined) return [];
  const approved = new Map<string, Set<string>>();
  const gifts = new Map<string, Gift>();
  const look = async () => {
    for (const operation of await room.operations(request)) {
      if (operation.handedOutAt === null || gifts.has(operation.key)) continue;
      const rows = await room.store.select("groupMemberships", { where: { accountKey: world.accountKey } });
      const memberOf = new Set(rows.map(({ groupKey }) => groupKey));
      gifts.set(operation.key, { operation, memberOf, approvedBy: approved.get(contentOf(operation)) ?? new Set() });
      room.counts.given += 1;
    }
  };
  for (let index = 0; index < eventsMost; index++) {
    const { status } = await room.row(request);
    if (status === "P") await room.step(request);
    else if (status === "W") await somethingHappens({ room, world, random, request, approved });
    await look();
  }
  return [...gifts.values()];
}

interface Waiting {
  readonly room: GivingRoom;
  readonly world: World;
  readonly random: Random;
  readonly request: Pick<Row<"reqbatch">, "key">;
  /** Approvers by the content that they approved. */
  readonly approved: Map<string, Set<string>>;
}

async function somethingHappens(waiting: Waiting): Promise<void> {
  const { room, world, random } = waiting;
  const what = random.below(8);
  if (what < 2) return changed(waiting);
  if (what > 2) return decided(waiting);
  const where = { accountKey: world.accountKey };
  const memberships = await room.store.select("groupMemberships", { where, orderBy: [["key", "asc"]] });
  if (memberships.length === 0) return;
  const { key } = random.pick(memberships);
  await room.store.transaction(() => room.store.remove("groupMemberships", key));
}

async function changed({ room, world, random, request }: Waiting): Promise<void> {
  const all = await room.operations(request);
  const { sequence, code } = random.pick(all);
  const attributes = someAttributes(world, random, code);
  const who = random.pick(["tom", "tom", "tom", ...groupApprovers]);
  const operations = [{ sequence, attributes }];
  await attempt(room, () => invoke(edit, room.context, room.as(who), { key: request.key, operations }));
}

async function decided({ room, random, request, approved }: Waiting): Promise<void> {
  const [open] = await room.store.select("requestPhases", { where: { requestKey: request.key, state: "open" } });
  const asked = await room.store.select("requestAuthorizers", { where: { requestKey: request.key, waits: true } });
  const isAsked = (id: string) => asked.some(({ userKey }) => userKey === room.keyOf(id));
  const all = ["tom", ...groupApprovers];
  const who = random.pick(random.below(5) > 0 ? [...all.filter(isAsked), "tom"] : all);
  const decision = random.below(10) === 0 ? "deny" : "approve";
  const seen = (await room.operations(request)).map(contentOf);
  const input = {
    key: request.key,
    phase: open?.sequence ?? 1,
    decision,
    expect: await seenNow(room.context, request.key),
  };
  const said = await attempt(room, () => invoke(decide, room.context, room.as(who), input));
  if (said === undefined || decision === "deny") return;
  for (const content of seen) approved.set(content, (approved.get(content) ?? new Set()).add(who));
}

async function attempt<T>(room: GivingRoom, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "INTERNAL") throw error;
    room.counts.refused += 1;
    return undefined;
  }
}

const codes = ["ACUA", "UPDA", "UPDA", "UPDA", "CRTG", "UPDG", "GRUA", "GRUD", "GROA", "DELG"] as const;

function someOperation(world: World, random: Random): object {
  const code = random.pick(codes);
  const ofAccount = code !== "ACUA" && code !== "CRTG" && code !== "UPDG" && code !== "DELG";
  const ofGroup = /^(?:GR|UPDG|DELG)/.test(code);
  return {
    code,
    targetSystemKey: world.target,
    ...(ofAccount && { accountKey: world.accountKey }),
    ...(ofGroup && { groupKey: random.pick(world.groups).key }),
    ...(/^(?:ACUA|CRTG|UPD)/.test(code) && { attributes: someAttributes(world, random, code) }),
  };
}

/** Returns attributes as any requester may write them: also unknown ones, and in other spellings. */
function someAttributes(world: World, random: Random, code: string): Readonly<Record<string, readonly string[]>> {
  const of = code === "CRTG" || code === "UPDG" ? "group" : "account";
  const all = world.attributes.filter((one) => one.of === of);
  // Attributes that give memberships are drawn most often.
  const known = [...all, ...all.filter(({ effect }) => effect === "memberships")];
  const chosen = Array.from({ length: random.below(3) === 0 ? 2 : 1 }, () => random.pick(known));
  const entries = chosen.map(({ name, effect }) => {
    const spelled = random.pick([name, name, name, name.toUpperCase(), `${name};x`]);
    const values = effect === "memberships" ? someGroups(world, random) : [`value${random.below(9)}`];
    return [spelled, values] as const;
  });
  const stray = random.below(12) === 0 ? [["unheardOf", ["x"]] as const] : [];
  return Object.fromEntries([...entries, ...stray, ["shortId", [`new${random.below(1000)}`]] as const]);
}

function someGroups({ groups }: World, random: Random): readonly string[] {
  const some = random.shuffle(groups).slice(0, 1 + random.below(2));
  const names = some.map(({ name, stableId }) => random.pick([name, name, stableId]));
  return random.below(12) === 0 ? [...names, "nobodyKnows"] : names;
}
