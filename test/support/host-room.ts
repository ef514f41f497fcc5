import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createHostClient, type HostClient } from "#activities/managed-host/client.ts";
import { handNoteIn, hostKeysFile } from "#activities/managed-host/host-files.ts";
import { programNoteIn } from "#activities/managed-host/program-note.ts";
import { type HostPrograms, programsConnector } from "#activities/managed-host/programs.ts";
import { askOnce } from "#activities/managed-host/run-host.ts";
import { serviceClock } from "#activities/managed-host/service-clock.ts";
import { openProxyKeys, type ProxyKeys } from "#activities/proxy/keys.ts";
import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { createSignedCalls, type SignedCalls } from "#activities/proxy/signed-calls.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type HostInvitation, inviteManagedHost } from "#operations/managed-hosts/change-managed-hosts.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Clock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "./api.ts";
import { foundOrganisation } from "./organisation.ts";

/** One managed host in a test, with the file that holds the password of its account. */
export interface RoomHost {
  readonly hostKey: string;
  readonly folder: string;
  readonly keys: ProxyKeys;
  readonly calls: SignedCalls;
  readonly client: HostClient;
  /** Fetches operations and carries them out until none is left. */
  work(programs?: Partial<HostPrograms>): Promise<void>;
}

/** A REST API with accounts under a policy of the mode pull. */
export interface HostRoom<C extends Clock = Clock> extends TestApi {
  readonly clock: C;
  /** Keys of the managed accounts, by name. */
  readonly accounts: ReadonlyMap<string, string>;
  invite(account: string): Promise<HostInvitation>;
  /** Invites a host and enrolls it; `aheadMs` is how far its clock is ahead, in milliseconds. */
  enrolled(account: string, options?: { readonly aheadMs?: number }): Promise<RoomHost>;
  account(name: string): Promise<Row<"managedAccounts">>;
  /**
   * Returns the state of an account in the vault, and for each password that the vault gives out whether the password file of a folder has
   * it.
   */
  given(account: string, folder: string): Promise<{ readonly state: string; readonly opens: readonly boolean[] }>;
}

// A host that is killed before it has written the line leaves a program without a line: it changes nothing.
const setProgram = `#!/bin/sh
IFS= read -r line || exit 1
sleep \${PAUSE:-0}
printf '%s\\n' "$line" > "$(dirname "$0")/password.$$"
mv "$(dirname "$0")/password.$$" "$(dirname "$0")/password"
sleep \${PAUSE:-0}
`;
const verifyProgram = `#!/bin/sh
IFS= read -r line
[ -f "$(dirname "$0")/password" ] && [ "$line" = "$(cat "$(dirname "$0")/password")" ] && exit 0
echo "wrong password" >&2
exit 1
`;

/** Writes the programs of a host whose account has its password in a file beside them, and returns their paths. */
export function passwordFilePrograms(folder: string): HostPrograms {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const programs = { set: join(folder, "set"), verify: join(folder, "verify") };
  writeFileSync(programs.set, setProgram, { mode: 0o700 });
  writeFileSync(programs.verify, verifyProgram, { mode: 0o700 });
  return programs;
}

/** Writes a program that prints something and exits with a code. */
export function programThatEnds(
  folder: string,
  name: string,
  { code, words }: { code: number; words: string },
): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nread -r line\necho "${words}" >&2\nexit ${code}\n`, { mode: 0o700 });
  return path;
}

/** Returns the password in the file of a host; undefined before the first one is set. */
export function filedPassword(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, "password"), "utf8")) as { password: string }).password;
  } catch {
    return undefined;
  }
}

/** Opens the room with these accounts on the target T1. */
export async function openHostRoom<C extends Clock>(
  clock: C,
  names: readonly string[] = ["root", "other"],
): Promise<HostRoom<C>> {
  const api = await openTestApi({ clock });
  const { context, store } = api;
  await foundOrganisation(context, { people: [], targets: { T1: [] } });
  const accounts = new Map(names.map((name) => [name, context.ids.guid()]));
  await store.transaction(async () => {
    const rules = { description: "", changeIntervalHours: 24, checkoutMaxMinutes: 60, disclosurePlugins: [] };
    // A file does not count wrong passwords.
    const lockoutTries = 0;
    const pull = { mode: "pull", managedByNode: store.node, enabled: true } as const;
    await store.add("managedSystemPolicies", { id: "HOSTS", ...pull, ...rules, lockoutTries });
    const managedSystemKey = context.ids.guid();
    const system = { key: managedSystemKey, id: "T1", description: "", type: "fault", mode: "pull" } as const;
    await store.add("managedSystems", { ...system, targetSystemKey: "T1" });
    for (const [name, key] of accounts) {
      const accountKey = context.ids.guid();
      const text = { stableId: name, longId: name, shortId: name, displayId: name };
      await store.add("accounts", { key: accountKey, targetSystemKey: "T1", ...text });
      const of = { accountKey, managedSystemKey, policyId: "HOSTS", status: "U" } as const;
      await store.add("managedAccounts", { key, ...of });
    }
  });
  const operator = engineCaller("cli", "test");
  const keyOf = (name: string) => accounts.get(name) ?? "";
  const room: HostRoom<C> = {
    ...api,
    clock,
    accounts,
    invite: (name) => invoke(inviteManagedHost, context, operator, { managedAccountKey: keyOf(name), name }),
    async enrolled(name, { aheadMs = 0 } = {}) {
      const { hostKey, token } = await room.invite(name);
      const host = hostOf(room, hostKey, aheadMs);
      await host.client.enrol(token);
      return host;
    },
    account: async (name) => (await store.get("managedAccounts", keyOf(name))) as Row<"managedAccounts">,
    async given(name, folder) {
      const tree = (await readTrees(store, [keyOf(name)])).get(keyOf(name))?.tree;
      const password = filedPassword(folder);
      const opens = (tree?.giveOut ?? []).map((entry) => secretOf(store, entry).use((text) => text === password));
      return { state: tree?.state ?? "", opens };
    },
  };
  return room;
}

function hostOf(room: HostRoom, hostKey: string, aheadMs: number): RoomHost {
  const folder = join(room.folder, `host-${hostKey}`);
  const programs = passwordFilePrograms(folder);
  const clock = serviceClock({ now: () => room.clock.now() + aheadMs });
  const keys = openProxyKeys(folder, hostKeysFile);
  const made = { proxyId: hostKey, address: room.address, keys, clock, ids: systemIds, keepAliveSeconds: 30 };
  const calls = createSignedCalls(made);
  const client = createHostClient({ hostKey, keys, calls, clock });
  const log = createLogger({ module: "test", level: "silent" });
  return {
    hostKey,
    folder,
    keys,
    calls,
    client,
    async work(other = {}) {
      const program = programNoteIn(folder);
      const connectors = [
        programsConnector(
          {
            ...programs,
            ...other,
          },
          program,
        ),
      ];
      const runner = createOrderRunner({
        connectors,
        log,
        clock,
      });
      try {
        await askOnce(
          {
            client,
            runner,
            note: handNoteIn(folder),
            program,
            log,
          },
          new AbortController().signal,
        );
      } finally {
        await runner.close();
      }
    },
  };
}
