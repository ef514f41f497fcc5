import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Clock } from "#platform/clock.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openStore } from "#store/open-store.ts";
import type { Store } from "#store/store.ts";

import type { TestDatabase } from "./database.ts";
import { emptyDatabase, migratedDatabase } from "./empty-database.ts";
import { requireSoundRows } from "./sound-rows.ts";

/** A store on a database of its own, watched by triggers. */
export interface TestStore {
  readonly store: Store;
  readonly databaseUrl: string;
  /** A folder of its own, removed at `close`. */
  readonly folder: string;
  /** Opens the same database once more, as another process would, if given with a clock of its own. */
  another(node?: string, clock?: Clock): Promise<Store>;
  /** Closes and removes everything; throws if a changed row is missing in the change log. */
  close(): Promise<void>;
}

/** Clocks of a store; absent = those of the machine. */
export interface StoreTime {
  readonly clock?: Clock;
  /** Returns milliseconds since any moment, by which deadlines are measured. */
  readonly elapsed?: () => number;
}

/** Options of a store. */
export interface TestStoreOptions extends StoreTime {
  readonly dialect?: "sqlite" | "mariadb";
  /** False for a store without the triggers that watch for changed rows, as it is in use. */
  readonly isWatched?: boolean;
}

/** Opens a migrated, empty store on the database that the suite runs on (`GATEHOUSE_TEST_DATABASE`). */
export async function openTestStore({ isWatched = true, ...options }: TestStoreOptions = {}): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-store-"));
  const database = await (isWatched ? emptyDatabase : migratedDatabase)(folder, options.dialect);
  createKeyRing({ folder });
  return openStoreOn({ folder, database }, { isWatched, ...options });
}

/** A folder with a key ring and a database that it opens. */
export interface StoredData {
  readonly folder: string;
  readonly database: TestDatabase;
}

/** Opens a store on existing data. */
export async function openStoreOn(
  { folder, database }: StoredData,
  { isWatched = true, ...options }: Omit<TestStoreOptions, "dialect"> = {},
): Promise<TestStore> {
  const keyRing = createKeyRing({ folder });
  const open = (node: string, clock = options.clock ?? systemClock) =>
    openStore({
      databaseUrl: database.url,
      node,
      clock,
      ids: systemIds,
      keyRing,
      ...(options.elapsed && { elapsed: options.elapsed }),
    });
  const opened = [await open("node1")];
  return {
    store: opened[0] as Store,
    databaseUrl: database.url,
    folder,
    async another(node = "node1", clock) {
      const store = await open(node, clock);
      opened.push(store);
      return store;
    },
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      try {
        if (isWatched) await requireSoundRows(database.url);
      } finally {
        await database.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
