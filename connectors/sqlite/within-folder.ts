import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

import { type Connector, ConnectorError, defineConnector } from "#connectors/contract/index.ts";

import type { SqliteOptions } from "./address.ts";
import { openSession } from "./session.ts";
import sqlite from "./sqlite.ts";

/**
 * Returns the connector as a proxy uses it: it opens only files below one folder, whatever an address names. A relative path starts
 * in that folder.
 */
export function sqliteWithin(folder: string): Connector {
  return defineConnector({
    ...sqlite.definition,
    async open({ options }) {
      const address = options as SqliteOptions;
      return openSession({ ...address, file: fileWithin(folder, address.file) });
    },
  });
}

// Returns the real path of the file, links resolved; creates the folder if it is absent.
function fileWithin(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const wanted = resolve(folder, file);
  const allowed = realpathSync(folder) + sep;
  if (!existsSync(dirname(wanted)))
    throw new ConnectorError("config", `The folder of the database file does not exist: ${dirname(wanted)}`);
  const real = existsSync(wanted) ? realpathSync(wanted) : join(realpathSync(dirname(wanted)), basename(wanted));
  if (real.startsWith(allowed)) return real;
  throw new ConnectorError(
    "config",
    `The file ${file} does not lie below ${folder}, the folder of such files on this proxy; another folder is named by SQLITE_FOLDER there.`,
  );
}
