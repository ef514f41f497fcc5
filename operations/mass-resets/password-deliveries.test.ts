import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";
import { codeAt } from "#test/support/one-time-codes.ts";
import { callerOf } from "#test/support/service.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { resumeRun } from "../runs/change-runs.ts";
import { dropRuns } from "../runs/drop-runs.ts";
import { pauseMassReset } from "./change-mass-resets.ts";
import { reveal } from "./reveal-delivery.ts";

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
});
afterEach(() => room.close());

const minuteMs = 60_000;
const dayMs = 86_400_000;
const appSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const operator = engineCaller("cli", "test");

const signedIn = (id: string, superuser = false) =>
  callerOf({ key: room.keyOf(id), id, superuser }, { provedAt: room.clock.now() });

/** Gives a user an authenticator app at this time. */
async function addApp(id: string): Promise<void> {
  const { store, context, clock } = room;
  const key = context.ids.guid();
  const sealed = store.seal(new Secret(appSecret), { table: "userCredentials", key, column: "oneTimeSecret" });
  const app = { userKey: room.keyOf(id), type: "OneTimeCode", oneTimeSecret: sealed } as const;
  await store.transaction(() => store.add("userCredentials", { key, ...app, lastChanged: clock.now() }));
}

/** Opens a mass reset of the accounts of ada, who has an authenticator app, and starts it a minute later. */
async function beginForAda(): Promise<string> {
  await addApp("ada");
  room.clock.advance(minuteMs);
  const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", delivery: "myAccess" }));
  room.clock.advance(minuteMs);
  return key;
}

const shown = async () => {
  const [delivery] = await room.store.select("passwordDeliveries");
  const code = new Secret(codeAt(appSecret, room.clock.now()));
  return reveal(room.context, signedIn("ada"), { key: delivery?.key ?? "", code });
};

describe("passwords in My access", () => {
  test("are shown for a code of an authenticator app from before the mass reset", async () => {
    await room.carryOut(await beginForAda());
    expect((await shown()).passwords.map(({ targetSystemKey }) => targetSystemKey)).toEqual(["T1", "T2"]);
  });

  test("are not shown for one that was added after its start, while old passwords still opened accounts", async () => {
    const key = await beginForAda();
    await room.inHand(key);
    const [app] = await room.store.select("userCredentials");
    await room.store.transaction(() =>
      room.store.save("userCredentials", { key: app?.key ?? "", lastChanged: room.clock.now() }),
    );
    room.clock.advance(minuteMs);
    await room.carryOut(key);
    await expect(shown()).rejects.toMatchObject({ code: "DELIVERY_FACTOR_TOO_NEW" });
  });

  test("are made for nobody who could not read them, because the app was added after the start", async () => {
    const key = await beginForAda();
    const [app] = await room.store.select("userCredentials");
    await room.store.transaction(() =>
      room.store.save("userCredentials", { key: app?.key ?? "", lastChanged: room.clock.now() }),
    );
    await room.carryOut(key);
    expect((await room.items(key)).map(({ result, errorCode }) => [result, errorCode])).toEqual(
      Array.from({ length: 2 }, () => ["X", "noFactor"]),
    );
  });

  test("are not shown of an account that has another owner by now", async () => {
    await room.carryOut(await beginForAda());
    const [moved] = await room.store.select("accounts", { where: { shortId: "ada", targetSystemKey: "T1" } });
    await room.store.transaction(() =>
      room.store.save("accounts", { key: moved?.key ?? "", userKey: room.keyOf("bob") }),
    );
    expect((await shown()).passwords.map(({ targetSystemKey }) => targetSystemKey)).toEqual(["T2"]);
  });
});

test("passwords wait no longer than the rows of their mass reset are kept", async () => {
  Object.assign(room.context.settings, { vaultRunsKeptDays: 2 });
  await room.carryOut(await beginForAda());
  const [delivery] = await room.store.select("passwordDeliveries");
  expect(delivery?.expiresAt).toBe(room.clock.now() + 2 * dayMs);
});

test("a mass reset is dropped with its deliveries when it has been over for 90 days", async () => {
  const key = await beginForAda();
  await room.carryOut(key);
  const drop = () => invoke(dropRuns, room.context, operator, {});
  expect(await room.store.count("passwordDeliveries")).toBe(1);
  room.clock.advance(91 * dayMs);
  await drop();
  expect(await room.store.get("massResets", key)).toBeUndefined();
  const left = ["passwordDeliveries", "massResetTargets", "massResetAccounts", "runs"] as const;
  expect(await Promise.all(left.map((table) => room.store.count(table)))).toEqual([0, 0, 0, 0]);
});

test("a mass reset is resumed by a fresh proof of identity only, also as a run", async () => {
  const key = await beginForAda();
  await invoke(pauseMassReset, room.context, operator, { key });
  const root = signedIn("root", true);
  room.clock.advance(dayMs);
  await expect(invoke(resumeRun, room.context, root, { key })).rejects.toMatchObject({ code: "PROOF_REQUIRED" });
  expect(await invoke(resumeRun, room.context, signedIn("root", true), { key })).toMatchObject({ state: "queued" });
});
