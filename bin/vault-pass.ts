import type { BrokenText, VaultPage, VaultPlace } from "#store/vault.ts";

/** Result of a pass over all sealed texts. */
export interface VaultPass {
  readonly done: number;
  readonly broken: readonly BrokenText[];
}

/** Processes all sealed texts page by page, until the end or until the stop signal fires. */
export async function passOver(
  page: (from: VaultPlace) => Promise<VaultPage>,
  { stop, onPage }: { readonly stop: AbortSignal; onPage(done: number): void },
): Promise<VaultPass> {
  const broken: BrokenText[] = [];
  let done = 0;
  let next: VaultPlace | null = { column: 0, after: "" };
  while (next !== null && !stop.aborted) {
    const looked: VaultPage = await page(next);
    broken.push(...looked.broken);
    done += looked.done;
    onPage(done);
    next = looked.next;
  }
  return { done, broken };
}
