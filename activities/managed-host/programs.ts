import { spawn } from "node:child_process";

import { z } from "zod";

import { type Connector, ConnectorError, defineConnector, type Secret } from "#connectors/contract/index.ts";
import { hostConnectorId } from "#domain/managed-hosts/host-call.ts";
import { endGroup } from "#platform/processes/process-group.ts";

import type { ProgramNote } from "./program-note.ts";

/** Absolute paths of the two programs of a managed host: one sets the password of its account, the other tries one. */
export interface HostPrograms {
  readonly set: string;
  readonly verify: string;
}

const wordsMaxCharacters = 400;
const programMs = 20_000;

/**
 * Makes a connector of the programs of a host, so that orders follow the same rules there as at a proxy. A program gets one line of JSON on
 * its standard input, `{"account": …, "password": …}`, and nothing in its arguments or its environment. It ends with 0 if it has set the
 * password, or the password opens the account. It ends with 1 if it refuses, or the password does not, with the reason in the first line of
 * its standard error. Every other code means that the outcome is unknown.
 */
export function programsConnector(programs: HostPrograms, note: ProgramNote): Connector {
  const call = (program: string, given: GivenPassword) => run(program, given, note);
  return defineConnector({
    id: hostConnectorId,
    version: "1",
    title: "Programs of a managed host",
    sdk: 1,
    address: z.strictObject({}),
    timeouts: { resetPassword: programMs, verify: programMs },
    concurrency: { perTarget: 1 },
    open: async () => ({}),
    operations: {
      serverInfo: async () => ({ product: "managed host" }),
      async resetPassword(_, { account, password }, { signal }) {
        const { code, words } = await call(programs.set, { account: account.name, password, signal });
        if (code === 1) throw new ConnectorError("policy", words || "The program has refused the password.");
        if (code !== 0) throw new ConnectorError("internal", words || `The program has ended with ${code}.`);
      },
      async verify(_, { account, password }, { signal }) {
        const { code, words } = await call(programs.verify, { account: account.name, password, signal });
        if (code === 0) return { ok: true };
        if (code === 1) return { ok: false, reason: "invalid", ...(words && { message: words }) };
        throw new ConnectorError("internal", words || `The program has ended with ${code}.`);
      },
    },
  });
}

interface GivenPassword {
  readonly account: string;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

interface ProgramEnd {
  /** Exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly words: string;
}

/** Runs a program in a process group of its own, which is ended when the call is aborted, so that it sets nothing later. */
function run(program: string, { account, password, signal }: GivenPassword, note: ProgramNote): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { stdio: ["pipe", "ignore", "pipe"], detached: true });
    const { pid } = child;
    child.on("error", (error) => {
      reject(new ConnectorError("config", `The program '${program}' cannot be run: ${error.message}`));
    });
    if (pid === undefined) return;
    const giveUp = () => endGroup(pid);
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (told.length < wordsMaxCharacters) told += part;
    });
    // A child of the program may keep its standard error open, and is ended with it.
    child.on("exit", () => note.ended(pid));
    child.on("close", (code, ended) => {
      signal.removeEventListener("abort", giveUp);
      const words = told.split("\n", 1)[0] ?? "";
      resolve({ code: code ?? ended ?? "", words: words.slice(0, wordsMaxCharacters) });
    });
    // A program that does not read all of its input has ended; its code tells the outcome.
    child.stdin.on("error", () => undefined);
    note.began(pid);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    else password.use((text) => child.stdin.end(`${JSON.stringify({ account, password: text })}\n`));
  });
}
