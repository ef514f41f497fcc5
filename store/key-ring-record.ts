import { join, resolve } from "node:path";

import { keyRingFileName, keyRingIds, type KeyRingPlace } from "#platform/keys/key-ring-file.ts";
import { createKeyRing, type KeyRing } from "#platform/keys/keys.ts";

import { type Database, type DatabaseOptions, withDatabase } from "./database.ts";

/** Error for a key ring that does not belong to a database; the message names the missing keys. */
class ForeignKeyRingError extends Error {
  override readonly name = "ForeignKeyRingError";
}

const purpose = "key ring record";

/**
 * Opens the key ring of a data folder for a database, and makes one only if the database holds nothing that a key has sealed. A new ring
 * beside an old database would open none of its secrets, and would hash its audit with keys that no one keeps.
 * @throws ForeignKeyRingError naming the keys that the ring lacks, or has under the same ID with another content
 * @throws RingPassphraseError when the ring is wrapped, and its passphrase is missing or wrong
 */
export function openKeyRing(options: DatabaseOptions & KeyRingPlace): Promise<KeyRing> {
  const requireNone = (missing: readonly WantedKey[]) => {
    if (missing.length > 0) throw foreignKeyRing(missing, options.folder);
  };
  return withDatabase(options, async (database) => {
    const wanted = await wantedKeys(database);
    const there = new Set(keyRingIds(options.folder));
    requireNone(wanted.filter(({ kid }) => !there.has(kid)));
    const keyRing = createKeyRing(options);
    requireNone(wanted.filter(({ kid, mac }) => mac !== null && !keyRing.isFingerprint(purpose, kid, mac)));
    await record(database, keyRing, wanted);
    return keyRing;
  });
}

interface WantedKey {
  readonly kid: string;
  /** Fingerprint made with the key; null in a database in which no key has been recorded yet. */
  readonly mac: string | null;
}

async function wantedKeys(database: Database): Promise<readonly WantedKey[]> {
  const rows = await database.read("SELECT `kid`, `fingerprint` FROM `keyRingRecord` ORDER BY `kid`");
  if (rows.length > 0) return rows.map((row) => ({ kid: String(row["kid"]), mac: String(row["fingerprint"]) }));
  return (await keysBeforeRecord(database)).map((kid) => ({ kid, mac: null }));
}

/** Returns the keys of a database that is older than the record: those of the keys that sign tokens, and of the newest audit row. */
async function keysBeforeRecord(database: Database): Promise<readonly string[]> {
  const sealed = await database.read("SELECT `privateKey` FROM `signingKeys`");
  const hashed = await database.read("SELECT `contentHash` FROM `sesslog_full` ORDER BY `time` DESC LIMIT 1");
  // A sealed text is v1|kid|…, a keyed hash is version.kid.mac.
  const kids = [
    ...sealed.map((row) => String(row["privateKey"]).split("|")[1]),
    ...hashed.map((row) => String(row["contentHash"]).split(".")[1]),
  ];
  return [...new Set(kids.filter((kid) => kid !== undefined && kid !== ""))].map(String).toSorted();
}

function foreignKeyRing(missing: readonly WantedKey[], folder: string): ForeignKeyRingError {
  const file = join(resolve(folder), keyRingFileName);
  const kids = missing.map(({ kid }) => kid).join(", ");
  return new ForeignKeyRingError(
    `The key ring ${file} does not belong to this database, which holds secrets sealed with the key(s) ${kids}. ` +
      `Restore the ${keyRingFileName} that has them (a backup of the data folder, or the folder of the host that ran before), or correct GATEHOUSE_DATA or DATABASE_URL.`,
  );
}

async function record(database: Database, keyRing: KeyRing, known: readonly WantedKey[]): Promise<void> {
  const recorded = new Set(known.filter(({ mac }) => mac !== null).map(({ kid }) => kid));
  if (keyRing.ids().every((kid) => recorded.has(kid))) return;
  await database.transactions.run(() => recordKeys(database, keyRing));
}

/** Records in the current transaction all keys of a ring as keys that this database needs. */
export async function recordKeys(database: Database, keyRing: KeyRing): Promise<void> {
  for (const kid of keyRing.ids()) {
    const mac = keyRing.fingerprintWith(kid, purpose, kid);
    await database.write(
      `${database.dialect.insertIgnoring} INTO \`keyRingRecord\` (\`kid\`, \`fingerprint\`) VALUES (?, ?)`,
      [kid, mac],
    );
  }
}
