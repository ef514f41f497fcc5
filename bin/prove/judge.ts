import { Client, InvalidCredentialsError } from "ldapts";

import type { Secret } from "#connectors/contract/index.ts";
import { type AccountTree, type Entry, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Store } from "#store/store.ts";

import { type ProvedAccount, uncertainMsMaxOf } from "./accounts.ts";
import { dnOf } from "./directory.ts";

/** Facts about an entry if the promise is broken; never its password. */
export interface JudgedEntry extends Pick<Entry, "key" | "origin" | "status" | "createdAt"> {
  /** True if the directory accepted it. */
  readonly opens: boolean;
}

/** Findings of the judge about an account. */
export interface Judgement {
  readonly account: ProvedAccount;
  /** State of the account in the vault: C if the vault knows its password. */
  readonly state: string;
  /** True if an entry that the vault gives out opens it. */
  readonly opens: boolean;
  /** True if the vault gives out more entries than may be right, or several for longer than it may be uncertain. */
  readonly givesTooMany: boolean;
  /** All entries of the account in the vault; empty if nothing is wrong. */
  readonly entries: readonly JudgedEntry[];
}

/** Reads the vault's entries of an account in the same way as every reader that gives passwords out; undefined if there are none. */
export type ReadTree = (accountKey: string) => Promise<AccountTree | undefined>;

/** Judge that asks the directory itself and uses no code of the service except that which reads the vault. */
export interface Judge {
  /**
   * Judges whether the passwords that the vault gives out open an account, even during a password change, and are no more than may
   * be right.
   * @param calmMs milliseconds since the last end of a process
   */
  judge(account: ProvedAccount, calmMs: number): Promise<Judgement>;
  /** Returns true if a password opens an account. */
  opens(account: Pick<ProvedAccount, "name">, password: Secret): Promise<boolean>;
  /** Closes its connection. */
  close(): Promise<void>;
}

const bindTimeoutMs = 20_000;
/** Number of equal looks: the password changes at most once while no entry is added, so the second look finds one that stays. */
const looksAlike = 2;
/** Maximum number of passwords given out: during a change the new one and the one before may be right. */
const givenMax = 2;

/** Makes the reader of the vault in a database. */
export function readTreeIn(store: Store): ReadTree {
  return async (accountKey) => (await readTrees(store, [accountKey])).get(accountKey);
}

/** Makes a judge of the accounts of a directory. */
export function createJudge(store: Store, url: string, readTree = readTreeIn(store)): Judge {
  let client = new Client({ url, timeout: bindTimeoutMs });

  // One after the other: a connection accepts no second bind while one is in progress.
  let turn: Promise<unknown> = Promise.resolve();

  function opens(account: Pick<ProvedAccount, "name">, secret: Secret): Promise<boolean> {
    const asked = turn.then(() => tryNow(account, secret));
    turn = asked.catch(() => undefined);
    return asked;
  }

  async function tryNow({ name }: Pick<ProvedAccount, "name">, secret: Secret): Promise<boolean> {
    try {
      await secret.use((password) => client.bind(dnOf(name), password));
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      // After any other error the connection is replaced.
      client = new Client({ url, timeout: bindTimeoutMs });
      throw error;
    }
  }

  async function look(account: ProvedAccount, { tree, entries }: AccountTree, calmMs: number): Promise<Judgement> {
    const base = {
      account,
      state: tree.state,
      opens: false,
      givesTooMany: hasTooMany(account, { tree, entries }, calmMs),
    };
    for (const entry of tree.giveOut)
      if (await opens(account, secretOf(store, entry))) {
        base.opens = true;
        break;
      }
    if (base.opens && !base.givesTooMany) return { ...base, entries: [] };
    const judged: JudgedEntry[] = [];
    for (const entry of entries) {
      const { key, origin, status, createdAt } = entry;
      judged.push({ key, origin, status, createdAt, opens: await opens(account, secretOf(store, entry)) });
    }
    return { ...base, entries: judged.toSorted((a, b) => a.createdAt - b.createdAt) };
  }

  return {
    async judge(account, calmMs) {
      let last: { readonly entries: string; readonly looks: number } = { entries: "", looks: 0 };
      for (;;) {
        const held = await readTree(account.key);
        if (held === undefined) return { account, state: "gone", opens: false, givesTooMany: false, entries: [] };
        const judgement = await look(account, held, calmMs);
        const seen = held.entries.map(({ key, status }) => `${key} ${status}`).join();
        last = { entries: seen, looks: seen === last.entries ? last.looks + 1 : 1 };
        if (judgement.opens || last.looks > looksAlike) return judgement;
      }
    },
    opens,
    close: () => client.unbind(),
  };
}

function hasTooMany(
  account: ProvedAccount,
  { tree, entries }: Pick<AccountTree, "tree" | "entries">,
  calmMs: number,
): boolean {
  const given = tree.giveOut.length;
  if (given <= 1) return false;
  const words = entries.flatMap(({ createdAt, openedAt, refusedAt }) => [createdAt, openedAt ?? 0, refusedAt ?? 0]);
  const unchangedMs = Date.now() - Math.max(...words);
  return given > givenMax || tree.state === "C" || Math.min(calmMs, unchangedMs) > uncertainMsMaxOf(account);
}
