import type { ProxyClient } from "#activities/proxy/client.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { RequestStep, RequestStepInput } from "#domain/requests/request-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { savePolicyNames } from "#operations/policies/engine/stored-policies.ts";
import { decide } from "#operations/requests/decide.ts";
import { nextStep } from "#operations/requests/next-step.ts";
import type { SubmittedRequest } from "#operations/requests/submit.ts";
import { submit } from "#operations/requests/submit.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row } from "#store/tables.ts";

import { createDirectClient } from "./direct-client.ts";
import { foundOrganisation, type OrganisationSketch } from "./organisation.ts";
import { seenNow } from "./seen-request.ts";
import { callerOf, openTestService, type TestService } from "./service.ts";

/** Requests of a small organization whose clock stands still, continued step by step without an engine. */
export interface RequestRoom extends TestService {
  readonly clock: ManualClock;
  /** Returns the caller for one of the users. */
  as(id: string): Caller;
  keyOf(id: string): string;
  /** Submits as `ada`, by default for herself. */
  submit(operations: readonly object[], part?: object): Promise<SubmittedRequest>;
  /** Decides a phase; an edited request as a user who has read the edit. */
  decide(id: string, request: { readonly key: string }, part: object): Promise<unknown>;
  /** Returns the next hub step of a request, as its workflow would request it. */
  step(request: { readonly key: string }, part?: Partial<RequestStepInput>): Promise<RequestStep>;
  /** Acts as the proxy `local`: receives operations and returns outcomes. */
  readonly proxy: ProxyClient;
  /** Receives one operation and answers it. */
  answer(operationKey: string, outcome: Omit<Outcome, "operationKey" | "sends">): Promise<void>;
  row(request: { readonly key: string }): Promise<Row<"reqbatch">>;
  operations(request: { readonly key: string }): Promise<Row<"requestOperations">[]>;
}

/** Settings of the room: the retry intervals are 10, 20 and 30 seconds. */
export const roomSettings = { retryIntervalsSeconds: [10, 20, 30] };

/** Opens the room. */
export async function openRequestRoom(
  sketch: Partial<OrganisationSketch> = {},
  settings: Partial<Settings> = {},
): Promise<RequestRoom> {
  const clock = new ManualClock();
  return furnishRoom(await openTestService({ clock, settings: { ...roomSettings, ...settings } }), clock, sketch);
}

/** Puts the organization into an open service and returns its room. */
export async function furnishRoom<Service extends TestService>(
  service: Service,
  clock: ManualClock,
  sketch: Partial<OrganisationSketch> = {},
): Promise<Service & RequestRoom> {
  const { context, store } = service;
  const whole = { people: ["ada", "bob", "cy", "dan"], targets: { T1: [] }, ...sketch };
  await store.transaction(() => savePolicyNames(store));
  const { people } = await foundOrganisation(context, whole);
  const proxy = await createDirectClient(context, "local", service.folder);
  const ordinals = new Map<string, number>();
  const person = (id: string) => people[id] ?? { key: `no-${id}`, id, superuser: false };
  const as = (id: string) => callerOf(person(id));
  return {
    ...service,
    clock,
    proxy,
    as,
    keyOf: (id) => person(id).key,
    submit: (operations, part = {}) =>
      invoke(submit, context, as("ada"), { recipientKey: person("ada").key, operations, ...part }),
    async decide(id, { key }, part) {
      const request = await store.get("reqbatch", key);
      const seen = (request?.editedAt ?? null) === null ? {} : { expect: await seenNow(context, key) };
      return invoke(decide, context, as(id), { key, ...seen, ...part });
    },
    step({ key }, part = {}) {
      const ordinal = ordinals.get(key) ?? 0;
      ordinals.set(key, ordinal + 1);
      const input = { key, run: "run", ordinal, wakes: 0, ended: [], held: [], ...part };
      return invoke(nextStep, context, engineCaller("idwfm", key), input);
    },
    async answer(operationKey, outcome) {
      const [order] = await proxy.orders([operationKey]);
      if (!order) throw new Error(`no order for ${operationKey}`);
      await proxy.outcomes([{ ...outcome, operationKey, sends: order.sends }]);
    },
    async row({ key }) {
      const row = await store.get("reqbatch", key);
      if (!row) throw new Error(`no request ${key}`);
      return row;
    },
    operations: ({ key }) =>
      store.select("requestOperations", { where: { requestKey: key }, orderBy: [["sequence", "asc"]] }),
  };
}
