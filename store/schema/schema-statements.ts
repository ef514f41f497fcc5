import { type QueryInterface, Sequelize } from "sequelize";

import type { Database } from "../database.ts";
import { addedColumn, stampAdded } from "./stamp-added-columns.ts";

/** Runs one statement of a migration, or skips it. */
export type CarryOut = (carryOut: () => Promise<void>) => Promise<void>;

/**
 * Statements of migrations. Sequelize writes those that change the schema, in the words of each database; it has no connection, and the
 * statements run one by one in the current transaction.
 */
export class SchemaStatements {
  /** Writer of statements that waits until each has run. */
  readonly schema: QueryInterface;
  readonly #database: Database;

  constructor(database: Database, around: CarryOut = (carryOut) => carryOut()) {
    this.#database = database;
    const dialect = database.dialect.name === "sqlite" ? "sqlite" : "mysql";
    const sequelize = new Sequelize({ dialect, dialectModule: {}, logging: false });
    const query = async (statement: string) => {
      await around(() => this.carryOut(statement));
      const added = addedColumn(statement);
      if (added !== undefined) await around(() => stampAdded(database, added));
      return [];
    };
    this.schema = Object.assign(sequelize, { query }).getQueryInterface();
  }

  /** Runs a statement in the current transaction. */
  carryOut(statement: string): Promise<void> {
    return this.#database.run(statement);
  }
}
