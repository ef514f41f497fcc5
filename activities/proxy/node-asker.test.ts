import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { nodeProofHeaders, provenAnswerText, proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { makeNodeKeys, type NodeKeys, signAsNode } from "#platform/nodes/node-keys.ts";

import { hashBody, openProxyKeys } from "./keys.ts";
import { createNodeAsker, type NodeAsker } from "./node-asker.ts";

const home = makeNodeKeys();
const other = makeNodeKeys();
const stranger = makeNodeKeys();
const nodes = [
  { name: "n1", state: "active", signingKey: home.signingKey },
  { name: "n2", state: "active", signingKey: other.signingKey },
];

/** Node of a test: its name, the key with which it signs, and what it answers. */
interface Answering {
  name: string;
  keys: NodeKeys;
  nodes: readonly object[];
  /** Nonce that it signs in place of that of the call. */
  nonce?: string;
  /** Path that it signs in place of that of the call. */
  path?: string;
}

let servers: Server[];
let addresses: string[];
const answering: Answering[] = [];
const folders: string[] = [];
let folder: string;

function openServer(index: number): Server {
  return createServer((request: IncomingMessage, response) => {
    request.resume().on("end", () => {
      const { name, keys, nodes: told, nonce, path } = answering[index] as Answering;
      const body = JSON.stringify({ name, standsBy: null, isBusy: false, nodes: told });
      const text = provenAnswerText({
        node: name,
        proxyId: "branch",
        path: path ?? request.url ?? "",
        nonce: nonce ?? String(request.headers[proxyCallHeaders.nonce]),
        bodyHash: hashBody(body),
      });
      response.writeHead(200, {
        [nodeProofHeaders.node]: name,
        [nodeProofHeaders.signature]: signAsNode(keys, text),
      });
      response.end(body);
    });
  }).listen(0, "127.0.0.1");
}

beforeAll(async () => {
  servers = [openServer(0), openServer(1)];
  await Promise.all(servers.map((server) => once(server, "listening")));
  addresses = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-asker-"));
  folders.push(folder);
  answering[0] = { name: "n1", keys: home, nodes };
  answering[1] = { name: "n2", keys: other, nodes };
});
afterAll(() => {
  for (const server of servers) server.close();
  for (const one of folders) rmSync(one, { recursive: true });
});

async function asked(): Promise<readonly string[]> {
  const asker: NodeAsker = createNodeAsker({
    folder,
    addresses,
    proxyId: "branch",
    keys: openProxyKeys(folder),
    clock: systemClock,
    ids: systemIds,
    keepAliveSeconds: 1,
  });
  try {
    const all = await asker.ask(new AbortController().signal);
    return all.map((one) => ("told" in one ? one.told.name : one.why));
  } finally {
    asker.close();
  }
}

test("the home tells whom to believe at the other address", async () => {
  expect(await asked()).toEqual(["n1", "n2"]);
});

test("while the home has never answered, nobody else is asked or believed", async () => {
  answering[0] = { name: "n1", keys: stranger, nodes };
  const why = expect.stringMatching(/is not believed/) as string;
  expect(await asked()).toEqual([why, why]);
});

test.each([
  ["another key", { keys: stranger }],
  ["a name that the home has not told", { name: "n9" }],
  ["the key of the home, under its own name", { keys: home }],
  ["a signature for another call", { nonce: "of another call" }],
  ["a signature for another path", { path: "/proxies/v1/orders" }],
] as const)("the other address is not believed with %s", async (_words, part) => {
  expect(await asked()).toEqual(["n1", "n2"]);
  answering[1] = { ...(answering[1] as Answering), ...part };
  expect((await asked())[1]).toMatch(/is not believed/);
});

test("a key that is told later replaces none, and an expelled node is not believed again", async () => {
  await asked();
  answering[0] = {
    name: "n1",
    keys: home,
    nodes: [nodes[0] as object, { ...nodes[1], signingKey: stranger.signingKey }],
  };
  answering[1] = { name: "n2", keys: stranger, nodes };
  await asked();
  expect((await asked())[1]).toMatch(/is not believed/);
  answering[1] = { name: "n2", keys: other, nodes };
  expect((await asked())[1]).toBe("n2");
  answering[0] = { name: "n1", keys: home, nodes: [nodes[0] as object, { ...nodes[1], state: "expelled" }] };
  await asked();
  answering[0] = { name: "n1", keys: home, nodes };
  expect((await asked())[1]).toMatch(/is not believed: node 'n2' is expelled/);
});
