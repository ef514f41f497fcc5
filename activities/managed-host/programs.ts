import { spawn } from "node:child_process";

import { z } from "zod";

import { type Connector, ConnectorError, defineConnector, type Secret } from "#connectors/contract/index.ts";
import { hostConnectorId } from "#domain/managed-hosts/host-call.ts";

/** The two programs by which a managed host sets the password of its account and tries one. */
export interface HostPrograms {
  readonly set: string;
  readonly verify: string;
}

const wordsMaxCharacters = 400;
const programMs = 20_000;

/**
 * What the programs of a host can do, as a connector, so that orders are carried out there by the same rules as at a proxy. A program
 * gets one line of JSON on its standard input, `{"account": …, "password": …}`, and nothing in its arguments or its environment. It ends
 * with 0 = done, or opens; 1 = refused, or does not open, with the words in the first line of its standard error; all else = it could not say.
 */
export function programsConnector(programs: HostPrograms): Connector {
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
        const { code, words } = await run(programs.set, { account: account.name, password, signal });
        if (code === 1) throw new ConnectorError("policy", words || "The program has refused the password.");
        if (code !== 0) throw new ConnectorError("internal", words || `The program has ended with ${code}.`);
      },
      async verify(_, { account, password }, { signal }) {
        const { code, words } = await run(programs.verify, { account: account.name, password, signal });
        if (code === 0) return { ok: true };
        if (code === 1) return { ok: false, reason: "invalid", ...(words && { message: words }) };
        throw new ConnectorError("internal", words || `The program has ended with ${code}.`);
      },
    },
  });
}

interface ProgramCall {
  readonly account: string;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

interface ProgramEnd {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly words: string;
}

/** Runs a program; it is killed when the call is given up, so that it sets nothing later. */
function run(program: string, { account, password, signal }: ProgramCall): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { stdio: ["pipe", "ignore", "pipe"], signal, killSignal: "SIGKILL" });
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (told.length < wordsMaxCharacters) told += part;
    });
    child.on("error", (error) => {
      reject(new ConnectorError("config", `The program '${program}' cannot be run: ${error.message}`));
    });
    child.on("close", (code, ended) => {
      const words = told.split("\n", 1)[0] ?? "";
      resolve({ code: code ?? ended ?? "", words: words.slice(0, wordsMaxCharacters) });
    });
    // A program that does not read all of it has ended, which is told by its code.
    child.stdin.on("error", () => undefined);
    password.use((text) => child.stdin.end(`${JSON.stringify({ account, password: text })}\n`));
  });
}
