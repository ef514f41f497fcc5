import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createHttpClient } from "#test/support/http-client.ts";
import { startMariaDb } from "#test/support/mariadb.ts";
import { median } from "#test/support/median.ts";

import { benchSize } from "../bench-size.ts";
import { firstDifference } from "../first-difference.ts";
import { fill, reader } from "./fill.ts";
import { rateOf } from "./load.ts";
import { benchParse } from "./parse.ts";
import { startServer } from "./server-process.ts";
import { accountsCount, type ReadCall, shapes } from "./shapes.ts";

const rounds = benchSize(1, 5);
const warmUpMs = benchSize(50, 1000);
const roundMs = benchSize(100, 1000);
const connections = 8;

/**
 * Measures reads per second, authenticated and authorized, against bare Koa with the plain driver that returns the same JSON to
 * anyone. Both run in processes of their own, in turn.
 */
export async function benchReads(): Promise<string> {
  const mariadb = await startMariaDb();
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const lines = [await benchParse()];
  try {
    lines.push(...(await compare("SQLite", `sqlite:${join(folder, "bench.db")}`, folder)));
    lines.push(...(await compare("MariaDB", await mariadb.freshDatabase("bench"), folder)));
  } finally {
    await mariadb.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines.join("\n");
}

async function compare(database: string, databaseUrl: string, folder: string): Promise<string[]> {
  console.log(`  ${database}: ${accountsCount} accounts`);
  await fill(databaseUrl, folder);
  const [ours, bare] = [await startServer("ours", databaseUrl, folder), await startServer("bare", databaseUrl, folder)];
  try {
    const lines: string[] = [];
    for (const shape of shapes) {
      const token = await tokenOf(ours.address);
      await checkSame(shape, { ours: ours.address, bare: bare.address, token });
      const rates = { ours: [] as number[], bare: [] as number[] };
      const ask = (address: string, milliseconds: number, rights: { token?: string } = {}) =>
        rateOf({ address, connections, milliseconds, path: shape.path, ...rights });
      await ask(ours.address, warmUpMs, { token });
      await ask(bare.address, warmUpMs);
      for (let round = 0; round < rounds; round++) {
        rates.ours.push(await ask(ours.address, roundMs, { token }));
        rates.bare.push(await ask(bare.address, roundMs));
      }
      lines.push(lineOf(database, shape, rates));
      console.log(`  ${lines.at(-1)}`);
    }
    return lines;
  } finally {
    await ours.stop();
    await bare.stop();
  }
}

function lineOf(
  database: string,
  { name, wanted }: ReadCall,
  rates: Readonly<Record<"ours" | "bare", number[]>>,
): string {
  const [x, y] = [median(rates.ours), median(rates.bare)];
  return `odata ${database}, ${name}: ours ${x.toFixed(0)}/s, bare ${y.toFixed(0)}/s, ratio ${(x / y).toFixed(2)} (wanted ${wanted})`;
}

async function tokenOf(address: string): Promise<string> {
  const http = createHttpClient(address, 1);
  const { id: username, password } = reader;
  const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password });
  const { status, body } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
  http.close();
  if (status !== 200) throw new Error(`the reader was not signed in: ${JSON.stringify(body)}`);
  return (body as { access_token: string }).access_token;
}

async function checkSame(
  { name, path }: ReadCall,
  { ours, bare, token }: { readonly ours: string; readonly bare: string; readonly token: string },
): Promise<void> {
  const answers: string[] = [];
  for (const [address, rights] of [
    [ours, { token }],
    [bare, {}],
  ] as const) {
    const http = createHttpClient(address, 1);
    const { status, body } = await http.call("GET", path(1), rights);
    http.close();
    if (status !== 200) throw new Error(`${name}: ${address} answers ${status} ${JSON.stringify(body)}`);
    answers.push(JSON.stringify(body).replaceAll(address, ""));
  }
  const [one = "", other = ""] = answers;
  const difference = firstDifference({ name: "ours", text: one }, { name: "bare", text: other });
  if (difference !== undefined) throw new Error(`${name}: the two servers do not answer the same. ${difference}`);
}
