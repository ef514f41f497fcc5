import { type EventKind, type FactsOf, fieldsOf, isEventKind } from "./event-kinds.ts";

/** Event of a request before it has its place in the ledger. */
export interface NewEvent<K extends EventKind = EventKind> {
  readonly kind: K;
  /** Milliseconds UTC. */
  readonly happenedAt: number;
  /** Key of the person who acted; null if the service itself did. */
  readonly actor: string | null;
  readonly facts: FactsOf<K>;
}

/** Event of a request with its place in the ledger. */
export type LedgerEvent = { [K in EventKind]: NewEvent<K> & { readonly sequence: number } }[EventKind];

type Values = Readonly<Record<string, unknown>>;

const typeNames = { text: "string", number: "number", flag: "boolean" } as const;

/** Returns the name of a field that does not fit the kind of an event, or `kind` or `facts`; null if everything fits. */
export function misshapen({ kind, facts }: { readonly kind: string; readonly facts: unknown }): string | null {
  if (!isEventKind(kind)) return "kind";
  if (!isRecord(facts)) return "facts";
  const fields = fieldsOf(kind);
  const surplus = Object.keys(facts).find((name) => !Object.hasOwn(fields, name));
  if (surplus !== undefined) return surplus;
  const unfit = Object.entries(fields).find(([name, { holds, nullable }]) => {
    const value = facts[name];
    if (value === null) return !nullable;
    return holds === "list" ? !Array.isArray(value) : typeof value !== typeNames[holds];
  });
  return unfit?.[0] ?? null;
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
