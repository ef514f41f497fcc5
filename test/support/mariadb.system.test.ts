import { createConnection } from "mysql2/promise";
import { expect, test } from "vitest";

import { isRunning } from "#platform/processes/process.ts";

import { startMariaDb } from "./mariadb.ts";

test("a real MariaDB starts on a free port, gives fresh databases, survives an outage and ends without a trace", async () => {
  const server = await startMariaDb();
  const { pid } = server;
  const address = await server.freshDatabase("one");
  const first = await createConnection(address.replace("mariadb:", "mysql:"));
  await first.query("CREATE TABLE t (n INT)");
  await first.query("INSERT INTO t VALUES (7)");
  await first.end();
  await server.interrupt();
  await server.resume();
  const second = await createConnection(address.replace("mariadb:", "mysql:"));
  expect(await second.query("SELECT n FROM t")).toMatchObject([[{ n: 7 }], {}]);
  await second.end();
  expect(await server.freshDatabase("one")).toBe(address);
  await server.stop();
  expect(isRunning(pid)).toBe(false);
});
