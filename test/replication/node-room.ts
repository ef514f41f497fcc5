import { createApi } from "#api/http.ts";
import { joinHere } from "#bin/join-here.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { inviteNode } from "#operations/nodes/invite-node.ts";
import { install } from "#operations/setup/install.ts";
import type { Clock } from "#platform/clock.ts";
import { systemClock } from "#platform/clock.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";
import { openTestService, type TestService } from "#test/support/service.ts";
import { openTestStore } from "#test/support/store.ts";

import { MemoryReplication } from "./memory-replication.ts";

/** A node with a database, a key ring and an API of its own. */
export interface RoomNode extends TestService {
  readonly name: string;
  readonly address: string;
  /** Stand-in of the store's replication; a node with its real one leaves it unused. */
  readonly replication: MemoryReplication;
  readonly context: ServiceContext;
  /** Runs an operation as the node's own engine. */
  run<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>, input: unknown): Promise<Output>;
  /** Returns the code of a refusal, or "done". */
  refusal<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>, input: unknown): Promise<string>;
  node(name: string): Promise<Row<"nodes">>;
}

const engine: Caller = engineCaller("load", "test");

/** Options of a node. */
export interface NodeOptions {
  /** False for an empty database. */
  readonly isInstalled?: boolean;
  readonly clock?: Clock;
  /** True for the replication of its store in place of the stand-in. */
  readonly isReal?: boolean;
  /** False for a database without the triggers of tests, as it is in use. */
  readonly isWatched?: boolean;
  /** True if the node also learns of changes of other processes. */
  readonly follow?: boolean;
}

/** Opens a node: an installed one, or one with an empty database. */
export async function openNode(
  name: string,
  { isInstalled = true, clock = systemClock, isReal = false, isWatched = true, follow = false }: NodeOptions = {},
): Promise<RoomNode> {
  const kept = await openTestStore({ clock, isWatched });
  const store = await kept.another(name, clock);
  const replication = new MemoryReplication(store, () => clock.now());
  const used: Store = isReal ? store : Object.assign(Object.create(store) as Store, { replication });
  const service = await openTestService({ opened: { ...kept, store: used }, clock, follow });
  const { context } = service;
  const api = createApi({ context });
  const running = await api.listen({ host: "127.0.0.1", port: 0 });
  Object.assign(context.settings, { publicAddress: running.address });
  const run: RoomNode["run"] = (operation, input) => invoke(operation, context, engine, input);
  if (isInstalled) await run(install, {});
  return {
    ...service,
    name,
    address: running.address,
    replication,
    context,
    run,
    refusal: (operation, input) =>
      run(operation, input).then(
        () => "done",
        (error: unknown) => String((error as { readonly code?: string }).code ?? error),
      ),
    async node(id) {
      const [row] = await context.store.select("nodes", { where: { id } });
      if (row === undefined) throw new Error(`${name} knows no node ${id}`);
      return row;
    },
    async close() {
      await running.close();
      await service.close();
    },
  };
}

/** Writes the row of a node into the log of the one that knows it, as replication would. */
export async function tellNode(by: RoomNode, name: string): Promise<void> {
  const row = await by.node(name);
  const {
    version: _version,
    _v,
    lastUpdatedModule: _module,
    lastUpdatedNode: _node,
    ...values
  } = row as never as Record<string, never>;
  by.replication.write({ table: "nodes", key: row.key, values });
}

/** Opens two nodes, the second of which has joined the first. */
export async function openTwoNodes(clock: Clock = systemClock): Promise<readonly [RoomNode, RoomNode]> {
  const first = await openNode("n1", { clock });
  const second = await openNode("n2", { isInstalled: false, clock });
  await join(first, second);
  return [first, second];
}

/** Invites a node and lets it join, as the commands do; returns the words of the command. */
export async function joinByInvitation(
  first: Pick<RoomNode, "run" | "address">,
  second: Pick<RoomNode, "run" | "name">,
): Promise<string> {
  const { token } = await first.run(inviteNode, { name: second.name });
  return joinHere(second.run, {
    url: first.address,
    token: () => token.use((text) => text),
    address: null,
    report: () => undefined,
  });
}

/** Lets a node join another one whose log is a stand-in. */
export async function join(first: RoomNode, second: RoomNode): Promise<void> {
  second.replication.nodes.add(first.name);
  first.replication.nodes.add(second.name);
  const unfollow = first.context.store.changeLog.onCommit(({ table }) => {
    if (table === "nodes") void tellNode(first, second.name);
  });
  await tellNode(first, first.name);
  await joinByInvitation(first, second);
  unfollow();
}
