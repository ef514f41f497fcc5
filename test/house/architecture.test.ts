import { describe, expect, test } from "vitest";

import { roomRules } from "../support/architecture-table.ts";
import { checkImports, roomOf } from "../support/architecture.ts";
import { readSourceFiles } from "../support/source-files.ts";

const files = readSourceFiles();

test("every import of the project keeps to the table of rooms", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(checkImports(files)).toEqual([]);
});

test("the rooms that the table is about are there, so the check looks at something", () => {
  for (const room of ["domain", "store", "operations", "api", "workflows", "platform"]) {
    expect(
      files.some(({ path }) => path.startsWith(`${room}/`)),
      room,
    ).toBe(true);
  }
});

const planted: readonly (readonly [path: string, text: string, expected: string])[] = [
  ["domain/x.ts", 'import { openStore } from "#store/open-store.ts";', "domain may not import store"],
  ["domain/x.ts", 'import type { Store } from "#store/store.ts";', "domain may not import store"],
  ["domain/x.ts", 'import { randomUUID } from "node:crypto";', "domain may not import node:crypto"],
  ["domain/x.ts", 'import { readFile } from "fs/promises";', "domain may not import node:fs"],
  ["domain/x.ts", 'import { z } from "zod";', "domain may not import the package zod"],
  ["domain/x.ts", "export const now = () => Date.now();", "domain may not use Date.now"],
  ["domain/x.ts", "export const now = () => new Date();", "domain may not use Date.now"],
  ["domain/x.ts", "export const chance = () => Math.random();", "domain may not use Math.random"],
  ["domain/x.ts", "export const home = process.env.HOME;", "domain may not use process"],
  [
    "domain/x.ts",
    'import { Secret } from "#connectors/contract/index.ts";',
    "may import only types of connectors/contract",
  ],
  ["connectors/contract/x.ts", 'import { errors } from "#domain/errors.ts";', "may not import domain"],
  ["connectors/contract/x.ts", 'export * from "../ldap/index.ts";', "leaves the room connectors/contract"],
  ["connectors/contract/x.ts", 'import { join } from "node:path";', "connectors/contract may not import node:path"],
  ["connectors/contract/kit/x.ts", 'import { errors } from "#domain/errors.ts";', "kit may not import domain"],
  [
    "activities/proxy/x.ts",
    'import { run } from "#connectors/contract/kit/run.ts";',
    "may not import connectors/contract/kit",
  ],
  ["platform/x.ts", 'import { openStore } from "#store/open-store.ts";', "platform may not import store"],
  ["policies/x.ts", 'import type { Store } from "#store/store.ts";', "policies may not import store"],
  ["policies/x.ts", 'import { invoke } from "#operations/kernel/invoke.ts";', "policies may not import operations"],
  ["policies/x.ts", 'export { route } from "#api/route.ts";', "policies may not import api"],
  [
    "plugins/host/x.ts",
    'import { invoke } from "#operations/kernel/invoke.ts";',
    "plugins/host may not import operations",
  ],
  ["plugins/contract/x.ts", 'import { errors } from "#domain/errors.ts";', "plugins/contract may not import domain"],
  [
    "plugins/contract/x.ts",
    'import { Secret } from "#connectors/contract/index.ts";',
    "may import only types of connectors/contract",
  ],
  [
    "plugins/mail/x.ts",
    'import { callPlugin } from "#plugins/host/call-plugin.ts";',
    "plugins/mail may not import plugins/host",
  ],
  [
    "plugins/kit/x.ts",
    'import { invoke } from "#operations/kernel/invoke.ts";',
    "plugins/kit may not import operations",
  ],
  ["plugins/mail/x.ts", 'import { openStore } from "#store/open-store.ts";', "plugins/mail may not import store"],
  ["plugins/mail/x.ts", 'import { x } from "#plugins/captcha/x.ts";', "plugins/mail may not import plugins/captcha"],
  ["store/x.ts", 'import { invoke } from "#operations/kernel/invoke.ts";', "store may not import operations"],
  ["store/x.ts", 'const api = await import("#api/http.ts");', "store may not import api"],
  ["idapi/x.ts", 'import { openStore } from "#store/open-store.ts";', "idapi may not import store"],
  ["idapi/x.ts", 'import { createProgram } from "#bin/program.ts";', "idapi may not import bin"],
  ["operations/x.ts", 'import Koa from "koa";', "operations may not import the package koa"],
  ["operations/x.ts", 'import type { Context } from "koa";', "operations may not import the package koa"],
  ["operations/x.ts", 'import type { Route } from "#api/route.ts";', "operations may not import api"],
  ["operations/x.ts", 'import { next } from "#activities/hub/request.ts";', "operations may not import activities/hub"],
  ["operations/x.ts", 'export { request } from "#workflows/request.ts";', "operations may not import workflows"],
  ["api/x.ts", 'import { openStore } from "#store/open-store.ts";', "api may not import store"],
  ["api/x.ts", 'import type { Store } from "#store/store.ts";', "api may not import store"],
  ["api/x.ts", 'export { openStore } from "#store/open-store.ts";', "api may not import store"],
  ["api/x.ts", 'import { request } from "#workflows/request.ts";', "api may not import workflows"],
  ["api/x.ts", 'import { next } from "#activities/hub/request.ts";', "api may not import activities/hub"],
  ["api/x.ts", 'import ldap from "#connectors/ldap/index.ts";', "api may not import connectors/ldap"],
  ["api/x.ts", 'import { Model } from "sequelize";', "api may not import the package sequelize"],
  [
    "workflows/x.ts",
    'import { phaseOutcome } from "#domain/requests/phase-outcome.ts";',
    "may import only types of domain",
  ],
  ["workflows/x.ts", 'import { type Clock } from "#domain/clock.ts";', "may import only types of domain"],
  [
    "workflows/x.ts",
    'export { phaseOutcome } from "#domain/requests/phase-outcome.ts";',
    "may import only types of domain",
  ],
  [
    "workflows/x.ts",
    'import type { Secret } from "#connectors/contract/index.ts";',
    "may not import connectors/contract",
  ],
  ["workflows/x.ts", 'import { next } from "#activities/hub/request.ts";', "may import only types of activities/hub"],
  ["workflows/x.ts", 'import { setTimeout } from "node:timers/promises";', "workflows may not import node:timers"],
  ["workflows/x.ts", 'import type { Logger } from "#platform/logs/log.ts";', "workflows may not import platform"],
  ["activities/x.ts", 'import { openStore } from "#store/open-store.ts";', "activities may not import store"],
  ["activities/x.ts", 'import { next } from "./hub/request.ts";', "activities may not import activities/hub"],
  ["activities/hub/x.ts", 'import { createApi } from "#api/create-api.ts";', "activities/hub may not import api"],
  [
    "activities/hub/x.ts",
    'import { request } from "#workflows/request.ts";',
    "activities/hub may not import workflows",
  ],
  [
    "activities/proxy/x.ts",
    'import { openStore } from "#store/open-store.ts";',
    "activities/proxy may not import store",
  ],
  [
    "activities/proxy/x.ts",
    'import { invoke } from "#operations/kernel/invoke.ts";',
    "activities/proxy may not import operations",
  ],
  ["activities/managed-host/x.ts", 'import { x } from "#activities/hub/x.ts";', "may not import activities/hub"],
  [
    "activities/password-sender/x.ts",
    'import { x } from "#connectors/ldap/ldap.ts";',
    "activities/password-sender may not import connectors/ldap",
  ],
  ["activities/proxy/x.ts", 'import { x } from "../hub/x.ts";', "leaves the room activities/proxy"],
  ["connectors/ldap/x.ts", 'import { errors } from "#domain/errors.ts";', "connectors/ldap may not import domain"],
  ["connectors/ldap/x.ts", 'import { read } from "../sqlite/read.ts";', "leaves the room connectors/ldap"],
  ["connectors/ldap/x.ts", 'import { read } from "#connectors/sqlite/read.ts";', "may not import connectors/sqlite"],
  [
    "connectors/sqlite/x.ts",
    'import { connect } from "#connectors/ldap-client/connection.ts";',
    "connectors/ldap-client",
  ],
  [
    "connectors/active-directory/x.ts",
    'import { read } from "#connectors/ldap/read.ts";',
    "connectors/active-directory may not import connectors/ldap",
  ],
  [
    "connectors/ldap-client/x.ts",
    'import ldap from "#connectors/ldap/ldap.ts";',
    "connectors/ldap-client may not import connectors/ldap",
  ],
  ["api/x.ts", 'import { invoke } from "../operations/kernel/invoke.ts";', "leaves the room api"],
  ["api/x.ts", "const it = await import(process.argv[2]);", "a dynamic import must name its module"],
  ["api/x.ts", "const it = await import(`#store/open-store.ts`);", "api may not import store"],
  ["api/x.ts", 'type S = import("#workflows/request.ts").X;', "api may not import workflows"],
  ["api/x.ts", 'const koa = require("sequelize");', "api may not import the package sequelize"],
  ["api/x.ts", 'import fs from "/etc/x.js";', "is no module of this project"],
  ["api/x.ts", 'import { startMariaDb } from "#test/support/mariadb.ts";', "which is no part of the product"],
  ["api/x.ts", 'import { x } from "#helpers/x.ts";', "is no room of the architecture"],
  ["web/x.ts", 'import { invoke } from "#operations/kernel/invoke.ts";', "web may not import operations"],
  ["web/x.tsx", 'import { join } from "node:path";', "web may not import node:path"],
  ["web/x.tsx", 'import { z } from "zod";', "web may not import the package zod"],
  ["helpers/x.ts", "export const x = 1;", "helpers is no room of the architecture"],
];

describe("a planted violation is found", () => {
  test.each(planted)("%s: %s", (path, text, expected) => {
    const [problem, ...others] = checkImports([{ path, text }]);
    expect(problem).toContain(expected);
    expect(others).toEqual([]);
  });
});

describe("what the table allows is not found", () => {
  test.each([
    [
      "operations/x.ts",
      'import { Secret } from "#connectors/contract/index.ts";\nimport { errors } from "#domain/errors.ts";',
    ],
    ["workflows/x.ts", 'import type { Code } from "#domain/x.ts";\nexport type { Code } from "#domain/x.ts";'],
    [
      "workflows/x.ts",
      'import type { Hub } from "#activities/hub/request.ts";\nimport { sleep } from "@temporalio/workflow";',
    ],
    ["activities/proxy/x.ts", 'import ldap from "#connectors/ldap/index.ts";'],
    ["bin/x.ts", 'import { openStore } from "#store/open-store.ts";\nawait import(process.argv[2] ?? "");'],
    ["store/deep/x.ts", 'import { x } from "../x.ts";\nimport { readFile } from "node:fs/promises";'],
    ["domain/x.ts", "export const day = (ms: number) => new Date(ms).toISOString();"],
    ["domain/x.ts", 'import { codes } from "#connectors/contract/error.ts";'],
    ["connectors/contract/kit/x.ts", 'import { codes } from "../error.ts";\nimport { join } from "node:path";'],
    ["activities/hub/x.ts", 'import { toFailure } from "../failures.ts";'],
    ["api/x.test.ts", 'import { openStore } from "#store/open-store.ts";'],
    ["connectors/ldap/x.ts", "// import { errors } from '#domain/errors.ts';\nexport const text = 'import \"koa\"';"],
  ])("%s: %s", (path, text) => {
    expect(checkImports([{ path, text }])).toEqual([]);
  });
});

test("every room of the table but the composing one has a planted violation", () => {
  const violated = new Set(planted.map(([path]) => roomOf(path)));
  for (const room of Object.keys(roomRules).filter((name) => name !== "bin")) {
    const [folder, name] = room.split("/");
    const found = [...violated].some((one) => one === room || (name === "*" && one.startsWith(`${folder}/`)));
    expect(found, room).toBe(true);
  }
});
