import { createHttpClient } from "#test/support/http-client.ts";

import { startServer } from "../odata/server-process.ts";
import { cpuMs } from "../process-use.ts";
import { tokenPath } from "../tokens/token-of.ts";
import type { CheckoutContender, PairRate } from "./contender.ts";
import type { BenchCheckouts } from "./fill.ts";

/** Our service, with or without a reveal in between. */
export interface OurCheckouts {
  run(milliseconds: number, disclosing: boolean): Promise<PairRate>;
  stop: CheckoutContender["stop"];
}

const msPerSecond = 1000;

/**
 * Starts our API in a process of its own. Each user calls it over a connection of their own, and the accounts are divided among the
 * users.
 */
export async function startOurs(
  { databaseUrl, folder, people, password }: BenchCheckouts,
  accounts: readonly string[],
): Promise<OurCheckouts> {
  const server = await startServer("ours", databaseUrl, folder);
  const http = createHttpClient(server.address, people.length);

  async function tokenOf(username: string): Promise<string> {
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password });
    const { body } = await http.call("POST", tokenPath, { form: form.toString() });
    return String((body as { access_token?: string }).access_token);
  }

  async function post(token: string, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await http.call("POST", `/v2/${path}`, { token, body });
    if (answer.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, unknown>;
  }

  async function pair(token: string, managedAccountKey: string, disclosing: boolean): Promise<void> {
    const { key } = await post(token, "checkouts", { managedAccountKey, reason: "to measure" });
    if (disclosing) {
      const { token: once } = await post(token, `checkouts(${String(key)})/disclose`, {});
      await post(token, `checkouts(${String(key)})/reveal`, { token: once });
    }
    await post(token, `checkouts(${String(key)})/checkIn`, {});
  }

  return {
    async run(milliseconds, disclosing) {
      // A token lasts five minutes, a turn some seconds.
      const tokens = await Promise.all(people.map(tokenOf));
      const before = cpuMs(server.pid);
      const startedAt = performance.now();
      let pairs = 0;
      const lane = async (token: string, number: number) => {
        const own = accounts.filter((_, index) => index % people.length === number);
        for (let turn = 0; performance.now() < startedAt + milliseconds; turn++) {
          await pair(token, own[turn % own.length] ?? "", disclosing);
          pairs += 1;
        }
      };
      await Promise.all(tokens.map(lane));
      const seconds = (performance.now() - startedAt) / msPerSecond;
      return { perSecond: pairs / seconds, cpuMs: (cpuMs(server.pid) - before) / pairs };
    },
    async stop() {
      http.close();
      await server.stop();
    },
  };
}
