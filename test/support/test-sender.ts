import { join } from "node:path";

import { CompactEncrypt, importJWK } from "jose";

import { openProxyKeys, type ProxyKeys } from "#activities/proxy/keys.ts";
import { createSignedCalls, type SignedCalls } from "#activities/proxy/signed-calls.ts";
import {
  type JudgeCall,
  type Judgement,
  type ReportAnswer,
  type ReportCall,
  type SealedPassword,
  sealedPasswordType,
  type SenderAccountName,
  type SenderEnrolment,
  type SenderHello,
  senderPaths,
  type SenderSettings,
} from "#domain/password-sync/sender-call.ts";
import type { Clock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";

/** Address that a sender of a test calls, its clock, and the folder of its keys. */
export interface SenderPlace {
  readonly address: string;
  readonly folder: string;
  readonly clock: Clock;
}

/** An enrolled password sender in a test, which makes signed calls of any content. */
export interface TestSender {
  readonly key: string;
  readonly keys: ProxyKeys;
  readonly calls: SignedCalls;
  /** Settings that it got when it enrolled. */
  readonly settings: SenderSettings;
  /** Makes any call; `content` is sent as it is. */
  send<T = SenderSettings>(path: string, content: unknown): Promise<T>;
  seal(content: Omit<SealedPassword, "sender"> & Partial<Pick<SealedPassword, "sender">>): Promise<string>;
  hello(said: SenderHello): Promise<SenderSettings>;
  judge(name: SenderAccountName, password: string): Promise<Judgement>;
  /** Reports a change under the next number; null is an unknown password. */
  report(name: SenderAccountName, password: string | null, part?: Partial<ReportCall>): Promise<ReportAnswer>;
  /** Sends the last report again, byte for byte. */
  repeat(): Promise<ReportAnswer>;
  close(): void;
}

/** Enrolls a password sender with its token. */
export async function enrolSender(
  { address, folder, clock }: SenderPlace,
  { key, token }: { readonly key: string; readonly token: string },
): Promise<TestSender> {
  const keys = openProxyKeys(join(folder, `sender-${key}`), "sender-keys.json");
  const calls = createSignedCalls({ proxyId: key, address, keys, clock, ids: systemIds, keepAliveSeconds: 30 });
  const send = async <T = SenderSettings>(path: string, content: unknown) =>
    JSON.parse(await calls.call(path, content)) as T;
  const enrolment: SenderEnrolment = { senderKey: key, token, signingKey: keys.signingKey };
  const settings = await send(senderPaths.enrol, enrolment);
  const receivingKey = await importJWK({ ...settings.receivingKey }, "ECDH-ES");
  let number = settings.through;
  let last: ReportCall | undefined;
  const sender: TestSender = {
    key,
    keys,
    calls,
    settings,
    send,
    seal: (content) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ sender: key, ...content })))
        .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", typ: sealedPasswordType })
        .encrypt(receivingKey),
    hello: (said) => send(senderPaths.hello, said),
    async judge(name, password) {
      const call: JudgeCall = { name, jwe: await sender.seal({ name, password }) };
      return send(senderPaths.judge, call);
    },
    async report(name, password, part = {}) {
      const head = { series: "spool-1", number: number + 1, ...part };
      const { series } = head;
      const jwe = password === null ? null : await sender.seal({ series, number: head.number, name, password });
      const unknown = password === null ? { reason: part.reason ?? ("hashed" as const) } : {};
      last = { ...head, name, jwe, ...unknown, heldMs: part.heldMs ?? 0 };
      const answer = await send<ReportAnswer>(senderPaths.report, last);
      number = answer.through;
      return answer;
    },
    repeat: () => send(senderPaths.report, last),
    close: () => calls.close(),
  };
  return sender;
}
