import { ServiceError } from "#domain/errors.ts";
import type { Random } from "#domain/random.fixture.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { submit } from "#operations/requests/submit.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";

import { defineAttributes } from "../define-attributes.ts";
import { saveTarget } from "../organisation.ts";
import type { HabitRoom } from "./habit-room.ts";
import { realityText, recordOf, recordText } from "./record-of.ts";
import { type Habit, habits, World } from "./world.ts";
import { goneUnasked, neverSo, notDone } from "./wrongs.ts";

const people = ["ada", "bob", "cy"] as const;
const codes = ["ACUA", "ACUA", "CRTG", "UPDA", "UPDA", "GRUA", "GRUD", "DNAU", "ENAU", "DELU"] as const;
const eventsOfWorld = 7;
const objectsMax = 5;

/** Numbers of what has happened in all worlds of a run. */
export interface LivedCounts {
  operations: number;
  discoveries: number;
  asked: number;
}

/** Habits that a target gets later; before, the discovery showed everything. */
const startsLater: ReadonlySet<Habit> = new Set(["listsNothing", "forgetsType", "hidesMembers", "tellsNoState"]);

/** A world while things happen in it. */
interface Life {
  readonly room: HabitRoom;
  readonly world: World;
  readonly random: Random;
  readonly counts: LivedCounts;
  /** Returns a name that no object has yet. */
  newName(prefix: string): string;
}

/** Options of a world; the seed decides everything that happens in it. */
export interface LivedWorld {
  readonly random: Random;
  readonly seed: number;
  readonly counts: LivedCounts;
  /** Habits that its target has in any case. */
  readonly certain?: readonly Habit[];
}

/** Makes a world with some habits, lets people and operators work in it, and returns the first fault; undefined if there was none. */
export async function liveInWorld(
  room: HabitRoom,
  { random, seed, counts, certain = [] }: LivedWorld,
): Promise<string | undefined> {
  const has = new Set([...certain, ...Array.from({ length: random.below(4) }, () => random.pick(habits))]);
  const isAtOnce = (habit: Habit) => !startsLater.has(habit);
  const world = new World(`W${seed}`, random, new Set([...has].filter(isAtOnce)));
  await found(room, world);
  furnish(world, random);
  let names = 0;
  const life: Life = { room, world, random, counts, newName: (prefix) => `${prefix}${++names}` };
  let wrong = await discover(life);
  world.has = has;
  for (let event = 0; event < eventsOfWorld && wrong.length === 0; event += 1) wrong = await happen(life);
  if (wrong.length === 0) wrong = await recover(life);
  return wrong[0] === undefined ? undefined : `${wrong[0]} (habits: ${[...has].join(", ") || "none"})`;
}

async function found(room: HabitRoom, world: World): Promise<void> {
  room.enter(world);
  await room.store.transaction(async () => {
    await saveTarget(room.context, world.id, { address: { file: world.id }, autoApprove: true });
    await defineAttributes(room.context, world.id, ["mail", "phone", "name"]);
    const managed = { targetSystemId: world.id, name: "automaticallyDiscoverResourcesToLoad" } as const;
    await saveOption(room.context, { ...managed, target: "options" }, true);
  });
}

function furnish(world: World, random: Random): void {
  for (const type of ["account", "group"] as const)
    for (let index = 1 + random.below(objectsMax); index > 0; index -= 1)
      world.make(type, `${type}${index}`, { attributes: { mail: [`${index}@example.test`] } });
  const all = [...world.objects.values()];
  for (const group of all.filter(({ type }) => type === "group"))
    for (const { id, type } of all) if (type === "account" && random.below(2) === 0) group.members.add(id);
}

/** Makes one thing happen: a request, a discovery, or a change on the target by others. Returns the faults afterwards. */
function happen(life: Life): Promise<readonly string[]> {
  const what = life.random.below(10);
  if (what < 6) return request(life);
  if (what === 9) changedByOthers(life);
  return discover(life);
}

async function discover({ room, world, counts }: Life): Promise<readonly string[]> {
  const before = await recordOf(room.store, world);
  const ended = await room.discover(world);
  counts.discoveries += 1;
  if (ended.discovery.decision !== null) counts.asked += 1;
  if (ended.finishedAt === null) return ["a discovery does not end"];
  const gone = goneUnasked(world, before, await recordOf(room.store, world));
  return [...gone, ...(await neverSo(room.store, world))];
}

/** Ends the habits of the target. After one discovery, whose removals are confirmed, the rows must match the target. */
async function recover({ room, world }: Life): Promise<readonly string[]> {
  world.has = new Set();
  const { result, errorCode, errorMessage } = await room.discover(world, "confirm");
  if (result !== "S") return [`the last discovery ended ${result}: ${errorCode} ${errorMessage}`];
  const [told, there] = [await recordText(room.store, world), realityText(world)];
  return told === there ? neverSo(room.store, world) : [`the record says ${told}, and there is ${there}`];
}

async function request(life: Life): Promise<readonly string[]> {
  const { room, world, counts } = life;
  const submitted = await submitSomething(life);
  if (submitted === undefined) return [];
  counts.operations += 1;
  const ends = await room.perform(submitted, world);
  const [done] = await room.operations(submitted);
  if (!ends || done === undefined || done.finishedAt === null)
    return [`${done?.code} does not end: ${done?.errorCode} ${done?.errorMessage}`];
  const wrong = done.result === "S" ? await notDone(room.store, world, done) : [];
  return [...wrong, ...(await neverSo(room.store, world))];
}

/** Submits a random request; returns undefined if there is no object for it, or if it is refused. */
async function submitSomething(life: Life): Promise<{ readonly key: string } | undefined> {
  const { room, world } = life;
  const wish = await wishOf(life);
  if (wish === undefined) return undefined;
  const { recipientKey, ...operation } = wish;
  const operations = [{ targetSystemKey: world.id, ...operation }];
  try {
    return await invoke(submit, room.context, room.operator, { recipientKey, operations });
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "INTERNAL") return undefined;
    throw error;
  }
}

async function wishOf(life: Life) {
  const { room, world, random } = life;
  const { accounts, groups } = await recordOf(room.store, world);
  const code = random.pick(codes);
  const account = accounts.length > 0 ? random.pick(accounts) : undefined;
  const group = groups.length > 0 ? random.pick(groups) : undefined;
  const content = contentOf(life, code, { accountKey: account?.key, groupKey: group?.key });
  const isNew = code === "ACUA" || code === "CRTG";
  const recipientKey = isNew ? room.keyOf(random.pick(people)) : (account?.userKey ?? null);
  return content && { code, recipientKey, ...content };
}

type Keys = Readonly<Record<"accountKey" | "groupKey", string | undefined>>;

function contentOf({ random, newName }: Life, code: string, { accountKey, groupKey }: Keys): object | undefined {
  const isNew = code === "ACUA" || code === "CRTG";
  if (isNew) {
    const shortId = random.below(4) > 0 ? newName("new") : random.pick(["acc", "account1", "group", "group1", "new"]);
    const hasMail = code === "ACUA" && random.below(4) > 0;
    const mail = [random.below(3) === 0 ? " New@Example.test" : `${1 + random.below(objectsMax)}@example.test`];
    return { attributes: { shortId: [shortId], ...(hasMail && { mail }) } };
  }
  if (accountKey === undefined) return undefined;
  if (code === "UPDA") {
    const changes = [{ name: [newName("Renamed")] }, { mail: [" Other@Example.test"] }, { phone: ["1", "2"] }] as const;
    return { accountKey, attributes: random.pick(changes) };
  }
  const isMembership = code === "GRUA" || code === "GRUD";
  if (!isMembership) return { accountKey };
  return groupKey === undefined ? undefined : { accountKey, groupKey };
}

function changedByOthers({ world, random, newName }: Life): void {
  const all = [...world.objects.values()];
  const kind = random.below(3);
  const one = all.length > 0 ? random.pick(all) : undefined;
  if (kind === 0 || one === undefined) world.make("account", newName("other"));
  else if (kind === 1) world.write(one, { phone: ["3"] });
  else world.rename(one, newName("by-others"));
}
