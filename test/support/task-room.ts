import { saveImplementers } from "#operations/abilities/save-implementers.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import type { Settings } from "#platform/settings/settings.ts";

import type { OrganisationSketch } from "./organisation.ts";
import { openRequestRoom, type RequestRoom } from "./request-room.ts";
import { callerOf } from "./service.ts";

/**
 * Room with a target system that people serve: BADGES, without connector, whose implementers are `bob` and the class DESK with `cy`. What is
 * asked for on T1 is performed by a connector.
 */
export interface TaskRoom extends RequestRoom {
  /** Calls an action on a request as one of the users or as `root`. */
  call(id: string, operation: AnyAction, request: { readonly key: string }, part?: object): Promise<unknown>;
  /** Calls an action on the task of an operation, by default the first, as one of the users or as `root`. */
  act(id: string, operation: AnyAction, request: { readonly key: string }, part?: object): Promise<unknown>;
  /** Returns the status of the request, and the state of the task of each operation with the id of who has it. */
  state(request: { readonly key: string }): Promise<string>;
  /** Returns the ids of those for whom the request waits. */
  waitsFor(request: { readonly key: string }): Promise<readonly string[]>;
  /**
   * Closes the room once the ledger of each request tells the same as its rows.
   * @throws Error with what a replay finds
   */
  close(): Promise<void>;
  /** Sets the implementers of BADGES. */
  implementedBy(...implementers: readonly object[]): Promise<void>;
}

/** An action on a task, whatever its input. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyAction = Operation<any, any, any>;

const superuserKey = "a6f0c0de-0000-4000-8000-000000000001";
const taskPeople = ["ada", "bob", "cy", "dan", "eve"];

/** Opens the room. */
export async function openTaskRoom(
  sketch: Partial<OrganisationSketch> = {},
  settings: Partial<Settings> = {},
): Promise<TaskRoom> {
  const targets = { BADGES: [], T1: [] };
  const classes = { DESK: ["cy"] };
  const room = await openRequestRoom({ people: taskPeople, targets, classes, ...sketch }, settings);
  const { store, context } = room;
  const nameOf = (key: string | null) =>
    taskPeople.find((id) => room.keyOf(id) === key) ?? (key === null ? "" : "root");
  const resource = { resourceType: "targetSystem", resourceKey: "BADGES" } as const;
  const nobody = { userKey: null, userClass: null, plugin: null };
  const implementedBy = (...implementers: readonly object[]) =>
    store.transaction(() =>
      saveImplementers(
        context as CallContext,
        resource,
        implementers.map((one) => ({ ...nobody, ...one })),
      ),
    );
  function call(id: string, operation: AnyAction, { key }: { readonly key: string }, part: object = {}) {
    const caller = id === "root" ? callerOf({ key: superuserKey, id, superuser: true }) : room.as(id);
    return invoke(operation, context, caller, { key, ...part });
  }
  await store.transaction(async () => {
    await store.save("users", { key: superuserKey, id: "root", displayName: "root", superuser: true });
    await store.save("targetSystems", { id: "BADGES", type: null, address: null, fulfilment: "implementer" });
  });
  await implementedBy({ userKey: room.keyOf("bob") }, { userClass: "DESK" });
  return {
    ...room,
    implementedBy,
    call,
    act: (id, operation, request, part = {}) => call(id, operation, request, { operation: 1, ...part }),
    async state(request) {
      const operations = await room.operations(request);
      const told = operations.map(({ result, task, implementerKey }) =>
        [result ?? "-", task ?? "", nameOf(implementerKey)].filter((part) => part !== "").join(" "),
      );
      return [(await room.row(request)).status, ...told].join(", ");
    },
    async waitsFor({ key }) {
      const rows = await store.select("requestAuthorizers", { where: { requestKey: key, waits: true } });
      return rows.map(({ userKey }) => nameOf(userKey)).toSorted();
    },
    async close() {
      const findings: unknown[] = [];
      for (const { key } of await store.select("reqbatch"))
        findings.push(...(await invoke(replayRequest, context, engineCaller("cli", "check"), { key })).findings);
      await room.close();
      if (findings.length > 0) throw new Error(`A replay finds ${JSON.stringify(findings)}`);
    },
  };
}
