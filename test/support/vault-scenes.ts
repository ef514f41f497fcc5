import { setTimeout as sleep } from "node:timers/promises";

import { Attribute, Change, Client } from "ldapts";

import type { ServiceContext } from "#operations/kernel/context.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { OutboxDispatch } from "#platform/temporal/outbox-dispatch.ts";
import { connectTemporal } from "#platform/temporal/temporal.ts";

import { type Cluster, startCluster } from "./cluster.ts";
import { type LdapPassThrough, startLdapPassThrough } from "./ldap-pass-through.ts";
import { manageDirectory } from "./manage-directory.ts";
import { startRandomizing } from "./start-randomizing.ts";
import {
  startVaultDirectory,
  type VaultAccount,
  type VaultDirectory,
  vaultDirectoryPolicy,
} from "./vault-directory.ts";

/** Accounts of a directory behind a relay of their own, on a target system and under a policy of their own. */
export interface VaultScene {
  readonly id: string;
  readonly way: LdapPassThrough;
  readonly accounts: readonly VaultAccount[];
  /** Keys of the managed accounts by name. */
  readonly managed: ReadonlyMap<string, string>;
  /** Randomizes the passwords of all accounts; returns the key of the run. */
  randomize(): Promise<string>;
  /** Returns the state of each account in the vault, and whether the directory's own files confirm the passwords given out. */
  judged(): Promise<readonly Judgement[]>;
  /** Returns the number of wrong passwords that the directory counts against an account. */
  failures(name: string): Promise<number>;
  /** Changes the password of an account without the vault, as an administrator of the directory does. */
  changeOutside(change: OutsideChange): Promise<void>;
}

/** An account as vault and directory see it. */
export interface Judgement {
  readonly name: string;
  readonly status: string | undefined;
  /** Results for the passwords that the vault gives out, the likeliest first: true if the password opens the account. */
  readonly given: readonly boolean[];
  readonly locked: boolean | undefined;
}

/** A change by a person at the directory, without the vault. */
export interface OutsideChange {
  readonly name: string;
  readonly password: string;
}

/** Options of a scene. */
export interface SceneWish {
  readonly count?: number;
  /** True if the vault has the password of each account, confirmed (default). */
  readonly imported?: boolean;
}

/** An installation whose processes a test kills, with a directory. */
export interface VaultStage {
  readonly cluster: Cluster;
  readonly context: ServiceContext;
  scene(wish?: SceneWish): Promise<VaultScene>;
  /** Opens a scene on a directory of its own. Its administrator is the managed account that also administers the target. */
  ownLogin(): Promise<VaultScene>;
  /** Waits until a run has ended, for as long as the test may take. */
  ended(run: string): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a stage. */
export interface StageWish {
  readonly temporalAddress: string;
  /** Number of accounts that all scenes together may use. */
  readonly accounts: number;
  /** Number of old passwords of an account that the directory refuses; default 5. */
  readonly remembered?: number;
  /** Shortest password in characters; default 12. */
  readonly shortest?: number;
  /** Parent of the installation's folder. */
  readonly below?: string;
}

const lookMs = 20;

/** Sets an installation up, with all its processes, and starts a directory. */
export async function openVaultStage({ temporalAddress, accounts, below, ...rules }: StageWish): Promise<VaultStage> {
  const closing: (() => Promise<unknown>)[] = [];
  const asked = { ...vaultDirectoryPolicy, ...rules };
  const directory = await startVaultDirectory(accounts, asked);
  closing.unshift(() => directory.stop());
  const cluster = await startCluster(temporalAddress, {}, below === undefined ? {} : { below });
  closing.unshift(() => cluster.stop());
  const { store, log, settings } = cluster.service.context;
  const client = await connectTemporal({ ...settings, temporalAddress });
  closing.unshift(() => client.connection.close());
  const dispatch = new OutboxDispatch({ outbox: store.outbox, client, log });
  closing.unshift(() => dispatch.stop());
  const context = { ...cluster.service.context, nudge: () => dispatch.nudge() };
  let [scenes, taken] = [0, 0];

  async function play(room: VaultDirectory, of: readonly VaultAccount[], more: object): Promise<VaultScene> {
    const way = await startLdapPassThrough({ host: "127.0.0.1", port: Number(new URL(room.directory.url).port) });
    closing.unshift(() => way.stop());
    const id = `SCENE${(scenes += 1)}`;
    const behind = { ...room.directory, url: `ldap://127.0.0.1:${way.port}` };
    const wanted = { id, directory: behind, accounts: of, imported: true, ...more };
    const managed = await manageDirectory(context, wanted);
    return {
      id,
      way,
      accounts: of,
      managed,
      randomize: () => startRandomizing(context, id),
      judged: () => judged(context, room, managed),
      failures: async (name) => (await room.facts()).get(name)?.failures ?? 0,
      changeOutside: (change) => changeOutside(room, change),
    };
  }

  return {
    cluster,
    context,
    scene({ count = 1, imported = true } = {}) {
      const of = directory.accounts.slice(taken, (taken += count));
      if (of.length < count) throw new Error("The stage has too few accounts.");
      return play(directory, of, { imported });
    },
    async ownLogin() {
      const room = await startVaultDirectory(0, asked);
      closing.unshift(() => room.stop());
      return play(room, [room.administrator], { administeredBy: room.administrator.name });
    },
    async ended(run) {
      while (((await store.get("runs", run))?.endedAt ?? null) === null) await sleep(lookMs);
    },
    async stop() {
      for (const close of closing.splice(0)) await close();
    },
  };
}

async function judged(
  { store }: ServiceContext,
  room: VaultDirectory,
  managed: ReadonlyMap<string, string>,
): Promise<readonly Judgement[]> {
  const trees = await readTrees(store, [...managed.values()]);
  const facts = await room.facts();
  return [...managed].map(([name, key]) => {
    const held = trees.get(key);
    const given = (held?.tree.giveOut ?? []).map((entry) =>
      secretOf(store, entry).use((text) => facts.get(name)?.opens(text) === true),
    );
    return { name, status: held?.account.status, given, locked: facts.get(name)?.locked };
  });
}

/** Changes a password at the directory as its administrator. */
export async function changeOutside(
  { directory, accounts }: VaultDirectory,
  { name, password }: OutsideChange,
): Promise<void> {
  const client = new Client({ url: directory.url });
  try {
    await client.bind(directory.admin.dn, directory.admin.password);
    const { dn = "" } = accounts.find((one) => one.name === name) ?? {};
    const modification = new Attribute({ type: "userPassword", values: [password] });
    await client.modify(dn, new Change({ operation: "replace", modification }));
  } finally {
    await client.unbind();
  }
}
