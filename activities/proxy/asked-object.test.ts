import { describe, expect, test } from "vitest";

import { type Connector, ConnectorError, defineConnector, type TargetObject } from "#connectors/contract/index.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type OrderPart, orderOf } from "#test/support/order.ts";
import { toldConnector, type ToldObjects } from "#test/support/told-connector.ts";

import { createOrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const admin: TargetObject = { id: "1", type: "account", name: "root-admin", attributes: {} };

async function run(connector: Connector, part: OrderPart = {}): Promise<Outcome> {
  const runner = createOrderRunner({ connectors: [connector], log, clock: systemClock });
  try {
    return await runner.run(
      orderOf({ connector: "told", address: {}, object: { name: "jane", attributes: {} }, ...part }),
      new AbortController().signal,
    );
  } finally {
    await runner.close();
  }
}

const objectsOf = (...known: TargetObject[]): ToldObjects => new Map(known.map((one) => [one.id, one]));
const isOther = { result: "F", code: "internal", message: expect.stringContaining("not taken for the one") };

describe("a target that answers with another object than was asked for", () => {
  test.each(["root-admin", "janet", "jane2", "JANET"])(
    "gives nobody %s, whose name is not the asked one, after a create whose answer was lost",
    async (name) => {
      const objects = objectsOf({ ...admin, name });
      const connector = toldConnector(objects, { get: async () => ({ ...admin, name }) });
      const outcome = await run(connector, { sends: 2 });
      expect(outcome).toMatchObject(isOther);
      expect(outcome.object).toBeUndefined();
    },
  );

  test("gives nobody an object of another type, or without an id", async () => {
    for (const found of [
      { ...admin, name: "jane", type: "group" },
      { ...admin, name: "jane", id: "" },
    ])
      expect(await run(toldConnector(objectsOf(), { get: async () => found }), { sends: 2 })).toMatchObject(isOther);
  });

  test("has made nothing that was asked where it says that it made another one", async () => {
    expect(await run(toldConnector(objectsOf(), { create: async () => admin }))).toMatchObject(isOther);
  });

  test("changes nobody else's object in the record: not by the id of the answer, and not by what it shows afterwards", async () => {
    const part: OrderPart = {
      code: "UPDA",
      object: { id: "7", name: "jane", attributes: {} },
      attributes: { mail: ["j@example.test"] },
    };
    const jane: TargetObject = { ...admin, id: "7", name: "jane" };
    const renumbered = toldConnector(objectsOf(jane), { update: async () => ({ id: "1", name: "jane" }) });
    expect(await run(renumbered, part)).toMatchObject(isOther);
    const swapped = toldConnector(objectsOf(jane), { get: async () => admin });
    expect(await run(swapped, part)).toMatchObject(isOther);
  });
});

describe("a name in another spelling", () => {
  const found = (name: string): TargetObject => ({ ...admin, name, attributes: { mail: ["j@example.test"] } });
  const part: OrderPart = {
    sends: 2,
    object: { name: "jane", attributes: {} },
    attributes: { mail: ["j@example.test"] },
  };
  const casesCount = [{ type: "account", attributes: [{ name: "name", kind: "string", caseExact: true }] }] as const;

  test("is the same one where case means nothing to the target, and where it is another form of the same letters", async () => {
    const capitals = toldConnector(objectsOf(), { get: async () => found("JANE") });
    expect(await run(capitals, part)).toMatchObject({ result: "S", object: { name: "JANE" } });
    const composed = { ...part, object: { name: "J\u00e4ne", attributes: {} } };
    const decomposed = toldConnector(objectsOf(), {
      get: async () => found("Ja\u0308ne"),
      schema: async () => casesCount,
    });
    expect(await run(decomposed, composed)).toMatchObject({ result: "S" });
  });

  test("is another one where the schema says that case counts", async () => {
    const connector = toldConnector(objectsOf(), { get: async () => found("JANE"), schema: async () => casesCount });
    expect(await run(connector, part)).toMatchObject(isOther);
  });

  test("is the same one where the connector says so", async () => {
    const { definition } = toldConnector(objectsOf(), { get: async () => found("jane@%") });
    const hosts = defineConnector({
      ...definition,
      sameName: (one, other) => one.split("@")[0] === other.split("@")[0],
    });
    expect(await run(hosts, part)).toMatchObject({ result: "S", object: { name: "jane@%" } });
    const janet = defineConnector({
      ...hosts.definition,
      operations: { ...definition.operations, get: async () => found("janet@%") },
    });
    expect(await run(janet, part)).toMatchObject(isOther);
  });
});

describe("an object that is there after a lost answer", () => {
  const jane: TargetObject = { ...admin, name: "jane" };
  const taken = { result: "F", code: "alreadyExists", message: expect.stringContaining("nothing proves") };

  test("belongs to the operation by its mark", async () => {
    const createdBy = "00000000-0000-4000-8000-000000000001";
    const marked = toldConnector(objectsOf({ ...jane, createdBy }));
    expect(await run(marked, { sends: 2 })).toMatchObject({ result: "S", object: { id: "1" } });
    const foreign = toldConnector(objectsOf({ ...jane, createdBy: "another operation" }));
    expect(await run(foreign, { sends: 2 })).toMatchObject(taken);
  });

  test("belongs to nobody where it has no mark and nothing was asked of it by which it could be known", async () => {
    expect(await run(toldConnector(objectsOf(jane)), { sends: 2 })).toMatchObject(taken);
  });

  test("is known by its password, where that can be tested", async () => {
    const verify = (ok: boolean) => ({ verify: async () => (ok ? { ok } : { ok, reason: "invalid" as const }) });
    const part: OrderPart = { sends: 2, password: "of the operation" };
    expect(await run(toldConnector(objectsOf(jane), verify(true) as object), part)).toMatchObject({ result: "S" });
    expect(await run(toldConnector(objectsOf(jane), verify(false) as object), part)).toMatchObject(taken);
    expect(await run(toldConnector(objectsOf(jane)), part)).toMatchObject(taken);
  });
});

test("an order that fails tells the target's notices behind its reason", async () => {
  const connector = toldConnector(objectsOf(), {
    create: async (_session, _request, call) => {
      call.notice("the disk is nearly full");
      call.notice("admin-secret-value was seen");
      throw new ConnectorError("policy", "no more accounts");
    },
  });
  const message = "no more accounts\nthe disk is nearly full\n[secret] was seen";
  expect(await run(connector)).toMatchObject({ result: "F", message });
});
