import { defaultSessionsPerTarget } from "../../connector.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about sessions. */
export const sessionRules: readonly KitRule[] = [
  {
    name: "a closed session may be closed again and is not alive",
    needs: [],
    async check(bench) {
      const { definition } = bench.connector;
      const session = await bench.open();
      if (definition.alive) ensure(await definition.alive(session), "a new session is not alive");
      await definition.close?.(session);
      await definition.close?.(session);
      if (definition.alive) ensure(!(await definition.alive(session)), "a closed session is called alive");
    },
  },
  {
    name: "as many sessions as the connector allows work side by side",
    needs: [],
    async check(bench) {
      const { connector } = bench;
      const most = connector.definition.concurrency?.perTarget ?? defaultSessionsPerTarget;
      ensure(Number.isInteger(most) && most > 0, `concurrency.perTarget is ${most}, no number of sessions`);
      const opened = await Promise.all(Array.from({ length: most }, () => bench.begin()));
      await Promise.all(opened.map(({ calls }) => calls.serverInfo()));
      if (!["create", "get"].every((name) => connector.capabilities.some((capability) => capability === name))) return;
      const made = await Promise.all(opened.map(({ session }) => bench.make(session)));
      ensure(new Set(made.map(({ id }) => id)).size === most, "two objects have the same id");
      const found = await Promise.all(
        opened.map(({ calls }, index) => calls.get({ type: "account", ref: made[index] ?? { name: "" } })),
      );
      ensure(
        found.every((object, index) => object?.name === made[index]?.name),
        "a session answers for another one",
      );
    },
  },
];
