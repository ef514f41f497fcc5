import { type Sequelize, Transaction } from "sequelize";

/** A transaction on a connection as Sequelize knows it, made when it is asked for: only migrations have statements of Sequelize's own. */
export function lazyTransaction(sequelize: Sequelize, connection: unknown): () => Transaction {
  let made: Transaction | undefined;
  return () => (made ??= Object.assign(new Transaction(sequelize, {}), { connection }));
}
