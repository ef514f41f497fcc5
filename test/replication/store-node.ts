import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";

import type { Vector } from "#domain/replication/origin.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import type { Database } from "#store/database.ts";
import type { SetWriter } from "#store/discovery/set-writer.ts";
import { openStore } from "#store/open-store.ts";
import type { Answer } from "#store/replication/replication.ts";
import { migrate } from "#store/schema/migrate.ts";
import type { Store } from "#store/store.ts";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareEmptyDatabase, prepareMigratedDatabase } from "../support/empty-database.ts";
import { openSets, type OpenSets } from "./open-sets.ts";

/** Place in an apply at which the process ends. */
export type StoreFailpoint = "before commit" | "after commit";

const registeredAt = 1;

/** Folder and database of a node. */
interface NodePlace {
  readonly folder: string;
  readonly database: TestDatabase;
}

/** A node with a database and a key ring of its own; its process can end and begin again. */
export class StoreNode {
  readonly name: string;
  readonly #now: () => number;
  readonly #folder: string;
  readonly #database: TestDatabase;
  #opened: (OpenSets & { readonly store: Store }) | undefined;

  private constructor(name: string, now: () => number, at: NodePlace) {
    this.name = name;
    this.#now = now;
    this.#folder = at.folder;
    this.#database = at.database;
  }

  /** Opens a node of another version of the program with this one, which migrates its database. */
  static async upgrade(older: Pick<StoreNode, "name" | "now" | "place" | "close">): Promise<StoreNode> {
    await older.close();
    await migrate({ databaseUrl: older.place.database.url });
    const node = new StoreNode(older.name, older.now, older.place);
    await node.open();
    return node;
  }

  /** Clock of the node. */
  get now(): () => number {
    return this.#now;
  }

  /** Place of what is the node's own. */
  get place(): NodePlace {
    return { folder: this.#folder, database: this.#database };
  }

  /** Makes a node that knows the names of all. */
  static async make(
    name: string,
    names: readonly string[],
    now: () => number,
    { isWatched = true }: { readonly isWatched?: boolean } = {},
  ): Promise<StoreNode> {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-replication-"));
    createKeyRing({ folder });
    mkdirSync(join(folder, "database"));
    const database = await testDatabase(join(folder, "database"));
    await (isWatched ? prepareEmptyDatabase(database.url) : prepareMigratedDatabase(database.url));
    const node = new StoreNode(name, now, { folder, database });
    await node.open();
    for (const id of names)
      await node.store.transaction(() => node.store.save("nodes", { key: `node-${id}`, id, registeredAt }));
    return node;
  }

  get url(): string {
    return this.#database.url;
  }

  get store(): Store {
    if (this.#opened === undefined) throw new Error(`${this.name} is closed`);
    return this.#opened.store;
  }

  get database(): Database {
    if (this.#opened === undefined) throw new Error(`${this.name} is closed`);
    return this.#opened.database;
  }

  /** Writer of sets of another process of the node. */
  get sets(): SetWriter {
    if (this.#opened === undefined) throw new Error(`${this.name} is closed`);
    return this.#opened.sets;
  }

  /** Begins the process anew: its clock knows only what the log tells. */
  async open(): Promise<void> {
    await this.close();
    const clock = { now: this.#now };
    const databaseUrl = this.#database.url;
    const keyRing = createKeyRing({ folder: this.#folder });
    const store = await openStore({ databaseUrl, node: this.name, clock, ids: systemIds, keyRing });
    this.#opened = { store, ...(await openSets(databaseUrl, this.name, clock)) };
  }

  async close(): Promise<void> {
    await this.#opened?.store.close();
    await this.#opened?.database.close();
    this.#opened = undefined;
  }

  async remove(): Promise<void> {
    await this.close();
    await this.#database.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Applies an answer; with a failpoint the process ends there and begins anew. */
  async apply(answer: Answer, failpoint?: StoreFailpoint): Promise<number> {
    if (failpoint === "before commit") {
      const cut = new Error("the process ends here");
      const apply = this.store.transaction(async () => {
        await this.store.replication.apply(answer);
        throw cut;
      });
      await apply.catch((error: unknown) => {
        if (error !== cut) throw error;
      });
      await this.open();
      return 0;
    }
    const { applied } = await this.store.replication.apply(answer);
    if (failpoint === "after commit") await this.open();
    return applied;
  }

  /** Returns the sequences up to which it knows each origin. */
  vector(): Promise<Vector> {
    return this.#sequences("replicationVector");
  }

  /** Returns the sequences that have left its log. */
  purged(): Promise<Vector> {
    return this.#sequences("replicationPurged");
  }

  async #sequences(table: string): Promise<Vector> {
    const rows = await this.database.read(`SELECT \`origin\`, \`seq\` FROM \`${table}\``);
    return Object.fromEntries(rows.map((row) => [String(row["origin"]), Number(row["seq"])]));
  }

  get #file(): string {
    return this.#database.url.slice("sqlite:".length);
  }

  /** Returns the file of the database. */
  async backup(): Promise<Buffer> {
    await this.close();
    const driver = new Sqlite(this.#file);
    const bytes = driver.serialize();
    driver.close();
    await this.open();
    return bytes;
  }

  /** Puts an old file in the place of the database, and begins the next epoch. */
  async restore(bytes: Buffer): Promise<void> {
    await this.close();
    for (const end of ["-wal", "-shm"]) rmSync(this.#file + end, { force: true });
    writeFileSync(this.#file, bytes);
    if (!readFileSync(this.#file).equals(bytes)) throw new Error("the file was not restored");
    await this.open();
    await this.store.epoch.begin();
    await this.open();
  }
}
