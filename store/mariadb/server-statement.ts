import type mysql from "mysql2";

import type { SqlValue } from "../sql/sql.ts";

/** A connection or a pool of the driver. */
export type ServerConnection = Pick<mysql.Connection, "execute">;

/**
 * Runs a prepared statement on a database server. It uses the driver's callbacks: the driver's promises record the stack of every call,
 * which cost a twentieth of a process's work for requests.
 */
export function execute<T extends mysql.RowDataPacket[] | mysql.ResultSetHeader>(
  connection: ServerConnection,
  text: string,
  values: readonly SqlValue[],
): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.execute<T>(text, [...values], (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** Runs a statement as it is written, without values. */
export function say(connection: Pick<mysql.Connection, "query">, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Runs a reading statement as it is written, without values. */
export function ask(connection: Pick<mysql.Connection, "query">, text: string): Promise<mysql.RowDataPacket[]> {
  return new Promise((resolve, reject) => {
    connection.query<mysql.RowDataPacket[]>(text, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}
