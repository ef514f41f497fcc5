import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { call } from "./call.ts";
import { pathOf } from "./path.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Statements that the compiler accepts, and beside each one the same with a mistake. */
const statements = {
  "a name of a policy": [`may("groups_post_create");`, `may("groups_post_creat");`],
  "an action": [
    `void change(call("POST webhooks()/redeliver", { key }));`,
    `void change(call("POST webhooks()/redelivr", { key }));`,
  ],
  "an action that a row offers": [`isOffered({}, "redeliver");`, `isOffered({}, "redelivr");`],
  "a method": [`call("DELETE webhooks()", { key });`, `call("PATCH sessionLogData()", { key });`],
  "a key": [`call("DELETE webhooks()", { key });`, `call("DELETE webhooks()");`],
  "the key of a part": [
    `call("DELETE users()/credentials()", { key: [key, key] });`,
    `call("DELETE users()/credentials()", { key });`,
  ],
  "a field of a body": [
    `call("POST accounts()/resetPassword", { key, body: { password: "" } });`,
    `call("POST accounts()/resetPassword", { key, body: { passwort: "" } });`,
  ],
  "a field that a body must have": [
    `call("PATCH accounts()", { key, body: {} });`,
    `call("POST accounts()/resetPassword", { key, body: {} });`,
  ],
  "the type of a field": [
    `call("PATCH webhooks()", { key, body: { enabled: true } });`,
    `call("PATCH webhooks()", { key, body: { enabled: "yes" } });`,
  ],
  "a field of the answer to a change": [
    `void change(call("POST requests", { body })).then(({ number }) => number);`,
    `void change(call("POST requests", { body })).then(({ numbr }) => numbr);`,
  ],
  "a call that is written by hand": [
    `void askOnce(call("DELETE webhooks()", { key }));`,
    `void askOnce({ method: "DELETE", path: "/v2/webhooks('1')" });`,
  ],
  "a path": [`void read(pathOf("requests()/events", key));`, `void read(pathOf("requests()/event", key));`],
  "a field of what is read": [
    `void read(pathOf("requests()", key)).then(({ status }) => status);`,
    `void read(pathOf("requests()", key)).then(({ state }) => state);`,
  ],
  "a field of a row": [
    `void read(pathOf("users")).then(({ value }) => value.map(({ displayName }) => displayName));`,
    `void read(pathOf("users")).then(({ value }) => value.map(({ dispName }) => dispName));`,
  ],
  "a cache key": [
    `queryOptions({ queryKey: [pathOf("requests"), key], queryFn: () => 1 });`,
    `queryOptions({ queryKey: [pathOf("reqests"), key], queryFn: () => 1 });`,
  ],
  "a cache key that is written by hand": [
    `queryOptions({ queryKey: [pathOf("requests"), "first"], queryFn: () => 1 });`,
    `queryOptions({ queryKey: ["/v2/requests", "first"], queryFn: () => 1 });`,
  ],
  "a set that a change invalidates": [
    `void readAnew(client, pathOf("requests"));`,
    `void readAnew(client, "/v2/reqests");`,
  ],
} as const;

const head = `import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { askOnce, type BodyOf, call, change } from "${root}web/api/call.ts";
import { read } from "${root}web/api/read.ts";
import { readAnew } from "${root}web/api/changing.ts";
import { isOffered } from "${root}web/api/offered.ts";
import { pathOf } from "${root}web/api/path.ts";
import type { useMay } from "${root}web/session/use-may.ts";
declare const may: ReturnType<typeof useMay>;
declare const client: QueryClient;
declare const key: string;
declare const body: BodyOf<"POST requests">;
`;

/** Compiles statements under the options of the pages; returns those in which the compiler finds an error. */
function refusedOf(written: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-calls-"));
  try {
    writeFileSync(join(folder, "planted.ts"), head + written.join("\n"));
    const paths = { "@tanstack/*": [`${root}node_modules/@tanstack/*`] };
    const options = { types: [], paths, pretty: false };
    const config = {
      extends: `${root}web/tsconfig.json`,
      compilerOptions: options,
      files: ["planted.ts"],
      include: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const first = head.split("\n").length;
    const found = [...compiled(folder).matchAll(/^(\S+)\((\d+),.*$/gm)].map(([whole, file = "", line]) =>
      file.endsWith("planted.ts") ? (written[Number(line) - first] ?? whole) : whole,
    );
    return [...new Set(found)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compiled(folder: string): string {
  try {
    return execFileSync(`${root}node_modules/.bin/tsc`, ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

it("lets the compiler find a mistake in each part of a call, and no other", () => {
  const pairs = Object.values(statements);
  expect(refusedOf(pairs.flat())).toEqual(pairs.map(([, wrong]) => wrong));
});

it("puts the keys of a call in the place of the brackets, and sends an empty body where an action takes nothing", () => {
  expect(call("POST webhooks()/redeliver", { key: "a/b" })).toEqual({
    method: "POST",
    path: "/v2/webhooks('a%2Fb')/redeliver",
    body: {},
  });
  expect(call("DELETE users()/credentials()", { key: ["$&", "it's"], etag: 'W/"1"' })).toEqual({
    method: "DELETE",
    path: "/v2/users('%24%26')/credentials('it''s')",
    body: undefined,
    etag: 'W/"1"',
  });
  expect(pathOf("requests/waitingForMe")).toBe("/v2/requests/waitingForMe");
});
