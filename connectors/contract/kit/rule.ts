import type { Call } from "../call.ts";
import type { Capability } from "../operations.ts";
import type { Bench } from "./bench.ts";
import type { KitSamples } from "./target.ts";

/** One rule of the contract: its name is the sentence that must hold. */
export interface KitRule {
  readonly name: string;
  /** Capabilities without which the rule is left out. */
  readonly needs: readonly Capability[];
  /** Sample without which the rule is left out. */
  readonly sample?: keyof KitSamples;
  /** Throws with a message if the rule does not hold. A returned text is the reason why it does not apply after all. */
  check(bench: Bench): Promise<string | void>;
}

/** Result of one rule. */
export interface KitResult {
  readonly rule: string;
  readonly ok: boolean;
  /** Reason of the failure, or why the rule was left out; empty if the rule holds. */
  readonly message: string;
  /** True if the rule does not apply to this connector and target. */
  readonly leftOut: boolean;
}

/** Throws with a message unless the condition holds. */
export function ensure(condition: boolean, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/** Collects all pages of a listing. */
export async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** Throws if a listing that is cancelled at its first page still ends normally. */
export async function ensureCancelled(bench: Bench, listing: (call: Call) => AsyncIterable<unknown>): Promise<void> {
  const controller = new AbortController();
  let ended = false;
  try {
    for await (const _page of listing(bench.call({ signal: controller.signal }))) controller.abort();
    ended = true;
  } catch {
    // Any error will do: the proxy knows that it cancelled.
  }
  ensure(!ended, "the listing came to a clean end");
}

/** Returns the sorted values of an attribute as one text, for comparisons that ignore order. */
export function inOrder(values: readonly unknown[] | undefined): string {
  return (values ?? []).map(String).toSorted().join();
}
