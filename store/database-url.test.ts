import { expect, test } from "vitest";

import { describeDatabase, parseDatabaseUrl } from "./database-url.ts";

test("reads a file and a server address, with escaped characters in the password", () => {
  expect(parseDatabaseUrl("sqlite:/data/gatehouse.db")).toEqual({ dialect: "sqlite", file: "/data/gatehouse.db" });
  expect(parseDatabaseUrl("mariadb://iam:p%40ss@db.example:3307/gate")).toEqual({
    dialect: "mariadb",
    host: "db.example",
    port: 3307,
    user: "iam",
    password: "p@ss",
    database: "gate",
  });
  expect(parseDatabaseUrl("mysql://iam:x@db.example/gate")).toMatchObject({ dialect: "mariadb", port: 3306 });
});

test.each(["", "sqlite:", "postgres://x/y", "mariadb://host", "mariadb://"])(
  "refuses %j and says what is meant",
  (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow("DATABASE_URL must be sqlite:<file> or mariadb://");
  },
);

test.each([
  ["sqlite:/data/gatehouse.db", "sqlite:/data/gatehouse.db"],
  ["mariadb://gate:pass:word@db.example:3307/gatehouse", "mariadb://gate@db.example:3307/gatehouse"],
  ["mysql://gate:p%40ss%2Fword@db.example/gatehouse", "mysql://gate@db.example:3306/gatehouse"],
])("%s is shown to people without its password", (url, shown) => {
  expect(describeDatabase(url)).toBe(shown);
});
