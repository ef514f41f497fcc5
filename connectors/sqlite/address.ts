import { z } from "zod";

const passwordLengthMax = 127;
const passwordsKeptMax = 24;
const failuresMax = 1000;

/** Address of the SQLite file, attributes of its objects and password rules. */
export const sqliteAddress = z.strictObject({
  file: z.string().regex(/^[^:]/, "the path of a file; an in-memory database is lost with its session").meta({
    title: "File",
    description:
      "Path of the database file below the proxy's folder for such files (SQLITE_FOLDER). It is made when absent; its folder must exist.",
  }),
  accountAttributes: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/))
    .default([
      "displayName",
      "givenName",
      "sn",
      "mail",
      "title",
      "department",
      "employeeNumber",
      "manager",
      "telephoneNumber",
      "description",
    ])
    .meta({ title: "Attributes of accounts", sendsNothing: true }),
  groupAttributes: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/))
    .default(["displayName", "description"])
    .meta({ title: "Attributes of groups", sendsNothing: true }),
  passwordLengthMin: z
    .int()
    .min(1)
    .max(passwordLengthMax)
    .default(1)
    .meta({ title: "Minimum length of a password", sendsNothing: true }),
  passwordHistory: z
    .int()
    .min(0)
    .max(passwordsKeptMax)
    .default(0)
    .meta({ title: "Earlier passwords that are refused", sendsNothing: true }),
  failuresMax: z
    .int()
    .min(0)
    .max(failuresMax)
    .default(0)
    .meta({ title: "Failed logins until an account is locked", description: "0 = never.", sendsNothing: true }),
});

/** Validated address. */
export type SqliteOptions = z.output<typeof sqliteAddress>;
