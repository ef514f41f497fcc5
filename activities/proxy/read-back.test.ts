import { expect, test } from "vitest";

import type { Connector, Operations, TargetObject } from "#connectors/contract/index.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { orderOf } from "#test/support/order.ts";
import { toldConnector } from "#test/support/told-connector.ts";

import { createOrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const jane: TargetObject = { id: "7", type: "account", name: "jane", attributes: { mail: ["old@example.test"] } };

async function update(attributes: OrderAttributes, others: Partial<Operations<unknown>> = {}) {
  const connector: Connector = toldConnector(new Map([[jane.id, jane]]), others);
  const runner = createOrderRunner({ connectors: [connector], log, clock: systemClock });
  try {
    const part = { code: "UPDA", object: { id: "7", name: "jane", attributes: {} }, attributes } as const;
    return await runner.run(orderOf({ connector: "told", address: {}, ...part }), new AbortController().signal);
  } finally {
    await runner.close();
  }
}

const shows = (found: TargetObject | undefined) => ({ get: async () => found });

test("an outcome tells what the target has, and names what is not as it was asked", async () => {
  const kept = { ...jane, attributes: { mail: ["new@example.test"], cn: ["Jane"] } };
  const outcome = await update({ mail: ["  New@example.test"], cn: ["Jane"] }, shows(kept));
  expect(outcome).toMatchObject({ result: "S", object: { attributes: kept.attributes } });
  expect(outcome.message).toMatch('The target shows other values than were asked for "mail"; the record holds');
});

test("a change that is as it was asked says nothing", async () => {
  const outcome = await update({ mail: ["b@example.test", "a@example.test"] });
  expect(outcome).toMatchObject({ result: "S", object: { id: "7", name: "jane" } });
  expect(outcome.message).toBeUndefined();
});

test("a rename is told by the name that the target has now", async () => {
  expect(await update({ name: ["janet"] })).toMatchObject({ object: { id: "7", name: "janet" } });
  const half = await update({ name: ["janet"] }, { update: async () => ({ id: "7", name: "janet" }) });
  expect(half).toMatchObject({ object: { name: "jane" }, message: expect.stringContaining('"name"') });
});

test("an attribute that only those see who ask for it is asked for, and one that nobody sees is no other value", async () => {
  const asked: (readonly string[])[] = [];
  const outcome = await update(
    { phone: ["1"], pin: ["2"] },
    {
      update: async () => ({ id: "7", name: "jane" }),
      get: async (_session, { attributes }) => {
        if (attributes !== undefined) asked.push(attributes);
        return attributes === undefined ? jane : { ...jane, attributes: { phone: ["1"] } };
      },
    },
  );
  expect(asked).toEqual([["phone", "pin"]]);
  expect(outcome).toMatchObject({ result: "S", object: { attributes: { mail: ["old@example.test"], phone: ["1"] } } });
  expect(outcome.message).toBeUndefined();
});

test("an object that the target does not show after its change is told as such", async () => {
  const outcome = await update({ mail: ["new@example.test"] }, shows(undefined));
  expect(outcome).toMatchObject({ result: "S", message: expect.stringContaining("does not show the object now") });
  expect(outcome.object).toBeUndefined();
});

test("what is too large to be told is left out by name", async () => {
  const large = { ...jane, attributes: { mail: ["new@example.test"], photo: [new Uint8Array(1_200_000)] } };
  const outcome = await update({ mail: ["new@example.test"] }, shows(large));
  expect(outcome).toMatchObject({
    result: "S",
    object: { attributes: { mail: ["new@example.test"] }, leftOut: ["photo"] },
    message: expect.stringContaining('"jane" is too large to be told whole, so "photo" of it is not read'),
  });
});
