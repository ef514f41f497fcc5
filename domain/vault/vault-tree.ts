/** What is known of one entry of the vault; its secret is not. */
export interface TreeEntry {
  readonly key: string;
  readonly parentKey: string | null;
  readonly origin: "imported" | "randomized" | "overridden" | "observed";
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
  /** When the target last said that it opens the account. */
  readonly openedAt: number | null;
  /** When the target last said that it does not. */
  readonly refusedAt: number | null;
  /** The target's words where it refused to take the password: it was never set. */
  readonly refusal: string | null;
  /** How many doubts about the account there were when the target was asked that last said that it opens; left out or null = none. */
  readonly sureOf?: number | null;
}

/** What the entries of an account say together. */
export interface VaultTree<E extends TreeEntry = TreeEntry> {
  /** No entry may be right (empty), one is confirmed (C), several may be right (U), or what is known contradicts itself. */
  readonly state: "empty" | "C" | "U" | "conflict";
  /** The confirmed entry that the next one follows; undefined where none is confirmed. */
  readonly head: E | undefined;
  /** What may open the account, the likeliest first: one entry where it is confirmed, each that may be right until then. */
  readonly giveOut: readonly E[];
  /** Every entry in the order in which it is worth a try; what the target refused to take is not among them. */
  readonly toTry: readonly E[];
}

/**
 * Reads the entries of one account as a tree (domain 5). Nothing of it depends on the order of the entries, so two nodes that have the same
 * ones say the same. A confirmed entry is uncertain again once there is a doubt more than its target's last word answers.
 * @param doubts how often something else than the vault may have changed the password
 */
export function vaultTree<E extends TreeEntry>(entries: readonly E[], doubts = 0): VaultTree<E> {
  const heads = headsOf(entries);
  const live = heads.filter((head) => !isRefused(head));
  const uncertain = entries.filter(({ status }) => status === "U");
  const mayOpen = [...uncertain, ...heads].toSorted(byLikelihood);
  return {
    state: stateOf({ heads, live, uncertain }, doubts),
    head: heads.toSorted(byLikelihood)[0],
    giveOut: uncertain.length === 0 && live.length === 1 ? live : mayOpen,
    toTry: [...mayOpen, ...earlier(entries, new Set<TreeEntry>(mayOpen))],
  };
}

interface Candidates<E> {
  readonly heads: readonly E[];
  readonly live: readonly E[];
  readonly uncertain: readonly E[];
}

function stateOf<E extends TreeEntry>({ heads, live, uncertain }: Candidates<E>, doubts: number): VaultTree["state"] {
  if (heads.length + uncertain.length === 0) return "empty";
  if (live.length > 1) return "conflict";
  if (live.length === 0 && uncertain.every(isRefused)) return "conflict";
  return uncertain.length > 0 || live.some((head) => isDoubted(head, doubts)) ? "U" : "C";
}

/** Whether something else than the vault may have changed the password since the target was asked that last said that an entry opens. */
export function isDoubted({ sureOf }: Pick<TreeEntry, "sureOf">, doubts: number): boolean {
  return (sureOf ?? 0) < doubts;
}

/** Confirmed entries that no confirmed one has followed. */
function headsOf<E extends TreeEntry>(entries: readonly E[]): E[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const confirmed = entries.filter(({ status }) => status === "C");
  const followed = new Set<string>();
  for (const { key, parentKey } of confirmed) {
    for (let above = parentKey; above !== null && above !== key && !followed.has(above);) {
      followed.add(above);
      above = byKey.get(above)?.parentKey ?? null;
    }
  }
  return confirmed.filter(({ key }) => !followed.has(key));
}

/** Whether the target's last word about an entry was no. */
function isRefused({ openedAt, refusedAt }: TreeEntry): boolean {
  return refusedAt !== null && refusedAt > (openedAt ?? -Infinity);
}

/** What was refused last comes last; of the others first what is uncertain, and the younger before the older. */
function byLikelihood(a: TreeEntry, b: TreeEntry): number {
  return (
    Number(isRefused(a)) - Number(isRefused(b)) ||
    Number(a.status === "C") - Number(b.status === "C") ||
    b.createdAt - a.createdAt ||
    (a.key < b.key ? 1 : -1)
  );
}

/** Confirmed entries that others have followed, then those that failed though the target never refused to take them. */
function earlier<E extends TreeEntry>(entries: readonly E[], known: ReadonlySet<TreeEntry>): E[] {
  const rest = entries.filter((entry) => !known.has(entry) && (entry.status === "C" || entry.refusal === null));
  return rest.toSorted((a, b) => Number(a.status === "failed") - Number(b.status === "failed") || byLikelihood(a, b));
}
