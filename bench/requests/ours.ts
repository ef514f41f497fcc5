import { setTimeout as sleep } from "node:timers/promises";

import type { ComposedService } from "#bin/compose.ts";
import { gt } from "#domain/query/condition.ts";
import { systemIds } from "#platform/ids.ts";
import { withDatabase } from "#store/database.ts";
import { createHttpClient } from "#test/support/http-client.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import { type Installation, startInstallation } from "#test/support/installation.ts";
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

/** Requests that were approved. */
export interface Authorized {
  /** Waits until all are performed; returns the seconds since this call, and the number of operations that were retried. */
  performed(): Promise<{ readonly seconds: number; readonly triedAgain: number }>;
}

type Tokens = Readonly<Record<string, string>>;
type KeysOfPeople = Readonly<Record<(typeof people)[number], string>>;

/** Starts our whole product as `gatehouse up` does, on the same Temporal server; it is called over HTTP. */
export async function startOurs(temporalAddress: string, databaseUrl?: string): Promise<OurContender> {
  const installation = await startInstallation({
    temporalAddress,
    watched: false,
    environment: { REQUESTS_OPEN_PER_PERSON: "1000000" },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const service = await installation.compose();
  const keys = await addPeople(service.context, people, password);
  const ours = new OurContender(installation, service, keys);
  await ours.createTargets();
  return ours;
}

/** Our product, with functions that a rival does not have. */
export class OurContender implements Contender {
  readonly #installation: Installation;
  readonly #service: ComposedService;
  readonly #keys: KeysOfPeople;
  readonly #http: ReturnType<typeof createHttpClient>;
  #performed = 0;

  constructor(installation: Installation, service: ComposedService, keys: KeysOfPeople) {
    this.#installation = installation;
    this.#service = service;
    this.#keys = keys;
    this.#http = createHttpClient(installation.address, connectionsMax);
  }

  /** Creates a target system for each number of phases. */
  async createTargets(): Promise<void> {
    const { id, password: secret } = this.#installation.superuser;
    const token = await this.#tokenOf(id, secret);
    for (const phases of deciders.keys()) {
      const created = await this.#http.call("POST", "/v2/targetSystems", {
        token,
        body: {
          id: targetWith(phases + 1),
          type: "sqlite",
          description: "A target of the bench",
          address: { file: "target.db" },
          authorizationPhases: deciders
            .slice(0, phases + 1)
            .map((name, index) => ({ sequence: index + 1, authorizers: [{ userKey: this.#keys[name] }] })),
        },
      });
      if (created.status >= 300) throw new Error(`the target was refused: ${JSON.stringify(created.body)}`);
    }
  }

  /** Fills the record with requests that wait for approval. */
  async fill(count: number): Promise<void> {
    const tokens = { requester: await this.#tokenOf("requester", password) };
    const requestKey = await this.#submit(tokens, { phases: 1, steps: 1 }, "waiting");
    const { databaseUrl } = this.#service.context.settings;
    await withDatabase({ databaseUrl }, (database) =>
      fillOpenRequests(database, { requestKey, userKey: this.#keys.first, count, people: crowd }),
    );
  }

  async run(load: RequestLoad): Promise<number> {
    const startedAt = performance.now();
    await this.#authorizeAll(load);
    await this.#untilPerformed(load.count);
    return secondsSince(startedAt);
  }

  /** Submits and approves requests; `performed` of the result waits for their operations. */
  async authorize(load: RequestLoad): Promise<Authorized> {
    await this.#authorizeAll(load);
    const retriedBefore = await this.#retried();
    return {
      performed: async () => {
        const startedAt = performance.now();
        await this.#untilPerformed(load.count);
        const seconds = secondsSince(startedAt);
        return { seconds, triedAgain: (await this.#retried()) - retriedBefore };
      },
    };
  }

  async stop(): Promise<void> {
    this.#http.close();
    await this.#service.close();
    await this.#installation.stop();
  }

  async #tokenOf(username: string, secret: string): Promise<string> {
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password: secret });
    const { body } = await this.#http.call("POST", "/identity/connect/token", { form: form.toString() });
    return String((body as { access_token?: string }).access_token);
  }

  async #submit(tokens: Tokens, { phases, steps }: RequestShape, name: string): Promise<string> {
    const operations = Array.from({ length: steps }, (_, step) => ({
      code: "ACUA",
      targetSystemKey: targetWith(phases),
      attributes: { shortId: [`${name}-${step}`] },
    }));
    const answer = await this.#http.call("POST", "/v2/requests", {
      token: tokens["requester"] ?? "",
      body: { recipientKey: this.#keys.requester, operations },
    });
    if (answer.status !== 202) throw new Error(`a request was refused: ${JSON.stringify(answer.body)}`);
    return (answer.body as { key: string }).key;
  }

  async #decide(tokens: Tokens, requestKey: string, phase: number): Promise<void> {
    const { status, body } = await this.#http.call("POST", `/v2/requests(${requestKey})/decide`, {
      token: tokens[deciders[phase - 1] ?? ""] ?? "",
      body: { phase, decision: "approve" },
    });
    if (status >= 300) throw new Error(`a decision was refused: ${JSON.stringify(body)}`);
  }

  /** Submits requests with the given number of concurrent callers; each decides the phases of its own requests as soon as they are open. */
  async #authorizeAll({ count, atOnce, shape }: RequestLoad): Promise<void> {
    const run = systemIds.token(6);
    const tokens: Tokens = Object.fromEntries(
      await Promise.all(people.map(async (id) => [id, await this.#tokenOf(id, password)] as const)),
    );
    await inParallel(count, atOnce, async (index) => {
      const requestKey = await this.#submit(tokens, shape, `bench-${run}-${index}`);
      for (let phase = 1; phase <= shape.phases; phase++) await this.#decide(tokens, requestKey, phase);
    });
  }

  /** Waits until the given number of further requests have ended; throws if an operation failed. */
  async #untilPerformed(count: number): Promise<void> {
    const { store } = this.#service.context;
    this.#performed += count;
    while ((await store.count("reqbatch", { active: false })) < this.#performed) await sleep(pauseMs);
    const failed = await store.count("requestOperations", { result: "F" });
    if (failed > 0) throw new Error(`${failed} operations failed`);
  }

  #retried(): Promise<number> {
    return this.#service.context.store.count("requestOperations", gt("retries", 0));
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / millisecondsPerSecond;
}

function targetWith(phases: number): string {
  return `BENCH${phases}`;
}
