import { ServiceError } from "#domain/errors.ts";
import type { Random } from "#domain/random.fixture.ts";
import { invoke } from "#operations/invoke.ts";
import { submit } from "#operations/requests/submit.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import type { Row } from "#store/tables.ts";

import { defineAttributes } from "../define-attributes.ts";
import { saveTarget } from "../organisation.ts";
import type { HabitRoom } from "./habit-room.ts";
import { type Habit, habits, type RealObject, World } from "./world.ts";

const people = ["ada", "bob", "cy"] as const;
const eventsOfWorld = 7;
const objectsMax = 5;

/** How much has happened in all worlds of a run. */
export interface LivedCounts {
  operations: number;
  discoveries: number;
  asked: number;
}

/** Makes a world with up to three habits, lets people and operators work in it, and gives what was wrong; `[]` = all was right. */
export async function liveInWorld(
  room: HabitRoom,
  random: Random,
  seed: number,
  counts: LivedCounts,
  certain: readonly Habit[] = [],
): Promise<readonly string[]> {
  const has = new Set([...certain, ...Array.from({ length: random.below(4) }, () => random.pick(habits))]);
  const later: Habit[] = [...has].filter((habit) => startsLater.has(habit));
  const world = new World(`W${seed}`, random, new Set([...has].filter((habit) => !startsLater.has(habit))));
  room.enter(world);
  await room.store.transaction(async () => {
    await saveTarget(room.context, world.id, { address: { file: world.id }, autoApprove: true });
    await defineAttributes(room.context, world.id, ["mail", "phone", "name"]);
    const managed = { targetSystemId: world.id, name: "automaticallyDiscoverResourcesToLoad" } as const;
    await saveOption(room.context, { ...managed, target: "options" }, true);
  });
  furnish(world, random);
  const life = new Life(room, world, random, counts);
  await life.discover();
  world.has = new Set([...world.has, ...later]);
  for (let event = 0; event < eventsOfWorld && life.wrong.length === 0; event += 1) await life.event();
  if (life.wrong.length === 0) await life.recover();
  return life.wrong.map((what) => `${what} (habits: ${[...has].join(", ") || "none"})`);
}

/** Habits that come over a target some day: before it, everything was seen. */
const startsLater: ReadonlySet<Habit> = new Set(["listsNothing", "forgetsType", "hidesMembers", "tellsNoState"]);

function furnish(world: World, random: Random): void {
  for (const type of ["account", "group"] as const)
    for (let index = 1 + random.below(objectsMax); index > 0; index -= 1)
      world.make(type, `${type === "account" ? "acc" : "grp"}${index}`, {
        attributes: { mail: [`${index}@example.test`] },
      });
  const all = [...world.objects.values()];
  for (const group of all.filter(({ type }) => type === "group"))
    for (const member of all.filter(({ type }) => type === "account"))
      if (random.below(2) === 0) group.members.add(member.id);
}

type Known = ReadonlyMap<string, Row<"accounts">>;

/** The life of one world: what is done in it, and what is wrong afterwards. */
class Life {
  readonly wrong: string[] = [];
  readonly #room: HabitRoom;
  readonly #world: World;
  readonly #random: Random;
  readonly #counts: LivedCounts;
  #names = 0;

  constructor(room: HabitRoom, world: World, random: Random, counts: LivedCounts) {
    this.#room = room;
    this.#world = world;
    this.#random = random;
    this.#counts = counts;
  }

  /** One thing that happens: a request, a discovery, or somebody else changes the target. */
  async event(): Promise<void> {
    const what = this.#random.below(10);
    if (what < 6) await this.#request();
    else if (what < 9) await this.discover();
    else this.#changedByOthers();
  }

  /** A discovery; whatever its target shows, nothing that is there goes without a question, and nothing comes that never was. */
  async discover(): Promise<void> {
    const [before, memberships] = [await this.#accounts(), await this.#memberships()];
    const groupsBefore = await this.#groups();
    const ended = await this.#room.discover(this.#world);
    this.#counts.discoveries += 1;
    if (ended.finishedAt === null) this.wrong.push("a discovery does not end");
    if (ended.discovery.decision !== null) this.#counts.asked += 1;
    const after = await this.#accounts();
    await this.#nothingIsInvented();
    await this.#nobodyOwnsWhatOthersAskedFor();
    const lost = [...before.values()].filter(({ stableId }) => !after.has(stableId) && this.#isReal(stableId));
    if (lost.length > 0)
      this.wrong.push(
        `accounts that are there went without a question: ${lost.map(({ shortId }) => shortId).join(" ")}`,
      );
    const groups = await this.#groups();
    const gone = groupsBefore.filter(
      ({ stableId }) => this.#isReal(stableId) && !groups.some((one) => one.stableId === stableId),
    );
    if (gone.length > 0)
      this.wrong.push(`groups that are there went without a question: ${gone.map(({ shortId }) => shortId).join(" ")}`);
    const left = new Set(await this.#memberships());
    const ended2 = memberships.filter((pair) => !left.has(pair) && this.#isMember(pair));
    if (ended2.length > 0) this.wrong.push(`memberships that are there went without a question: ${ended2.join(" ")}`);
  }

  /** The target behaves again: one discovery, whose removals are confirmed, and the record is what is there. */
  async recover(): Promise<void> {
    this.#world.has = new Set();
    const ended = await this.#room.discover(this.#world, "confirm");
    if (ended.result !== "S")
      this.wrong.push(`the last discovery ended ${ended.result} ${ended.errorCode} ${ended.errorMessage}`);
    await this.#nothingIsInvented();
    const told = await this.#told();
    const real = this.#really();
    if (told !== real) this.wrong.push(`the record says ${told} and there is ${real}`);
  }

  async #request(): Promise<void> {
    const { store } = this.#room;
    const accounts = [...(await this.#accounts()).values()];
    const groups = await this.#groups();
    const code = this.#random.pick([
      "ACUA",
      "ACUA",
      "CRTG",
      "UPDA",
      "UPDA",
      "GRUA",
      "GRUD",
      "DNAU",
      "ENAU",
      "DELU",
    ] as const);
    const recipient = this.#random.pick(people);
    const account = accounts.length > 0 ? this.#random.pick(accounts) : undefined;
    const group = groups.length > 0 ? this.#random.pick(groups) : undefined;
    const content = this.#content(code, account?.key, group?.key);
    if (content === undefined) return;
    const operation = { code, targetSystemKey: this.#world.id, ...content };
    const isNew = code === "ACUA" || code === "CRTG";
    const recipientKey = isNew ? this.#room.keyOf(recipient) : (account?.userKey ?? null);
    let request: { readonly key: string };
    try {
      request = await invoke(submit, this.#room.context, this.#room.operator, {
        recipientKey,
        operations: [operation],
      });
    } catch (error) {
      if (error instanceof ServiceError && error.code !== "INTERNAL") return;
      throw error;
    }
    this.#counts.operations += 1;
    const ends = await this.#room.perform(request, this.#world);
    const [done] = await this.#room.operations(request);
    if (!ends || done === undefined || done.finishedAt === null) {
      this.wrong.push(`${code} does not end: ${done?.errorCode} ${done?.errorMessage}`);
      return;
    }
    await this.#nothingIsInvented();
    await this.#nobodyOwnsWhatOthersAskedFor();
    if (done.result !== "S") return;
    const row = done.accountKey === null ? undefined : await store.get("accounts", done.accountKey);
    await this.#isDone(done, row);
  }

  #content(code: string, accountKey: string | undefined, groupKey: string | undefined) {
    if (code === "ACUA" || code === "CRTG") {
      const isNew = this.#random.below(4) > 0;
      const shortId = isNew ? `new${++this.#names}` : this.#random.pick(["acc", "acc1", "grp", "grp1", "new"]);
      const hasMail = code === "ACUA" && this.#random.below(2) === 0;
      return {
        attributes: {
          shortId: [shortId],
          ...(hasMail && { mail: [this.#random.pick([" New@Example.test", "team@example.test"])] }),
        },
      };
    }
    if (code === "GRUA" || code === "GRUD")
      return accountKey === undefined || groupKey === undefined ? undefined : { accountKey, groupKey };
    if (accountKey === undefined) return undefined;
    if (code !== "UPDA") return { accountKey };
    const kind = this.#random.below(3);
    if (kind === 0) return { accountKey, attributes: { name: [`Renamed${++this.#names}`] } };
    return { accountKey, attributes: kind === 1 ? { mail: [" Other@Example.test"] } : { phone: ["1", "2"] } };
  }

  /** What a succeeded operation has said must be so on the target, and the record must hold what is there. */
  async #isDone(done: Row<"requestOperations">, row: Row<"accounts"> | undefined): Promise<void> {
    const { code } = done;
    const real = row && this.#world.objects.get(row.stableId);
    if (code === "DELU" && row !== undefined) this.wrong.push("DELU succeeded, and the account is on record");
    if (code === "DNAU" && real?.enabled !== false) this.wrong.push("DNAU succeeded, and the account is enabled");
    if (code === "GRUA" || code === "GRUD") await this.#isMembershipDone(done, row);
    if (code === "ACUA" && real?.madeBy !== done.key)
      this.wrong.push(`ACUA succeeded with ${row?.shortId}, which it did not make`);
    if (code !== "UPDA" && code !== "ACUA") return;
    if (real === undefined || row === undefined) {
      this.wrong.push(`${code} succeeded, and the account is not there`);
      return;
    }
    const told = await this.#attributesOf(row.key);
    const seen = code === "ACUA" ? told : JSON.stringify(sorted(real.attributes));
    if (row.shortId !== real.name || told !== seen)
      this.wrong.push(`after ${code} the record has ${row.shortId} ${told}, the target ${real.name} ${seen}`);
  }

  async #isMembershipDone(
    { code, groupKey }: Row<"requestOperations">,
    row: Row<"accounts"> | undefined,
  ): Promise<void> {
    const group = groupKey === null ? undefined : await this.#room.store.get("groups", groupKey);
    const isIn = this.#world.objects.get(group?.stableId ?? "")?.members.has(row?.stableId ?? "") === true;
    if (isIn !== (code === "GRUA"))
      this.wrong.push(`${code} succeeded, and the account is ${isIn ? "in" : "not in"} the group`);
  }

  #changedByOthers(): void {
    const all = [...this.#world.objects.values()];
    const kind = this.#random.below(3);
    const one = all.length > 0 ? this.#random.pick(all) : undefined;
    if (kind === 0 || one === undefined) this.#world.make("account", `other${++this.#names}`);
    else if (kind === 1) this.#world.write(one, { phone: ["3"] });
    else this.#world.rename(one, `by-others${++this.#names}`);
  }

  /** Each account on record is, or was, on the target, under a name that it has had, and no state is shown that the target did not tell. */
  async #nothingIsInvented(): Promise<void> {
    for (const { stableId, shortId, enabled } of (await this.#accounts()).values()) {
      const real = this.#world.everMade.get(stableId);
      if (real === undefined || real.type !== "account")
        this.wrong.push(`the record has ${shortId} (${stableId}), which never was`);
      else if (!real.names.has(shortId)) this.wrong.push(`the record calls ${real.name} ${shortId}`);
      else if (enabled === true && !real.enabled && this.#world.objects.has(stableId))
        this.wrong.push(`${shortId} is shown as enabled and is not`);
    }
  }

  /** Whoever has an account has asked for it, or has its name. */
  async #nobodyOwnsWhatOthersAskedFor(): Promise<void> {
    const { store } = this.#room;
    for (const { stableId, shortId, userKey } of (await this.#accounts()).values()) {
      if (userKey === null) continue;
      const madeBy = this.#world.everMade.get(stableId)?.madeBy ?? null;
      const operation = madeBy === null ? undefined : await store.get("requestOperations", madeBy);
      const request = operation && (await store.get("reqbatch", operation.requestKey));
      if (request?.recipientKey !== userKey) this.wrong.push(`${shortId} belongs to somebody who did not ask for it`);
    }
  }

  #isReal(stableId: string): boolean {
    return this.#world.objects.has(stableId);
  }

  #isMember(pair: string): boolean {
    const [group = "", member = ""] = pair.split(" in ").toReversed();
    return this.#world.objects.get(group)?.members.has(member) === true && this.#isReal(member);
  }

  async #accounts(): Promise<Known> {
    const rows = await this.#room.store.select("accounts", { where: { targetSystemKey: this.#world.id } });
    return new Map(rows.toSorted((a, b) => (a.stableId < b.stableId ? -1 : 1)).map((row) => [row.stableId, row]));
  }

  async #groups(): Promise<readonly Row<"groups">[]> {
    const rows = await this.#room.store.select("groups", { where: { targetSystemKey: this.#world.id } });
    return rows.toSorted((a, b) => (a.stableId < b.stableId ? -1 : 1));
  }

  /** Memberships on record, each as "account in group" by the ids of the target. */
  async #memberships(): Promise<readonly string[]> {
    const groups = await this.#groups();
    const accounts = new Map([...(await this.#accounts()).values()].map(({ key, stableId }) => [key, stableId]));
    const pairs: string[] = [];
    for (const { key, stableId } of groups)
      for (const { accountKey } of await this.#room.store.select("groupMemberships", { where: { groupKey: key } }))
        pairs.push(`${accounts.get(accountKey)} in ${stableId}`);
    return pairs.toSorted();
  }

  async #attributesOf(accountKey: string): Promise<string> {
    const rows = await this.#room.store.select("accountAttributes", { where: { accountKey } });
    const values = Map.groupBy(
      rows.toSorted((a, b) => a.sequence - b.sequence),
      ({ name }) => name,
    );
    return JSON.stringify(
      sorted(Object.fromEntries([...values].map(([name, of]) => [name, of.map(({ value }) => value)]))),
    );
  }

  async #told(): Promise<string> {
    const accounts: string[] = [];
    for (const { key, stableId, shortId } of (await this.#accounts()).values())
      accounts.push(`${stableId} ${shortId} ${await this.#attributesOf(key)}`);
    const groups = (await this.#groups()).map(({ stableId, shortId }) => `${stableId} ${shortId}`);
    return [...accounts, ...groups, ...(await this.#memberships())].join("; ");
  }

  #really(): string {
    const byId = (type: string) =>
      [...this.#world.objects.values()].filter((one) => one.type === type).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const accounts = byId("account").map(
      ({ id, name, attributes }) => `${id} ${name} ${JSON.stringify(sorted(attributes))}`,
    );
    const groups = byId("group").map(({ id, name }) => `${id} ${name}`);
    const memberships = byId("group").flatMap(({ id, members }: RealObject) =>
      [...members].map((member) => `${member} in ${id}`),
    );
    return [...accounts, ...groups, ...memberships.toSorted()].join("; ");
  }
}

function sorted(
  attributes: Readonly<Record<string, readonly unknown[]>>,
): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
