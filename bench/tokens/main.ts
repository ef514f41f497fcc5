import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { composeService } from "#bin/compose.ts";
import { engineCaller } from "#bin/engine-caller.ts";
import { addClient } from "#operations/clients/add-client.ts";
import { invoke } from "#operations/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { readSettings } from "#platform/settings.ts";
import { migrate } from "#store/migrate.ts";
import { createHttpClient } from "#test/support/http-client.ts";
import { addPeople } from "#test/support/people.ts";

import { median } from "../median.ts";
import { rateOf } from "../odata/load.ts";
import { startServer } from "../odata/server-process.ts";

const rounds = 5;
const warmUpMs = 1000;
const roundMs = 1500;
const connections = 8;
const password = "a-password-of-the-bench";
const tokenPath = "/identity/connect/token";

interface Shape {
  readonly name: string;
  readonly path: string;
  readonly form?: string;
}

/**
 * Tokens and userinfo per second, with policies, audit and revocation, against bare Koa with jose that compares, signs and
 * inserts one row; both in processes of their own on SQLite, in turn. The last line is that of client_credentials.
 */
export async function benchTokens(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const databaseUrl = `sqlite:${join(folder, "bench.db")}`;
  const secret = await fill(databaseUrl, folder);
  const ours = await startServer("ours", databaseUrl, folder);
  const fields = new URLSearchParams({ secret, password }).toString();
  const bare = await startServer("bareTokens", join(folder, "bare.db"), fields);
  const form = (parts: Readonly<Record<string, string>>) => new URLSearchParams(parts).toString();
  const byClient = form({ grant_type: "client_credentials", client_id: "bench", client_secret: secret });
  const byPassword = form({ grant_type: "password", client_id: "gatehouse", username: "bench", password });
  const shapes: readonly Shape[] = [
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
    return lines.join("\n");
  } finally {
    await ours.stop();
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the database of the bench: installed, with one user, and one client that acts as that user; gives its secret. */
async function fill(databaseUrl: string, folder: string): Promise<string> {
  await migrate({ databaseUrl });
  const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const service = await composeService(settings, "bench", { dispatch: "none" });
  await invoke(install, service.context, engineCaller("setup"), {});
  await addPeople(service.context, ["bench"], password);
  const client = { id: "bench", isPublic: false, grants: ["client_credentials"], userId: "bench" };
  const { secret } = await invoke(addClient, service.context, engineCaller("setup"), client);
  await service.close();
  return secret?.use((text) => text) ?? "";
}

async function compare(
  { path, form }: Shape,
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

async function tokenOf(address: string, form: string): Promise<string> {
  const http = createHttpClient(address, 1);
  const { status, body } = await http.call("POST", tokenPath, { form });
  http.close();
  if (status !== 200) throw new Error(`${address} gives no token: ${JSON.stringify(body)}`);
  return (body as { access_token: string }).access_token;
}
