/** Facts about one entry of the vault, without its secret. */
export interface TreeEntry {
  readonly key: string;
  readonly parentKey: string | null;
  readonly origin: "imported" | "randomized" | "overridden" | "observed";
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
  /** Time at which the target last said that it opens the account; null if never. */
  readonly openedAt: number | null;
  /** Time at which the target last said that it does not; null if never. */
  readonly refusedAt: number | null;
  /** The target's words if it refused to take the password, which was then never set. */
  readonly refusal: string | null;
  /** Number of doubts about the account at the question to which the target last answered that it opens; left out or null for none. */
  readonly sureOf?: number | null;
}

/** Conclusions from the entries of an account together. */
export interface VaultTree<E extends TreeEntry = TreeEntry> {
  /**
   * State of the account: `empty` if no entry may be right, `C` if one is confirmed, `U` if it is uncertain which one is right. It is
   * `conflict` if the facts contradict each other.
   */
  readonly state: "empty" | "C" | "U" | "conflict";
  /** Confirmed entry that the next one follows; undefined if none is confirmed. */
  readonly head: E | undefined;
  /** Entries that may open the account, the likeliest first: one entry if it is confirmed, each that may be right until then. */
  readonly giveOut: readonly E[];
  /** Every entry in the order in which it is worth a try, without those that the target refused to take. */
  readonly toTry: readonly E[];
}

/**
 * Reads the entries of one account as a tree (domain 5). Nothing depends on the order of the entries, so two nodes with the same ones
 * come to the same result. A confirmed entry is uncertain again once there is a doubt more than its target's last answer covers.
 * @param doubts number of times that something other than the vault may have changed the password
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

/** Returns true if something other than the vault may have changed the password since the target was asked and last confirmed the entry. */
export function isDoubted({ sureOf }: Pick<TreeEntry, "sureOf">, doubts: number): boolean {
  return (sureOf ?? 0) < doubts;
}

/** Returns the confirmed entries that no confirmed one has followed. */
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

/** Returns true if the target's last answer about an entry was no. */
function isRefused({ openedAt, refusedAt }: TreeEntry): boolean {
  return refusedAt !== null && refusedAt > (openedAt ?? -Infinity);
}

/** Orders entries by likelihood: those refused come last; of the others uncertain ones first, and the younger before the older. */
function byLikelihood(a: TreeEntry, b: TreeEntry): number {
  return (
    Number(isRefused(a)) - Number(isRefused(b)) ||
    Number(a.status === "C") - Number(b.status === "C") ||
    b.createdAt - a.createdAt ||
    (a.key < b.key ? 1 : -1)
  );
}

/** Returns the confirmed entries that others have followed, then those that failed though the target never refused to take them. */
function earlier<E extends TreeEntry>(entries: readonly E[], known: ReadonlySet<TreeEntry>): E[] {
  const rest = entries.filter((entry) => !known.has(entry) && (entry.status === "C" || entry.refusal === null));
  return rest.toSorted((a, b) => Number(a.status === "failed") - Number(b.status === "failed") || byLikelihood(a, b));
}
