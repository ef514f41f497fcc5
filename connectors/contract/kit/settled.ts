import type { ObjectRef, Scalar, TargetObject } from "../object.ts";
import { attributesOf } from "./attributes.ts";
import type { Bench, Opened } from "./bench.ts";
import { ensure } from "./rule.ts";

/** Values of an object that only an explicit change may alter, each as text: by the name of the attribute or of the state. */
export type Settled = Readonly<Record<string, string>>;

/** Reads the settled values of an account: those that the target does not set itself, without the attributes in `but`. */
export async function settled(
  bench: Bench,
  { session, calls }: Opened,
  ref: ObjectRef,
  but: readonly string[] = [],
): Promise<Settled> {
  const found = await calls.get({ type: "account", ref });
  ensure(found !== undefined, "the account is not there any more");
  const own = attributesOf(await bench.types(session)).flatMap(({ readOnly, name }) => (readOnly ? [name] : []));
  const left = new Set([...own, ...but].map((name) => name.toLowerCase()));
  return settledOf(found, left);
}

/** Returns the settled values of an object that was read already; `left` are the names to leave out, in lower case. */
export function settledOf({ attributes, state = {} }: TargetObject, left: ReadonlySet<string>): Settled {
  const plain = Object.entries(attributes).filter(([name]) => !left.has(name.toLowerCase()));
  return Object.fromEntries([
    ...plain.map(([name, values]) => [name, values.map(textOf).toSorted().join()]),
    ...Object.entries(state).map(([name, value]) => [`the state ${name}`, String(value)]),
  ]);
}

/** Throws with a message if any value differs between two snapshots. */
export function ensureSettled(before: Settled, after: Settled, words: string): void {
  const name = Object.keys({ ...before, ...after }).find((key) => before[key] !== after[key]);
  if (name === undefined) return;
  throw new Error(`${name} was ${before[name] ?? "absent"} and is ${after[name] ?? "absent"}, ${words}`);
}

/** Writes a value with its kind, so that the number 7 differs from the text "7". */
function textOf(value: Scalar): string {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("base64")}`;
  return typeof value === "string" ? value : `${typeof value} ${String(value)}`;
}
