import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

import { createChunkSender } from "#activities/proxy/chunk-sender.ts";
import type { ProxyClient } from "#activities/proxy/client.ts";
import { toConnectorError } from "#activities/proxy/connector-failure.ts";
import { listTarget } from "#activities/proxy/list-target.ts";
import { createOrderRunner, type OrderRunner } from "#activities/proxy/run-order.ts";
import { createTargetSessions } from "#activities/proxy/target-sessions.ts";
import { type Call, ConnectorError, type Connector, type Operations } from "#connectors/contract/index.ts";
import type {
  DiscoveredItem,
  DiscoveryChunk,
  DiscoveryOrder,
  DiscoveryStep,
  ListingReport,
} from "#domain/discovery/discovery.ts";
import { ModuleName } from "#domain/module-name.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { associateDiscovery } from "#operations/discovery/engine/associate.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import type { StepInput } from "#operations/discovery/engine/discovery-step.ts";
import { endDiscovery } from "#operations/discovery/engine/end-discovery.ts";
import {
  beginDiscovery,
  checkListing,
  decidedDiscovery,
  discardListing,
  loadDiscovery,
} from "#operations/discovery/engine/steps.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createLogger } from "#platform/logs/log.ts";

import { usualCapabilities } from "../organisation.ts";
import { openRequestRoom, type RequestRoom } from "../request-room.ts";
import { callerOf } from "../service.ts";
import { worldConnector } from "./connector.ts";
import type { World } from "./world.ts";

/** A fault of the product that a test plants and that must be found. */
export interface PlantedFault {
  /** Operations of the connector that replace the correct ones. */
  readonly operations?: Partial<Operations<World>>;
  /** Comparison by which the connector treats all names as the same. */
  readonly sameName?: () => boolean;
  /** Changes an outcome that the proxy reports. */
  outcome?(outcome: Outcome, world: World): Outcome;
  /** Changes a line of a listing; undefined = it is left out. */
  line?(item: DiscoveredItem): DiscoveredItem | undefined;
  /** True if operators confirm everything without looking. */
  readonly confirmsAll?: true;
  /** True if reports with an object are never sent. */
  readonly losesReports?: true;
}

/** A room with a proxy and targets of worlds, without an engine. */
export interface HabitRoom extends RequestRoom {
  /** A superuser. */
  readonly operator: Caller;
  /** Makes a world known as a target with its name. */
  enter(world: World): void;
  /** Carries a request out to its end; returns false if it does not end. */
  perform(request: { readonly key: string }, world: World): Promise<boolean>;
  /** Discovers a world; an operator who must confirm aborts by default. */
  discover(world: World, answer?: "confirm" | "abort"): Promise<Discovery>;
  close(): Promise<void>;
}

const turnsMax = 60;
const log = createLogger({ module: "habits", level: "silent" });

/** Opens the room, with a fault if one is planted. */
export async function openHabitRoom(fault: PlantedFault = {}): Promise<HabitRoom> {
  const room = await openRequestRoom({
    people: ["ada", "bob", "cy", "opal"],
    targets: {},
    capabilities: [...usualCapabilities, "members", "schema"],
  });
  const worlds = new Map<string, World>();
  const whole = worldConnector((id) => worlds.get(id) as World, fault.operations);
  const connector: Connector =
    fault.sameName === undefined ? whole : { ...whole, definition: { ...whole.definition, sameName: fault.sameName } };
  const sessions = createTargetSessions([connector]);
  const runner = createOrderRunner({ connectors: [connector], sessions, log, clock: room.clock });
  const operator = callerOf({ key: room.keyOf("opal"), id: "opal", superuser: true });
  const parts: Parts = { room, operator, runner, connector, sessions, fault };
  return {
    ...room,
    operator,
    enter: (world) => void worlds.set(world.id, world),
    perform: (request, world) => perform(parts, request, world),
    discover: (world, answer = "abort") => discover(parts, world, answer),
    async close() {
      await runner.close();
      await room.close();
    },
  };
}

interface Parts {
  readonly operator: Caller;
  readonly room: RequestRoom;
  readonly runner: OrderRunner;
  readonly connector: Connector;
  readonly sessions: ReturnType<typeof createTargetSessions>;
  readonly fault: PlantedFault;
}

async function perform(parts: Parts, request: { readonly key: string }, world: World): Promise<boolean> {
  const { room } = parts;
  let ended: { readonly operationKeys: readonly string[]; readonly failure: string | null }[] = [];
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const step = await room.step(request, { ended });
    ended = [];
    if (step.do === "finished") return true;
    if (step.do === "perform")
      for (const { operationKeys } of step.chunks)
        ended.push({ operationKeys, failure: await performChunk(parts, operationKeys, world) });
    else if (step.waitMs === null) return false;
    else room.clock.advance(step.waitMs + 1);
  }
  return false;
}

async function performChunk(
  { room, runner, fault }: Parts,
  operationKeys: readonly string[],
  world: World,
): Promise<string | null> {
  const { signal } = new AbortController();
  let failure: string | null = null;
  for (const order of await room.proxy.orders(operationKeys)) {
    const outcome = await runner.run(order, signal);
    const told = fault.outcome?.(outcome, world) ?? outcome;
    if (fault.losesReports === true && told.object !== undefined) continue;
    await room.proxy.outcomes([told]);
    failure = told.code ?? failure;
  }
  return failure;
}

async function discover(parts: Parts, world: World, answer: "confirm" | "abort"): Promise<Discovery> {
  const { room, operator, fault } = parts;
  const { context, store } = room;
  const { key } = await invoke(discoverTargetSystem, context, operator, { key: world.id });
  const step = <Input extends StepInput>(operation: Operation<Input, DiscoveryStep>, input: Input) =>
    invoke(operation, context, engineCaller(ModuleName.Load, key), input);
  let failure: string | null = null;
  const begun = await step(beginDiscovery, { key, run: "run" });
  try {
    if (begun.do === "list") {
      const report = await list(parts, key);
      let next = await step(checkListing, { key, ...report });
      if (next.do === "wait") {
        const confirms = fault.confirmsAll === true || answer === "confirm";
        await invoke(confirms ? confirmDiscovery : abortDiscovery, context, operator, { key });
        next = await step(decidedDiscovery, { key });
      }
      if (next.do === "load") {
        await step(loadDiscovery, { key });
        while ((await step(associateDiscovery, { key })).do === "more");
      } else failure = "aborted";
    }
  } catch (error) {
    failure = error instanceof ConnectorError ? error.code : String((error as { code?: unknown }).code ?? error);
  }
  if (failure !== null) await step(discardListing, { key }).catch(() => undefined);
  await step(endDiscovery, { key, failure, warnings: [] });
  return (await store.get("requestOperations", key)) as Discovery;
}

async function list({ room, connector, sessions, fault }: Parts, key: string): Promise<ListingReport> {
  const { signal } = new AbortController();
  const order = await room.proxy.listing(key);
  const client = lying(room.proxy, fault);
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const call: Call = {
    signal,
    heartbeat: () => undefined,
    log: quiet,
    notice: () => undefined,
    operation: {
      id: key,
      sends: order.sends,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    },
  };
  try {
    return await sessions.use(order, { signal, log: quiet }, (session) =>
      listTarget({
        order,
        connector,
        session,
        call,
        sender: (part, from) =>
          createChunkSender({
            client,
            order,
            type: part.type,
            from,
            log,
            signal,
          }),
        known: async () => ({ has: () => false }),
      }),
    );
  } catch (error) {
    await tellFailure(room.proxy, order, toConnectorError(connector.definition, error));
    throw error;
  }
}

async function tellFailure(
  proxy: ProxyClient,
  { operationKey, sends }: DiscoveryOrder,
  { code, message }: ConnectorError,
): Promise<void> {
  await proxy.listingFailure({ operationKey, sends, code, message });
}

/** Returns a proxy whose lines a planted fault changes. */
function lying(proxy: ProxyClient, { line }: PlantedFault): Pick<ProxyClient, "chunk"> {
  if (line === undefined) return proxy;
  return { chunk: async (chunk) => proxy.chunk(await rewritten(chunk, line)) };
}

async function rewritten(
  chunk: DiscoveryChunk,
  line: (item: DiscoveredItem) => DiscoveredItem | undefined,
): Promise<DiscoveryChunk> {
  const text = gunzipSync(Buffer.from(chunk.data, "base64")).toString();
  const items = text === "" ? [] : text.split("\n").map((one) => JSON.parse(one) as DiscoveredItem);
  const lines = items.flatMap((item) => line(item) ?? []).map((item) => JSON.stringify(item));
  const data = gzipSync(lines.join("\n"));
  const hash = createHash("sha256").update(data).digest("base64url");
  return { ...chunk, items: lines.length, hash, data: data.toString("base64") };
}
