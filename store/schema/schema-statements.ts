import { type QueryInterface, Sequelize } from "sequelize";

import type { Database } from "../database.ts";

/** Carries one statement of a migration out, or does not. */
export type CarryOut = (carryOut: () => Promise<void>) => Promise<void>;

/**
 * The statements of migrations. Sequelize writes those that change the schema, for each database in its own words; it has no
 * connection, and they are carried out one by one in the current transaction.
 */
export class SchemaStatements {
  /** Writes statements, and waits until each is carried out. */
  readonly schema: QueryInterface;
  readonly #database: Database;

  constructor(database: Database, around: CarryOut = (carryOut) => carryOut()) {
    this.#database = database;
    const dialect = database.dialect.name === "sqlite" ? "sqlite" : "mysql";
    const sequelize = new Sequelize({ dialect, dialectModule: {}, logging: false });
    const query = async (statement: string) => {
      await around(() => this.carryOut(statement));
      return [];
    };
    this.schema = Object.assign(sequelize, { query }).getQueryInterface();
  }

  /** Carries a statement out in the current transaction. */
  carryOut(statement: string): Promise<void> {
    return this.#database.run(statement);
  }
}
