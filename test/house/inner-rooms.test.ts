import { posix } from "node:path";

import { describe, expect, test } from "vitest";

import { roomRules } from "../support/architecture-table.ts";
import { circlesOf } from "../support/circles.ts";
import { engineOffers, engineOffersLeft } from "../support/engine-offers.ts";
import { circlesLeft, innerRules, roomCirclesLeft } from "../support/inner-room-table.ts";
import { checkInnerRooms, circlesOfRooms, innerRoomsAround, unusedInnerPermissions } from "../support/inner-rooms.ts";
import { importsOfInsides, misplacedOperations, unusedOffers } from "../support/operation-places.ts";
import { operationRooms } from "../support/operation-rooms.ts";
import { productImports } from "../support/product-imports.ts";
import { readSourceFiles } from "../support/source-files.ts";
import { unusedPermissions } from "../support/unused-permissions.ts";
import { webRooms } from "../support/web-rooms.ts";

const files = readSourceFiles();

test("every import within a room keeps to the table of its inner rooms", () => {
  expect(checkInnerRooms(files)).toEqual([]);
});

const planted: readonly (readonly [path: string, text: string, expected: string])[] = [
  ["api/documents/x.ts", 'import { x } from "../hygiene/x.ts";', "api/documents may not import api/hygiene"],
  ["api/hygiene/x.ts", 'import { x } from "../odata/x.ts";', "api/hygiene may not import api/odata"],
  ["api/identity/x.ts", 'import { x } from "../odata/bind/x.ts";', "api/identity may not import api/odata"],
  ["api/idapi/x.ts", 'import { x } from "../soap/x.ts";', "api/idapi may not import api/soap"],
  ["api/tickets/x.ts", 'import { x } from "../odata/x.ts";', "api/tickets may not import api/odata"],
  ["api/managed-hosts/x.ts", 'import { x } from "../odata/x.ts";', "api/managed-hosts may not import api/odata"],
  ["api/password-senders/x.ts", 'import { x } from "../odata/x.ts";', "api/password-senders may not import api/odata"],
  ["api/replication/x.ts", 'import { x } from "../odata/x.ts";', "api/replication may not import api/odata"],
  ["api/odata/x.ts", 'import { users } from "../v2/users.ts";', "api/odata may not import api/v2"],
  ["api/odata/read/x.ts", 'import type { X } from "../../v2/x.ts";', "api/odata may not import api/v2"],
  ["api/middleware/x.ts", 'import { x } from "../identity/x.ts";', "api/middleware may not import api/identity"],
  ["api/offered/x.ts", 'import { x } from "../soap/x.ts";', "api/offered may not import api/soap"],
  ["api/soap/x.ts", 'import { users } from "../v2/users.ts";', "api/soap may not import api/v2"],
  ["api/proxies/x.ts", 'import { x } from "../identity/x.ts";', "api/proxies may not import api/identity"],
  ["api/react/x.ts", 'import { x } from "../v2/x.ts";', "api/react may not import api/v2"],
  ["api/v2/x.ts", 'import { x } from "../identity/x.ts";', "api/v2 may not import api/identity"],
  ["api/odata/syntax/x.ts", 'import type { Model } from "../model/model.ts";', "syntax may not import api/odata/model"],
  ["api/odata/syntax/x.ts", 'import { x } from "../etag.ts";', "api/odata/syntax may not import api/odata."],
  ["api/odata/syntax/x.ts", 'import { z } from "zod";', "api/odata/syntax may not import the package zod"],
  ["api/odata/model/x.ts", 'import { x } from "../bind/x.ts";', "api/odata/model may not import api/odata/bind"],
  ["api/odata/bind/x.ts", 'import type { Store } from "#store/store.ts";', "api/odata/bind may not import store"],
  ["api/odata/bind/x.ts", 'import type { X } from "#store/query/x.ts";', "bind may not import store/query"],
  ["api/odata/bind/x.ts", 'import { createHash } from "node:crypto";', "bind may not import node:crypto"],
  ["api/odata/path/x.ts", 'import { x } from "../read/x.ts";', "api/odata/path may not import api/odata/read"],
  ["api/odata/input/x.ts", 'import { x } from "../bind/x.ts";', "api/odata/input may not import api/odata/bind"],
  ["api/odata/read/x.ts", 'import { x } from "../batch/x.ts";', "api/odata/read may not import api/odata/batch"],
  ["api/odata/json/x.ts", 'import { x } from "../read/x.ts";', "api/odata/json may not import api/odata/read"],
  ["api/odata/write/x.ts", 'import { x } from "../syntax/x.ts";', "api/odata/write may not import api/odata/syntax"],
  ["api/odata/metadata/x.ts", 'import { x } from "../bind/x.ts";', "metadata may not import api/odata/bind"],
  ["api/odata/batch/x.ts", 'import { x } from "../read/x.ts";', "api/odata/batch may not import api/odata/read"],
  ["bin/children/x.ts", 'import { x } from "../commands/x.ts";', "bin/children may not import bin/commands"],
  ["bin/prove/x.ts", 'import { x } from "#connectors/ldap/x.ts";', "bin/prove may not import connectors/ldap"],
  ["bin/configuration/x.ts", 'import { x } from "#store/x.ts";', "bin/configuration may not import store"],
  ["bin/remote/x.ts", 'import { x } from "../commands/x.ts";', "bin/remote may not import bin/commands"],
  ["bin/up/x.ts", 'import { x } from "../commands/x.ts";', "bin/up may not import bin/commands"],
  ["bin/commands/x.ts", 'import { x } from "#workflows/x.ts";', "bin/commands may not import workflows"],
  ["domain/analyses/x.ts", 'import { x } from "../roles/x.ts";', "domain/analyses may not import domain/roles"],
  ["domain/role-mining/x.ts", 'import { x } from "../roles/x.ts";', "domain/role-mining may not import domain/roles"],
  ["store/analyses/x.ts", 'import { x } from "../discovery/x.ts";', "store/analyses may not import store/discovery"],
  ["domain/json-schema/x.ts", 'import { x } from "../query/x.ts";', "json-schema may not import domain/query"],
  ["domain/resources/x.ts", 'import { x } from "../query/x.ts";', "domain/resources may not import domain/query"],
  ["domain/calendar/x.ts", 'import { x } from "../requests/x.ts";', "domain/calendar may not import domain/requests"],
  ["domain/query/x.ts", 'import { x } from "../json-schema/x.ts";', "query may not import domain/json-schema"],
  ["domain/access/x.ts", 'import { x } from "../requests/x.ts";', "domain/access may not import domain/requests"],
  ["store/roles/x.ts", 'import { x } from "../discovery/x.ts";', "store/roles may not import store/discovery"],
  [
    "store/replication/x.ts",
    'import { x } from "../discovery/x.ts";',
    "store/replication may not import store/discovery",
  ],
  ["store/grants/x.ts", 'import { x } from "../discovery/x.ts";', "store/grants may not import store/discovery"],
  ["domain/audit/x.ts", 'import { x } from "../passwords/x.ts";', "domain/audit may not import domain/passwords"],
  ["domain/discovery/x.ts", 'import { x } from "../resources/x.ts";', "discovery may not import domain/resources"],
  ["domain/errors/x.ts", 'import { x } from "../errors.ts";', "domain/errors may not import domain"],
  ["domain/identity/x.ts", 'import { x } from "../requests/x.ts";', "domain/identity may not import domain/requests"],
  ["domain/mass-resets/x.ts", 'import { x } from "../requests/x.ts";', "mass-resets may not import domain/requests"],
  ["domain/notices/x.ts", 'import { x } from "../passwords/x.ts";', "domain/notices may not import domain/passwords"],
  ["domain/passwords/x.ts", 'import type { X } from "../requests/x.ts";', "passwords may not import domain/requests"],
  ["domain/proxies/x.ts", 'import { x } from "../requests/x.ts";', "domain/proxies may not import domain/requests"],
  ["domain/plugins/x.ts", 'import { x } from "../requests/x.ts";', "domain/plugins may not import domain/requests"],
  ["domain/requests/x.ts", 'import { x } from "../discovery/x.ts";', "requests may not import domain/discovery"],
  [
    "domain/requests/phase-rules/x.ts",
    'import { x } from "#store/x.ts";',
    "domain/requests/phase-rules may not import store",
  ],
  ["domain/requests/ledger/x.ts", 'import { x } from "#store/x.ts";', "domain/requests/ledger may not import store"],
  ["domain/chains/x.ts", 'import { x } from "../requests/x.ts";', "domain/chains may not import domain/requests"],
  ["domain/checkouts/x.ts", 'import { x } from "../identity/x.ts";', "domain/checkouts may not import domain/identity"],
  ["domain/catalogue/x.ts", 'import { x } from "../vault/x.ts";', "domain/catalogue may not import domain/vault"],
  ["domain/templates/x.ts", 'import { x } from "../vault/x.ts";', "domain/templates may not import domain/vault"],
  ["domain/roles/x.ts", 'import { x } from "../vault/x.ts";', "domain/roles may not import domain/vault"],
  ["domain/sod/x.ts", 'import { x } from "../vault/x.ts";', "domain/sod may not import domain/vault"],
  ["domain/managed-hosts/x.ts", 'import { x } from "../vault/x.ts";', "managed-hosts may not import domain/vault"],
  ["domain/password-sync/x.ts", 'import { x } from "../vault/x.ts";', "password-sync may not import domain/vault"],
  ["domain/vault/x.ts", 'import { x } from "../requests/x.ts";', "domain/vault may not import domain/requests"],
  ["domain/metrics/x.ts", 'import { x } from "../vault/x.ts";', "domain/metrics may not import domain/vault"],
  ["platform/metrics/x.ts", 'import { x } from "../settings/x.ts";', "metrics may not import platform/settings"],
  ["platform/management/x.ts", 'import { x } from "../keys/x.ts";', "management may not import platform/keys"],
  ["domain/nodes/x.ts", 'import { x } from "../vault/x.ts";', "domain/nodes may not import domain/vault"],
  ["domain/replication/x.ts", 'import { x } from "../vault/x.ts";', "replication may not import domain/vault"],
  ["domain/runs/x.ts", 'import { x } from "../vault/x.ts";', "domain/runs may not import domain/vault"],
  ["domain/secrets/x.ts", 'import { x } from "../vault/x.ts";', "domain/secrets may not import domain/vault"],
  ["domain/webhooks/x.ts", 'import { x } from "../requests/x.ts";', "domain/webhooks may not import domain/requests"],
  ["operations/kernel/x.ts", 'import { x } from "../read/x.ts";', "operations/kernel may not import operations/read"],
  ["operations/proofs/x.ts", 'import type { X } from "../kernel/x.ts";', "proofs may not import operations/kernel"],
  ["operations/kernel/x.ts", 'import { x } from "../tables/x.ts";', "kernel may not import operations/tables"],
  ["operations/tables/x.ts", 'import { x } from "../sign-in/x.ts";', "tables may not import operations/sign-in"],
  [
    "operations/requests/engine/x.ts",
    'import type { X } from "../../checkouts/engine/x.ts";',
    "operations/requests may not import operations/checkouts",
  ],
  ["operations/identity/x.ts", 'import { x } from "../sign-in/x.ts";', "identity may not import operations/sign-in"],
  ["operations/users/x.ts", 'import { x } from "#operations/y.ts";', "operations/users may not import operations."],
  ["platform/audit-sinks/x.ts", 'import { x } from "../keys/x.ts";', "audit-sinks may not import platform/keys"],
  ["platform/breached-passwords/x.ts", 'import { x } from "../settings/x.ts";', "may not import platform/settings"],
  ["platform/files/x.ts", 'import { x } from "../processes/x.ts";', "platform/files may not import platform/processes"],
  ["platform/keys/x.ts", 'import { x } from "../settings/x.ts";', "platform/keys may not import platform/settings"],
  ["platform/logs/x.ts", 'import { x } from "../settings/x.ts";', "platform/logs may not import platform/settings"],
  ["platform/mail/x.ts", 'import { x } from "../keys/x.ts";', "platform/mail may not import platform/keys"],
  ["platform/files/x.ts", 'import { x } from "../logs/x.ts";', "platform/files may not import platform/logs"],
  ["platform/nodes/x.ts", 'import { x } from "../keys/x.ts";', "platform/nodes may not import platform/keys"],
  ["platform/notices/x.ts", 'import { x } from "../logs/x.ts";', "platform/notices may not import platform/logs"],
  ["platform/processes/x.ts", 'import { x } from "../logs/x.ts";', "platform/processes may not import platform/logs"],
  ["platform/saml/x.ts", 'import { x } from "../keys/x.ts";', "platform/saml may not import platform/keys"],
  ["platform/settings/x.ts", 'import { x } from "../temporal/x.ts";', "settings may not import platform/temporal"],
  ["platform/temporal/x.ts", 'import { x } from "../keys/x.ts";', "platform/temporal may not import platform/keys"],
  ["platform/webhooks/x.ts", 'import { x } from "../keys/x.ts";', "platform/webhooks may not import platform/keys"],
  ["store/audit/x.ts", 'import { x } from "../query/x.ts";', "store/audit may not import store/query"],
  ["store/changes/x.ts", 'import { x } from "../discovery/x.ts";', "store/changes may not import store/discovery"],
  ["store/mariadb/x.ts", 'import { x } from "../sqlite/x.ts";', "store/mariadb may not import store/sqlite"],
  ["store/schema/x.ts", 'import { x } from "../changes/x.ts";', "store/schema may not import store/changes"],
  ["store/sqlite/x.ts", 'import { x } from "../mariadb/x.ts";', "store/sqlite may not import store/mariadb"],
  ["store/migrations/x.ts", 'import { tables } from "../tables.ts";', "store/migrations may not import store."],
  ["store/migrations/x.ts", 'import { x } from "#domain/x.ts";', "store/migrations may not import domain"],
  ["store/sql/x.ts", 'import type { X } from "../query/x.ts";', "store/sql may not import store/query"],
  ["store/query/x.ts", 'import { x } from "../discovery/x.ts";', "store/query may not import store/discovery"],
  ["store/discovery/x.ts", 'import { x } from "../query/x.ts";', "store/discovery may not import store/query"],
  ["web/components/x.tsx", 'import { x } from "../pages/x.tsx";', "web/components may not import web/pages"],
  ["web/components/x.tsx", 'const x = import("../routes/x.ts");', "web/components may not import web/routes"],
  ["web/components/x.tsx", 'import { x } from "../session/x.ts";', "web/components may not import web/session"],
  ["web/base/x.ts", 'import type { X } from "../api/x.ts";', "web/base may not import web/api"],
  ["web/api/x.ts", 'import { x } from "../session/x.ts";', "web/api may not import web/session"],
  ["web/keyboard/x.ts", 'import { x } from "../pages/x.ts";', "web/keyboard may not import web/pages"],
  ["web/pages/x.ts", 'import { x } from "../main.tsx";', "web/pages may not import web."],
];

describe("a planted violation is found", () => {
  test.each(planted)("%s: %s", (path, text, expected) => {
    const [problem, ...others] = checkInnerRooms([{ path, text }]);
    expect(problem).toContain(expected);
    expect(others).toEqual([]);
  });

  test("a folder beside inner rooms that is none of them", () => {
    expect(checkInnerRooms([{ path: "store/helpers/x.ts", text: "" }])).toEqual([
      "store/helpers is no room within store: give it a rule.",
    ]);
  });
});

const walled = { ...operationRooms, ...webRooms };

describe("the walls within operations and within the pages", () => {
  const rooms = Object.keys(walled);

  test.each(rooms)("around %s stop each import that its row does not name", (room) => {
    const around = posix.dirname(room);
    const others = rooms.filter((other) => other !== room && posix.dirname(other) === around);
    const found = others.filter((other) => {
      const text = `import type { X } from "../${posix.basename(other)}/x.ts";`;
      const problems = checkInnerRooms([{ path: `${room}/x.ts`, text }]);
      return problems.length === 1 && problems[0]?.includes(`${room} may not import ${other}.`);
    });
    expect(found).toEqual(others.filter((other) => !walled[room]?.beside.includes(other)));
    expect(found).not.toEqual([]);
  });

  test("are around each of their folders, and few arrows lead through them", () => {
    const folders = files.flatMap(({ path }) => /^(?:operations|web)\/[^/]+(?=\/)/.exec(path)?.[0] ?? []);
    expect(rooms.toSorted()).toEqual([...new Set(folders)].toSorted());
    const arrowsOf = (table: typeof walled) => Object.values(table).flatMap(({ beside }) => beside).length;
    expect(arrowsOf(operationRooms)).toBeLessThanOrEqual(246);
    expect(arrowsOf(webRooms)).toBeLessThanOrEqual(60);
  });

  test("close the engine of a capability but for what it offers, which somebody takes", () => {
    expect(importsOfInsides(files)).toEqual([]);
    expect(unusedOffers(files)).toEqual([]);
    expect(Object.values(engineOffers).flat()).toHaveLength(engineOffersLeft);
  });

  test.each([
    ["operations/users/x.ts", 'import { x } from "../vault/engine/x.ts";'],
    ["operations/users/engine/x.ts", 'import type { X } from "../../vault/engine/x.ts";'],
    ["api/x.ts", 'export { x } from "#operations/vault/engine/x.ts";'],
  ])("a planted import of the inside of an engine is found: %s: %s", (path, text) => {
    expect(importsOfInsides([{ path, text }])).toEqual([
      `${path}:1: operations/vault/engine/x.ts is the inside of vault.`,
    ]);
    expect(importsOfInsides([{ path, text }], { vault: ["x"] })).toEqual([]);
    expect(importsOfInsides([{ path, text }], { users: ["x"] })).toHaveLength(1);
  });

  test("let the capability itself and the tables look into an engine", () => {
    const text = 'import { x } from "../vault/engine/x.ts";';
    const seen = ["operations/vault/x.ts", "operations/tables/x.ts"].map((path) => ({ path, text }));
    expect(importsOfInsides(seen)).toEqual([]);
    expect(unusedOffers(seen, { vault: ["x"] })).toEqual([
      "vault offers x and nobody takes it: take it from the table.",
    ]);
  });
});

test("every inner room has a planted violation", () => {
  const violated = new Set([
    ...planted.map(([path]) => innerRoomsAround(path).at(-1)),
    // Each of them is tried against all others above.
    ...Object.keys(walled),
  ]);
  expect(Object.keys(innerRules).filter((room) => !violated.has(room))).toEqual([]);
});

describe("what an operation is made of", () => {
  test("lies in the engine of its capability, and what lies beside it defines an operation", () => {
    expect(misplacedOperations(files)).toEqual([]);
  });

  test.each([
    ["operations/x.ts", "export const x = defineOperation({});", "operations/x.ts lies in no room of operations"],
    ["operations/users/x.ts", "export const x = 1;", "operations/users/x.ts defines no operation"],
    ["operations/users/engine/x.ts", "export const x = defineOperation({});", "x.ts defines an operation"],
    ["operations/users/engine/x.ts", 'import { x } from "../y.ts";', "x.ts may not import operations/users/y.ts"],
  ])("a planted violation is found: %s: %s", (path, text, expected) => {
    expect(misplacedOperations([{ path, text }])).toEqual([expect.stringContaining(expected)]);
  });
});

test.each([
  ["api/odata/bind/x.ts", 'import { a } from "../model/a.ts";\nimport type { B } from "#domain/query/b.ts";'],
  ["api/odata/read/x.ts", 'import { a } from "../etag.ts";\nimport { invoke } from "#operations/kernel/invoke.ts";'],
  ["api/v2/x.ts", 'import { a } from "../odata/model/a.ts";\nimport { b } from "./deep/b.ts";'],
  ["store/query/x.test.ts", 'import { x } from "../discovery/x.ts";'],
])("what the table allows is not found: %s", (path, text) => {
  expect(checkInnerRooms([{ path, text }])).toEqual([]);
});

describe("a permission that nobody uses", () => {
  test("is not there, neither between rooms nor within them", () => {
    expect([...unusedPermissions(files), ...unusedInnerPermissions(files)]).toEqual([]);
  });

  test.each<[permission: object, expected: string]>([
    [{ values: ["policies"] }, "domain may import more than types of policies and does not"],
    [{ types: ["store"] }, "domain may import types of store and does not"],
    [{ packages: ["koa"] }, "domain may import koa and does not"],
    [{ node: ["*"] }, "domain may import any node and does not"],
    [{ dynamic: true }, "domain may import what is known at run time only and does not"],
  ])("is found between rooms: %j", (permission, expected) => {
    const rule = { values: [], packages: [], node: [], ...permission };
    expect(unusedPermissions(files, { ...roomRules, domain: rule })[0]).toContain(expected);
  });

  test("is found where types alone are used", () => {
    const api = { values: ["store"], packages: [], node: [] };
    const text = 'import type { Store } from "#store/store.ts";';
    const rules = { api };
    expect(unusedPermissions([{ path: "api/x.ts", text }], rules)).toEqual([
      "api may import more than types of store and does not: take it from the table.",
    ]);
    expect(unusedPermissions([{ path: "api/x.ts", text: text.replace("type ", "") }], rules)).toEqual([]);
  });

  test.each<[permission: object, expected: string]>([
    [{ beside: ["api/v2"] }, "api/odata/syntax may import api/v2 and does not: take it from beside"],
    [{ beyond: ["store"] }, "api/odata/syntax may import store and does not: take it from beyond"],
    [{ packages: ["zod"] }, "api/odata/syntax may import zod and does not: take it from packages"],
    [{ node: ["fs"] }, "api/odata/syntax may import fs and does not: take it from node"],
  ])("is found within a room: %j", (permission, expected) => {
    const rules = { "api/odata/syntax": { beside: [], ...permission } };
    expect(unusedInnerPermissions(files, rules)[0]).toContain(expected);
  });

  test("a room without a file is found", () => {
    const rule = { values: [], packages: ["koa"], node: [] };
    expect(unusedPermissions(files, { attic: rule, "attic/*": rule })).toEqual([
      "attic has no file: take it from the table.",
    ]);
  });
});

describe("circles of imports, types counted", () => {
  const imports = productImports(files).filter(({ to }) => to.kind === "file");
  const ofFiles = circlesOf(imports.map(({ from, to }) => [from, to.name]));
  const ofRooms = circlesOfRooms(files);

  test.each([
    ["files", ofFiles, circlesLeft],
    ["inner rooms", ofRooms, roomCirclesLeft],
  ])("of %s are none but those that are named, and each of those is still there", (_, circles, left) => {
    expect(circles.filter((circle) => !circle.some((one) => left.includes(one)))).toEqual([]);
    expect(left.filter((one) => !circles.flat().includes(one))).toEqual([]);
  });

  test("are found, however long they are, beside each other and behind what leads into them", () => {
    const edges = ["a b", "b c", "c d", "d b", "d e", "e f", "f e", "g a", "h h"].map(
      (edge) => edge.split(" ") as [string, string],
    );
    expect(circlesOf(edges).toSorted()).toEqual([["b", "c", "d"], ["e", "f"], ["h"]]);
    expect(circlesOf(edges.filter(([from]) => !["d", "f", "h"].includes(from)))).toEqual([]);
  });

  test("are found by a type alone, of files and of rooms", () => {
    const back = { path: "api/odata/bind/b.ts", text: 'import type { A } from "../model/a.ts";' };
    const circle = [{ path: "api/odata/model/a.ts", text: 'import { b } from "../bind/b.ts";' }, back];
    const edges = productImports(circle).map(({ from, to }) => [from, to.name] as const);
    expect(circlesOf(edges)).toEqual([["api/odata/bind/b.ts", "api/odata/model/a.ts"]]);
    expect(circlesOfRooms(circle)).toEqual([["api/odata/bind", "api/odata/model"]]);
  });
});
