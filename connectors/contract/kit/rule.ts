import type { Call } from "../call.ts";
import type { Capability } from "../operations.ts";
import type { Bench } from "./bench.ts";
import type { KitSamples } from "./target.ts";

/** One rule of the contract: its name is the sentence that must hold. */
export interface KitRule {
  readonly name: string;
  /** The rule is left out for a connector that lacks one of these. */
  readonly needs: readonly Capability[];
  /** The rule is left out for a target without this sample. */
  readonly sample?: keyof KitSamples;
  /** Throws with words when the rule does not hold; a text that is returned says why it does not apply after all. */
  check(bench: Bench): Promise<string | void>;
}

/** What became of one rule. */
export interface KitResult {
  readonly rule: string;
  readonly ok: boolean;
  /** Why it failed, or why it was left out; empty when it holds. */
  readonly message: string;
  /** The rule does not apply to this connector and target. */
  readonly leftOut: boolean;
}

/** Throws with words unless the condition holds. */
export function ensure(condition: boolean, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/** All pages of a listing. */
export async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** Throws with words when a listing that is cancelled at its first page comes to a clean end. */
export async function ensureCancelled(bench: Bench, listing: (call: Call) => AsyncIterable<unknown>): Promise<void> {
  const controller = new AbortController();
  let ended = false;
  try {
    for await (const _page of listing(bench.call({ signal: controller.signal }))) controller.abort();
    ended = true;
  } catch {
    // Which error it is does not matter: the proxy knows that it cancelled.
  }
  ensure(!ended, "the listing came to a clean end");
}

/** The values of an attribute as one text, whatever their order. */
export function inOrder(values: readonly unknown[] | undefined): string {
  return (values ?? []).map(String).toSorted().join();
}
