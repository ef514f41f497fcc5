import type { Call } from "../call.ts";
import type { Capability } from "../operations.ts";
import type { Bench, Opened } from "./bench.ts";
import { collect } from "./rule.ts";

/** A change that is made over a line, and a check over another connection whether it was made. */
export interface UnderWay {
  run(session: unknown, call: Call): Promise<unknown>;
  isDone(): Promise<boolean>;
  /** Maximum number of checks; unlimited if absent. */
  readonly looksMax?: number;
}

/** A kind of change, prepared again for each run. */
export interface KindOfChange {
  readonly needs: readonly [change: Capability, ...looks: Capability[]];
  /** Makes the objects that the change needs, directly; undefined if the change is not possible on this target. */
  prepare(bench: Bench, direct: Opened): Promise<UnderWay | undefined>;
}

const type = "account";

/** Kinds of changes that rules interrupt. */
const kindsOfChange: readonly KindOfChange[] = [
  {
    needs: ["create", "get"],
    async prepare(bench, { calls }) {
      const ref = { name: bench.name() };
      const isDone = async () => {
        const found = await calls.get({ type, ref });
        if (found !== undefined) bench.keep(found);
        return found !== undefined;
      };
      return { run: (session, call) => bench.create(session, ref, call), isDone };
    },
  },
  {
    needs: ["update", "get"],
    async prepare(bench, { session, calls }) {
      const attribute = await bench.attribute(session);
      if (attribute === undefined) return undefined;
      const { name: attr, values } = attribute;
      const [ref, [value]] = [await bench.make(session), values];
      return {
        run: (over, call) => bench.operations.update(over, { type, ref, deltas: [{ attr, replace: [value] }] }, call),
        isDone: async () => (await calls.get({ type, ref }))?.attributes[attr]?.[0] === value,
      };
    },
  },
  {
    needs: ["delete", "get"],
    async prepare(bench, { session, calls }) {
      const ref = await bench.make(session);
      return {
        run: (over, call) => bench.operations.delete(over, { type, ref }, call),
        isDone: async () => (await calls.get({ type, ref })) === undefined,
      };
    },
  },
  {
    needs: ["resetPassword", "verify"],
    async prepare(bench, { session, calls }) {
      const [account, password] = [await bench.make(session, type, bench.password("-1")), bench.password("-2")];
      return {
        run: (over, call) => bench.operations.resetPassword(over, { account, password }, call),
        isDone: async () => (await calls.verify({ account, password })).ok,
        // Each check with the wrong password counts towards the lockout.
        looksMax: 2,
      };
    },
  },
  ...(["addMember", "removeMember"] as const).map((change): KindOfChange => ({
    needs: [change, "members", "addMember"],
    async prepare(bench, { session, calls }) {
      const [group, member] = [await bench.make(session, "group"), await bench.make(session)];
      if (change === "removeMember") await calls.addMember({ group, member });
      const isMember = async () => {
        const pages = await collect(calls.members({ group, pageSize: 100 }));
        return pages.some(({ items }) => items.some(({ id }) => id === member.id));
      };
      return {
        run: (over, call) => bench.operations[change](over, { group, member }, call),
        isDone: async () => (await isMember()) === (change === "addMember"),
      };
    },
  })),
];

/** Returns the kinds of changes that a connector offers and whose result it can show. */
export function offeredChanges(bench: Bench): readonly KindOfChange[] {
  return kindsOfChange.filter(({ needs }) => bench.offers(...needs));
}
