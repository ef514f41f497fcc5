import { Client, InvalidCredentialsError } from "ldapts";

import type { Secret } from "#connectors/contract/index.ts";
import { type AccountTree, type Entry, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Store } from "#store/store.ts";

import { type ProvedAccount, uncertainMsMaxOf } from "./accounts.ts";
import { dnOf } from "./directory.ts";

/** What is said of an entry where the promise is broken; never its password. */
export interface JudgedEntry extends Pick<Entry, "key" | "origin" | "status" | "createdAt"> {
  /** Whether the directory let it in. */
  readonly opens: boolean;
}

/** What the judge has found out about an account. */
export interface Judgement {
  readonly account: ProvedAccount;
  /** What the vault says of it: C = it knows its password. */
  readonly state: string;
  /** An entry that the vault gives out opens it. */
  readonly opens: boolean;
  /** The vault gives out more entries than may be right, or several for longer than it may be uncertain. */
  readonly givesTooMany: boolean;
  /** All that the vault has of it; none where nothing is wrong. */
  readonly entries: readonly JudgedEntry[];
}

/** Reads what the vault has of an account, as everything reads it that gives passwords out; undefined where it has none. */
export type ReadTree = (accountKey: string) => Promise<AccountTree | undefined>;

/** Asks the directory itself, past all code of the service but what reads the vault. */
export interface Judge {
  /**
   * Tells whether what the vault gives out opens an account, also while its password is being changed, and is no more than may be right.
   * @param calmMs milliseconds since a process was ended last
   */
  judge(account: ProvedAccount, calmMs: number): Promise<Judgement>;
  /** Tells whether a password opens an account. */
  opens(account: Pick<ProvedAccount, "name">, password: Secret): Promise<boolean>;
  /** Ends its connection. */
  close(): Promise<void>;
}

const bindTimeoutMs = 20_000;
/** The password of an account changes once at most while no entry comes, so the second look meets one that stays. */
const looksAlike = 2;
/** While a password is changed two may be right: the new one and the one before. */
const givenMax = 2;

/** Reads the vault in a database. */
export function readTreeIn(store: Store): ReadTree {
  return async (accountKey) => (await readTrees(store, [accountKey])).get(accountKey);
}

/** Makes a judge of the accounts of a directory. */
export function createJudge(store: Store, url: string, readTree = readTreeIn(store)): Judge {
  let client = new Client({ url, timeout: bindTimeoutMs });

  // One after the other: a connection takes no second bind while one is under way.
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
      // A connection on which something else went wrong is not used for the next one.
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
