import { createHash } from "node:crypto";

import { giveWay } from "../loop-turns.ts";
import { damaged, entrySize, type ListHeader, tableSize } from "./list-form.ts";

/** Bytes of the table that are compared before others are served. */
const sliceBytes = 1 << 18;

/**
 * Compares the table of a list with its header: its digest, and that the places of the ranges rise and end with the last prefix.
 * @throws BreachedListError
 */
export async function requireTable(table: Buffer, { count, tableDigest }: ListHeader): Promise<void> {
  const digest = createHash("sha256");
  let before = 0;
  let rises = table.length === tableSize && table.readUInt32BE(0) === 0;
  for (let at = 0; at < table.length && rises; at += sliceBytes) {
    const slice = table.subarray(at, at + sliceBytes);
    digest.update(slice);
    for (let entry = 0; entry < slice.length; entry += entrySize) {
      const first = slice.readUInt32BE(entry);
      rises &&= first >= before;
      before = first;
    }
    await giveWay();
  }
  if (!rises || before > count || !digest.digest().equals(tableDigest))
    throw damaged("its table of ranges has been changed");
}
