import type { Socket } from "node:net";

import { Secret } from "#connectors/contract/index.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { Changes, Verdict } from "./changes.ts";
import { senderLimits } from "./sender-limits.ts";
import type { Turns } from "./turns.ts";

/** Services of the socket for Linux hosts. */
export interface LinuxOptions {
  readonly changes: Changes;
  readonly turns: Turns;
  readonly log: Logger;
}

/** Steps of a change of a password on a Linux host: before it is made, and after it. */
const steps = ["judge", "report"] as const;

/** Step of a change. */
export type LinuxStep = (typeof steps)[number];

interface LinuxCall {
  readonly step: LinuxStep;
  readonly account: string;
  readonly password: Secret | undefined;
}

const callMaxBytes = 8_192;
const callMs = 5_000;
const protocol = "1";
const answers = { ok: "ok\n", refused: "refused\n", wrong: "wrong\n" } as const;

/**
 * Returns what serves one connection of the PAM module: it reads `1`, the step, the account and the password, each ended by a NUL, up to
 * the end of input, and answers `ok`, `refused` with a line for each message, or `wrong`.
 */
export function serveLinux(options: LinuxOptions): (socket: Socket) => void {
  return (socket) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    socket.setTimeout(callMs, () => socket.destroy());
    socket.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > callMaxBytes) socket.destroy();
      else parts.push(part);
    });
    socket.on("end", () => {
      socket.setTimeout(0);
      const call = readCall(Buffer.concat(parts));
      for (const part of parts) part.fill(0);
      if (call === undefined) socket.end(answers.wrong);
      else
        void answer(options, call).then(
          (text) => socket.end(text),
          (error: unknown) => {
            options.log.error({ err: error }, "A call of the module could not be answered.");
            socket.end(answers.wrong);
          },
        );
    });
  };
}

/** Writes a call as the PAM module does. */
export function linuxCall(step: LinuxStep, account: string, password: Secret): Buffer {
  return password.use((text) => Buffer.from([protocol, step, account, text, ""].join("\0")));
}

async function answer({ changes, turns, log }: LinuxOptions, { step, account, password }: LinuxCall): Promise<string> {
  const name = { shortId: account };
  if (step === "judge") {
    await turns.take(account);
    if (password === undefined) return answers.ok;
    const verdict = await changes.judge(name, password);
    if (!verdict.allowed) turns.end(account);
    return textOf(verdict);
  }
  if (password === undefined) log.warn({ account }, "A password that is not UTF-8 is reported without its text.");
  const { kept, ...verdict } = await changes.keep(name, password ?? "unreadable");
  kept?.made();
  turns.end(account);
  return kept === undefined ? textOf(verdict) : answers.ok;
}

function textOf(verdict: Verdict): string {
  if (verdict.allowed) return answers.ok;
  const lines = verdict.messages.map((message) => `${message.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}\n`);
  return `${answers.refused}${lines.join("")}`;
}

/** Reads a call; undefined if it has another form. The password is undefined if it is not UTF-8. */
function readCall(bytes: Buffer): LinuxCall | undefined {
  const fields: Buffer[] = [];
  let begin = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, begin)) {
    fields.push(bytes.subarray(begin, end));
    begin = end + 1;
  }
  const [version, stepBytes, accountBytes, passwordBytes] = fields;
  const step = steps.find((known) => known === stepBytes?.toString());
  const account = textIn(accountBytes);
  const isWhole = fields.length === 4 && begin === bytes.length && version?.toString() === protocol;
  if (!isWhole || step === undefined || account === undefined || account === "") return undefined;
  if (Buffer.byteLength(account) > senderLimits.nameMaxBytes) return undefined;
  const password = textIn(passwordBytes);
  return { step, account, password: password === undefined ? undefined : new Secret(password) };
}

function textIn(bytes: Buffer | undefined): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
