import { setTimeout as sleep } from "node:timers/promises";

import type { HubActivities } from "#activities/hub/activities.ts";
import { createHubActivities } from "#activities/hub/activities.ts";
import type { Connector } from "#connectors/contract/index.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { decide } from "#operations/requests/decide.ts";
import type { SubmittedRequest } from "#operations/requests/submit.ts";
import { submit } from "#operations/requests/submit.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row } from "#store/tables.ts";

import { startTestEngine, type TestEngine } from "./engine.ts";
import { foundOrganisation, type OrganisationSketch } from "./organisation.ts";
import { callerOf, openTestService, type TestService } from "./service.ts";

/** Requests of a small organization on a real engine, with the fault connector as every target. */
export interface Journey extends TestService {
  readonly engine: TestEngine;
  /** File of the fault directory behind every target system. */
  readonly directory: string;
  /** Moves the clock of hub and operations forward; the engine's own time stays. */
  advance(ms: number): void;
  as(id: string): Caller;
  keyOf(id: string): string;
  /** Submits as `ada`, by default for herself. */
  submit(operations: readonly object[], part?: object): Promise<SubmittedRequest>;
  /** Waits until the phase is open, then decides it. */
  decide(id: string, request: { readonly key: string }, phase: number, decision?: string): Promise<void>;
  /** Waits until the request has one of these statuses. */
  until(request: { readonly key: string }, ...statuses: string[]): Promise<Row<"reqbatch">>;
  operations(request: { readonly key: string }): Promise<Row<"requestOperations">[]>;
  /** Operations and results of the audit rows of a request, in order. */
  audit(request: { readonly key: string }): Promise<string[]>;
}

/** Options of a journey. */
export interface JourneyOptions extends Partial<OrganisationSketch> {
  /** host:port of the Temporal server. */
  readonly temporal: string;
  readonly intervalsSeconds?: readonly number[];
  readonly wrap?: (activities: HubActivities) => HubActivities;
  readonly settings?: Partial<Settings>;
  /** Tables of the service in place of its own. */
  readonly tables?: ServiceContext["tables"];
  /** Connectors of the proxy; the fault connector by default. */
  readonly connectors?: readonly Connector[];
}

const pollMs = 20;
const waitMsMax = 120_000;

/** Opens a journey; `close` stops everything it has started. */
export async function openJourney({ temporal, wrap, ...options }: JourneyOptions): Promise<Journey> {
  let shiftMs = 0;
  let nudge: () => void = () => undefined;
  const clock = { now: () => Date.now() + shiftMs };
  const retryIntervalsSeconds = [...(options.intervalsSeconds ?? [1, 1, 1])];
  const settings = { retryIntervalsSeconds, ...options.settings };
  const { tables } = options;
  const service = await openTestService({ clock, settings, nudge: () => nudge(), ...(tables && { tables }) });
  const { context, store, folder } = service;
  const directory = `${folder}/directory.db`;
  const sketch = { people: ["ada", "bob", "cy", "dan"], targets: { T1: [] }, address: { file: directory }, ...options };
  const { people } = await foundOrganisation(context, sketch);
  const activities = wrap?.(createHubActivities(context));
  const engine = await startTestEngine({
    context,
    address: temporal,
    folder,
    ...(options.connectors ? { connectors: options.connectors } : {}),
    ...(activities ? { activities } : {}),
  });
  nudge = () => engine.dispatch.nudge();

  const person = (id: string) => people[id] ?? { key: id, id, superuser: false };
  const as = (id: string) => callerOf(person(id));
  const phaseOf = async (requestKey: string, sequence: number) =>
    (await store.select("requestPhases", { where: { requestKey, sequence } }))[0];
  return {
    ...service,
    engine,
    directory,
    advance: (ms) => void (shiftMs += ms),
    as,
    keyOf: (id) => person(id).key,
    submit: (operations, part = {}) =>
      invoke(submit, context, as("ada"), { recipientKey: person("ada").key, operations, ...part }),
    async decide(id, { key }, phase, decision = "approve") {
      await eventually(`phase ${phase} of ${key} open`, async () => (await phaseOf(key, phase))?.state === "open");
      await invoke(decide, context, as(id), { key, phase, decision });
    },
    until: ({ key }, ...statuses) =>
      eventually(`request ${key} in ${statuses.join()}`, async () => {
        const row = await store.get("reqbatch", key);
        return row && statuses.includes(row.status) ? row : undefined;
      }),
    operations: ({ key }) =>
      store.select("requestOperations", { where: { requestKey: key }, orderBy: [["sequence", "asc"]] }),
    async audit({ key }) {
      const rows = await store.select("sesslog_full", { where: { batchId: key }, orderBy: [["seq", "asc"]] });
      return rows.map(({ operation, result }) => `${operation} ${result}`);
    },
    async close() {
      await engine.stop();
      await service.close();
    },
  };
}

/** Calls `ask` repeatedly until it returns an answer; fails after two minutes, or the given time, and names what was awaited. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  withinMs = waitMsMax,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited in vain for: ${what}`);
    await sleep(pollMs);
  }
}
