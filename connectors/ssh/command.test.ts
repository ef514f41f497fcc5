import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import ssh2, { type ServerChannel } from "ssh2";
import { afterAll, beforeAll, expect, test } from "vitest";

import { testSize } from "#test/support/test-size.ts";

import { Bench } from "../contract/kit/bench.ts";
import { run, runLine } from "./command.ts";
import type { SshSession } from "./session.ts";
import ssh from "./ssh.ts";

// Of the keys that ssh2 makes for ed25519 one in some 400 cannot be read by itself.
const keys = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
const tries = testSize(5, 25);
let answer: (channel: ServerChannel) => void;
let offered: "password" | "publickey" = "password";
const server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => {
  client.on("error", () => {});
  client.on("authentication", (attempt) =>
    attempt.method === offered && offered === "password" ? attempt.accept() : attempt.reject([offered]),
  );
  client.on("session", (accept) =>
    accept().on("exec", (acceptExec, _reject, { command }) => {
      const channel = acceptExec();
      if (!command.includes("'id'")) return answer(channel);
      channel.write("0\n");
      channel.exit(0);
      return channel.end();
    }),
  );
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function withSession(work: (session: SshSession, b: Bench) => Promise<void>): Promise<void> {
  const parsed = ssh2.utils.parseKey(keys.public);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash("sha256").update(parsed.getPublicSSH()).digest("base64").replace(/=+$/, "");
  const { port } = server.address() as AddressInfo;
  const b = new Bench(ssh, {
    address: { host: "127.0.0.1", port, hostKeys: [`SHA256:${digest}`] },
    credentials: [{ role: "admin", login: "root", secret: "word" }],
    stop: () => {},
  });
  try {
    await work((await b.open()) as SshSession, b);
  } finally {
    await b.clear();
  }
}

const heard = { stdout: "", stderr: "", cut: false };

test("a program that ends at once is heard to the end, every time", () =>
  withSession(async (session) => {
    answer = (channel) => {
      channel.write("all of it");
      channel.exit(3);
      channel.end();
    };
    const { signal } = new AbortController();
    for (let count = 0; count < tries; count += 1)
      expect(await run(session, ["x"], { signal, accept: [3] })).toEqual({ ...heard, code: 3, stdout: "all of it" });
  }));

test.each<[string, (channel: ServerChannel) => void, string]>([
  ["its channel is closed", (channel) => channel.close(), "lost before the program had ended"],
  ["it is killed", (channel) => void (channel.exit("KILL"), channel.end()), "ended by the signal SIGKILL"],
])("a program that ends without a code because %s is no success", (_, end, words) =>
  withSession(async (session, b) => {
    answer = end;
    const { signal } = new AbortController();
    await b.refusal(() => run(session, ["x"], { signal }), "broken");
    await expect(run(session, ["x"], { signal })).rejects.toThrow(words);
  }),
);

test("of a line that writes more than is wanted the beginning is kept, and it is heard to its end", () =>
  withSession(async (session) => {
    answer = (channel) => {
      channel.write("0123");
      channel.write("4567");
      channel.stderr.write("fits");
      channel.exit(7);
      channel.end();
    };
    const { signal } = new AbortController();
    const said = { ...heard, code: 7, stdout: "012345", stderr: "fits", cut: true };
    expect(await runLine(session, "any words", { signal, outputBytesMax: 6 })).toEqual(said);
    expect(await runLine(session, "any words", { signal, outputBytesMax: 8 })).toEqual({
      ...{ ...said, stdout: "01234567", cut: false },
    });
  }));

test("a call that is given up ends at once and in its own words", () =>
  withSession(async (session) => {
    const controller = new AbortController();
    answer = () => controller.abort(new Error("given up"));
    await expect(run(session, ["x"], { signal: controller.signal })).rejects.toThrow("given up");
    await expect(run(session, ["x"], { signal: controller.signal })).rejects.toThrow("given up");
  }));

test("a host that takes no passwords is told apart from one that refuses this one", async () => {
  offered = "publickey";
  const attempt = withSession(async () => {});
  await expect(attempt).rejects.toMatchObject({ code: "notSupported" });
});
