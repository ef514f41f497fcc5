import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { answersKeptHours } from "#domain/limits.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";
import { cleanGrants } from "#operations/identity/clean-grants.ts";
import { dropExpiredRevocations } from "#operations/identity/drop-revocations.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "../support/request-room.ts";
import { callerOf, openTestService } from "../support/service.ts";
import { someOf } from "../support/test-size.ts";
import { newPassword, oldPassword, type OpenedOrder, openVaultOrder } from "../support/vault-room.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const jumps = [hourMs, dayMs, 30 * dayMs].flatMap((ms) => [ms, -ms]).map((ms) => [ms / hourMs, ms] as const);
/** Most milliseconds that one turn of counting takes as passed. */
const turnMs = 10_000;

/** A world in which time passes, and clocks may be wrong. */
class Time {
  readonly clock = new ManualClock();
  #elapsed = 0;
  #wrongBy = 0;

  readonly elapsed = (): number => this.#elapsed;

  /** Sets the clock ahead, or back; 0 = it is right. */
  putWrong(ms: number): void {
    this.clock.advance(ms - this.#wrongBy);
    this.#wrongBy = ms;
  }

  async pass(ms: number, count: () => Promise<void>): Promise<void> {
    for (let left = ms; left > 0; left -= turnMs) {
      this.clock.advance(Math.min(left, turnMs));
      this.#elapsed += Math.min(left, turnMs);
      await count();
    }
  }
}

/** A target with one account, which has one password, and the proxy in front of it. */
class Target {
  password = oldPassword;
  readonly #room: RequestRoom;
  readonly #order: OpenedOrder;

  constructor(room: RequestRoom, order: OpenedOrder) {
    this.#room = room;
    this.#order = order;
  }

  /** Receives the open order; returns undefined if none is due. */
  async take() {
    const where = { openAccountKey: this.#order.managedAccountKey };
    const [open] = await this.#room.store.select("vaultOrders", { where });
    return open && (await this.#room.proxy.orders([`vault:${open.key}`]))[0];
  }

  report(outcome: Outcome): Promise<unknown> {
    return this.#room.proxy.outcomes([outcome]);
  }

  /** Tries passwords until none is left, as a proxy does. */
  async verifyAll(): Promise<void> {
    for (let order = await this.take(); order?.code === "PWVF"; order = await this.take()) {
      const { operationKey, sends, passwordKey = "", password } = order;
      const opens = password?.use((text) => text) === this.password;
      const tried = [{ key: passwordKey, answer: opens ? "opens" : "refused", counts: !opens } as const];
      await this.report({
        operationKey,
        sends,
        tried,
        ...(opens ? { result: "S" } : { result: "F", code: "currentPassword" }),
      });
    }
  }
}

interface Journey {
  readonly room: RequestRoom;
  readonly time: Time;
  readonly order: OpenedOrder;
  readonly target: Target;
  count(): Promise<void>;
}

/** Events of a password whose first send is late, in their order. */
const moments: readonly ((journey: Journey) => Promise<void>)[] = [
  async ({ target }) => void (await target.take()),
  // The second process that receives it ends without a report.
  async ({ target }) => {
    const order = await target.take();
    expect(order).toMatchObject({ code: "RAND", sends: 2 });
    await target.report({ operationKey: order?.operationKey ?? "", sends: 2, result: "F", code: "internal" });
  },
  ({ target }) => target.verifyAll(),
  async ({ target }) => void (target.password = newPassword),
  ({ time, count }) => time.pass(vaultOrderLateMs + 4 * turnMs, count),
];

/** Returns whether the vault calls a password certain, and whether that one opens. */
async function certainOf({ room: { store }, order: { managedAccountKey }, target }: Journey) {
  const { tree } = (await readTrees(store, [managedAccountKey])).get(managedAccountKey) ?? {};
  if (tree?.state !== "C") return { certain: false, opens: true };
  const [given] = tree.giveOut;
  return {
    certain: true,
    opens: given !== undefined && secretOf(store, given).use((text) => text) === target.password,
  };
}

interface World {
  readonly time: Time;
  readonly room: RequestRoom;
  count(): Promise<void>;
}

async function openWorld(isCounted: boolean): Promise<World> {
  const time = new Time();
  const { clock, elapsed } = time;
  const service = await openTestService({ clock, elapsed, settings: roomSettings });
  const room = await furnishRoom(service, clock, { targets: { T1: [] } });
  const count = async () => void (isCounted && (await room.store.steadyTime.count()));
  await count();
  return { time, room, count };
}

interface Wrong {
  readonly wrongBy: number;
  /** First moment at which the clock is wrong, and the first at which it is right again. */
  readonly from: number;
  readonly to: number;
}

/** Runs all events with a new account; returns the moments at which a wrong password was called certain. */
async function go(world: World, { wrongBy, from, to }: Wrong): Promise<readonly number[]> {
  const { room, time } = world;
  const order = await openVaultOrder(room, "T1");
  const journey = { ...world, order, target: new Target(room, order) };
  const wrong: number[] = [];
  for (const [moment, happens] of moments.entries()) {
    time.putWrong(moment >= from && moment < to ? wrongBy : 0);
    await happens(journey);
    if (!(await certainOf(journey)).opens) wrong.push(moment);
  }
  time.putWrong(0);
  // A try that is due at a moment of a clock that was ahead waits for it; nothing is certain until then.
  time.clock.advance(Math.max(0, wrongBy));
  await journey.target.verifyAll();
  expect(await certainOf(journey)).toEqual({ certain: true, opens: wrong.length === 0 });
  return wrong;
}

const spans = moments.flatMap((_, from) =>
  moments.slice(from).map((_moment, index) => ({ from, to: from + index + 1 })),
);

test.each(jumps)(
  "no password is called certain that does not open, whenever clocks are wrong by %i hours",
  async (_, wrongBy) => {
    const world = await openWorld(true);
    for (const span of someOf(spans)) expect([span, await go(world, { ...span, wrongBy })]).toEqual([span, []]);
    await world.room.close();
  },
);

test("the same journey finds a wrong password where deadlines are those of a clock alone", async () => {
  const world = await openWorld(false);
  expect(await go(world, { from: 2, to: 3, wrongBy: hourMs })).toEqual([3, 4]);
  await world.room.close();
});

describe("what must not be done twice", () => {
  const time = new Time();
  let api: TestApi;
  let room: RequestRoom;
  const count = () => api.store.steadyTime.count();

  beforeAll(async () => {
    api = await openTestApi({ clock: time.clock, elapsed: time.elapsed, settings: roomSettings });
    room = await furnishRoom(api, time.clock, { targets: { T1: [] } });
    await count();
  });
  afterAll(() => api.close());

  test.each(jumps)(
    "is not, by the call that is sent again under its key with a clock that is wrong by %i hours",
    async (_, wrongBy) => {
      const id = `person${wrongBy}`;
      const send = async () => {
        const headers = {
          authorization: `Bearer ${String((await api.signIn("root")).json.access_token)}`,
          "idempotency-key": id,
        };
        return api.send("POST", "/v2/users", { headers, body: { id } });
      };
      const first = await send();
      expect(first.status).toBe(201);
      for (const wrong of [wrongBy, 0]) {
        time.putWrong(wrong);
        await api.store.transaction(() => api.store.keptAnswers.drop(1000));
        expect(await send()).toMatchObject({ status: 201, json: first.json });
      }
      expect(await api.store.count("users", { id })).toBe(1);
    },
  );

  test("is a call again once the time of its key has passed, also while the clock stands still", async () => {
    const call = { caller: "c", key: "k", content: "body" };
    const { keptAnswers } = api.store;
    const claim = () => api.store.transaction(() => keptAnswers.claim(call));
    await api.store.transaction(async () => {
      await keptAnswers.claim(call);
      await keptAnswers.keep(call, "answer");
    });
    expect(await claim()).toBe("answer");
    const then = time.clock.now();
    await time.pass(answersKeptHours * hourMs + 2 * turnMs, count);
    time.clock.set(then);
    expect(await claim()).toBeNull();
  });

  test.each(jumps)(
    "is not, by the operation whose send is given again with a clock that is wrong by %i hours",
    async (_, wrongBy) => {
      const accounts: string[] = [];
      const request = await room.submit([
        { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: `a${wrongBy}` } },
      ]);
      await room.step(request);
      const [operation] = await room.operations(request);
      const carryOut = async () => {
        const [order] = await room.proxy.orders([operation?.key ?? ""]);
        if (order === undefined) return;
        // A proxy checks first what may have been done before.
        if (order.sends === 1 || accounts.length === 0) accounts.push(operation?.key ?? "");
      };
      await carryOut();
      // At last the next try is due, whatever the clock said when it was planned.
      for (const wrong of [wrongBy, 0, Math.max(0, wrongBy) + hourMs]) {
        time.putWrong(wrong);
        await room.step(request);
        await carryOut();
      }
      time.putWrong(0);
      expect(accounts).toHaveLength(1);
      expect((await room.operations(request))[0]?.sends).toBeGreaterThan(1);
    },
  );
});

describe("what was refused is refused for as long as it would be good", () => {
  const time = new Time();
  let api: TestApi;
  const count = () => api.store.steadyTime.count();
  const housekeeper = callerOf({ key: "", id: "housekeeping", superuser: false }, { kind: "engine", key: null });

  beforeAll(async () => {
    api = await openTestApi({ clock: time.clock, elapsed: time.elapsed, settings: roomSettings });
    await count();
  });
  afterAll(() => api.close());

  /** Makes the clock wrong, runs the cleanup of everything that has then expired, and corrects the clock. */
  async function clearAway(wrongBy: number): Promise<void> {
    time.putWrong(wrongBy);
    await time.pass(2 * turnMs, count);
    await invoke(dropExpiredRevocations, api.context, housekeeper, {});
    await invoke(cleanGrants, api.context, housekeeper, {});
    await api.store.proxyCalls.drop();
    time.putWrong(0);
  }

  test.each(jumps)("a revoked token, with a clock that is wrong by %i hours", async (_, wrongBy) => {
    const { access_token: token } = (await api.signIn("root")).json as { readonly access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const read = async () => (await api.send("GET", "/v2/users?$top=1", { headers })).status;
    expect(await read()).toBe(200);
    await api.send("POST", "/identity/connect/revocation", { form: { client_id: "gatehouse", token } });
    await clearAway(wrongBy);
    expect(await read()).toBe(401);
  });

  test.each(jumps)("a signed call that was taken, with a clock that is wrong by %i hours", async (_, wrongBy) => {
    const call = `branch ${wrongBy}`;
    expect(await api.store.proxyCalls.take(call)).toBe(true);
    await clearAway(wrongBy);
    expect(await api.store.proxyCalls.take(call)).toBe(false);
  });
});
