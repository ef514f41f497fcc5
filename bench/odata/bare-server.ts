import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import Koa from "koa";

import { type DriverRow, openDriver } from "./driver.ts";

const [databaseUrl = ""] = process.argv.slice(2);
const driver = await openDriver(databaseUrl);
const app = new Koa();
let root = "";

const accountColumns =
  "`key`, `targetSystemKey`, `stableId`, `longId`, `shortId`, `displayId`, `userKey`, `enabled`, `locked`, `expired`, `passwordExpired`, `passwordExpiresAt`, " +
  "`lastPasswordChange`, `associatedBy`, `lastUpdatedModule`, `lastUpdatedNode`, `version`";
const oneText = `SELECT ${accountColumns} FROM \`accounts\` WHERE \`key\` = ?`;
const pageText = `SELECT ${accountColumns} FROM \`accounts\` ORDER BY \`key\` LIMIT 100`;
const where = "WHERE `enabled` = 1 AND `shortId` LIKE ?";
const filteredText = `SELECT ${accountColumns} FROM \`accounts\` ${where} ORDER BY \`key\` LIMIT 100`;
const countText = `SELECT COUNT(*) AS \`count\` FROM \`accounts\` ${where}`;
const usersText =
  "SELECT `key`, `id`, `displayName`, `mail`, `language`, `noticeDelivery`, `digestHour`, `locked`, `disabled`, `managerKey`, `startsAt`, `endsAt`, `sponsorKey`, " +
  "`externalIncomplete`, `timeZone`, `calendar`, `lastUpdatedModule`, `lastUpdatedNode`, `version` FROM `users` ORDER BY `key` LIMIT 100";
const marks = (rows: readonly unknown[]) => rows.map(() => "?").join(", ");

const moment = (milliseconds: unknown) => (milliseconds === null ? null : new Date(Number(milliseconds)).toISOString());

function account(row: DriverRow) {
  return {
    "@odata.etag": `W/"${Number(row["version"])}"`,
    key: row["key"],
    targetSystemKey: row["targetSystemKey"],
    stableId: row["stableId"],
    longId: row["longId"],
    shortId: row["shortId"],
    displayId: row["displayId"],
    userKey: row["userKey"],
    enabled: row["enabled"] === 1,
    locked: row["locked"] === 1,
    expired: row["expired"] === 1,
    passwordExpired: row["passwordExpired"] === 1,
    passwordExpiresAt: moment(row["passwordExpiresAt"]),
    lastPasswordChange: moment(row["lastPasswordChange"]),
    associatedBy: row["associatedBy"],
    lastUpdatedModule: row["lastUpdatedModule"],
    lastUpdatedNode: row["lastUpdatedNode"],
  };
}

function attribute(row: DriverRow) {
  return {
    "@odata.etag": `W/"${Number(row["version"])}"`,
    key: row["key"],
    name: row["name"],
    sequence: row["sequence"],
    data: { value: row["value"] },
    lastUpdatedModule: row["lastUpdatedModule"],
    lastUpdatedNode: row["lastUpdatedNode"],
  };
}

async function expandedUsers() {
  const users = await driver.all(usersText);
  const userKeys = users.map(({ key }) => String(key));
  const accounts = await driver.all(
    `SELECT ${accountColumns} FROM \`accounts\` WHERE \`userKey\` IN (${marks(userKeys)}) ORDER BY \`userKey\`, \`key\``,
    userKeys,
  );
  const accountKeys = accounts.map(({ key }) => String(key));
  const attributes = await driver.all(
    "SELECT `key`, `accountKey`, `name`, `sequence`, `value`, `lastUpdatedModule`, `lastUpdatedNode`, `version` " +
      `FROM \`accountAttributes\` WHERE \`accountKey\` IN (${marks(accountKeys)}) ORDER BY \`accountKey\`, \`name\`, \`sequence\`, \`key\``,
    accountKeys,
  );
  const byAccount = Map.groupBy(attributes, ({ accountKey }) => accountKey);
  const byUser = Map.groupBy(accounts, ({ userKey }) => userKey);
  return users.map((row) => ({
    "@odata.etag": `W/"${Number(row["version"])}"`,
    key: row["key"],
    id: row["id"],
    displayName: row["displayName"],
    mail: row["mail"],
    language: row["language"],
    noticeDelivery: row["noticeDelivery"],
    digestHour: row["digestHour"],
    locked: row["locked"] === 1,
    disabled: row["disabled"] === 1,
    managerKey: row["managerKey"],
    startsAt: moment(row["startsAt"]),
    endsAt: moment(row["endsAt"]),
    sponsorKey: row["sponsorKey"],
    externalIncomplete: row["externalIncomplete"] === 1,
    timeZone: row["timeZone"],
    calendar: row["calendar"],
    lastUpdatedModule: row["lastUpdatedModule"],
    lastUpdatedNode: row["lastUpdatedNode"],
    accounts: (byUser.get(row["key"]) ?? []).map((one) => ({
      ...account(one),
      attributes: (byAccount.get(one["key"]) ?? []).map(attribute),
    })),
  }));
}

async function answer(url: string): Promise<object> {
  const context = `${root}/v2/$metadata#accounts`;
  const key = /^\/v2\/accounts\(([^)]+)\)$/.exec(url)?.[1];
  if (key !== undefined) {
    const [row] = await driver.all(oneText, [key]);
    return { "@odata.context": `${context}/$entity`, ...account(row ?? {}) };
  }
  if (url === "/v2/accounts?$top=100") {
    return { "@odata.context": context, value: (await driver.all(pageText)).map(account) };
  }
  const prefix = /startswith\(shortId,'([^']+)'\)/.exec(url)?.[1];
  if (prefix !== undefined) {
    const [[counted], rows] = await Promise.all([
      driver.all(countText, [`${prefix}%`]),
      driver.all(filteredText, [`${prefix}%`]),
    ]);
    return { "@odata.context": context, "@odata.count": Number(counted?.["count"]), value: rows.map(account) };
  }
  return { "@odata.context": `${root}/v2/$metadata#users(accounts(attributes()))`, value: await expandedUsers() };
}

app.use(async (ctx) => {
  ctx.body = JSON.stringify(await answer(decodeURIComponent(ctx.req.url ?? "")));
  ctx.set("content-type", "application/json");
});
const server = createServer({ keepAlive: true, noDelay: true }, app.callback() as RequestListener);
server.listen(0, "127.0.0.1");
await once(server, "listening");
root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.send?.(root);
