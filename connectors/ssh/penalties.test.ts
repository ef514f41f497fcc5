import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import ssh2 from "ssh2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { markOf, say } from "#test/support/ssh-double.ts";

import { Bench } from "../contract/kit/bench.ts";
import { asAccount } from "./open-session.ts";
import { requireRested } from "./penalties.ts";
import type { SshSession } from "./session.ts";
import ssh from "./ssh.ts";

// One in about 400 of the ed25519 keys that ssh2 makes cannot be read by ssh2 itself.
const keys = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
const canary = "-----BEGIN everything anew";
const seen: { method: string; password?: string }[] = [];
let refuses: "with words" | "in silence" | undefined;
let connections = 0;
const sockets = new Set<Socket>();

/** A double of a current OpenSSH: it may refuse connections before its identification. */
const machine = new ssh2.Server({ hostKeys: [keys.private] }, (client) => {
  client.on("error", () => {});
  client.on("authentication", (attempt) => {
    if (attempt.method === "none") return attempt.reject(["password", "publickey"]);
    seen.push({ method: attempt.method, ...(attempt.method === "password" && { password: attempt.password }) });
    return attempt.username === "root" ? attempt.accept() : attempt.reject(["password"]);
  });
  client.on("session", (accept) =>
    accept().on("exec", (acceptExec, _reject, { command }) => say(acceptExec(), markOf(command), { stdout: "0\n" })),
  );
});
const listener = createServer((socket) => {
  connections += 1;
  sockets.add(socket);
  socket.on("error", () => {});
  if (refuses === undefined) machine.injectSocket(socket);
  else socket.end(refuses === "with words" ? "Not allowed at this time\r\n" : "");
});

let address: { host: string; port: number; hostKeys: string[] };
beforeAll(() => {
  const parsed = ssh2.utils.parseKey(keys.public);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash("sha256").update(parsed.getPublicSSH()).digest("base64").replace(/=+$/, "");
  address = { host: "127.0.0.1", port: 0, hostKeys: [`SHA256:${digest}`] };
});
// A port of its own for each test, because the record of a host belongs to its address.
beforeEach(async () => {
  [refuses, connections] = [undefined, 0];
  seen.length = 0;
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  address.port = (listener.address() as AddressInfo).port;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  listener.close();
  await once(listener, "close");
});
afterAll(() => void machine.close());

async function withBench(secret: string, work: (b: Bench) => Promise<void>): Promise<void> {
  const b = new Bench(ssh, { address, credentials: [{ role: "admin", login: "root", secret }], stop: () => {} });
  try {
    await work(b);
  } finally {
    await b.clear();
  }
}

const { signal } = new AbortController();
const tryLogin = (session: unknown, password: string) =>
  asAccount(session as SshSession, { name: "ada", password: new Secret(password), signal }, async () => undefined);

test("a password that begins like a key is a password, for the administrator and for an account", () =>
  withBench(canary, async (b) => {
    const session = await b.open();
    expect(await tryLogin(session, canary)).toMatchObject({ refused: expect.any(String) });
    expect(seen).toEqual([
      { method: "password", password: canary },
      { method: "password", password: canary },
    ]);
  }));

test("a whole key is a key for the administrator, and a password all the same for an account", () =>
  withBench(keys.private, async (b) => {
    const session = await b.open();
    await tryLogin(session, keys.private);
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(["publickey", "password"]));
    expect(seen.at(-1)).toEqual({ method: "password", password: keys.private });
  }));

test.each(["with words", "in silence"] as const)(
  "a host that refuses connections %s after failed logins is busy, is left in peace and asked again",
  (how) =>
    withBench("word", async (b) => {
      const session = await b.open();
      for (const password of ["one", "two", "three"]) await tryLogin(session, password);
      refuses = how;
      const error = await b.refusal(() => tryLogin(session, "four"), "busy");
      expect(error.message).toMatch(/3 logins were refused .*PerSourcePenalties.*PerSourcePenaltyExemptList/);
      expect([error.retryAfterMs, error.outcomeUnknown]).toEqual([15_000, false]);
      const asked = connections;
      await b.refusal(() => b.open(), "busy");
      expect(connections).toBe(asked);
      refuses = undefined;
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_001 });
      requireRested(address);
      await b.open();
      expect(connections).toBe(asked + 1);
    }),
);

test("a host that hangs up though no login from here has failed is unreachable", () =>
  withBench("word", async (b) => {
    refuses = "in silence";
    await b.refusal(() => b.open(), "unreachable");
  }));
