import { setTimeout as sleep } from "node:timers/promises";

import { systemIds } from "#platform/ids.ts";
import { createHttpClient } from "#test/support/http-client.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import { startInstallation } from "#test/support/installation.ts";
import { addPeople } from "#test/support/people.ts";

import type { Contender } from "./bare.ts";

const target = "BENCH";
const people = ["requester", "first", "second"] as const;
const password = "a-password-of-the-bench";
const connectionsMax = 64;
const pauseMs = 30;
const millisecondsPerSecond = 1000;

/** Our whole product as `gatehouse up` starts it, on the same Temporal server, asked over HTTP. */
export async function startOurs(temporalAddress: string, databaseUrl?: string): Promise<Contender> {
  const installation = await startInstallation({
    temporalAddress,
    watched: false,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const service = await installation.compose();
  const { store } = service.context;
  const keys = await addPeople(service.context, people, password);
  const http = createHttpClient(installation.address, connectionsMax);

  async function tokenOf(username: string, secret: string): Promise<string> {
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password: secret });
    const { body } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
    return String((body as { access_token?: string }).access_token);
  }

  const superuser = await tokenOf(installation.superuser.id, installation.superuser.password);
  const created = await http.call("POST", "/v2/targetSystems", {
    token: superuser,
    body: {
      id: target,
      type: "sqlite",
      description: "The target of the bench",
      address: { file: "target.db" },
      authorizationPhases: [
        { sequence: 1, authorizers: [{ userKey: keys.first }] },
        { sequence: 2, authorizers: [{ userKey: keys.second }] },
      ],
    },
  });
  if (created.status >= 300) throw new Error(`the target was refused: ${JSON.stringify(created.body)}`);

  async function submit(token: string, name: string): Promise<void> {
    const operations = [{ code: "ACUA", targetSystemKey: target, attributes: { shortId: [name] } }];
    const answer = await http.call("POST", "/v2/requests", {
      token,
      body: { recipientKey: keys.requester, operations },
    });
    if (answer.status !== 202) throw new Error(`a request was refused: ${JSON.stringify(answer.body)}`);
  }

  async function decide(token: string, requestKey: string, phase: number): Promise<void> {
    const { status, body } = await http.call("POST", `/v2/requests(${requestKey})/decide`, {
      token,
      body: { phase, decision: "approve" },
    });
    if (status >= 300) throw new Error(`a decision was refused: ${JSON.stringify(body)}`);
  }

  /** Decides each phase as soon as it is open, as people who watch their in-tray; ends when all requests have ended. */
  async function decideAll(tokens: Readonly<Record<string, string>>, count: number, atOnce: number): Promise<void> {
    const decided = new Set<string>();
    const underWay = new Set<Promise<void>>();
    while (decided.size < 2 * count || underWay.size > 0) {
      const open = await store.select("requestPhases", { where: { state: "open" } });
      for (const { key, requestKey, sequence } of open.filter((phase) => !decided.has(phase.key))) {
        if (underWay.size >= atOnce) await Promise.race(underWay);
        decided.add(key);
        const task = decide(tokens[sequence === 1 ? "first" : "second"] ?? "", requestKey, sequence).finally(() =>
          underWay.delete(task),
        );
        underWay.add(task);
      }
      await sleep(pauseMs);
    }
    while ((await store.count("reqbatch", { active: true })) > 0) await sleep(pauseMs);
  }

  return {
    async run(count, atOnce) {
      const run = systemIds.token(6);
      const tokens = Object.fromEntries(
        await Promise.all(people.map(async (id) => [id, await tokenOf(id, password)] as const)),
      );
      const startedAt = performance.now();
      const deciding = decideAll(tokens, count, atOnce);
      await inParallel(count, atOnce, (index) => submit(tokens["requester"] ?? "", `bench-${run}-${index}`));
      await deciding;
      const seconds = (performance.now() - startedAt) / millisecondsPerSecond;
      const done = await store.count("requestOperations", { result: "S" });
      const all = await store.count("requestOperations");
      if (done !== all) throw new Error(`${all - done} of ${all} operations did not succeed`);
      return seconds;
    },
    async stop() {
      http.close();
      await service.close();
      await installation.stop();
    },
  };
}
