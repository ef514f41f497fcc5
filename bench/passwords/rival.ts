import { Attribute, Change, Client } from "ldapts";

import type { OpenLdap } from "#test/support/openldap.ts";

/** Rival that only sets and verifies: ldapts on persistent connections, as many as are used at once. */
export interface Rival {
  /** Sets and verifies the passwords of accounts; returns the total milliseconds. */
  run(passwords: ReadonlyMap<string, string>): Promise<number>;
  stop(): Promise<void>;
}

/** Connects the rival, with two connections per worker: one for the administrator and one on which accounts log in. */
export async function startRival({ url, accountsDN, admin }: OpenLdap, connections: number): Promise<Rival> {
  const pairs = await Promise.all(
    Array.from({ length: connections }, async () => {
      const [setting, verifying] = [new Client({ url }), new Client({ url })];
      await setting.bind(admin.dn, admin.password);
      return { setting, verifying };
    }),
  );
  return {
    async run(passwords) {
      const left = [...passwords];
      const startedMs = performance.now();
      await Promise.all(
        pairs.map(async ({ setting, verifying }) => {
          for (let next = left.pop(); next !== undefined; next = left.pop()) {
            const [name, password] = next;
            const dn = `uid=${name},${accountsDN}`;
            const modification = new Attribute({ type: "userPassword", values: [password] });
            await setting.modify(dn, new Change({ operation: "replace", modification }));
            await verifying.bind(dn, password);
          }
        }),
      );
      return performance.now() - startedMs;
    },
    async stop() {
      await Promise.all(pairs.flatMap(({ setting, verifying }) => [setting.unbind(), verifying.unbind()]));
    },
  };
}
