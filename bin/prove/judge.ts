import { Client, InvalidCredentialsError } from "ldapts";

import { type AccountTree, type Entry, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Store } from "#store/store.ts";

import type { ProvedAccount } from "./accounts.ts";
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
  readonly entries: readonly JudgedEntry[];
}

/** Asks the directory itself, past all code of the service but what reads the vault. */
export interface Judge {
  /** Whether what the vault gives out opens an account, also while its password is being changed. */
  judge(account: ProvedAccount): Promise<Judgement>;
  /** Ends its connection. */
  close(): Promise<void>;
}

const bindTimeoutMs = 20_000;
/** The password of an account changes once at most while no entry comes, so the second look meets one that stays. */
const looksAlike = 2;

/** Makes a judge of the accounts of a directory. */
export function createJudge(store: Store, url: string): Judge {
  let client = new Client({ url, timeout: bindTimeoutMs });

  async function opens({ name }: ProvedAccount, entry: Entry): Promise<boolean> {
    try {
      await secretOf(store, entry).use((password) => client.bind(dnOf(name), password));
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      // A connection on which something else went wrong is not used for the next one.
      client = new Client({ url, timeout: bindTimeoutMs });
      throw error;
    }
  }

  async function look(account: ProvedAccount, { tree, entries }: AccountTree): Promise<Judgement> {
    const base = { account, state: tree.state };
    for (const entry of tree.giveOut) if (await opens(account, entry)) return { ...base, opens: true, entries: [] };
    const judged: JudgedEntry[] = [];
    for (const entry of entries) {
      const { key, origin, status, createdAt } = entry;
      judged.push({ key, origin, status, createdAt, opens: await opens(account, entry) });
    }
    return { ...base, opens: false, entries: judged.toSorted((a, b) => a.createdAt - b.createdAt) };
  }

  return {
    async judge(account) {
      let last: { readonly entries: string; readonly looks: number } = { entries: "", looks: 0 };
      for (;;) {
        const held = (await readTrees(store, [account.key])).get(account.key);
        if (held === undefined) return { account, state: "gone", opens: false, entries: [] };
        const judgement = await look(account, held);
        const seen = held.entries.map(({ key, status }) => `${key} ${status}`).join();
        last = { entries: seen, looks: seen === last.entries ? last.looks + 1 : 1 };
        if (judgement.opens || last.looks > looksAlike) return judgement;
      }
    },
    close: () => client.unbind(),
  };
}
