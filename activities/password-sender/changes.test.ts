import { generateKeyPairSync } from "node:crypto";

import { compactDecrypt } from "jose";
import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { JudgeCall, Judgement } from "#domain/password-sync/sender-call.ts";
import { createLogger } from "#platform/logs/log.ts";

import { createChanges } from "./changes.ts";
import type { NewChange } from "./waiting-change.ts";

const log = createLogger({ module: "test", level: "silent" });
const { publicKey, privateKey } = generateKeyPairSync("x25519");
const { kty = "", crv = "", x = "" } = publicKey.export({ format: "jwk" });
const receivingKey = { kty, crv, x };
const name = { shortId: "ada" };
const password = new Secret("New-1 ä");

interface Given {
  readonly whileAway?: "accept" | "refuse";
  readonly judge?: (call: JudgeCall, signal: AbortSignal) => Promise<Judgement>;
  readonly isFull?: boolean;
}

function changesWith({ whileAway = "accept", judge, isFull = false }: Given = {}) {
  const kept: NewChange[] = [];
  const judgement = { verdict: "allow", messages: [] } as unknown as Judgement;
  const changes = createChanges({
    senderKey: "sender1",
    client: { judge: judge ?? (async () => judgement) },
    spool: {
      async keep(seal) {
        if (isFull) throw new Error("no space left on device");
        kept.push(await seal("series1", 7));
        return { number: 7, made: () => undefined, refused: () => undefined, uncertain: () => undefined };
      },
    },
    settings: () => ({ whileAway, receivingKey }),
    clock: () => ({ boot: "boot", ms: 5 }),
    log,
    judgeMs: 20,
  });
  return { changes, kept };
}

const opened = async (jwe: string) => {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
  return { content: JSON.parse(new TextDecoder().decode(plaintext)) as unknown, header: protectedHeader };
};

test("a password is judged sealed, for this sender and name alone", async () => {
  const calls: JudgeCall[] = [];
  const messages = [{ rule: "minLength", message: "At least 12 characters." }];
  const judge = async (call: JudgeCall) => {
    calls.push(call);
    return { verdict: "refuse", messages } as unknown as Judgement;
  };
  expect(await changesWith({ judge }).changes.judge(name, password)).toEqual({
    allowed: false,
    messages: ["At least 12 characters."],
  });
  const { content, header } = await opened(calls[0]?.jwe ?? "");
  expect(content).toEqual({ sender: "sender1", name, password: "New-1 ä" });
  expect(header).toMatchObject({ alg: "ECDH-ES", enc: "A256GCM", typ: "gatehouse-password+jwe" });
  expect(JSON.stringify(calls)).not.toContain("New-1");
});

test("a change is kept sealed with its series and number", async () => {
  const { changes, kept } = changesWith();
  expect(await changes.keep(name, password)).toMatchObject({ allowed: true, kept: { number: 7 } });
  expect(kept[0]).toMatchObject({ name, at: { boot: "boot", ms: 5 } });
  const { content } = await opened(kept[0]?.jwe ?? "");
  expect(content).toEqual({ sender: "sender1", name, series: "series1", number: 7, password: "New-1 ä" });
});

test.each(["accept", "refuse"] as const)(
  "without the service, the choice of the target system holds: %s",
  async (whileAway) => {
    const isAllowed = whileAway === "accept";
    const silent = (_: JudgeCall, signal: AbortSignal) =>
      new Promise<Judgement>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("over"))));
    const gone = async () => Promise.reject(new Error("connect ECONNREFUSED"));
    for (const judge of [silent, gone])
      expect((await changesWith({ whileAway, judge }).changes.judge(name, password)).allowed).toBe(isAllowed);
    const full = await changesWith({ whileAway, isFull: true }).changes.keep(name, password);
    expect(full.allowed).toBe(isAllowed);
    expect(full.kept).toBeUndefined();
  },
);

test("a password that no report can hold is the target's affair, and its change is reported without it", async () => {
  const judge = async () => Promise.reject(new Error("asked"));
  for (const odd of ["", "ä".repeat(129), "half \ud83d a pair", "cut \u0000 off"]) {
    const { changes, kept } = changesWith({ judge, whileAway: "refuse" });
    expect(await changes.judge(name, new Secret(odd))).toEqual({ allowed: true });
    await changes.keep(name, new Secret(odd));
    expect(kept[0]).toMatchObject({ jwe: null, reason: "unreadable" });
  }
  const { changes, kept } = changesWith();
  await changes.keep(name, "hashed");
  expect(kept[0]).toMatchObject({ jwe: null, reason: "hashed" });
});
