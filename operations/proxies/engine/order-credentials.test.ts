import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { managedPasswords } from "#test/support/managed-orders.ts";
import { openSourceRoom, type SourceRoom } from "#test/support/order-source-contract.ts";

import { credentialSources } from "../../tables/credential-sources.ts";
import { orderSources } from "../../tables/order-sources.ts";

const vault = managedPasswords({ root: ["new-password", "old-password"], steady: ["steady-password"] });
let opened: SourceRoom;

beforeEach(async () => {
  vault.told.splice(0);
  opened = await openSourceRoom(orderSources, [vault, ...credentialSources]);
});
afterEach(() => opened.room.close());

interface Login {
  readonly login: string;
  readonly password: string;
  readonly managedAccountKey?: string;
  readonly targetSystemId?: string;
}

async function addLogin({ login, password, managedAccountKey, targetSystemId = "T1" }: Login): Promise<string> {
  const { store, context } = opened.room;
  const key = context.ids.guid();
  await store.transaction(() =>
    store.add("targetSystemCredentials", {
      key,
      targetSystemId,
      administratorId: login,
      lastChanged: 0,
      managedAccountKey: managedAccountKey ?? null,
      password: store.seal(new Secret(password), {
        table: "targetSystemCredentials",
        column: "password",
        key,
      }),
    }),
  );
  return key;
}

async function openOperation(targetSystemKey = "T1"): Promise<string> {
  const { room } = opened;
  const request = await room.submit([{ code: "ACUA", targetSystemKey }]);
  await room.step(request);
  return (await room.operations(request))[0]?.key ?? "";
}

const plain = (secret: Secret): string => secret.use((text) => text);

/** Returns the credentials of an order with their secrets as texts. */
function loginsOf({ credentials }: Order) {
  return credentials.map(({ login, secret, candidates }) => ({
    login,
    secret: plain(secret),
    ...(candidates && { candidates: candidates.map((one) => [one.key, plain(one.secret)]) }),
  }));
}

test("a login has the password of its own row, or that of the managed account that it names", async () => {
  await addLogin({ login: "own", password: "own-password" });
  await addLogin({ login: "managed", password: "forgotten", managedAccountKey: "steady" });
  const [order] = await opened.local.orders([await openOperation()]);
  const logins = order ? loginsOf(order) : [];
  expect(logins.toSorted((a, b) => (a.login < b.login ? -1 : 1))).toEqual([
    { login: "managed", secret: "steady-password" },
    { login: "own", secret: "own-password" },
  ]);
});

test("while a managed password is being changed, both that it may be are given, and what opens is told back", async () => {
  const credential = await addLogin({ login: "managed", password: "forgotten", managedAccountKey: "root" });
  await addLogin({ login: "foreign", password: "", managedAccountKey: "steady", targetSystemId: "T2" });
  const operationKey = await openOperation();
  const [order] = await opened.local.orders([operationKey]);
  expect(order && loginsOf(order)).toEqual([
    {
      login: "managed",
      secret: "new-password",
      candidates: [
        ["entry-new-password", "new-password"],
        ["entry-old-password", "old-password"],
      ],
    },
  ]);
  const outcome: Outcome = { operationKey, sends: 1, result: "S", opened: ["entry-old-password", "entry-of-others"] };
  await expect(opened.local.outcomes([{ ...outcome, sends: 2 }])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
  expect(vault.told).toEqual([]);
  for (const again of [outcome, outcome]) await opened.local.outcomes([again]);
  // The login of the other target is not asked, whatever the proxy reports as opened.
  expect(vault.told).toEqual([{ credential, keys: ["entry-old-password", "entry-of-others"] }]);
});

test("a login whose password is kept nowhere here ends its operations in words, and no others", async () => {
  const alone = await openSourceRoom(orderSources);
  await opened.room.close();
  opened = alone;
  const key = await addLogin({ login: "managed", password: "", managedAccountKey: "root" });
  const failing = await openOperation();
  expect(await alone.local.orders([failing])).toEqual([]);
  expect(await alone.room.store.get("requestOperations", failing)).toMatchObject({
    result: "F",
    errorCode: "config",
    sends: 1,
    errorMessage: expect.stringMatching(
      new RegExp(
        `^The login 'managed' of 'T1' takes .*: PATCH /v2/targetSystems\\('T1'\\)/credentials\\(${key}\\) with`,
      ),
    ),
  });
  expect(await alone.other.orders([await openOperation("T2")])).toHaveLength(1);
});
