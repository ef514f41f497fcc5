import { ConnectorError, type ObjectRef, type ServerInfo } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import type { Connecting, Place, SqlSession, SqlType } from "../session.ts";
import { kindsOf } from "./kinds.ts";
import { memberKeyLength, membersOf } from "./members.ts";
import { type AccountName, anyHost, checkAccountName, type NameRules, parseId, parseName, whyNoName } from "./names.ts";
import { openClient } from "./open-client.ts";
import { asOwner, judge, lockedByFailures } from "./owner.ts";
import { prepareClient } from "./prepare-client.ts";
import { statementsOf } from "./statements.ts";

const products = {
  mariadb: { title: "MariaDB", nameLengthMax: 128 },
  mysql: { title: "MySQL", nameLengthMax: 32 },
} as const;

/**
 * Connects to MariaDB or MySQL and logs in as the administrator.
 * @throws badCredentials, unreachable, config if it is the other product
 */
export async function openMariaDb({ options, credential, signal }: Connecting): Promise<SqlSession> {
  const { login, secret } = credential;
  const client = await secret
    .use((password) => openClient({ options, user: login, password, signal }))
    .catch((error: unknown) => {
      throw options.tls === undefined ? withDoubt(error) : error;
    });
  try {
    const product = options.product === "mysql" ? "mysql" : "mariadb";
    await requireProduct(client, product);
    await prepareClient(client, product);
    const [row] = await client.query("SELECT @@GLOBAL.skip_name_resolve AS skip");
    const defaultHost = options.defaultHost?.toLowerCase() ?? anyHost;
    return sessionOf({ client, options, product, rules: { defaultHost, hostNames: textOf(row, "skip") !== "1" } });
  } catch (error) {
    await client.close();
    throw error;
  }
}

// MariaDB has the same message for a wrong password and for a right one on an unencrypted connection.
function withDoubt(error: unknown): unknown {
  if (!(error instanceof ConnectorError) || error.code !== "badCredentials") return error;
  const words = `${error.message}. A server that requires TLS (require_secure_transport, REQUIRE SSL) says the same of a right password, and the address has no tls.`;
  const { targetCode } = error;
  return new ConnectorError(error.code, words, { cause: error, ...(targetCode !== undefined && { targetCode }) });
}

interface Opened {
  readonly client: SqlClient;
  readonly options: Connecting["options"];
  readonly product: "mariadb" | "mysql";
  readonly rules: NameRules;
}

function sessionOf(opened: Opened): SqlSession {
  const { client, product, rules } = opened;
  const kinds = kindsOf(product, rules);
  const locate = (type: SqlType, ref: ObjectRef) => placeOf(opened, type, ref);
  const statements = statementsOf({
    client,
    product,
    rules,
    async exists({ type, name }) {
      const place = locate(type, { name });
      const { from } = kinds[type];
      return (
        place !== undefined && (await client.query(`SELECT 1 FROM ${from} WHERE ${place.sql}`, place.values)).length > 0
      );
    },
  });
  return {
    client,
    kinds,
    locate,
    memberKeyLength,
    ...statements,
    info: () => infoOf(opened),
    checkName: (type, name) => checkName(opened, type, name),
    asOwner: (object, work) => asOwner(opened, object, work),
    judge: (object, password) => judge(opened, object, password),
    lockedByFailures: (object) => lockedByFailures(opened, object),
    members: (groups, page) =>
      membersOf(
        {
          client,
          product,
          kinds,
        },
        groups,
        page,
      ),
  };
}

function placeOf({ product, rules }: Opened, type: SqlType, ref: ObjectRef): Place | undefined {
  const plain = type === "group" && product === "mariadb";
  const name = plain ? { user: ref.id ?? ref.name, host: "" } : accountOf(ref, rules);
  // A comparison with a text that the server cannot store would find something else, or fail.
  if (
    name === undefined ||
    whyNoName(`${name.user}${name.host}` || "-", Infinity) !== undefined ||
    name.user.endsWith(" ")
  )
    return undefined;
  const { user, host } = name;
  return {
    sql: "(Host = ? AND User = ?)",
    values: [host, user],
    isThis: ({ key }) => key[0]?.toLowerCase() === host && key[1] === user,
  };
}

function accountOf({ id, name }: ObjectRef, rules: NameRules): AccountName | undefined {
  return id === undefined ? parseName(name, rules) : parseId(id);
}

function checkName({ product, rules }: Opened, type: SqlType, name: string): void {
  const { nameLengthMax } = products[product];
  if (type === "account" || product === "mysql") return checkAccountName(name, rules, nameLengthMax);
  const reason = whyNoName(name, nameLengthMax);
  if (reason !== undefined) throw new ConnectorError("invalidValue", `The name ${reason}.`);
}

async function requireProduct(client: SqlClient, product: Opened["product"]): Promise<void> {
  const version = textOf((await client.query("SELECT VERSION() AS version"))[0], "version");
  const found = /mariadb/i.test(version) ? "mariadb" : "mysql";
  if (found !== product)
    throw new ConnectorError(
      "config",
      `The address says ${products[product].title}, the server is ${products[found].title} ${version}.`,
    );
}

async function infoOf({ client, product }: Opened): Promise<ServerInfo> {
  const [row] = await client.query("SELECT VERSION() AS version, UNIX_TIMESTAMP(NOW(3)) AS now");
  return {
    product: products[product].title,
    version: textOf(row, "version"),
    clockSkewMs: Math.round(Number(textOf(row, "now")) * 1_000) - Date.now(),
  };
}
