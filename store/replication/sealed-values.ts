import type { Secret } from "#connectors/contract/index.ts";
import type { ColumnValue, MergedRow, ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { type KeyRing, KeyRingError } from "#platform/keys/keys.ts";

import { columnsOf } from "../rows.ts";
import type { TableName } from "../tables.ts";
import type { Answer, SentSecret } from "./replication.ts";

interface Incoming {
  readonly change: ReplicatedChange;
  readonly row: MergedRow | undefined;
}

/** Secrets of an answer by their places. */
export type SecretsByPlace = ReadonlyMap<string, Secret>;

const placeOf = ({ origin, seq, column }: Omit<SentSecret, "secret">): string => `${origin} ${seq} ${column}`;

/** Returns the secrets of an answer by their places. */
export function secretsByPlace(secrets: Answer["secrets"]): SecretsByPlace {
  return new Map(secrets.map(({ secret, ...place }) => [placeOf(place), secret]));
}

/** Returns a change with its secrets sealed by the keys of this node; one that the row has already keeps its text. */
export function sealedValues(
  { keyRing }: { readonly keyRing: Pick<KeyRing, "seal" | "unseal"> },
  secrets: SecretsByPlace,
  { change, row }: Incoming,
): ReplicatedChange {
  const { table, key, origin, seq } = change;
  const columns = columnsOf(table as TableName);
  const sealed = Object.keys(change.values).filter((column) => columns[column]?.kind === "sealed");
  if (sealed.length === 0) return change;
  const values: Record<string, ColumnValue> = { ...change.values };
  for (const column of sealed) {
    const sent = secrets.get(placeOf({ origin, seq, column }));
    const at = { table, column, key };
    const here = row?.values[column];
    // A text without content opens nowhere: what replaced the secret follows.
    if (sent === undefined) values[column] = columns[column]?.nullable === true ? null : "";
    else if (typeof here === "string" && isSame(keyRing, { here, at }, sent)) values[column] = here;
    else values[column] = keyRing.seal(sent, at);
  }
  return { ...change, values };
}

function isSame(
  keyRing: Pick<KeyRing, "unseal">,
  { here, at }: { readonly here: string; readonly at: Parameters<KeyRing["unseal"]>[1] },
  sent: Secret,
): boolean {
  try {
    return keyRing.unseal(here, at).use((known) => sent.use((text) => text === known));
  } catch (error) {
    if (error instanceof KeyRingError) return false;
    throw error;
  }
}
