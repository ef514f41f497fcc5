import { ServiceError } from "#domain/errors.ts";

/** Address of the database. */
export type DatabaseAddress =
  | { readonly dialect: "sqlite"; readonly file: string }
  | {
      readonly dialect: "mariadb";
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

const portDefault = 3306;

/** Returns the address of a database for people, without the password. */
export function describeDatabase(url: string): string {
  const address = parseDatabaseUrl(url);
  if (address.dialect === "sqlite") return url;
  const { user, host, port, database } = address;
  return `${url.split("://", 1)[0]}://${user}@${host}:${port}/${database}`;
}

/**
 * Reads `sqlite:<file>`, `mariadb://user:password@host:port/database` or the same with `mysql:`.
 * @throws INPUT_INVALID
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  if (url.startsWith("sqlite:") && url.length > "sqlite:".length) {
    return { dialect: "sqlite", file: url.slice("sqlite:".length) };
  }
  const parsed = /^(mariadb|mysql):\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  const database = parsed?.pathname.slice(1);
  if (!parsed || !database) {
    throw new ServiceError("INPUT_INVALID", {
      target: "DATABASE_URL",
      message: "DATABASE_URL must be sqlite:<file> or mariadb://user:password@host:port/database.",
    });
  }
  return {
    dialect: "mariadb",
    host: parsed.hostname,
    port: parsed.port === "" ? portDefault : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(database),
  };
}
