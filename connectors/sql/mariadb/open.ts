import { ConnectorError, type ObjectRef, type ServerInfo } from "#connectors/contract/index.ts";

import { type Condition, type SqlClient, textOf } from "../client.ts";
import type { Connecting, SqlSession, SqlType } from "../session.ts";
import { kindsOf } from "./kinds.ts";
import { memberKeyLength, membersOf } from "./members.ts";
import { anyHost, checkAccountName, parseName, whyNoName } from "./names.ts";
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
 * @throws badCredentials, unreachable, config when it is the other product
 */
export async function openMariaDb({ options, credential, signal }: Connecting): Promise<SqlSession> {
  const { login, secret } = credential;
  const client = await secret.use((password) => openClient({ options, user: login, password, signal }));
  try {
    const product = options.product === "mysql" ? "mysql" : "mariadb";
    await requireProduct(client, product);
    await prepareClient(client, product);
    return sessionOf({ client, options, product });
  } catch (error) {
    await client.close();
    throw error;
  }
}

interface Opened {
  readonly client: SqlClient;
  readonly options: Connecting["options"];
  readonly product: "mariadb" | "mysql";
}

function sessionOf(opened: Opened): SqlSession {
  const { client, options, product } = opened;
  const defaultHost = options.defaultHost?.toLowerCase() ?? anyHost;
  const kinds = kindsOf(product, defaultHost);
  const locate = (type: SqlType, ref: ObjectRef) => conditionOf(opened, { type, ref, defaultHost });
  const statements = statementsOf({
    ...{ client, product, defaultHost },
    async exists({ type, name }) {
      const place = locate(type, { name });
      const { from } = kinds[type];
      return (
        place !== undefined && (await client.query(`SELECT 1 FROM ${from} WHERE ${place.sql}`, place.values)).length > 0
      );
    },
  });
  return {
    ...{ client, kinds, locate, memberKeyLength, ...statements },
    info: () => infoOf(opened),
    checkName: (type, name) => checkName(opened, { type, name, defaultHost }),
    asOwner: (object, work) => asOwner(opened, object, work),
    judge: (object, password) => judge(opened, object, password),
    lockedByFailures: (object) => lockedByFailures(opened, object),
    members: (group, page) => membersOf({ client, product, kinds }, group, page),
  };
}

interface Named {
  readonly type: SqlType;
  readonly defaultHost: string;
}

function conditionOf(
  { product }: Opened,
  { type, ref, defaultHost }: Named & { ref: ObjectRef },
): Condition | undefined {
  const text = ref.id ?? ref.name;
  const plain = type === "group" && product === "mariadb";
  const name = plain ? { user: text, host: "" } : parseName(text, ref.id === undefined ? defaultHost : undefined);
  // Comparing with what the server cannot store would find something else, or fail.
  if (
    name === undefined ||
    whyNoName(`${name.user}${name.host}` || "-", Infinity) !== undefined ||
    name.user.endsWith(" ")
  )
    return undefined;
  return { sql: "(Host = ? AND User = ?)", values: [name.host, name.user] };
}

function checkName({ product }: Opened, { type, name, defaultHost }: Named & { name: string }): void {
  const { nameLengthMax } = products[product];
  if (type === "account" || product === "mysql") return checkAccountName(parseName(name, defaultHost), nameLengthMax);
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
