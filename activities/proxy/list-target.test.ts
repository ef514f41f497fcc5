import { expect, test } from "vitest";
import { z } from "zod";

import { ConnectorError, defineConnector, type ObjectType, type TargetObject } from "#connectors/contract/index.ts";
import { discoveredTypes, type DiscoveryOrder } from "#domain/discovery/discovery.ts";

import { type Listing, listTarget } from "./list-target.ts";

const account = { id: "1", name: "one", type: "account", attributes: {} };

/** A connector for a target that holds accounts alone. */
function withoutGroups(schema?: () => Promise<readonly ObjectType[]>) {
  return defineConnector({
    id: "notes",
    version: "1.0.0",
    title: "Notes",
    sdk: 1,
    address: z.strictObject({}),
    open: async () => ({}),
    operations: {
      serverInfo: async () => ({ product: "Notes" }),
      ...(schema && { schema }),
      async *list(_session: object, { type }) {
        if (type !== "account") throw new ConnectorError("notSupported", `no ${type}`);
        yield { items: [account] };
      },
    },
  });
}

async function discover(
  connector: Listing["connector"],
  onEnd: (type: string, secretAttributes: readonly string[] | undefined) => void = () => {},
  more: { readonly onRecord?: number; readonly onLine?: (line: string) => void } = {},
): Promise<[type: string, lines: number][]> {
  const ended: [string, number][] = [];
  const { signal } = new AbortController();
  await listTarget({
    connector,
    session: {},
    order: {
      parts: discoveredTypes.map((type) => ({ type, ...(more.onRecord !== undefined && { onRecord: more.onRecord }) })),
      chunkObjects: 10,
      nextNumber: 0,
      chain: "",
    } as unknown as DiscoveryOrder,
    call: { signal, heartbeat: () => {} } as unknown as Listing["call"],
    sender({ type }) {
      let lines = 0;
      return {
        add(line) {
          more.onLine?.(line);
          lines += 1;
          return undefined;
        },
        page: async () => {},
        async end(_token, secretAttributes) {
          ended.push([type, lines]);
          onEnd(type, secretAttributes);
        },
        settled: async () => {},
        report: () => ({ chunks: 0, chain: "" }),
      };
    },
    known: async () => ({ has: () => false }),
  });
  return ended;
}

test("a type that the schema of the connector does not have is empty, and the target is not asked for it", async () => {
  const connector = withoutGroups(async () => [{ type: "account", attributes: [] }]);
  expect(await discover(connector)).toEqual([
    ["group", 0],
    ["account", 1],
  ]);
});

test("what the schema marks as written and never shown is told at the end of each type", async () => {
  const pin = { name: "pin", kind: "string", writeOnly: true } as const;
  const mail = { name: "mail", kind: "string" } as const;
  const told: unknown[] = [];
  await discover(
    withoutGroups(async () => [{ type: "account", attributes: [pin, mail] }]),
    (type, secrets) => told.push([type, secrets]),
  );
  expect(told).toEqual([
    ["group", undefined],
    ["account", ["pin"]],
  ]);
});

test("a connector without a schema is asked for every type, and what it refuses fails the discovery", async () => {
  await expect(discover(withoutGroups())).rejects.toThrow("no group");
});

test("a schema that cannot be read fails the discovery: nothing is taken for empty by that", async () => {
  const connector = withoutGroups(() => Promise.reject(new ConnectorError("permission", "no right to read it")));
  await expect(discover(connector)).rejects.toThrow("no right to read it");
});

test("a type that is named no more fails the listing where objects of it are on record, and says how many", async () => {
  const connector = withoutGroups(async () => [{ type: "account", attributes: [] }]);
  await expect(discover(connector, undefined, { onRecord: 3 })).rejects.toMatchObject({
    code: "config",
    message: expect.stringMatching(/"group".*3 objects of it are on record/),
  });
  expect(await discover(connector, undefined, { onRecord: 0 })).toHaveLength(2);
});

test("a group whose members nobody tells, or not all of them, is told to hide some", async () => {
  const { definition } = withoutGroups();
  const group = { id: "g", name: "crew", type: "group", attributes: {} };
  const groups: readonly TargetObject[] = [
    group,
    { ...group, id: "h", members: [] },
    { ...group, id: "i", members: [{ type: "account", name: "ada" }], membersHidden: true },
    { ...group, id: "j", members: [{ type: "account", name: "" }] },
    { ...group, id: "k", name: "" },
  ];
  const connector = defineConnector({
    ...definition,
    operations: {
      ...definition.operations,
      async *list(_session: object, { type }) {
        yield { items: type === "group" ? groups : [] };
      },
    },
  });
  const lines: unknown[] = [];
  await discover(connector, undefined, { onLine: (line) => lines.push(JSON.parse(line)) });
  const why = "its name must be a text of 1 to 190 characters";
  expect(lines.filter((line) => (line as { kind: string }).kind !== "object")).toEqual([
    { kind: "hidden", group: "g" },
    { kind: "member", group: "i", name: "ada" },
    { kind: "hidden", group: "i" },
    { kind: "hidden", group: "j" },
    { kind: "leftOut", id: "k", name: "k", why },
  ]);
});
