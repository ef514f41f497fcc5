import { setTimeout as sleep } from "node:timers/promises";

import { gt } from "#domain/query/condition.ts";
import { systemIds } from "#platform/ids.ts";
import { withDatabase } from "#store/database.ts";
import { createHttpClient } from "#test/support/http-client.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import { startInstallation } from "#test/support/installation.ts";
import { fillOpenRequests } from "#test/support/open-requests.ts";
import { addPeople } from "#test/support/people.ts";

import type { Contender } from "./bare.ts";
import type { RequestLoad, RequestShape } from "./shape.ts";

const people = ["requester", "first", "second", "third"] as const;
const deciders = ["first", "second", "third"] as const;
const password = "a-password-of-the-bench";
const connectionsMax = 64;
const pauseMs = 30;
const crowd = 1_000;
const millisecondsPerSecond = 1000;

/** Our product, with functions that a rival does not have. */
export interface OurContender extends Contender {
  /** Fills the record with requests that wait for approval. */
  fill(count: number): Promise<void>;
  /** Submits and approves requests; `performed` of the result waits for their operations. */
  authorize(load: RequestLoad): Promise<Authorized>;
}

/** Requests that were approved. */
export interface Authorized {
  /** Waits until all are performed; returns the seconds since this call, and the number of operations that were retried. */
  performed(): Promise<{ readonly seconds: number; readonly triedAgain: number }>;
}

type Tokens = Readonly<Record<string, string>>;

/** Starts our whole product as `gatehouse up` does, on the same Temporal server; it is called over HTTP. */
export async function startOurs(temporalAddress: string, databaseUrl?: string): Promise<OurContender> {
  const installation = await startInstallation({
    temporalAddress,
    watched: false,
    environment: { REQUESTS_OPEN_PER_PERSON: "1000000" },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const service = await installation.compose();
  const { store, settings } = service.context;
  const keys = await addPeople(service.context, people, password);
  const http = createHttpClient(installation.address, connectionsMax);

  async function tokenOf(username: string, secret: string): Promise<string> {
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password: secret });
    const { body } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
    return String((body as { access_token?: string }).access_token);
  }

  const superuser = await tokenOf(installation.superuser.id, installation.superuser.password);
  for (const phases of deciders.keys()) {
    const created = await http.call("POST", "/v2/targetSystems", {
      token: superuser,
      body: {
        id: targetWith(phases + 1),
        type: "sqlite",
        description: "A target of the bench",
        address: { file: "target.db" },
        authorizationPhases: deciders
          .slice(0, phases + 1)
          .map((id, index) => ({ sequence: index + 1, authorizers: [{ userKey: keys[id] }] })),
      },
    });
    if (created.status >= 300) throw new Error(`the target was refused: ${JSON.stringify(created.body)}`);
  }

  async function submit(tokens: Tokens, { phases, steps }: RequestShape, name: string): Promise<string> {
    const operations = Array.from({ length: steps }, (_, step) => ({
      code: "ACUA",
      targetSystemKey: targetWith(phases),
      attributes: { shortId: [`${name}-${step}`] },
    }));
    const answer = await http.call("POST", "/v2/requests", {
      token: tokens["requester"] ?? "",
      body: { recipientKey: keys.requester, operations },
    });
    if (answer.status !== 202) throw new Error(`a request was refused: ${JSON.stringify(answer.body)}`);
    return (answer.body as { key: string }).key;
  }

  async function decide(tokens: Tokens, requestKey: string, phase: number): Promise<void> {
    const { status, body } = await http.call("POST", `/v2/requests(${requestKey})/decide`, {
      token: tokens[deciders[phase - 1] ?? ""] ?? "",
      body: { phase, decision: "approve" },
    });
    if (status >= 300) throw new Error(`a decision was refused: ${JSON.stringify(body)}`);
  }

  /** Submits requests with the given number of concurrent callers; each decides the phases of its own requests as soon as they are open. */
  async function authorizeAll({ count, atOnce, shape }: RequestLoad): Promise<void> {
    const run = systemIds.token(6);
    const tokens: Tokens = Object.fromEntries(
      await Promise.all(people.map(async (id) => [id, await tokenOf(id, password)] as const)),
    );
    await inParallel(count, atOnce, async (index) => {
      const requestKey = await submit(tokens, shape, `bench-${run}-${index}`);
      for (let phase = 1; phase <= shape.phases; phase++) await decide(tokens, requestKey, phase);
    });
  }

  let performedBefore = 0;

  /** Waits until the given number of further requests have ended; throws if an operation failed. */
  async function untilPerformed(count: number): Promise<void> {
    performedBefore += count;
    while ((await store.count("reqbatch", { active: false })) < performedBefore) await sleep(pauseMs);
    const others = await store.count("requestOperations", { result: "F" });
    if (others > 0) throw new Error(`${others} operations failed`);
  }

  const secondsSince = (startedAt: number) => (performance.now() - startedAt) / millisecondsPerSecond;

  return {
    async fill(count) {
      const tokens = { requester: await tokenOf("requester", password) };
      const requestKey = await submit(tokens, { phases: 1, steps: 1 }, "waiting");
      await withDatabase({ databaseUrl: settings.databaseUrl }, (database) =>
        fillOpenRequests(database, { requestKey, userKey: keys.first, count, people: crowd }),
      );
    },
    async run(load) {
      const startedAt = performance.now();
      await authorizeAll(load);
      await untilPerformed(load.count);
      return secondsSince(startedAt);
    },
    async authorize(load) {
      await authorizeAll(load);
      const triedBefore = await store.count("requestOperations", gt("retries", 0));
      return {
        async performed() {
          const startedAt = performance.now();
          await untilPerformed(load.count);
          const seconds = secondsSince(startedAt);
          return { seconds, triedAgain: (await store.count("requestOperations", gt("retries", 0))) - triedBefore };
        },
      };
    },
    async stop() {
      http.close();
      await service.close();
      await installation.stop();
    },
  };
}

function targetWith(phases: number): string {
  return `BENCH${phases}`;
}
