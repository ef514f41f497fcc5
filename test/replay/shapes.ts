import { gatherAll } from "#activities/hub/notice-mail.ts";
import { sweepWork } from "#activities/hub/sweep.ts";
import { Secret } from "#connectors/contract/index.ts";
import { commandWay } from "#domain/checkout-limits.ts";
import { commandRunWorkflow } from "#domain/checkouts/command-run.ts";
import { passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import { proxyAwaySeconds } from "#domain/limits.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { addWebhook, removeWebhook } from "#operations/webhooks/change-webhooks.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { hubTaskQueue, wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";
import { changeDirectory, fillDirectory, planFaults } from "#test/support/fault-directory.ts";
import { eventually, type Journey, type JourneyOptions } from "#test/support/journey.ts";
import { startMailReceiver } from "#test/support/mail-receiver.ts";
import { manage, roomPolicy } from "#test/support/managed-room.ts";
import { saveProxy } from "#test/support/organisation.ts";
import { callerOf } from "#test/support/service.ts";
import { startWebhookReceiver } from "#test/support/webhook-receiver.ts";

import { nodeShapes } from "./node-shapes.ts";
import { vaultShapes } from "./vault-shapes.ts";

/** One shape that the history of a workflow can have, and a function that makes it. */
export interface HistoryShape {
  readonly options?: Omit<JourneyOptions, "temporal">;
  /** Returns the ID of the workflow shortly before it closes. */
  run(journey: Journey): Promise<string>;
}

const create = { code: "ACUA", targetSystemKey: "T1" };
const unreachable = { kind: "error", code: "unreachable", message: "no route" } as const;
const busy = { kind: "error", code: "busy", message: "later", retryAfterMs: 500 } as const;
const twoPhases = { T1: [{ authorizers: ["bob"] }, { authorizers: ["cy"] }] };

async function ended(journey: Journey, request: { readonly key: string }): Promise<string> {
  await journey.until(request, "C", "D", "K", "E");
  return request.key;
}

const operator = callerOf({ key: "operator", id: "operator", superuser: true });

async function beginDiscovery({ context }: Journey): Promise<string> {
  return (await invoke(discoverTargetSystem, context, operator, { key: "T1" })).key;
}

async function discovered(journey: Journey): Promise<string> {
  const key = await beginDiscovery(journey);
  await eventually("the discovery has ended", async () => {
    return ((await journey.store.get("requestOperations", key))?.finishedAt ?? null) !== null;
  });
  return key;
}

const engine = callerOf(
  { key: "", id: "recorder", superuser: false },
  { kind: "engine", key: null, module: "webhook" },
);

/** Checks a password as a sign-in does, and returns the workflow once the proxy was asked. */
async function passwordChecked({ store, context, engine: { dispatch } }: Journey): Promise<string> {
  const key = context.ids.guid();
  const password = store.seal(new Secret("a password"), { table: "passwordChecks", key, column: "password" });
  const asked = { key, targetSystemKey: "T1", proxyServer: "local", requestId: "call" };
  await store.transaction(async () => {
    await store.add("passwordChecks", { ...asked, password, expiresAt: context.clock.now() + 60_000 });
    await store.outbox.add({ workflowType: passwordCheckWorkflow, workflowId: key });
  });
  dispatch.nudge();
  await eventually("it was asked", async () => (await store.outbox.open()).length === 0);
  return key;
}

/** Runs a listed command as the holder of a check-out does, and returns the workflow once its proxy was asked. */
async function commandRan(journey: Journey): Promise<string> {
  const { store, context, keyOf } = journey;
  const { ids, clock } = context;
  const managed = await manage(journey, ["root"], { policy: { disclosurePlugins: [commandWay] } });
  const [key, checkoutKey, expiresAt] = [ids.guid(), ids.guid(), clock.now() + 60_000];
  await store.transaction(async () => {
    const told = { policyId: roomPolicy, reason: "work", minutes: 5, requestedAt: 0, expiresAt } as const;
    const held = { managedAccountKey: managed.get("root") ?? "", userKey: keyOf("ada"), status: "checkedOut" } as const;
    await store.add("checkouts", { key: checkoutKey, ...held, ...told });
    const asked = { checkoutKey, targetSystemKey: "T1", proxyServer: "local", command: "true", requestId: "call" };
    await store.add("commandRuns", { key, ...asked, expiresAt });
    await store.outbox.add({ workflowType: commandRunWorkflow, workflowId: key });
  });
  journey.engine.dispatch.nudge();
  await eventually("it was asked", async () =>
    (await store.outbox.open()).every(({ workflowId }) => workflowId !== key),
  );
  return key;
}

async function addUser({ store, context }: Journey, id: string): Promise<void> {
  await store.transaction(() => store.save("users", { key: context.ids.guid(), id }));
}

/** Every shape whose history is kept as a fixture; `record.ts` writes them. */
export const historyShapes: Readonly<Record<string, HistoryShape>> = {
  "two-phases": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1);
      await wakeWorkflow(journey.engine.client, { workflowType: "request", workflowId: request.key });
      await journey.decide("cy", request, 2);
      return ended(journey, request);
    },
  },
  "woken-when-authorized": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1);
      await journey.decide("cy", request, 2);
      return ended(journey, request);
    },
  },
  "begun-when-authorized": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1);
      await journey.decide("cy", request, 2);
      return ended(journey, request);
    },
  },
  "begun-with-first-step": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1);
      await journey.decide("cy", request, 2);
      return ended(journey, request);
    },
  },
  "begun-with-first-step-then-asked": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([
        { code: "GRUA", targetSystemKey: "T1" },
        create,
        { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } },
      ]);
      await journey.decide("bob", request, 1);
      await journey.decide("cy", request, 2);
      return ended(journey, request);
    },
  },
  "begun-when-denied": {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1, "deny");
      return ended(journey, request);
    },
  },
  denied: {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.decide("bob", request, 1, "deny");
      return ended(journey, request);
    },
  },
  cancelled: {
    options: { targets: twoPhases },
    async run(journey) {
      const request = await journey.submit([create]);
      await journey.until(request, "W");
      await invoke(cancel, journey.context, journey.as("ada"), { key: request.key });
      return ended(journey, request);
    },
  },
  scheduled: {
    async run(journey) {
      const request = await journey.submit([create], { startAt: Date.now() + 1500 });
      // It has no workflow before its start; a wake-up starts one.
      await wakeWorkflow(journey.engine.client, { workflowType: "request", workflowId: request.key });
      return ended(journey, request);
    },
  },
  "steps-in-order": {
    run: async (journey) =>
      ended(
        journey,
        await journey.submit([
          { code: "GRUA", targetSystemKey: "T1" },
          create,
          { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } },
        ]),
      ),
  },
  "engine-retry": {
    async run(journey) {
      planFaults(journey.directory, [{ capability: "create", nth: 1, fault: unreachable }]);
      return ended(journey, await journey.submit([create]));
    },
  },
  "asked-pause": {
    async run(journey) {
      planFaults(journey.directory, [{ capability: "create", nth: 1, fault: busy }]);
      return ended(journey, await journey.submit([create]));
    },
  },
  "discovery-asked-pause": {
    async run(journey) {
      fillDirectory(journey.directory, 3, 1);
      planFaults(journey.directory, [{ capability: "list", nth: 1, fault: { ...busy, retryAfterMs: 4500 } }]);
      return discovered(journey);
    },
  },
  "interval-retry": {
    options: { intervalsSeconds: [1] },
    async run(journey) {
      planFaults(
        journey.directory,
        [1, 2, 3].map((nth) => ({ capability: "create", nth, fault: unreachable })),
      );
      return ended(journey, await journey.submit([create]));
    },
  },
  discovered: {
    async run(journey) {
      fillDirectory(journey.directory, 3, 1);
      return discovered(journey);
    },
  },
  "discovery-failed": {
    async run(journey) {
      planFaults(journey.directory, [
        { capability: "list", fault: { kind: "error", code: "permission", message: "no" } },
      ]);
      return discovered(journey);
    },
  },
  "discovery-confirmed": {
    async run(journey) {
      fillDirectory(journey.directory, 60);
      await discovered(journey);
      changeDirectory(journey.directory, (database) => void database.exec("DELETE FROM objects"));
      const key = await beginDiscovery(journey);
      await eventually("a confirmation is asked for", async () => {
        const row = await journey.store.get("requestOperations", key);
        return row?.discovery?.phase === "confirming";
      });
      await invoke(confirmDiscovery, journey.context, operator, { key });
      return key;
    },
  },
  "discovery-ended-while-listing": {
    async run(journey) {
      fillDirectory(journey.directory, 3, 1);
      planFaults(journey.directory, [{ capability: "list", fault: { kind: "hold" } }]);
      const key = await beginDiscovery(journey);
      await eventually("it is listed", async () => {
        const row = await journey.store.get("requestOperations", key);
        return row?.sends === 1;
      });
      await invoke(abortDiscovery, journey.context, operator, { key });
      return key;
    },
  },
  "given-up-for-want-of-a-proxy": {
    options: { intervalsSeconds: [1], targets: { T1: [], T2: [] } },
    async run(journey) {
      const { store, context } = journey;
      const { client } = journey.engine;
      await store.transaction(async () => {
        await saveProxy(context, "silent");
        await store.save("targetSystems", { id: "T2", proxyServers: ["silent"] });
      });
      const request = await journey.submit([create, { ...create, targetSystemKey: "T2" }]);
      await eventually("one is on the queue of nobody", async () => {
        const [first, second] = await journey.operations(request);
        return first?.result === "S" && second?.handedOutAt !== null;
      });
      await eventually("it is swept up", async () => {
        journey.advance((proxyAwaySeconds + 1) * 1000);
        await sweepWork({ context, client, signal: new AbortController().signal });
        return (await journey.operations(request)).every(({ finishedAt }) => finishedAt !== null);
      });
      return ended(journey, request);
    },
  },
  "webhook-failed-delivered-removed": {
    options: { settings: { webhookAllowedNetworks: ["127.0.0.0/8"], webhookRetryIntervalsSeconds: [1, 1] } },
    async run(journey) {
      const { context, store } = journey;
      const receiver = await startWebhookReceiver();
      const { key } = await invoke(addWebhook, context, engine, { url: receiver.url });
      const tell = async (id: string, delivered: number) => {
        await addUser(journey, id);
        await invoke(collectEvents, context, engine, { key });
        await eventually(
          `${delivered} delivered`,
          async () => (await store.count("webhookDeliveries", { state: "delivered" })) === delivered,
        );
      };
      receiver.answer(() => (receiver.received.length < 2 ? 500 : 204));
      await tell("failed-once", 1);
      await tell("taken-at-once", 2);
      await invoke(removeWebhook, context, engine, { key });
      await receiver.close();
      return key;
    },
  },
  "command-ran": { run: (journey) => commandRan(journey) },
  "command-unanswered": {
    async run(journey) {
      // The proxy is refused the order, which another one has by now.
      const { store } = journey;
      await store.transaction(() => store.save("targetSystems", { id: "T1", proxyServers: ["other"] }));
      return commandRan(journey);
    },
  },
  "password-checked": { run: (journey) => passwordChecked(journey) },
  "password-check-unanswered": {
    async run(journey) {
      // The proxy is refused the order, which another one has by now.
      const { store } = journey;
      await store.transaction(() => store.save("targetSystems", { id: "T1", proxyServers: ["other"] }));
      return passwordChecked(journey);
    },
  },
  "mail-failed-sent-digest": {
    options: { targets: { T1: [{ authorizers: ["bob"] }] } },
    async run({ context, store, keyOf, submit, engine: { client } }) {
      const receiver = await startMailReceiver();
      const server = { smtpHost: "127.0.0.1", smtpPort: receiver.port, smtpTls: "unencrypted" } as const;
      Object.assign(context.settings, { ...server, mailFrom: "g@example.org", mailRetryIntervalsSeconds: [1] });
      const told = async (part: object, sent: number) => {
        await store.transaction(() => store.save("users", { key: keyOf("bob"), mail: "bob@example.org", ...part }));
        await submit([create]);
        await gatherAll(context, new AbortController().signal);
        const isSent = async () => (await store.count("noticeMails", { state: "sent" })) === sent;
        await eventually(`${sent} sent`, isSent);
      };
      receiver.answer(() => (receiver.received.length < 2 ? { code: 450, words: "later" } : "taken"));
      await told({}, 1);
      await told({}, 2);
      await told({ noticeDelivery: "daily" }, 2);
      await receiver.leave();
      await client.workflow.getHandle("noticeMail").terminate();
      return "noticeMail";
    },
  },
  "maintenance-rounds": {
    async run({ store, engine: { client } }) {
      await store.transaction(async () => {
        for (let index = 0; index < 300; index++) {
          const name = `grant${index}`;
          const parts = { key: name, family: name, tokenHash: name, userKey: "u", clientId: "c", scope: "api" };
          await store.save("persistedGrants", { ...parts, createdAt: 0, expiresAt: 1 });
        }
      });
      const workflowId = "maintenance-rounds";
      await client.workflow.start("maintenance", { workflowId, args: ["cleanGrants"], taskQueue: hubTaskQueue });
      return workflowId;
    },
  },
  ...nodeShapes,
  ...vaultShapes,
};
