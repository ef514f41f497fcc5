import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { benchSize } from "../bench-size.ts";
import { startServer } from "../odata/server-process.ts";
import { fill } from "../tokens/fill.ts";
import { tokenOf, tokenPath } from "../tokens/token-of.ts";
import { paced, type PacedAnswer, percentile, statusOf } from "./paced.ts";

const loginsPerSecond = 200;
const readsPerSecond = 100;
const seconds = benchSize(1, 30);
const warmUpSeconds = benchSize(0.2, 2);
const attempts = benchSize(1, 3);
const addressesCount = 20;
const wantedMs = 200;
const readPath = "/v2/users?$top=10";

interface Outcome {
  readonly logins: readonly PacedAnswer[];
  readonly reads: readonly PacedAnswer[];
  readonly p99Ms: number;
}

/**
 * Measures the duration of authenticated reads while attackers try passwords, for a known name and for unknown names and from
 * several addresses, without rate limits; the best of three attempts.
 */
export async function benchLogins(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const databaseUrl = `sqlite:${join(folder, "bench.db")}`;
  const secret = await fill(databaseUrl, folder, "a-password-of-the-bench");
  const { address, stop } = await startServer("ours", databaseUrl, folder);
  const form = { grant_type: "client_credentials", client_id: "bench", client_secret: secret };
  try {
    const token = await tokenOf(address, new URLSearchParams(form).toString());
    await attempt(address, token, warmUpSeconds);
    const outcomes: Outcome[] = [];
    for (let done = 0; done < attempts; done++) {
      outcomes.push(await attempt(address, token, seconds));
      console.log(`  ${lineOf(outcomes.at(-1))}`);
    }
    return `logins, best of ${attempts}: ${lineOf(outcomes.toSorted((a, b) => a.p99Ms - b.p99Ms)[0])} (wanted below ${wantedMs} ms)`;
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function attempt(address: string, token: string, forSeconds: number): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${token}`;
  const [logins, reads] = await Promise.all([
    paced({ perSecond: loginsPerSecond, seconds: forSeconds, send: (index) => wrongLogin(address, agent, index) }),
    paced({
      perSecond: readsPerSecond,
      seconds: forSeconds,
      send: () =>
        statusOf(address + readPath, {
          agent,
          method: "GET",
          headers: { authorization },
          localAddress: "127.0.0.1",
        }),
    }),
  ]);
  agent.destroy();
  const failed = reads.find(({ status }) => status !== 200);
  if (failed !== undefined) throw new Error(`an authenticated read was answered with ${failed.status}`);
  const ms = reads.map((read) => read.ms);
  return { logins, reads, p99Ms: percentile(ms, 99) };
}

function wrongLogin(address: string, agent: Agent, index: number): Promise<number> {
  const username = index % 2 === 0 ? "victim" : `nobody-${index}`;
  const form = { grant_type: "password", client_id: "gatehouse", username, password: "not-the-password" };
  return statusOf(address + tokenPath, {
    agent,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    localAddress: `127.0.0.${2 + (index % addressesCount)}`,
  });
}

function lineOf(outcome: Outcome | undefined): string {
  const { logins = [], reads = [], p99Ms = Number.NaN } = outcome ?? {};
  const byStatus = Object.entries(Object.groupBy(logins, ({ status }) => status))
    .map(([status, answers]) => `${status}: ${answers?.length ?? 0}`)
    .join(", ");
  const ms = reads.map((read) => read.ms);
  return (
    `${loginsPerSecond} wrong logins/s for ${seconds} s (${byStatus}), ${readsPerSecond} authenticated GETs/s: ` +
    `p50 ${percentile(ms, 50).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`
  );
}
