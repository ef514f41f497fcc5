import { Attribute, Change, Client } from "ldapts";

import { generatePassword } from "#domain/passwords/generate-password.ts";
import { systemIds } from "#platform/ids.ts";
import type { OpenLdap } from "#test/support/openldap.ts";

import type { RandomizeContender } from "./contender.ts";

const msPerSecond = 1000;
const microsPerMs = 1000;

interface Pair {
  /** Connection on which the administrator is logged in. */
  readonly setting: Client;
  /** Connection for logins of accounts. */
  readonly verifying: Client;
}

/**
 * Makes the rival: a loop over ldapts with two persistent connections for each concurrent worker, as the connector keeps them. It
 * keeps everything in memory and would lose it in a crash: no entry, no operation, no audit.
 */
export function createRandomizeRival(
  { url, accountsDN, admin }: OpenLdap,
  names: readonly string[],
  atOnce: number,
): RandomizeContender {
  const pairs: Pair[] = [];

  async function connected(): Promise<readonly Pair[]> {
    while (pairs.length < atOnce) {
      const pair = { setting: new Client({ url }), verifying: new Client({ url }) };
      pairs.push(pair);
      await pair.setting.bind(admin.dn, admin.password);
    }
    return pairs;
  }

  async function randomize({ setting, verifying }: Pair, name: string): Promise<string> {
    const dn = `uid=${name},${accountsDN}`;
    const password = generatePassword(undefined, systemIds.below);
    if (password === undefined) throw new Error("no password was made");
    const modification = new Attribute({ type: "userPassword", values: [password] });
    await setting.modify(dn, new Change({ operation: "replace", modification }));
    await verifying.bind(dn, password);
    return password;
  }

  return {
    async randomize() {
      const atWork = await connected();
      const passwords = new Map<string, string>();
      const left = names.values();
      const usedBefore = process.cpuUsage();
      const startedMs = performance.now();
      await Promise.all(
        atWork.map(async (pair) => {
          for (const name of left) passwords.set(name, await randomize(pair, name));
        }),
      );
      const seconds = (performance.now() - startedMs) / msPerSecond;
      const { user, system } = process.cpuUsage(usedBefore);
      return { seconds, cpuMs: (user + system) / microsPerMs, passwords };
    },
    async stop() {
      await Promise.all(pairs.flatMap(({ setting, verifying }) => [setting.unbind(), verifying.unbind()]));
    },
  };
}
