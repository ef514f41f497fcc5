import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createHttpClient } from "#test/support/http-client.ts";
import { median } from "#test/support/median.ts";

import { benchSize } from "../bench-size.ts";
import { rateOf } from "../odata/load.ts";
import { startServer } from "../odata/server-process.ts";
import { benchAuthorized } from "./authorized.ts";
import { fill } from "./fill.ts";
import { tokenOf, tokenPath } from "./token-of.ts";

const rounds = benchSize(1, 5);
const warmUpMs = benchSize(50, 1000);
const roundMs = benchSize(100, 1500);
const connections = 8;
const password = "a-password-of-the-bench";

/** Fields that both answer with the same value; the other fields need only be present in ours. */
const alike = new Set(["token_type", "expires_in"]);

interface TokenCall {
  readonly name: string;
  readonly path: string;
  readonly form?: string;
}

/**
 * Measures tokens and userinfo per second, with policies, audit and revocation, against bare Koa with jose that compares, signs and
 * inserts one row. Both run in processes of their own on SQLite, in turn. Also measures an authorized GET against one without
 * authorization.
 */
export async function benchTokens(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const databaseUrl = `sqlite:${join(folder, "bench.db")}`;
  const secret = await fill(databaseUrl, folder, password);
  const ours = await startServer("ours", databaseUrl, folder);
  const fields = new URLSearchParams({ secret, password }).toString();
  const bare = await startServer("bareTokens", join(folder, "bare.db"), fields);
  const form = (parts: Readonly<Record<string, string>>) => new URLSearchParams(parts).toString();
  const byClient = form({ grant_type: "client_credentials", client_id: "bench", client_secret: secret });
  const byPassword = form({ grant_type: "password", client_id: "gatehouse", username: "bench", password });
  const shapes: readonly TokenCall[] = [
    { name: "password", path: tokenPath, form: byPassword },
    { name: "userinfo", path: "/identity/connect/userinfo" },
    { name: "client_credentials", path: tokenPath, form: byClient },
  ];
  try {
    const lines: string[] = [];
    for (const shape of shapes) {
      await requireAlike(shape, [ours.address, bare.address], byClient);
      const [x, y] = await compare(shape, [ours.address, bare.address], byClient);
      const rates = `ours ${x.toFixed(0)}/s, rival ${y.toFixed(0)}/s, ratio ${(x / y).toFixed(2)}`;
      lines.push(shape.name === "client_credentials" ? `tokens: ${rates}` : `tokens, ${shape.name}: ${rates}`);
      console.log(`  ${shape.name}: ${rates}`);
    }
    return [...lines, await benchAuthorized()].join("\n");
  } finally {
    await ours.stop();
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error if ours lacks a field of the bare server's answer, or has another value such as the lifetime of the token */
async function requireAlike(
  { name, path, form }: TokenCall,
  [ours, bare]: readonly [string, string],
  byClient: string,
): Promise<void> {
  const answers: Readonly<Record<string, unknown>>[] = [];
  for (const address of [ours, bare]) {
    const http = createHttpClient(address, 1);
    const given = form === undefined ? { token: await tokenOf(address, byClient) } : { form };
    const { status, body } = await http.call(form === undefined ? "GET" : "POST", path, given);
    http.close();
    if (status !== 200) throw new Error(`${name}: ${address} answers ${status} ${JSON.stringify(body)}`);
    answers.push(body as Readonly<Record<string, unknown>>);
  }
  const [mine = {}, theirs = {}] = answers;
  const isAlike = (part: string) => (alike.has(part) ? mine[part] === theirs[part] : part in mine);
  const other = Object.keys(theirs).filter((part) => !isAlike(part));
  if (other.length > 0)
    throw new Error(`${name}: ours answers ${JSON.stringify(mine)}, bare ${JSON.stringify(theirs)}: ${other.join()}`);
}

async function compare(
  { path, form }: TokenCall,
  addresses: readonly [string, string],
  byClient: string,
): Promise<readonly [number, number]> {
  const rates: readonly [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, address] of addresses.entries()) {
      const rights = form === undefined ? { token: await tokenOf(address, byClient) } : { form };
      const milliseconds = round === 0 ? warmUpMs : roundMs;
      const rate = await rateOf({ address, connections, milliseconds, path: () => path, ...rights });
      if (round > 0) rates[index]?.push(rate);
    }
  }
  return [median(rates[0]), median(rates[1])];
}
