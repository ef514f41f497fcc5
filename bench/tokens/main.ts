import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { median } from "#test/support/median.ts";

import { rateOf } from "../odata/load.ts";
import { startServer } from "../odata/server-process.ts";
import { benchAuthorized } from "./authorized.ts";
import { fill } from "./fill.ts";
import { tokenOf, tokenPath } from "./token-of.ts";

const rounds = 5;
const warmUpMs = 1000;
const roundMs = 1500;
const connections = 8;
const password = "a-password-of-the-bench";

interface TokenCall {
  readonly name: string;
  readonly path: string;
  readonly form?: string;
}

/**
 * Tokens and userinfo per second, with policies, audit and revocation, against bare Koa with jose that compares, signs and
 * inserts one row; both in processes of their own on SQLite, in turn; and an authorized GET against the same one without.
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
