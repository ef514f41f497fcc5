import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { disableUser } from "#operations/users/set-disabled.ts";
import type { Row } from "#store/tables.ts";

import { type CheckoutJourney, giveRight, openCheckoutJourney, type Session } from "../support/checkout-journey.ts";
import { changeDirectory, faultHash, planFaults } from "../support/fault-directory.ts";
import { eventually } from "../support/journey.ts";
import { given, manage, roomPolicy } from "../support/managed-room.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const people = ["ada", "bob", "cleo", "dan"];
/** Accounts by their targets, the last of which goes down. */
const accounts = { T1: ["alpha", "beta"], T2: ["gamma"], T3: ["delta"] } as const;
/** Milliseconds that count as "within seconds" on a shared machine. */
const soonMs = 30_000;
const away = [{ fault: { kind: "error", code: "unreachable", message: "no route to it" } }] as const;

let temporal: TestTemporal;
let journey: CheckoutJourney;
let managed: ReadonlyMap<string, string>;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const directoryOf = (target: string) => `${journey.folder}/${target}.db`;
const keyOf = (name: string) => managed.get(name) ?? "";
const targetOf = (name: string) =>
  Object.entries(accounts).find(([, own]) => own.some((one) => one === name))?.[0] ?? "";

async function openRoom(): Promise<void> {
  const targets = Object.fromEntries(Object.keys(accounts).map((id) => [id, []]));
  journey = await openCheckoutJourney({ temporal: temporal.address, people, targets });
  const { store, context } = journey;
  const policy = { disclosurePlugins: ["display"] };
  const all = new Map<string, string>();
  for (const [id, own] of Object.entries(accounts)) {
    await store.transaction(() => store.save("targetSystems", { id, address: { file: directoryOf(id) } }));
    const some = await manage(journey, own, { targetSystemKey: id, directory: directoryOf(id), policy });
    for (const [name, key] of some) all.set(name, key);
  }
  managed = all;
  const keys = people.map((id) => journey.keyOf(id));
  await giveRight(context, roomPolicy, "preApproved", keys);
}

/** Check-out of a holder, with the password that the holder knows. */
interface Held {
  readonly key: string;
  readonly name: string;
  readonly password: string;
}

async function hold(session: Session, name: string): Promise<Held> {
  const asked = await ask(session, name);
  const { key } = asked.body as { key: string };
  expect([asked.status, asked.body]).toMatchObject([201, { status: "checkedOut" }]);
  return { key, name, password: await journey.reveal(session, key) };
}

const ask = (session: Session, name: string) =>
  journey.call(session, "POST", "checkouts", { managedAccountKey: keyOf(name), reason: "to look after it" });

const row = async (key: string) => (await journey.store.get("checkouts", key)) as Row<"checkouts">;

/** Returns true if a password opens an account on its target. */
function opens(name: string, password: string): boolean {
  let hash: unknown;
  changeDirectory(directoryOf(targetOf(name)), (database) => {
    hash = database.prepare("SELECT password FROM objects WHERE name = ?").pluck().get(name);
  });
  return hash === faultHash(password);
}

async function revoked({ key, name }: Held, why: string): Promise<void> {
  await eventually(`the check-out of ${name} over`, async () => (await row(key)).status !== "checkedOut");
  expect([name, await row(key)]).toMatchObject([name, { status: "revoked", endReason: why }]);
}

/** Waits for the change that follows; the known password no longer opens the account, the vault's one does. */
async function changed({ name, password }: Held): Promise<void> {
  await eventually(`${name} changed`, async () => !opens(name, password));
  await eventually(`${name} confirmed`, async () => {
    const { status, entries } = await given(journey, keyOf(name), directoryOf(targetOf(name)));
    return status === "C" && entries.length > 1;
  });
  const { given: opening } = await given(journey, keyOf(name), directoryOf(targetOf(name)));
  expect([name, opening]).toEqual([name, [true]]);
}

/** Durations of a target's absence: within the tries of the run that follows, or until another run must come by itself. */
const absences = testSize(["longer than a run lasts"], ["for a while", "longer than a run lasts"]);

test.each(absences)(
  "whoever is disabled loses all at once, and each password is changed as soon as its target can be reached that is away %s",
  async (absence) => {
    await openRoom();
    const ada = await journey.signIn("ada");
    const up = [await hold(ada, "alpha"), await hold(ada, "beta"), await hold(ada, "gamma")];
    const down = await hold(ada, "delta");
    planFaults(directoryOf("T3"), away);
    await allRevoked([...up, down]);
    for (const held of up) await changed(held);
    await refusedWhileDown(down);
    const isLong = absence !== "for a while";
    if (isLong) await givenUp(down);
    planFaults(directoryOf("T3"), []);
    if (isLong) await begunAgain(down);
    await changed(down);
    expect(await Promise.all([...up, down].map(runsOf))).toEqual([1, 1, 1, isLong ? 2 : 1]);
    await requireOthers([...up, down]);
    expect((await journey.call(ada, "GET", "checkouts")).status).toBe(401);
  },
);

/** Disables the holder; all check-outs are revoked within seconds. */
async function allRevoked(all: readonly Held[]): Promise<void> {
  const disabledAt = journey.context.clock.now();
  await invoke(disableUser, journey.context, engineCaller("cli", "test"), { key: journey.keyOf("ada") });
  for (const held of all) await revoked(held, "Its holder is disabled.");
  for (const { key } of all) expect(((await row(key)).endedAt ?? Infinity) - disabledAt).toBeLessThan(soonMs);
}

/** Returns the runs that check-outs of an account have started. */
async function checkInRuns({ name }: Held): Promise<readonly Row<"runs">[]> {
  const runs = await journey.store.select("runs", { where: { reason: "checkIn" } });
  return runs.filter(({ accountKeys }) => accountKeys?.includes(keyOf(name)));
}

const runsOf = async (held: Held) => (await checkInRuns(held)).length;

/** Waits until the run that follows has given up. The number of its looks ends it, because the machine's own time stays. */
async function givenUp(held: Held): Promise<void> {
  await eventually(`the run of ${held.name} given up`, async () => {
    journey.advance(600_000);
    const [first] = await checkInRuns(held);
    return first !== undefined && first.endedAt !== null;
  });
  expect(opens(held.name, held.password)).toBe(true);
}

async function begunAgain(held: Held): Promise<void> {
  await eventually(`another run of ${held.name}`, async () => {
    journey.advance(10_000);
    return (await runsOf(held)) > 1;
  });
}

/** Expects that the next holder gets another password of each account, which opens it. */
async function requireOthers(all: readonly Held[]): Promise<void> {
  const bob = await journey.signIn("bob");
  for (const { name, password } of all) {
    const next = await hold(bob, name);
    expect([name, next.password === password, opens(name, next.password)]).toEqual([name, false, true]);
  }
}

/** Expects that the target was tried in vain, that the known password still opens the account, and that no one else gets it. */
async function refusedWhileDown({ name, password }: Held): Promise<void> {
  await eventually(`${name} tried in vain`, async () => {
    const [order] = await journey.store.select("vaultOrders", { where: { managedAccountKey: keyOf(name) } });
    return order?.errorCode === "unreachable";
  });
  const asked = await ask(await journey.signIn("bob"), name);
  expect([asked.status, asked.body]).toMatchObject([409, { error: { code: "CHECKOUT_NOT_FREE" } }]);
  expect(opens(name, password)).toBe(true);
}

test("the end of the session in which a password was disclosed takes it away, and no other session's", async () => {
  await openRoom();
  const [first, other, dan] = [await journey.signIn("cleo"), await journey.signIn("cleo"), await journey.signIn("dan")];
  const [alpha, beta, gamma] = [await hold(first, "alpha"), await hold(other, "beta"), await hold(dan, "gamma")];
  await journey.endSession(first);
  await revoked(alpha, "The session was ended in which the password was disclosed.");
  await changed(alpha);
  const kept = [await row(beta.key), await row(gamma.key)].map(({ status }) => status);
  expect(kept).toEqual(["checkedOut", "checkedOut"]);
  expect([opens("beta", beta.password), opens("gamma", gamma.password)]).toEqual([true, true]);
});

test("who loses the class that has the right loses the passwords", async () => {
  await openRoom();
  const { store } = journey;
  const [cleo, dan] = [await journey.signIn("cleo"), await journey.signIn("dan")];
  const [alpha, gamma] = [await hold(cleo, "alpha"), await hold(dan, "gamma")];
  const [right] = await store.select("checkoutRights");
  const where = { userKey: journey.keyOf("cleo"), userClassId: right?.userClassId ?? "" };
  const [member] = await store.select("userClassMembers", { where });
  await store.transaction(() => store.remove("userClassMembers", member?.key ?? ""));
  await revoked(alpha, "Its holder has no right to it any more.");
  await changed(alpha);
  expect((await row(gamma.key)).status).toBe("checkedOut");
  expect((await ask(cleo, "beta")).status).toBe(403);
});
